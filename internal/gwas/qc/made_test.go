package qc

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ldscore"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
)

// made is a study and its panel, written cell by cell so that a test can make one
// sentence of the report true or false.
type made struct {
	columns []string
	rows    []map[string]string
	sites   []madeSite
	panel   string    // its text, instead of sites
	none    bool      // no panel at all
	numbers string    // a table of rs numbers, as a VCF; "" for none
	scores  []float64 // LD score of each row; none: none are installed
	opt     Options
	mapping sumstats.Mapping // nil: every column by its own name
	broken  error            // of opening the panel
}

type madeSite struct {
	chromosome, position, rsid, ref, alt string
	af                                   float64 // NaN for none
}

const madeRows = 660 // 30 on each autosome

// soundStudy returns a study of 10,000 people without a fault and the panel of its variants: P
// uniform, errors as the sample size allows, neighbours 600 kb apart.
func soundStudy() *made {
	m := &made{
		columns: strings.Split("chromosome base_pair_location rsid effect_allele other_allele beta standard_error effect_allele_frequency p_value n", " "),
		opt:     NewOptions(genome.GRCh37),
	}
	for i := range madeRows {
		f := 0.11 + 0.012*float64(i*7%30)
		row := map[string]string{"chromosome": strconv.Itoa(1 + i/30), "base_pair_location": strconv.Itoa(1_000_003 + i%30*600_000),
			"rsid": fmt.Sprintf("rs%d", 9_000_000_000+i), "effect_allele": "AC"[i%2 : i%2+1], "other_allele": "GT"[i%2 : i%2+1], "n": "10000"}
		row["effect_allele_frequency"] = strconv.FormatFloat(f, 'g', 4, 64)
		m.rows = append(m.rows, row)
		m.setZ(i, stat.ZFromNegLog10P(-math.Log10((float64(i*271%madeRows)+0.5)/madeRows))*float64(1-i%2*2))
		m.scores = append(m.scores, 1+float64(i*37%61))
		m.sites = append(m.sites, madeSite{row["chromosome"], row["base_pair_location"], row["rsid"], row["other_allele"], row["effect_allele"], f})
	}
	return m
}

// setZ writes effect, error and P of a row.
func (m *made) setZ(i int, z float64) {
	row := m.rows[i]
	f, _ := strconv.ParseFloat(row["effect_allele_frequency"], 64)
	se := 1 / math.Sqrt(2*f*(1-f)*10_000)
	row["beta"], row["standard_error"] = strconv.FormatFloat(z*se, 'g', 8, 64), strconv.FormatFloat(se, 'g', 8, 64)
	row["p_value"] = strconv.FormatFloat(math.Erfc(math.Abs(z)/math.Sqrt2), 'g', 8, 64)
}

// set writes a value into the first n rows.
func set(n int, column, value string) func(*made) {
	return func(m *made) {
		for _, row := range m.rows[:n] {
			row[column] = value
		}
	}
}

// with adds a column that has one value.
func with(column, value string) func(*made) {
	return func(m *made) {
		m.columns = append(m.columns, column)
		set(len(m.rows), column, value)(m)
	}
}

func without(column string) func(*made) {
	return func(m *made) {
		var kept []string
		for _, c := range m.columns {
			if c != column {
				kept = append(kept, c)
			}
		}
		m.columns = kept
	}
}

func first(n int) func(*made) { return func(m *made) { m.rows = m.rows[:n] } }

func noPanel(m *made) { m.none = true }

func options(change func(*Options)) func(*made) { return func(m *made) { change(&m.opt) } }

func eachSite(change func(i int, s *madeSite)) func(*made) {
	return func(m *made) {
		for i := range m.sites {
			change(i, &m.sites[i])
		}
	}
}

// repeated writes the first n rows again.
func repeated(n int) func(*made) { return func(m *made) { m.rows = append(m.rows, m.rows[:n]...) } }

func all(changes ...func(*made)) func(*made) {
	return func(m *made) {
		for _, change := range changes {
			change(m)
		}
	}
}

func (m *made) study() string {
	var b strings.Builder
	b.WriteString(strings.Join(m.columns, "\t") + "\n")
	for _, row := range m.rows {
		for i, c := range m.columns {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(row[c])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (m *made) vcf() string {
	if m.panel != "" {
		return m.panel
	}
	var b strings.Builder
	b.WriteString("##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n")
	for _, s := range m.sites {
		af := "."
		if !math.IsNaN(s.af) {
			af = "AF=" + strconv.FormatFloat(s.af, 'g', 6, 64)
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\t.\tPASS\t%s\n", s.chromosome, s.position, s.rsid, s.ref, s.alt, af)
	}
	return b.String()
}

// ldScores returns the LD scores of the first rows of the sound study, in the format of LDSC.
func (m *made) ldScores(t testing.TB) *Scores {
	t.Helper()
	var b strings.Builder
	b.WriteString("CHR\tSNP\tBP\tL2\n")
	for i, l2 := range m.scores {
		fmt.Fprintf(&b, "%d\trs%d\t%d\t%g\n", 1+i/30, 9_000_000_000+i, 1_000_003+i%30*600_000, l2)
	}
	table, err := ldscore.ReadTable(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	table.Common = 200_000
	return &Scores{Name: "made", Ancestry: "EUR", Table: table}
}

// report checks the study as it was made.
func (m *made) report(t testing.TB) *Report {
	t.Helper()
	r, _ := m.results(t)
	return r
}

// results checks the study as it was made; the files are by name.
func (m *made) results(t testing.TB) (*Report, *memory) {
	t.Helper()
	in := Input{Name: "made.tsv", Open: opener(m.study())}
	if !m.none {
		in.Panel = &Panel{Name: "made", Open: opener(m.vcf())}
		if m.broken != nil {
			in.Panel.Open = func() (io.ReadCloser, error) { return nil, m.broken }
		}
	}
	if m.numbers != "" {
		in.Numbers = numbersOf(t, m.numbers, "")
	}
	if len(m.scores) > 0 {
		in.Scores = m.ldScores(t)
	}
	m.opt.Mapping, m.opt.MappingConfirmed = m.mapping, true
	if m.mapping == nil {
		m.opt.Mapping = sumstats.Mapping{}
		for _, c := range m.columns {
			m.opt.Mapping[sumstats.Field(c)] = c
		}
	}
	out := newMemory()
	report, err := Run(context.Background(), in, m.opt, out, nil)
	if err != nil {
		t.Fatal(err)
	}
	adds(t, report)
	agrees(t, report)
	return report, out
}

// texts returns all sentences of a report.
func texts(r *Report) []string {
	var out []string
	for _, s := range r.Steps {
		out = append(out, s.Messages...)
	}
	for _, w := range r.Waterfall {
		out = append(out, w.Sentence)
	}
	if r.Cause != nil {
		out = append(out, r.Cause.Sentence)
	}
	if r.Panel != nil {
		out = append(out, r.Panel.Fit.Sentence)
	}
	return out
}

// A sound study reports only that it could be looked up.
func TestASoundStudyIsSilent(t *testing.T) {
	m := soundStudy()
	m.opt.N = 10_000
	r := m.report(t)
	if got := texts(r); r.Verdict != Pass || r.Cause != nil || r.FiguresFrom != FromClean ||
		len(got) != 1 || got[0] != "Of 660 variants of the file that were looked up, the reference panel made has 660." {
		t.Errorf("%s %q", r.Verdict, got)
	}
}
