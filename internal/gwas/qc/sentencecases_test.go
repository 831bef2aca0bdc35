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

// sentenceCase is a file of which some sentences are true and one near it of which
// they are false. says holds a part of each template.
type sentenceCase struct {
	name       string
	file, near func(*made) // near nil is the sound study
	says       []string
	exact      []string // whole sentences, with their numbers
}

func sentenceCases() []sentenceCase {
	var cases []sentenceCase
	for _, part := range [][]sentenceCase{casesOfReading(), casesOfBuild(), casesOfFilters(), casesOfAlleles(), casesOfPlacing(), casesOfNumbers(), casesOfPolygenic(), casesOfFit()} {
		cases = append(cases, part...)
	}
	return cases
}

func sound(*made) {}

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
		{"few matched", renamed(628), renamed(627), []string{"could have an LD score in"}, []string{"Only 32 of 660 variants that could have an LD score in made have one (4.85 %); " +
			"at least 5 % are needed. They were matched by rs number: check the genome build and the rs numbers."}},
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
		{"34 of 660 unreadable", set(34, "p_value", "x"), set(33, "p_value", "x"), []string{" allowed; look at the reasons", "could not be used, most for this reason"},
			[]string{"34 of 660 rows could not be used, most for this reason: The P value is not a number."}},
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
		{"the panel's names elsewhere", shifted, nil, []string{"so the file or the panel is on another genome build", "so one of the two is not on"},
			[]string{"Reference panel made not used: of the 660 rs numbers that it shares with the file none lies at the same position, so one of the two is not on GRCh37 (hg19)."}},
	}
}

func casesOfFilters() []sentenceCase {
	keeping := func(change func(*Rules), file func(*made)) func(*made) {
		return all(options(func(o *Options) { change(&o.Rules) }), file)
	}
	cases := func(n, cases, controls string) func(*made) {
		return all(with("n_cases", cases), with("n_controls", controls), set(1, "n", n))
	}
	leaving := func(change func(*Rules), column, out, in, sentence string) sentenceCase {
		return sentenceCase{sentence, keeping(change, set(1, column, out)), keeping(change, set(1, column, in)), []string{sentence}, nil}
	}
	same := func(*Rules) {}
	info := func(value string) func(*made) { return all(with("info", "0.9"), set(1, "info", value)) }
	return []sentenceCase{
		{"all too small", set(madeRows, "n", "10"), set(madeRows-1, "n", "10"), []string{"No row is left for the clean file", "that could be read were left out"},
			[]string{"All 660 rows that could be read were left out, most for this reason: Fewer than 30 people were tested."}},
		{"an effect of 11", set(1, "beta", "11"), set(1, "beta", "9.9"), []string{" an effect beyond the limit"}, []string{"1 row has an effect beyond the limit of this run; check the scale of the effect column."}},
		{"errors of 10", set(2, "standard_error", "10"), set(2, "standard_error", "9.9"), []string{" a standard error beyond"}, []string{"2 rows have a standard error beyond the limit of this run, and so next to no information."}},
		{"monomorphic and kept", keeping(func(r *Rules) { r.Monomorphic.Mode, r.MAC.Mode = Warn, Off }, set(1, "effect_allele_frequency", "0")), nil, []string{" a frequency of 0 or 1 and stayed"}, nil},
		{"small and kept", keeping(func(r *Rules) { r.N.Mode = Warn }, set(1, "n", "29")), keeping(func(r *Rules) { r.N.Mode = Warn }, set(1, "n", "30")), []string{" a small sample and stayed"}, nil},
		{"rare and kept", keeping(func(r *Rules) { r.MAF.Mode = Warn }, set(1, "effect_allele_frequency", "0.009")), set(1, "effect_allele_frequency", "0.009"), []string{" rare and stayed, as this run"}, nil},
		{"seldom and kept", keeping(func(r *Rules) { r.MAC.Mode = Warn }, set(1, "effect_allele_frequency", "0.0003")), set(1, "effect_allele_frequency", "0.0004"), []string{" a low minor allele count and stayed"}, nil},
		{"badly imputed and kept", keeping(func(r *Rules) { r.Info.Mode = Warn }, info("0.39")), info("0.4"), []string{" a low imputation quality and stayed"}, nil},
		{"imputed too well", info("1.06"), info("1.05"), []string{" an imputation quality above {info}"}, nil},
		{"seldom called", all(with("call_rate", "0.99"), set(2, "call_rate", "0.949")), all(with("call_rate", "0.99"), set(2, "call_rate", "0.95")), []string{" a call rate below {calls}"},
			[]string{"2 rows of those read have a call rate below 0.95; variants that are often not called are often called wrongly."}},
		{"far from equilibrium", all(with("hwe_p", "0.5"), set(1, "hwe_p", "9.9e-7")), all(with("hwe_p", "0.5"), set(1, "hwe_p", "1.1e-6")), []string{" far from Hardy–Weinberg equilibrium"}, nil},
		{"half of N", set(1, "n", "4999"), set(1, "n", "5000"), []string{" less than {half} of the largest"}, []string{"1 row has less than 50 % of the largest sample size."}},
		{"seldom in cases", cases("10000", "89", "9911"), cases("10000", "99", "9901"), []string{" a minor allele count below {mac} among"}, nil},
		{"sizes that do not add up", cases("10102", "1000", "9000"), cases("10100", "1000", "9000"), []string{" cases and controls that do not add up"}, nil},
		{"7 of 667 twice", repeated(7), repeated(6), []string{" allowed; the file may hold", "of the file): it holds several traits"}, []string{"7 rows repeat a variant (1.05 %), more than 1 % allowed; the file may hold several traits or models, or the same chromosome twice."}},
		{"one twice", repeated(1), nil, []string{" a variant; of each the row with", "The same variant occurs again"}, []string{"1 row repeats a variant; of each the row with the largest N was kept, of equals the first."}},
		{"one row", first(1), first(2), []string{"Fewer than two rows passed"}, nil},
		{"an indel not wanted", all(set(1, "effect_allele", "AT"), options(func(o *Options) { o.RemoveIndels = true })), set(1, "effect_allele", "AT"), []string{"An allele is longer than one base"}, nil},
		leaving(func(r *Rules) { r.Beta.Mode = Exclude }, "beta", "11", "9", "The effect size is beyond ±"),
		leaving(func(r *Rules) { r.SE.Mode = Exclude }, "standard_error", "10", "9", "The standard error is at least"),
		leaving(same, "effect_allele_frequency", "0", "0.1", "the variant does not vary"),
		{"29 people", set(1, "n", "29"), set(1, "n", "30"), nil, []string{"Fewer than 30 people were tested."}},
		leaving(func(r *Rules) { r.MAF.Mode = Exclude }, "effect_allele_frequency", "0.009", "0.01", "The minor allele frequency is below"),
		leaving(same, "effect_allele_frequency", "0.0003", "0.0004", "The minor allele was seen at most"),
		{"badly imputed", info("0.39"), info("0.4"), []string{"The imputation quality is below"}, nil},
		leaving(same, "base_pair_location", "999", "1000003", "no variant at this position"),
		leaving(same, "effect_allele_frequency", "0.9", "0.2", "The frequency differs from the panel's by"),
	}
}

