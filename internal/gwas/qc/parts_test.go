package qc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestRules(t *testing.T) {
	sound := sumstats.Row{EA: variant.A, OA: variant.G, Beta: 0.1, SE: 0.05, EAF: 0.3, N: 1000, Info: 0.9,
		NCases: math.NaN(), NControls: math.NaN()}
	for name, test := range map[string]struct {
		change  func(*sumstats.Row)
		rules   func(*Rules)
		indels  bool
		reason  sumstats.Reason
		warning Warning
	}{
		"sound":                    {},
		"indel asked out":          {change: func(r *sumstats.Row) { r.EA = variant.Insertion }, indels: true, reason: ReasonIndel},
		"indel":                    {change: func(r *sumstats.Row) { r.EA = variant.Insertion }},
		"large effect":             {change: func(r *sumstats.Row) { r.Beta = -11 }, warning: WarnBeta},
		"large effect, excluded":   {change: func(r *sumstats.Row) { r.Beta = -11 }, rules: func(r *Rules) { r.Beta.Mode = Exclude }, reason: ReasonBeta},
		"large error":              {change: func(r *sumstats.Row) { r.SE = 10 }, warning: WarnSE},
		"monomorphic at 0":         {change: func(r *sumstats.Row) { r.EAF = 0 }, reason: ReasonMonomorphic},
		"monomorphic at 1":         {change: func(r *sumstats.Row) { r.EAF = 1 }, reason: ReasonMonomorphic},
		"29 people":                {change: func(r *sumstats.Row) { r.N = 29 }, reason: ReasonLowN},
		"30 people":                {change: func(r *sumstats.Row) { r.N = 30 }, warning: WarnHalfN},
		"minor allele 6 times":     {change: func(r *sumstats.Row) { r.EAF, r.N = 0.0625, 48 }, reason: ReasonLowMAC},
		"minor allele 7 times":     {change: func(r *sumstats.Row) { r.EAF, r.N = 0.0625, 56 }, warning: WarnHalfN},
		"rare with a floor":        {change: func(r *sumstats.Row) { r.EAF = 0.009 }, rules: func(r *Rules) { r.MAF.Mode = Exclude }, reason: ReasonLowMAF},
		"rare without a floor":     {change: func(r *sumstats.Row) { r.EAF = 0.009 }},
		"poorly imputed":           {change: func(r *sumstats.Row) { r.Info = 0.39 }, reason: ReasonLowInfo},
		"at the threshold":         {change: func(r *sumstats.Row) { r.Info = 0.4 }},
		"not imputed":              {change: func(r *sumstats.Row) { r.Info = math.NaN() }},
		"imputed too well":         {change: func(r *sumstats.Row) { r.Info = 1.06 }, warning: WarnInfoAbove},
		"no frequency":             {change: func(r *sumstats.Row) { r.EAF = math.NaN() }, warning: WarnNoFrequency},
		"few copies in cases":      {change: func(r *sumstats.Row) { r.NCases, r.NControls = 30, 970 }, warning: WarnMACInCases},
		"cases and controls not N": {change: func(r *sumstats.Row) { r.NCases, r.NControls = 300, 900 }, warning: WarnCaseControl},
	} {
		t.Run(name, func(t *testing.T) {
			r := sound
			if test.change != nil {
				test.change(&r)
			}
			rules := DefaultRules()
			rules.Info.Threshold = 0.4
			if test.rules != nil {
				test.rules(&rules)
			}
			f := filter{rules: rules, limits: DefaultLimits(), removeIndels: test.indels, nMax: 1000, counts: true, warnings: map[Warning]int64{}}
			reason, _ := f.test(&r)
			if reason != test.reason {
				t.Errorf("reason %q, want %q", reason, test.reason)
			}
			want := map[Warning]int64{}
			if test.warning != "" {
				want[test.warning] = 1
			}
			if diff := cmp.Diff(want, f.warnings); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestSizesOfTheStudyAreNoColumns has sizes that contradict each other, and no
// column of the file that could be checked.
func TestSizesOfTheStudyAreNoColumns(t *testing.T) {
	r := sumstats.Row{EA: variant.A, OA: variant.G, Beta: 0.1, SE: 0.1, EAF: 0.3, N: 6000, NCases: 2000, NControls: 3000, Info: math.NaN()}
	f := filter{rules: DefaultRules(), limits: DefaultLimits(), nMax: 6000, warnings: map[Warning]int64{}}
	if reason, _ := f.test(&r); reason != "" || len(f.warnings) != 0 {
		t.Errorf("%q, %v", reason, f.warnings)
	}
	for name, test := range map[string]struct {
		header, cells string
		says          []string
	}{
		"no column of sizes": {"", "", []string{"The declared cases and controls add up to 5,000, the declared total is 6,000."}},
		"a column of N": {"\tn", "\t4000", []string{"The largest N of the file is 4,000, the study declares 6,000; correct the one that is wrong.",
			"The declared cases and controls add up to 5,000, the declared total is 6,000."}},
	} {
		t.Run(name, func(t *testing.T) {
			var text strings.Builder
			text.WriteString(
				"chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value" + test.header + "\n",
			)
			for i := range 50 {
				fmt.Fprintf(&text, "1\t%d\tA\tG\t0.1\t0.1\t0.3\t0.317%s\n", 1000+i, test.cells)
			}
			opt := NewOptions(genome.GRCh37)
			opt.N, opt.Cases, opt.Controls = 6000, 2000, 3000
			report, _ := check(t, text.String(), "", opt)
			for _, step := range report.Steps {
				if step.Name != "sample_size" {
					continue
				}
				if diff := cmp.Diff(test.says, step.Messages); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			}
			if len(report.Warnings) != 0 {
				t.Errorf("warnings %v", report.Warnings)
			}
		})
	}
}

func TestDuplicateWithTheLargerNStays(t *testing.T) {
	nan := math.NaN()
	row := func(line uint32, n float64) sumstats.Row {
		return sumstats.Row{Chromosome: 1, Position: 5, Line: line, EA: variant.A, OA: variant.G, EAF: 0.3, Beta: 0.1, SE: 0.1, N: n, Info: nan}
	}
	swappedRow := row(4, 900)
	swappedRow.EA, swappedRow.OA = swappedRow.OA, swappedRow.EA
	for name, test := range map[string]struct {
		rows []sumstats.Row
		want uint32
	}{
		"larger":           {[]sumstats.Row{row(2, 100), row(3, 200)}, 3},
		"equal":            {[]sumstats.Row{row(3, 100), row(2, 100)}, 2},
		"unknown loses":    {[]sumstats.Row{row(2, nan), row(3, 50)}, 3},
		"other way around": {[]sumstats.Row{row(2, 100), swappedRow, row(5, 300)}, 4},
	} {
		t.Run(name, func(t *testing.T) {
			opt := NewOptions(genome.GRCh37)
			d, err := newResolver(&opt, variant.NewDict(), false, math.NaN()).resolve(t.Context(), test.rows)
			if err != nil {
				t.Fatal(err)
			}
			if len(d.clean) != 1 || d.clean[0].row.Line != test.want || len(d.excluded) != len(test.rows)-1 {
				t.Errorf("kept %+v, left out %d", d.clean, len(d.excluded))
			}
		})
	}
}

func TestLeads(t *testing.T) {
	at := func(c genome.Chromosome, position int32, y float64) sumstats.Row {
		return sumstats.Row{Chromosome: c, Position: position, EA: variant.A, OA: variant.G, NegLog10P: y, RSID: uint64(position)}
	}
	f := newLeadFinder(nil, variant.NewDict())
	for _, r := range []sumstats.Row{
		at(1, 1_000_000, 8), at(1, 1_400_000, 12), at(1, 1_900_000, 9), // 1.9 Mb is in reach of 1.4 Mb
		at(1, 2_300_000, 10), // in reach of 1.9 Mb, which is not a lead, and not of 1.4 Mb
		at(1, 5_000_000, 9), at(1, 9_000_000, 6),
		at(2, 9_000_000, 7.4), at(2, 9_000_001, 5.5),
		at(3, 1, 7.3), // not below 5e-8
	} {
		f.add(&r)
	}
	type lead struct {
		chromosome int
		position   int32
		support    int64
	}
	var got []lead
	for _, l := range f.result() {
		got = append(got, lead{l.Chromosome, l.Position, l.Support})
	}
	want := []lead{{1, 1_400_000, 2}, {1, 2_300_000, 1}, {1, 5_000_000, 0}, {2, 9_000_000, 1}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(lead{})); diff != "" {
		t.Error(diff)
	}
	if f.leads != 4 || f.alone != 1 || f.genomeWide != 6 {
		t.Errorf("leads %d, alone %d, genome-wide %d", f.leads, f.alone, f.genomeWide)
	}
}

// TestLeadsSpeakForAllHits reports that every significant variant is within reach of a lead at
// least as strong, and that leads are out of each other's reach.
func TestLeadsSpeakForAllHits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		positions := rapid.SliceOfN(rapid.Int32Range(1, 4_000_000), 1, 60).Draw(t, "positions")
		slices.Sort(positions)
		f := newLeadFinder(nil, variant.NewDict())
		rows := make([]sumstats.Row, len(positions))
		for i, p := range positions {
			rows[i] = sumstats.Row{Chromosome: 1, Position: p, NegLog10P: rapid.Float64Range(4, 20).Draw(t, "y")}
			f.add(&rows[i])
		}
		leads := f.result()
		near := func(a, b int32) bool { return a-b <= 500_000 && b-a <= 500_000 }
		for _, r := range rows {
			if r.NegLog10P > plot.GenomeWide && !slices.ContainsFunc(leads, func(l Lead) bool {
				return near(l.Position, r.Position) && float64(l.NegLog10P) >= r.NegLog10P
			}) {
				t.Fatalf("nobody speaks for %+v", r)
			}
		}
		for i, a := range leads {
			for _, b := range leads[:i] {
				if near(a.Position, b.Position) {
					t.Fatalf("leads at %d and %d", a.Position, b.Position)
				}
			}
		}
	})
}

func TestNumbersInJSON(t *testing.T) {
	text, err := json.Marshal([]Number{1.5, Number(math.NaN()), Number(math.Inf(1))})
	if err != nil || string(text) != "[1.5,null,null]" {
		t.Errorf("%s, %v", text, err)
	}
	var back []Number
	if err := json.Unmarshal(text, &back); err != nil || back[0] != 1.5 || !math.IsNaN(float64(back[1])) {
		t.Errorf("%v, %v", back, err)
	}
}

func TestDir(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "b")
	p := newPlanted(1)
	p.plant(1)
	in := Input{Name: "study.tsv", Open: opener(p.study())}
	report, err := Run(context.Background(), in, NewOptions(genome.GRCh37), Dir(folder), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, FileReport))
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if back.RowsClean != report.RowsClean || back.Verdict != report.Verdict || !math.IsNaN(float64(back.EAFCorrelation)) {
		t.Errorf("read back %+v", back)
	}
}

// full fails once a file exceeds a few bytes.
type full struct{ name string }

func (f full) Create(name string) (io.WriteCloser, error) {
	if name == f.name {
		return brokenFile{}, nil
	}
	return nopCloser{io.Discard}, nil
}

type brokenFile struct{}

var errFull = errors.New("no space left")

func (brokenFile) Write([]byte) (int, error) { return 0, errFull }
func (brokenFile) Close() error              { return nil }

func TestFullDiskIsReported(t *testing.T) {
	p := newPlanted(1)
	p.plant(10)
	for _, name := range []string{FileClean, FileCleanIndex, FileColumnar, FileExcluded, FileReport, "qq.svg", "pz.json"} {
		t.Run(name, func(t *testing.T) {
			in := Input{Name: "study.tsv", Open: opener(p.study())}
			_, err := Run(context.Background(), in, NewOptions(genome.GRCh37), full{name}, nil)
			if !errors.Is(err, errFull) {
				t.Errorf("error %v", err)
			}
		})
	}
}
