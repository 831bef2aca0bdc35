package meta_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

var nan = math.NaN()

// rowSlice is a RowReader over memory that hands out few rows at a time.
type rowSlice struct {
	rows []sumstats.Row
	step int
}

func (s *rowSlice) ReadRows(dst []sumstats.Row) (int, error) {
	if len(s.rows) == 0 {
		return 0, io.EOF
	}
	n := copy(dst[:min(len(dst), s.step)], s.rows)
	s.rows = s.rows[n:]
	return n, nil
}

func memoryStudy(name string, rows []sumstats.Row) meta.Study {
	return meta.Study{Name: name, Open: func(context.Context) (sumstats.RowReader, io.Closer, error) {
		return &rowSlice{rows, 7}, io.NopCloser(nil), nil
	}}
}

// row builds a row from what most tests vary; P follows from beta and SE.
func row(chromosome int, position int32, ea, oa string, beta, se, eaf float64) sumstats.Row {
	return sumstats.Row{
		Chromosome: genome.Chromosome(chromosome), Position: position, EA: allele(ea), OA: allele(oa),
		Beta: beta, SE: se, EAF: eaf, NegLog10P: stat.NegLog10PFromZ(beta / se),
		N: 1000, NCases: nan, NControls: nan, Info: nan,
	}
}

var testDict = variant.NewDict()

func allele(text string) variant.Allele {
	a, ok := testDict.Parse([]byte(text))
	if !ok {
		panic("not an allele: " + text)
	}
	return a
}

// table is a result by column names.
type table struct {
	columns []string
	rows    [][]string
}

func (t *table) text(i int, column string) string { return t.rows[i][slices.Index(t.columns, column)] }

