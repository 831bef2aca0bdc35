package qc

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"cohortium/internal/gwas/columnar"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"

	"github.com/google/go-cmp/cmp"
)

const ssfHeader = "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value"

// TestFrequencyDifferenceIsReached leaves out a difference that is the largest
// allowed one, as written and whatever doubles make of it.
func TestFrequencyDifferenceIsReached(t *testing.T) {
	for name, tt := range map[string]struct {
		study, panel string
		limit        float64
		out          bool
	}{
		"0.7 against 0.5":      {"0.7", "0.5", 0.2, true},
		"0.5 against 0.7":      {"0.5", "0.7", 0.2, true},
		"0.3 against 0.1":      {"0.3", "0.1", 0.2, true},
		"a little less":        {"0.6999", "0.5", 0.2, false},
		"another limit":        {"0.8", "0.5", 0.3, true},
		"another limit, below": {"0.7999", "0.5", 0.3, false},
	} {
		t.Run(name, func(t *testing.T) {
			opt := NewOptions(genome.GRCh37)
			opt.FrequencyDifference = tt.limit
			study := ssfHeader + "\n1\t1000\tG\tA\t0.1\t0.1\t" + tt.study + "\t0.317\n"
			report, _ := check(t, study, "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n1\t1000\t.\tA\tG\t.\t.\tAF="+tt.panel+"\n", opt)
			if got := report.ExcludedByReason[ReasonFrequency] == 1; got != tt.out {
				t.Errorf("left out %v: %v", got, report.ExcludedByReason)
			}
		})
	}
}

// TestCustomaryInfo has rows at and below the threshold that the score's name implies.
func TestCustomaryInfo(t *testing.T) {
	for column, want := range map[string][]string{
		"info": {"0.4", "0.45"}, "Rsq": {"0.3", "0.39", "0.4", "0.45"}, "MACH_R2": {"0.3", "0.39", "0.4", "0.45"},
	} {
		var study strings.Builder
		study.WriteString(ssfHeader + "\t" + column + "\n")
		for i, info := range []string{"0.29", "0.3", "0.39", "0.4", "0.45"} {
			fmt.Fprintf(&study, "1\t%d\tG\tA\t0.1\t0.1\t0.3\t0.317\t%s\n", 1000+i, info)
		}
		opt := NewOptions(genome.GRCh37)
		opt.Mapping = sumstats.Mapping{sumstats.FieldInfo: column}
		_, out := check(t, study.String(), "", opt)
		var got []string
		for _, line := range strings.Split(strings.TrimSpace(out.text(t, FileClean)), "\n")[1:] {
			got = append(got, strings.Split(line, "\t")[8])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", column, diff)
		}
	}
}

// TestStudyAndPanelSpellAlike has one insertion under four spellings, of which
// two begin before the place where they differ, in study and panel.
func TestStudyAndPanelSpellAlike(t *testing.T) {
	spellings := []string{"1000\tCT\tC", "1000\tCTTT\tCTT", "998\tGACTT\tGACT", "999\tACT\tAC"}
	const between = "1\t999\tG\tA\t0.1\t0.1\t0.3\t0.317\n" // comes before the insertion once that is trimmed
	for _, study := range spellings {
		for _, panel := range spellings {
			cells := strings.Split(panel, "\t")
			sites := fmt.Sprintf(
				"#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n1\t%s\trs5\t%s\t%s\t.\t.\tAF=0.3\n1\t999\t.\tA\tG\t.\t.\tAF=0.3\n",
				cells[0],
				cells[2],
				cells[1],
			)
			_, out := check(t, ssfHeader+"\n1\t"+study+"\t0.2\t0.1\t0.3\t0.0455\n"+between, sites, NewOptions(genome.GRCh37))
			want := ssfHeader + "\trsid\n1\t999\tG\tA\t0.1\t0.1\t0.3\t0.317\t#NA\n1\t1000\tCT\tC\t0.2\t0.1\t0.3\t0.0455\trs5\n"
			if diff := cmp.Diff(want, out.text(t, FileClean)); diff != "" {
				t.Errorf("study %q, panel %q (-want +got):\n%s", study, panel, diff)
			}
		}
	}
}

// TestSizesOfTheCleanFile scales declared cases and controls to the row's N.
func TestSizesOfTheCleanFile(t *testing.T) {
	opt := NewOptions(genome.GRCh37)
	opt.Cases, opt.Controls = 2000, 48000
	report, out := check(t, ssfHeader+"\tn\n1\t1000\tG\tA\t0.1\t0.1\t0.3\t0.317\t50000\n1\t1001\tG\tA\t0.1\t0.1\t0.3\t0.317\t5000\n", "", opt)
	want := ssfHeader + "\tn\tn_cases\tn_controls\teffect_scale\n1\t1000\tG\tA\t0.1\t0.1\t0.3\t0.317\t50000\t2000\t48000\tlog_odds\n" +
		"1\t1001\tG\tA\t0.1\t0.1\t0.3\t0.317\t5000\t200\t4800\tlog_odds\n"
	if diff := cmp.Diff(want, out.text(t, FileClean)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if n := report.Warnings[WarnCaseControl]; n != 0 {
		t.Errorf("%d rows are said to have columns that contradict each other", n)
	}
}

// TestScaleIsCarried follows a stated scale into report, clean file and twin.
func TestScaleIsCarried(t *testing.T) {
	study := ssfHeader + "\n1\t1000\tG\tA\t0.01\t0.002\t0.3\t5.7e-7\n"
	for name, tt := range map[string]struct {
		stated, want    sumstats.EffectScale
		cases, controls float64
		beta            string
	}{
		"nothing is known":        {"", "", 0, 0, "0.01"},
		"stated":                  {sumstats.LinearUnits, sumstats.LinearUnits, 0, 0, "0.01"},
		"case-control":            {"", sumstats.LogOdds, 100, 300, "0.01"},
		"linear without sizes":    {sumstats.LinearBinary, sumstats.LinearBinary, 0, 0, "0.01"},
		"linear becomes log odds": {sumstats.LinearBinary, sumstats.LogOdds, 200, 200, "0.04"},
	} {
		t.Run(name, func(t *testing.T) {
			opt := NewOptions(genome.GRCh37)
			opt.Scale, opt.Cases, opt.Controls = tt.stated, tt.cases, tt.controls
			opt.Rules.SE.Mode, opt.Rules.MAC.Mode = Off, Off
			report, out := check(t, study, "", opt)
			clean := out.text(t, FileClean)
			in, err := recognise.Inspect(recognise.Source{Name: "clean.tsv", Reader: strings.NewReader(clean)}, recognise.InspectOptions{})
			if err != nil {
				t.Fatal(err)
			}
			parquet := out.files[FileColumnar].Bytes()
			twin, err := columnar.OpenFile(bytes.NewReader(parquet), int64(len(parquet)), variant.NewDict())
			if err != nil {
				t.Fatal(err)
			}
			if report.EffectScale != tt.want || twin.Scale() != tt.want || in.Scale.Scale != tt.want {
				t.Errorf("report %q, clean file %q, twin %q; want %q", report.EffectScale, in.Scale.Scale, twin.Scale(), tt.want)
			}
			if !strings.Contains(clean, "\t"+tt.beta+"\t") {
				t.Errorf("beta is not %s in\n%s", tt.beta, clean)
			}
		})
	}
}