func casesOfAlleles() []sentenceCase {
	letters := func(n int) func(*made) { return all(set(n, "effect_allele", "ACG"), set(n, "other_allele", "TTT")) }
	palindromes := func(f string, rule PalindromeRule) func(*made) {
		return all(set(1, "effect_allele", "A"), set(1, "other_allele", "T"), set(1, "effect_allele_frequency", f), noPanel,
			options(func(o *Options) { o.Palindromes.Rule = rule }))
	}
	symbols := all(set(1, "effect_allele", "I"), set(1, "other_allele", "D"))
	flipped := func(part int) func(*made) { // frequencies of the other allele in every part-th row
		return func(m *made) {
			for i, row := range m.rows {
				if f, _ := strconv.ParseFloat(row["effect_allele_frequency"], 64); i%part == 0 {
					row["effect_allele_frequency"] = strconv.FormatFloat(1-f, 'g', 4, 64)
				}
			}
		}
	}
	elsewhere := func(m *made) { // 340 rows are left out for their size; the others are not those of the panel
		set(340, "n", "10")(m)
		for _, row := range m.rows[340:] {
			row["base_pair_location"] = strings.TrimSuffix(row["base_pair_location"], "3") + "4"
		}
	}
	drifting := func(m *made) { // half of the frequencies are those of another row, none far off
		for i := 0; i < len(m.rows); i += 2 {
			m.rows[i]["effect_allele_frequency"] = strconv.FormatFloat(0.11+0.012*float64(29-i*7%30)/2+0.09, 'g', 4, 64)
		}
	}
	return []sentenceCase{
		{"no panel", noPanel, nil, []string{"No reference panel was given", ", so alleles and strand were not compared", ", so frequencies were not compared"}, nil},
		{"a panel set aside", eachSite(func(_ int, s *madeSite) { s.chromosome = "X" }), nil, []string{"The reference panel was not used"}, nil},
		{"29 rows", first(29), first(30), []string{"too few to judge alleles and strand", "too few to compare them; it takes", "too few to judge inflation", "too few to say what is missing",
			"too few for a lead variant", "too few to compare standard errors"}, []string{"Only 29 rows were compared with the panel, too few to judge alleles and strand; it takes 30."}},
		{"few frequencies", set(madeRows-29, "effect_allele_frequency", "NA"), set(madeRows-30, "effect_allele_frequency", "NA"), []string{"a frequency both in the file and in the panel"}, nil},
		{"rows of the panel left out", elsewhere, set(340, "n", "10"), []string{"at that position, less than %s; run without", "The panel has only"}, []string{"The panel has only 0 of 320 variants of the file."}},
		{"other letters", letters(400), letters(300), []string{"at positions of the panel", "The panel has other alleles in"}, []string{"The panel has other alleles in 400 of the 660 variants that it knows."}},
		{"7 other letters", letters(7), letters(6), []string{" other alleles than the panel at the position"}, []string{"7 rows have other alleles than the panel at the position (1.06 %); check genome build and allele columns."}},
		{"one of other letters", letters(1), nil, []string{"agree with no variant of the panel"}, nil},
		{"no strand", palindromes("0.45", PalindromesByFrequency), palindromes("0.2", PalindromesByFrequency), []string{"whose strand cannot be determined"}, nil},
		{"no palindromes wanted", palindromes("0.2", PalindromesDrop), palindromes("0.2", PalindromesKeep), []string{"The alleles are A/T or C/G; this run"}, nil},
		{"symbols without a panel", all(symbols, noPanel), symbols, []string{"The alleles are written I, D or -, and their sequence is not known"}, nil},
		{"exchanged frequencies", flipped(1), flipped(100), []string{"Frequencies run against the panel's", "The frequencies are those of the other allele"}, nil},
		{"exchanged frequencies, half of A/T variants", exchangedHalf, flipped(1), []string{" without A/T and C/G variants"}, nil},
		{"34 outliers", set(34, "effect_allele_frequency", "0.9"), set(33, "effect_allele_frequency", "0.9"), []string{"); check the ancestry"}, nil},
		{"loose frequencies", drifting, nil, []string{"Frequencies follow the panel's only loosely", "The frequencies follow the panel's only loosely"}, nil},
		{"one frequency", set(madeRows, "effect_allele_frequency", "0.28"), nil, []string{"All frequencies of the file or of the panel are the same"}, nil},
		{"an rs number that the panel has not", all(without("chromosome"), without("base_pair_location"), set(1, "rsid", "rs5")), all(without("chromosome"), without("base_pair_location")), []string{"The rs number does not occur"}, nil},
		{"two insertions", all(symbols, insertions("AT", "ATT")), all(symbols, insertions("AT")), []string{"several insertions or deletions fit them"}, nil},
	}
}

