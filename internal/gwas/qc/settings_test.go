package qc

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"

	"github.com/google/go-cmp/cmp"
)

func TestWithoutPanel(t *testing.T) {
	p := newPlanted(2)
	p.plant(1)
	report, out := check(t, p.study(), "", NewOptions(genome.GRCh37))
	adds(t, report)
	for _, name := range []string{"alleles", "frequency"} {
		if s := stepNamed(t, report, name); s.Verdict != NotMeasured || report.Verdict == Pass {
			t.Errorf("%s: %+v", name, s)
		}
	}
	if !math.IsNaN(float64(report.EAFCorrelation)) || report.Panel != nil || out.files["eaf.json"] != nil {
		t.Errorf("frequencies were compared with nothing: %v", report.EAFCorrelation)
	}
	if n := report.ExcludedByReason[ReasonSymbolicIndel]; n != 20 {
		t.Errorf("%d indels without sequence, 20 planted", n)
	}
	if n := report.ExcludedByReason[ReasonPalindromic]; n != 15 {
		t.Errorf("%d palindromic set aside, 15 planted", n)
	}
}

func TestPlacesByRSID(t *testing.T) {
	study := "rsid\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\tn\n" +
		"rs20\tG\tA\t0.1\t0.05\t0.3\t0.0455\t1000\nrs10\tT\tC\t0.2\t0.05\t0.25\t6.3e-5\t1000\nrs99\tT\tC\t0.2\t0.05\t0.25\t6.3e-5\t1000\n"
	panel := "rsid\tchrom\tpos\tref\talt\taf\nrs20\t2\t500\tA\tG\t0.3\nrs10\tX\t100\tC\tT\t0.2\nrs30\t1\t7\tC\tT\t0.2\n"
	report, out := check(t, study, panel, NewOptions(genome.GRCh38))
	adds(t, report)
	want := "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\trsid\tn\n" +
		"2\t500\tG\tA\t0.1\t0.05\t0.3\t0.0455\trs20\t1000\n23\t100\tT\tC\t0.2\t0.05\t0.25\t6.3e-05\trs10\t1000\n"
	if diff := cmp.Diff(want, out.text(t, FileClean)); diff != "" {
		t.Error(diff)
	}
	if report.ExcludedByReason[ReasonUnplaced] != 1 {
		t.Errorf("left out: %v", report.ExcludedByReason)
	}
	if _, _, err := tryCheck(study, "", NewOptions(genome.GRCh38)); err == nil || !strings.Contains(err.Error(), "no positions") {
		t.Errorf("without panel: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	study := plantedHeader + "1\t100\tA\tG\t0.1\t0.05\t0.3\t0.0455\t1000\t0.9\n"
	for name, test := range map[string]struct {
		study, panel string
		change       func(*Options)
		want         any
		says         string
	}{
		"ldsc without scores": {study, "", func(o *Options) { o.Adjustment = AdjustLDSC }, new(*SettingError), "LD scores"},
		"unknown adjustment":  {study, "", func(o *Options) { o.Adjustment = "x" }, new(*SettingError), "none of"},
		"no build":            {study, "", func(o *Options) { o.Build = "" }, new(*SettingError), "genome build"},
		"frequency above one": {study, "", func(o *Options) { o.FrequencyDifference = 2 }, new(*SettingError), "between 0 and 1"},
		"info above one":      {study, "", func(o *Options) { o.InfoThreshold = 2 }, new(*SettingError), "between 0 and 1"},
		"empty file":          {"", "", nil, new(*textfile.FileError), "empty"},
		"mapping to a column that is not there": {study, "", func(o *Options) {
			o.Mapping = sumstats.Mapping{sumstats.FieldBeta: "effect"}
		}, new(*textfile.FileError), "effect"},
		"panel without alleles":   {study, "chrom\tpos\taf\n1\t2\t0.3\n", nil, new(*PanelError), "REF and ALT"},
		"panel without frequency": {study, "chrom\tpos\tref\talt\tx\n1\t2\tA\tC\t0.3\n", nil, new(*PanelError), "frequency of ALT"},
		"empty panel":             {study, "\n", nil, new(*PanelError), "empty"},
		"damaged panel":           {study, "\x1f\x8b\x08\x00broken", nil, new(*PanelError), "panel.vcf"},
	} {
		t.Run(name, func(t *testing.T) {
			opt := NewOptions(genome.GRCh37)
			if test.change != nil {
				test.change(&opt)
			}
			_, _, err := tryCheck(test.study, test.panel, opt)
			if err == nil || !errors.As(err, test.want) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("error %v, want %T that says %q", err, test.want, test.says)
			}
		})
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	p := newPlanted(2)
	p.plant(2)
	ctx, cancel := context.WithCancel(context.Background())
	in := Input{Name: "study.tsv", Open: opener(p.study()), Panel: &Panel{Name: "panel.vcf", Open: opener(p.vcf())}}
	_, err := Run(ctx, in, NewOptions(genome.GRCh37), newMemory(), func(p Progress) {
		if p.Stage == StageChecking {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
