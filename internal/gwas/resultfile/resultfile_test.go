package resultfile_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/resultfile"
)

// open writes a table as clean files are written, and opens it.
func open(t *testing.T, header string, lines ...string) (*resultfile.File, error) {
	t.Helper()
	var data, index bytes.Buffer
	w := regionindex.NewWriter(&data, regionindex.WriterOptions{})
	if err := w.WriteHeader([]byte(header + "\n")); err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		cells := strings.Split(line, "\t")
		r, err := genome.ParseRegion(cells[0] + ":" + cells[1])
		if err != nil {
			t.Fatal(err)
		}
		if err := w.WriteRow([]byte(line+"\n"), r.Chromosome, r.Start); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), w.WriteIndex(&index)); err != nil {
		t.Fatal(err)
	}
	return resultfile.Open(bytes.NewReader(data.Bytes()), int64(data.Len()), &index, regionindex.Limits{})
}

func rowsOf(t *testing.T, f *resultfile.File, region string) (rows []resultfile.Row) {
	t.Helper()
	r, err := genome.ParseRegion(region)
	if err != nil {
		t.Fatal(err)
	}
	for row, err := range f.Rows(t.Context(), r) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

const clean = "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\trsid\tn\teffect_scale"

func TestRowsOfACleanFile(t *testing.T) {
	f, err := open(t, clean,
		"4\t99\tA\tG\t1\t1\t0.5\t0.5\trs1\t10\tlog_odds",
		"4\t100\tA\tG\t-0.5\t0.125\t0.25\t3.2e-412\trs7\t1000\tlog_odds",
		"4\t200\tACGT\tN\t#NA\t#NA\t#NA\t0.01\t#NA\t#NA\tlog_odds",
		"4\t201\tA\tG\t1\t1\t0.5\t0.5\trs1\t10\tlog_odds",
		"23\t5\tT\tC\t0\t1\t0.5\t1\trs8,rs9\t7\tlog_odds")
	if err != nil {
		t.Fatal(err)
	}
	nan := math.NaN()
	want := []resultfile.Row{
		{
			Chromosome:   4,
			Position:     100,
			EffectAllele: "A",
			OtherAllele:  "G",
			Beta:         -0.5,
			SE:           0.125,
			EAF:          0.25,
			NegLog10P:    411.49485002168,
			N:            1000,
			RSID:         7,
			NStudies:     nan,
			I2:           nan,
			HetP:         nan,
		},
		{
			Chromosome:   4,
			Position:     200,
			EffectAllele: "ACGT",
			OtherAllele:  "N",
			Beta:         nan,
			SE:           nan,
			EAF:          nan,
			NegLog10P:    2,
			N:            nan,
			NStudies:     nan,
			I2:           nan,
			HetP:         nan,
		},
	}
	if diff := cmp.Diff(want, rowsOf(t, f, "4:100-200"), cmpopts.EquateNaNs(), cmpopts.EquateApprox(1e-12, 0)); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if x := rowsOf(t, f, "X:1-10"); len(x) != 1 || x[0].Chromosome != genome.X || x[0].ID() != "X:5:C:T" || x[0].RS() != "" {
		t.Errorf("on X: %+v", x)
	}
	if none := rowsOf(t, f, "7:1-10"); len(none) != 0 {
		t.Errorf("on a chromosome without rows: %+v", none)
	}
	if f.Combined() || len(f.Columns()) != 11 {
		t.Errorf("columns %v", f.Columns())
	}
}

func TestRowsOfAMetaAnalysis(t *testing.T) {
	f, err := open(t, "chromosome\tbase_pair_location\teffect_allele\tother_allele\tp_value\tneg_log_10_p_value\tn_studies\thet_p\ti2",
		"1\t5\tA\tG\t0.001\t3.00001\t12\t0.25\t0.11", "1\t6\tA\tG\tNA\tNA\t1\tNA\tNA")
	if err != nil {
		t.Fatal(err)
	}
	rows := rowsOf(t, f, "1:1-10")
	if !f.Combined() || rows[0].NegLog10P != 3.00001 || rows[0].NStudies != 12 || rows[0].HetP != 0.25 || rows[0].I2 != 0.11 {
		t.Errorf("%+v", rows[0])
	}
	if r := rows[1]; !math.IsNaN(r.NegLog10P) || !math.IsNaN(r.HetP) || r.NStudies != 1 {
		t.Errorf("%+v", r)
	}
}

func TestFilesThatAreNotResults(t *testing.T) {
	for name, header := range map[string]string{
		"no allele": "chromosome\tbase_pair_location\teffect_allele\tp_value", "no P": "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta",
	} {
		if _, err := open(t, header); !errors.Is(err, resultfile.ErrColumns) {
			t.Errorf("%s: %v", name, err)
		}
	}
	f, err := open(t, clean, "4\t100\tA")
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range f.Rows(t.Context(), genome.Region{Chromosome: 4, Start: 1, End: 1000}) {
		if !errors.Is(err, regionindex.ErrDamaged) {
			t.Errorf("a ragged row: %v", err)
		}
	}
}

func TestReadingEnds(t *testing.T) {
	f, err := open(t, clean, "4\t99\tA\tG\t1\t1\t0.5\t0.5\trs1\t10\t", "4\t100\tA\tG\t1\t1\t0.5\t0.5\trs1\t10\t")
	if err != nil {
		t.Fatal(err)
	}
	region := genome.Region{Chromosome: 4, Start: 1, End: 1000}
	n := 0
	for range f.Rows(t.Context(), region) {
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d rows after the first", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range f.Rows(ctx, region) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("of an ended context: %v", err)
		}
	}
}