// exchangedHalf writes the frequencies of the other allele. Half of the variants are A/T, and are taken
// for those of the other strand, so that r of all variants is not that of the others.
func exchangedHalf(m *made) {
	for i, row := range m.rows {
		row["effect_allele_frequency"] = strconv.FormatFloat(1-m.sites[i].af, 'g', 4, 64)
		if i%2 == 0 {
			row["effect_allele"], row["other_allele"] = "A", "T"
			m.sites[i].alt, m.sites[i].ref = "A", "T"
		}
	}
}

// insertions makes the first variant of the panel an insertion, or several.
func insertions(alts ...string) func(*made) {
	return func(m *made) {
		first := m.sites[0]
		m.sites = m.sites[1:]
		for _, alt := range alts {
			first.ref, first.alt = "A", alt
			m.sites = append(m.sites, first)
		}
	}
}

// casesOfPlacing have no positions, and a table of rs numbers that has all of them but one.
func casesOfPlacing() []sentenceCase {
	placed := all(without("chromosome"), without("base_pair_location"), func(m *made) { m.numbers = m.vcf() })
	twice := func(m *made) {
		m.numbers += "7\t77\t" + m.sites[0].rsid + "\t" + m.sites[0].ref + "\t" + m.sites[0].alt + "\t.\t.\t.\n"
	}
	return []sentenceCase{
		{"an rs number that the table has not", all(placed, set(1, "rsid", "rs5")), placed, []string{"The rs number is not in the table of rs numbers"}, nil},
		{"an rs number of two places", all(placed, twice), placed, []string{"The rs number has several places"}, nil},
		{"other alleles than the table's", all(placed, set(1, "other_allele", "AT")), placed, []string{"The alleles agree with none that the table"}, nil},
	}
}