func (t *table) number(i int, column string) float64 {
	text := t.text(i, column)
	if text == "NA" {
		return nan
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return v
}

// runBytes runs and returns the decompressed result as well as its files.
func runBytes(t testing.TB, studies []meta.Study, opt meta.Options) (text, file, index []byte, summary *meta.Summary) {
	t.Helper()
	return runBytesWith(t, testDict, studies, opt)
}

func runBytesWith(t testing.TB, dict *variant.Dict, studies []meta.Study, opt meta.Options) (text, file, index []byte, summary *meta.Summary) {
	t.Helper()
	var results, tbi bytes.Buffer
	summary, err := meta.Run(context.Background(), dict, studies, opt, meta.Output{Results: &results, Index: &tbi}, nil)
	if err != nil {
		t.Fatal(err)
	}
	zr, err := gzip.NewReader(bytes.NewReader(results.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	text, err = io.ReadAll(zr)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range summary.Studies {
		total := s.RowsUsed
		for _, n := range s.DroppedByReason {
			total += n
		}
		if total != s.RowsIn {
			t.Fatalf("%s: %d rows in, %d accounted for: %+v", s.Name, s.RowsIn, total, s)
		}
	}
	return text, results.Bytes(), tbi.Bytes(), summary
}

func runTable(t testing.TB, studies []meta.Study, opt meta.Options) (*table, *meta.Summary) {
	t.Helper()
	return runTableWith(t, testDict, studies, opt)
}

func runTableWith(t testing.TB, dict *variant.Dict, studies []meta.Study, opt meta.Options) (*table, *meta.Summary) {
	t.Helper()
	text, _, _, summary := runBytesWith(t, dict, studies, opt)
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	out := &table{columns: strings.Split(lines[0], "\t")}
	for _, line := range lines[1:] {
		out.rows = append(out.rows, strings.Split(line, "\t"))
		if len(out.rows[len(out.rows)-1]) != len(out.columns) {
			t.Fatalf("ragged line %q", line)
		}
	}
	return out, summary
}

func TestResultLine(t *testing.T) {
	studies := []meta.Study{
		memoryStudy("b", []sumstats.Row{row(1, 100, "G", "A", 0.10, 0.05, 0.2)}),
		memoryStudy("a", []sumstats.Row{row(1, 100, "A", "G", -0.20, 0.10, 0.7), row(23, 5, "AT", "A", 1, 0.1, nan)}),
		memoryStudy("c", []sumstats.Row{row(1, 100, "C", "T", 0.05, 0.04, 0.25), row(23, 5, "AT", "A", 10, 0.1, nan)}),
	}
	studies[2].Open = func(context.Context) (sumstats.RowReader, io.Closer, error) {
		r := []sumstats.Row{row(1, 100, "C", "T", 0.05, 0.04, 0.25), row(23, 5, "AT", "A", 10, 0.1, nan)}
		r[0].RSID, r[1].N = 7412, nan
		return &rowSlice{r, 1}, io.NopCloser(nil), nil
	}
	text, _, _, summary := runBytes(t, studies, meta.DefaultOptions())
	want := meta.Header() + "\n" +
		"1\t100\tG\tA\t0.08111111111111\t0.0298142397\t0.2366666667\t0.00651735384842\t2.185928699\t1_100_A_G\trs7412\t3000\t3\t+++\t" +
		"2.161111111\t0.339406913861\t7.455012853\t0.0002570921986\t0.2\t0.3\n" +
		"23\t5\tAT\tA\t5.5\t0.07071067811865\tNA\t"
	lines := strings.Split(want, "\n")
	for i, line := range strings.Split(string(text), "\n")[:3] {
		if !strings.HasPrefix(line, lines[i]) {
			t.Errorf("line %d:\n got %q\nwant %q", i+1, line, lines[i])
		}
	}
	if got := strings.Split(strings.TrimSpace(string(text)), "\t"); !strings.Contains(string(text), "\tNA\t2\t?++\t") {
		t.Errorf("indel line: %q", got)
	}
	if s := summary.Studies[2]; s.Name != "c" || s.StrandFlipped != 1 || s.Swapped != 0 {
		t.Errorf("strand flip of c not counted: %+v", s)
	}
	if s := summary.Studies[1]; s.Swapped != 1 || s.RowsUsed != 2 {
		t.Errorf("swap of a not counted: %+v", s)
	}
	if summary.NSignificant != 1 || len(summary.TopLoci) != 1 || summary.TopLoci[0].Studies[0].Name != "a" {
		t.Errorf("top loci: %+v", summary.TopLoci)
	}
}

// TestTotalsAreOfTheStudiesUsed: a study of which no row is in the result adds no people to it;
// where a used one does not state its cases, there is no sum.
func TestTotalsAreOfTheStudiesUsed(t *testing.T) {
	study := func(name string, position int32, cases, controls float64) meta.Study {
		s := memoryStudy(name, []sumstats.Row{row(1, position, "A", "G", 0.1, 0.02, 0.3)})
		s.NCases, s.NControls = cases, controls
		return s
	}
	north, south := study("north", 100, 400, 600), study("south", 100, 100, 300)
	elsewhere, silent := study("elsewhere", 999, 7000, 9000), study("silent", 100, 0, 0)
	for _, c := range []struct {
		name                     string
		studies                  []meta.Study
		cases, controls, effects float64
	}{
		// 4/(1/400+1/600) = 960 and 4/(1/100+1/300) = 300.
		{"all used", []meta.Study{north, south}, 500, 900, 1260},
		{"one not used", []meta.Study{north, elsewhere, south}, 500, 900, 1260},
		{"one used that does not say", []meta.Study{north, silent, south}, nan, nan, nan},
		{"none used", []meta.Study{north, elsewhere}, nan, nan, nan},
	} {
		opt := meta.DefaultOptions()
		opt.MinStudies = 2
		_, s := runTable(t, c.studies, opt)
		for what, pair := range map[string][2]float64{
			"cases": {float64(s.NCases), c.cases}, "controls": {float64(s.NControls), c.controls}, "effective": {float64(s.NEffective), c.effects},
		} {
			if got, want := pair[0], pair[1]; !(math.Abs(got-want) < 1e-9 || math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s: %s %v, want %v", c.name, what, got, want)
			}
		}
	}
}
