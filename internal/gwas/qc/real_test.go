package qc

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
)

// TestRealFiles runs files of real studies, with the mapping that inspection
// proposes taken as confirmed, and compares what became of their rows.
func TestRealFiles(t *testing.T) {
	var got strings.Builder
	for _, file := range []struct {
		name  string
		build genome.Build
	}{
		{"ALSvcf.vcf", genome.GRCh37},
		{"cleansumstats_2_raw.txt.gz", genome.GRCh37},
		{"crohns_finngen_p1e-3_hg38.tsv.gz", genome.GRCh38},
		{"crohns_ukbb_p1e-3_hg38.tsv.gz", genome.GRCh38},
		{"fto_locus_chr16_hg19.tsv.gz", genome.GRCh37},
		{"gwasinspector_demo.txt.gz", genome.NCBI36},
		{"ieu-a-298.tsv.gz", genome.GRCh37},
		{"parkinson_nalls2019_LRRK2_hg19.tsv.gz", genome.GRCh37},
		{"pmid29559693.tsv.gz", genome.GRCh37},
		{"sle_bentham_3loci_hg19.tsv.gz", genome.GRCh37},
		{"ukb-d-X_RESPIRATORY.gwaslab.tsv.gz", genome.GRCh37}, // on GRCh38 in truth
		{"ukb-d-XI_DIGESTIVE.gwaslab.tsv.gz", genome.GRCh38},
	} {
		path := filepath.Join("..", "..", "..", "testdata", "real", file.name)
		open := func() (io.ReadCloser, error) { return os.Open(path) }
		opt := NewOptions(file.build)
		opt.Mapping = proposedMapping(t, file.name, open)
		report, err := Run(context.Background(), Input{Name: file.name, Open: open}, opt, newMemory(), nil)
		if err != nil {
			t.Errorf("%s: %v", file.name, err)
			continue
		}
		adds(t, report)
		fmt.Fprintf(&got, "%s %s: %s, %d of %d rows, lambda %.4f\n", file.name, file.build, report.Verdict,
			report.RowsClean, report.RowsIn, float64(report.LambdaGC))
		for _, s := range report.Waterfall {
			fmt.Fprintf(&got, "  %d %s\n", s.Count, s.Reason)
		}
		for _, s := range report.Steps {
			if s.Verdict == Fail {
				fmt.Fprintf(&got, "  %s: %s\n", s.Name, strings.Join(s.Messages, " "))
			}
		}
	}
	golden(t, "real.txt", []byte(got.String()))
}

func proposedMapping(t *testing.T, name string, open func() (io.ReadCloser, error)) sumstats.Mapping {
	t.Helper()
	file, err := open()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	inspection, err := recognise.Inspect(recognise.Source{Name: name, Reader: file}, recognise.InspectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return inspection.Mapping(true)
}