func casesOfNumbers() []sentenceCase {
	scaled := func(by float64) func(*made) {
		return func(m *made) {
			for i, row := range m.rows {
				p, _ := strconv.ParseFloat(row["p_value"], 64)
				m.setZ(i, by*stat.ZFromNegLog10P(-math.Log10(p)))
			}
		}
	}
	errors := func(by float64) func(*made) {
		return func(m *made) {
			for _, row := range m.rows {
				for _, column := range []string{"beta", "standard_error"} {
					x, _ := strconv.ParseFloat(row[column], 64)
					row[column] = strconv.FormatFloat(x*by, 'g', 8, 64)
				}
			}
		}
	}
	written := func(places int) func(*made) {
		return func(m *made) {
			for _, row := range m.rows {
				for _, column := range []string{"beta", "standard_error"} {
					x, _ := strconv.ParseFloat(row[column], 64)
					row[column] = strconv.FormatFloat(x, 'f', places, 64)
				}
			}
		}
	}
	hit := func(neighbour float64) func(*made) {
		return func(m *made) {
			m.none = true
			m.setZ(40, 7)
			m.rows[41]["base_pair_location"] = strconv.Itoa(1_000_003 + 10*600_000 + 5000)
			m.setZ(41, neighbour)
		}
	}
	declared := func(n, cases, controls float64) func(*made) {
		return options(func(o *Options) { o.N, o.Cases, o.Controls = n, cases, controls })
	}
	counted := func(declared float64) func(*made) {
		return all(with("n_cases", "4000"), with("n_controls", "6000"), options(func(o *Options) { o.Cases, o.Controls = declared, 6000 }))
	}
	return []sentenceCase{
		{"no errors", without("standard_error"), nil, []string{"was computed from the other in every row"}, nil},
		{"errors of another column", set(madeRows, "standard_error", "0.5"), nil, []string{"P values do not follow from effect", "P does not follow from effect"}, nil},
		{"errors a million times too small", set(madeRows, "standard_error", "1e-8"), nil, []string{"too far apart for a correlation", "in almost no row"}, nil},
		{"two decimals", written(2), written(5), []string{"by what their rounding allows"}, nil},
		{"7 P of another test", set(7, "p_value", "0.0011"), set(6, "p_value", "0.0011"), []string{"P disagrees with effect"}, nil},
		{"chosen for their P", func(m *made) {
			for i := range m.rows {
				m.setZ(i, 1.65+float64(i)/madeRows)
			}
		}, nil, []string{"The largest P value is"}, nil},
		{"10 autosomes", first(300), first(330), []string{"too few for λ to speak of"}, []string{"The file holds variants of 10 autosomes, too few for λ to speak of the whole genome; it takes 11."}},
		{"P too small", scaled(1.06), scaled(1.04), []string{"smaller than chance allows"}, nil},
		{"P too large", scaled(0.97), scaled(0.98), []string{"larger than chance allows"}, nil},
		{"another N declared", declared(10_200, 0, 0), declared(10_050, 0, 0), []string{"The largest N of the file is"}, []string{"The largest N of the file is 10,000, the study declares 10,200; correct the one that is wrong."}},
		{"other cases declared", counted(4100), counted(4030), []string{"The largest number of cases"}, []string{"The largest number of cases in the file is 4,000, the study declares 4,100; correct the one that is wrong."}},
		{"declared sizes that differ", declared(10_000, 4000, 6200), declared(10_000, 4000, 6050), []string{"The declared cases and controls add up"}, []string{"The declared cases and controls add up to 10,200, the declared total is 10,000."}},
		{"nothing declared", sound, declared(10_000, 0, 0), []string{"Sample sizes were not compared"}, nil},
		{"errors too small", errors(0.76), errors(0.78), []string{"smaller than the sample size allows"}, []string{"Standard errors are smaller than the sample size allows (ratio 1.32, 1 is expected); the trait is on another scale than the plan's, or N is too small."}},
		{"errors of a linear model of cases and controls", all(declared(0, 4000, 6000), errors(0.38)), all(declared(0, 4000, 6000), errors(0.37)),
			[]string{"those of a linear model of a yes/no trait"}, []string{"Standard errors are those of a linear model of a yes/no trait, not of log odds (ratio 5.37, 1 is expected; 1.29 on the scale of such a model); state that scale of the effects, and they are converted to log odds."}},
		{"errors too large", errors(1.44), errors(1.42), []string{"larger than the sample size lets expect"}, nil},
		{"21 autosomes", first(630), nil, []string{"send the complete genome"}, []string{"1 autosome holds no variant (22); send the complete genome unless the study is targeted."}},
		{"a lonely hit", hit(1), hit(4.5), []string{"without any neighbour of"}, []string{"1 lead variant (P < 5e-8) stands without any neighbour of P ≤ 1e-5; single-variant peaks are often genotyping or imputation errors."}},
	}
}
