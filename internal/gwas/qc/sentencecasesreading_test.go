package qc

import (
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"

	"github.com/klauspost/compress/gzip"
)

// casesOfPolygenic scale z-scores by what their LD scores explain: heritability h2 with an
// intercept, of 10,000 people and scores that were summed over 200,000 variants.
func casesOfPolygenic() []sentenceCase {
	grown := func(intercept, h2 float64) func(*made) {
		return func(m *made) {
			for i := range m.rows {
				z := stat.ZFromNegLog10P(-math.Log10((float64(i*271%madeRows) + 0.5) / madeRows))
				m.setZ(i, z*math.Sqrt(intercept+h2*10_000*m.scores[i]/200_000))
			}
		}
	}
	scoresOf := func(n int) func(*made) { return func(m *made) { m.scores = m.scores[:n] } }
	one := func(m *made) {
		for i := range m.scores {
			m.scores[i] = 10
		}
	}
	selected := func(m *made) {
		for i := range m.rows {
			m.setZ(i, 3)
		}
	}
	renamed := func(n int) func(*made) { // rs numbers that have no score
		return func(m *made) {
			m.none = true
			for i, row := range m.rows[:n] {
				row["rsid"] = fmt.Sprintf("rs%d", 8_000_000_000+i)
			}
		}
	}
	cases := all(with("n_cases", "5000"), with("n_controls", "5000"))
	return []sentenceCase{
		{
			"few matched",
			renamed(628),
			renamed(627),
			[]string{"could have an LD score in"},
			[]string{"Only 32 of 660 variants that could have an LD score in made have one (4.85 %); " +
				"at least 5 % are needed. They were matched by rs number: check the genome build and the rs numbers."},
		},
		{"a heritability of cases above 1", all(grown(1, 4), cases), all(grown(1, 0.5), cases), []string{"For cases and controls it may exceed 1 there"}, nil},
		{"no LD scores", scoresOf(0), nil, []string{"no LD scores for this ancestry"}, nil},
		{"a selection and LD scores", selected, nil, []string{"LD score regression needs all"}, nil},
		{"LD scores and no sample size", without("n"), nil, []string{"which LD score regression needs"}, nil},
		{"199 LD scores", scoresOf(199), scoresOf(200), []string{"too few for LD score regression"},
			[]string{"Only 199 variants have an LD score of made, too few for LD score regression; it takes 200."}},
		{"one LD score", one, nil, []string{"variants have one LD score"}, nil},
		{"stratified", grown(1.35, 0.1), grown(1.02, 0.1), []string{"A part of the inflation is not the trait's"}, nil},
		{"corrected already", grown(0.3, 0), grown(0.97, 0), []string{"seem to have been corrected already"}, nil},
		{"N too small", grown(1, 4), grown(1, 0.5), []string{"more than all of the trait"}, nil},
	}
}

func casesOfReading() []sentenceCase {
	test := func(name string) func(*made) { return with("test", name) }
	return []sentenceCase{
		{"other models only", test("SEX"), test("ADD"), []string{"no row of the additive model", "no row that could be checked"}, nil},
		{
			"34 of 660 unreadable",
			set(34, "p_value", "x"),
			set(33, "p_value", "x"),
			[]string{" allowed; look at the reasons", "could not be used, most for this reason"},
			[]string{"34 of 660 rows could not be used, most for this reason: The P value is not a number."},
		},
		{"no frequency", without("effect_allele_frequency"), nil, []string{"There is no effect allele frequency"}, nil},
		{"no sample size", without("n"), nil, []string{"There is no sample size", "takes a sample size and allele frequencies"}, nil},
		{"an empty column", with("info", "NA"), with("info", "0.9"), []string{"holds no value in any row"}, nil},
		{"nothing readable", set(madeRows, "p_value", "x"), set(madeRows-1, "p_value", "x"),
			[]string{"so the columns were not checked", "There was no row to test", "No row of the file could be looked up"},
			[]string{"No row was kept, too few to judge inflation; it takes 30."}},
	}
}

// famous returns a real file on GRCh38 as it is declared.
func famous(declared genome.Build) func(*made) {
	return func(m *made) { m.placeAs(declared, realTable("crohns_finngen_p1e-3_hg38.tsv.gz"), 0, 1, 2) }
}

// older returns a real file on NCBI36 that is declared to be on GRCh37.
func older(m *made) { m.placeAs(genome.GRCh37, realTable("cleansumstats_1_raw.txt.gz"), 1, 2, 0) }

// placeAs gives the rows the places and rs numbers of a real table: all of them, as well-known
// variants are few.
func (m *made) placeAs(declared genome.Build, cells [][]string, chromosome, position, rsid int) {
	m.none, m.opt.Build = true, declared
	for len(m.rows) < 1000 {
		m.rows = append(m.rows, maps.Clone(m.rows[len(m.rows)%madeRows]))
	}
	for i, row := range m.rows {
		cell := cells[1+i]
		row["chromosome"], row["base_pair_location"], row["rsid"] = cell[chromosome], cell[position], cell[rsid]
	}
}

// realTable returns the cells of a file among the real ones.
func realTable(name string) (cells [][]string) {
	file, err := os.Open("../../../testdata/real/" + name)
	if err != nil {
		panic(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		panic(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		panic(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		cells = append(cells, strings.Split(line, "\t"))
	}
	return cells
}

func casesOfBuild() []sentenceCase {
	hinted := func(name string) func(*made) {
		return func(m *made) {
			m.none = true
			m.mapping = sumstats.Mapping{}
			for i, c := range m.columns {
				m.mapping[sumstats.Field(c)] = c
				if c == "base_pair_location" {
					m.columns[i], m.mapping[sumstats.Field(c)] = name, name
				}
			}
			for _, row := range m.rows {
				row[name] = row["base_pair_location"]
			}
		}
	}
	shifted := eachSite(func(_ int, s *madeSite) { s.position = strconv.Itoa(len(s.position)*1_000_000 + 77) })
	onlyNames := all(without("chromosome"), without("base_pair_location"))
	return []sentenceCase{
		{"no positions", onlyNames, nil, []string{"The file has no positions, so its genome build"}, nil},
		{"34 positions beyond the end", set(34, "base_pair_location", "260000000"), set(33, "base_pair_location", "260000000"),
			[]string{"on another genome build or another column holds", "on which the file is declared to be"},
			[]string{"34 positions lie past the end of the chromosome on GRCh37 (hg19), on which the file is declared to be."}},
		{"one position beyond the end", set(1, "base_pair_location", "260000000"), nil, []string{"which hints at another genome build or a damaged column"},
			[]string{"1 position lies past the end of the chromosome on GRCh37 (hg19), which hints at another genome build or a damaged column."}},
		{"NCBI36", all(noPanel, options(func(o *Options) { o.Build = genome.NCBI36 })), noPanel, []string{"The positions are on NCBI36"}, nil},
		{"nothing tells the assembly", noPanel, nil, []string{"The genome build could not be checked"}, nil},
		{"GRCh38 in truth", famous(genome.GRCh37), famous(genome.GRCh38), []string{"and looks like", "and its positions are those of"}, nil},
		{"a hint of GRCh38", hinted("pos_hg38"), hinted("pos"), []string{"and may be on"}, nil},
		{
			"the panel's names elsewhere",
			shifted,
			nil,
			[]string{"so the file or the panel is on another genome build", "so one of the two is not on"},
			[]string{
				"Reference panel made not used: of the 660 rs numbers that it shares with the file none lies at the same position, so one of the two is not on GRCh37 (hg19).",
			},
		},
	}
}
