package qc

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/sumstats"
)

// lifted runs QC on GRCh37 of a real file that is on GRCh38.
func lifted(t *testing.T, done func(*LiftFacts) error) (*Report, *memory, error) {
	t.Helper()
	const path = "../../../testdata/real/ukb-d-X_RESPIRATORY.gwaslab.tsv.gz"
	open := func() (io.ReadCloser, error) { return os.Open(path) }
	way, err := liftover.Inside().Between(genome.GRCh38, genome.GRCh37)
	if err != nil {
		t.Fatal(err)
	}
	out := newMemory()
	in := Input{Name: "study.tsv.gz", Open: open, Lift: &Lift{Way: way, Done: done}}
	report, err := Run(context.Background(), in, NewOptions(genome.GRCh37), out, nil)
	return report, out, err
}

// Of this file one row, in line 809, has no place on GRCh37.
func TestALiftedFile(t *testing.T) {
	var told []LiftFacts
	report, out, err := lifted(t, func(f *LiftFacts) error {
		told = append(told, *f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	adds(t, report)
	l := report.Liftover
	if l == nil || l.Input != 1000 || l.Lifted != 999 || l.Unmapped != 1 || l.From != genome.GRCh38 || l.To != genome.GRCh37 ||
		!l.Chain.Inverted || len(l.Chain.SHA256) != 64 || !strings.Contains(l.Chain.Licence, "Ensembl") {
		t.Errorf("%+v", l)
	}
	if len(told) != 1 || told[0].Lifted != 999 {
		t.Errorf("told %+v", told)
	}
	w := report.Waterfall[0]
	if w.Reason != "liftover_unmapped" || w.Count != 1 || w.Lines[0] != 809 || w.Sentence != "The position does not exist on the new genome build." {
		t.Errorf("%+v", w)
	}
	if report.Build != "GRCh37" || report.Settings.Build != "GRCh37" {
		t.Errorf("build %s, %s", report.Build, report.Settings.Build)
	}
	for _, s := range report.Steps {
		if s.Name == "build" && (s.Verdict != Pass || s.Metrics["declared"] != "GRCh38") {
			t.Errorf("%+v", s)
		}
	}
	for name, row := range map[string]string{FileUnmapped: "\nliftover_unmapped\t809\t17\t38274564\tC\tT\t", FileExcluded: "\n809\tliftover_unmapped\tbase_pair_location\t38274564\t"} {
		if text := out.text(t, name); strings.Count(text, row) != 1 {
			t.Errorf("%s has not %q:\n%.600s", name, row, text)
		}
	}
	// rs192559449 is at 13:108,803,408 on GRCh37 and at 13:108,151,060 on GRCh38.
	if clean := out.text(t, FileClean); !strings.Contains(clean, "\n13\t108803408\tA\tG\t") || strings.Contains(clean, "108151060") {
		t.Error("the clean file is not on GRCh37")
	}
}

// Four rows by hand: one place is carried along, one onto the other strand, whose alleles are
// complemented, one to another chromosome, and a variant that appears twice is kept once.
func TestLiftedRows(t *testing.T) {
	// 1:100 → 1:150; X:200 → X:250, counted from the end on the other strand; 2:300 and 2:301 → 3:350 and 3:351.
	const chains = "chain 1 chr1 249250621 + 99 100 chr1 248956422 + 149 150 1\n1\n\n" +
		"chain 1 chrX 155270560 + 199 200 chrX 156040895 - 156040645 156040646 2\n1\n\n" +
		"chain 1 chr2 243199373 + 299 301 chr3 198295559 + 349 351 3\n2\n\n"
	const table = "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\tn\n" +
		"1\t100\tG\tA\t0.1\t0.05\t0.3\t0.0455002639\t1000\n" +
		"23\t200\tA\tC\t0.1\t0.05\t0.3\t0.0455002639\t1000\n" +
		"2\t300\tAC\tA\t0.1\t0.05\t0.3\t0.0455002639\t1000\n" +
		"1\t100\tG\tA\t0.1\t0.05\t0.3\t0.0455002639\t1000\n"
	opened, err := liftover.Open(strings.NewReader(chains))
	if err != nil {
		t.Fatal(err)
	}
	out := newMemory()
	in := Input{Name: "study.tsv", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(table)), nil },
		Lift: &Lift{Way: &liftover.Way{Map: liftover.NewMap(opened)}}}
	report, err := Run(context.Background(), in, NewOptions(genome.GRCh38), out, nil)
	if err != nil {
		t.Fatal(err)
	}
	adds(t, report)
	want := map[sumstats.Reason]int64{"chr_mismatch": 1, "duplicate": 1}
	if diff := cmp.Diff(want, report.ExcludedByReason); diff != "" || report.RowsClean != 2 || report.Liftover.StrandFlips != 1 {
		t.Errorf("%d clean rows, %+v, left out (-want +got):\n%s", report.RowsClean, report.Liftover, diff)
	}
	clean := out.text(t, FileClean)
	for _, row := range []string{"\n1\t150\tG\tA\t0.1\t", "\n23\t250\tT\tG\t0.1\t"} {
		if !strings.Contains(clean, row) {
			t.Errorf("%q is not in the clean file:\n%s", row, clean)
		}
	}
}

// A lifting that cannot be recorded ends the run.
func TestLiftingThatCannotBeRecorded(t *testing.T) {
	lost := errors.New("lost")
	if _, _, err := lifted(t, func(*LiftFacts) error { return lost }); !errors.Is(err, lost) {
		t.Error(err)
	}
}
