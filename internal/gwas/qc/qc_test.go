package qc

import (
	"context"
	"encoding/json"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files")

// check runs QC over texts; an empty panel is none.
func check(t testing.TB, study, panel string, opt Options) (*Report, *memory) {
	t.Helper()
	report, out, err := tryCheck(study, panel, opt)
	if err != nil {
		t.Fatal(err)
	}
	return report, out
}

func tryCheck(study, panel string, opt Options) (*Report, *memory, error) {
	in := Input{Name: "study.tsv", Open: opener(study), Size: int64(len(study))}
	if strings.HasPrefix(study, plantedHeader) && opt.Mapping == nil {
		opt.Mapping = sumstats.Mapping{} // the user has confirmed it, whatever the values look like
		for _, column := range strings.Fields(plantedHeader) {
			opt.Mapping[sumstats.Field(column)] = column
		}
	}
	if panel != "" {
		in.Panel = &Panel{Name: "panel.vcf", Open: opener(panel), Size: int64(len(panel)), Needed: true}
	}
	out := newMemory()
	report, err := Run(context.Background(), in, opt, out, func(Progress) {})
	return report, out, err
}

// adds fails the test unless every row is accounted for.
func adds(t testing.TB, r *Report) {
	t.Helper()
	left := r.RowsIn
	for _, s := range r.Waterfall {
		left -= s.Count
	}
	var sum int64
	for _, n := range r.ExcludedByReason {
		sum += n
	}
	if left != r.RowsClean || r.RowsIn-sum != r.RowsClean {
		t.Fatalf("%d rows in, waterfall leaves %d, reasons leave %d, clean %d", r.RowsIn, left, r.RowsIn-sum, r.RowsClean)
	}
}

func TestPlantedStudy(t *testing.T) {
	p := newPlanted(7)
	p.plant(1)
	report, out := check(t, p.study(), p.vcf(), NewOptions(genome.GRCh37))
	adds(t, report)

	got := map[string]int64{}
	for reason, n := range report.ExcludedByReason {
		got[string(reason)] = n
	}
	if diff := cmp.Diff(p.counts, got); diff != "" {
		t.Errorf("excluded by reason (-planted +got):\n%s", diff)
	}
	if report.RowsClean != int64(len(p.truth)) {
		t.Errorf("%d rows clean, %d planted", report.RowsClean, len(p.truth))
	}
	step := stepNamed(t, report, "alleles")
	for class, name := range []string{"as_is", "swapped", "strand_flipped", "strand_flipped_and_swapped"} {
		if got := step.Metrics[name]; got != p.classes[class] {
			t.Errorf("%s: %v, planted %d", name, got, p.classes[class])
		}
	}
	compareClean(t, p.truth, out.text(t, FileClean))
	if r := float64(report.EAFCorrelation); r < 0.95 || r > 1 {
		t.Errorf("frequency r = %v", r)
	}
	if r := float64(report.PZCorrelation); r < 0.999999 {
		t.Errorf("P–Z r = %v", r)
	}
	if lines := strings.Count(out.text(t, FileExcluded), "\n"); int64(lines) != report.RowsIn-report.RowsClean+1 {
		t.Errorf("%s has %d lines, %d rows were left out", FileExcluded, lines, report.RowsIn-report.RowsClean)
	}
	for _, name := range []string{FileReport, FileClean, FileCleanIndex, FileColumnar, FileExcluded, "manhattan.json", "manhattan.svg",
		"qq.json", "qq.svg", "eaf.json", "eaf.svg", "pz.json", "pz.svg"} {
		if f := out.files[name]; f == nil || f.Len() == 0 {
			t.Errorf("%s is missing", name)
		}
	}
}

func stepNamed(t testing.TB, r *Report, name string) Step {
	t.Helper()
	for _, s := range r.Steps {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("there is no step %s", name)
	return Step{}
}

// compareClean compares the clean file with the planted truth, numbers by value.
func compareClean(t *testing.T, truth []string, clean string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(clean, "\n"), "\n")
	if want := strings.TrimSuffix(plantedHeader, "\n"); lines[0] != want {
		t.Fatalf("header %q, want %q", lines[0], want)
	}
	want := map[string][]string{}
	key := func(cells []string) string { return strings.Join(cells[:4], ":") }
	for _, line := range truth {
		cells := strings.Split(line, "\t")
		want[key(cells)] = cells
	}
	last := [2]int{}
	for _, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		expected, ok := want[key(cells)]
		if !ok {
			t.Errorf("not planted: %s", line)
			continue
		}
		delete(want, key(cells))
		for i := 4; i < len(expected); i++ {
			a, b := parse(t, expected[i]), parse(t, cells[i])
			if math.Abs(a-b) > 1e-9*math.Max(1e-12, math.Abs(a)) {
				t.Errorf("column %d of %s: want %s", i, line, expected[i])
			}
		}
		place := [2]int{int(parse(t, cells[0])), int(parse(t, cells[1]))}
		if slices.Compare(last[:], place[:]) > 0 {
			t.Errorf("%v follows %v", place, last)
		}
		last = place
	}
	for k := range want {
		t.Errorf("missing: %s", k)
	}
}

func parse(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestReportEqualsGolden(t *testing.T) {
	p := newPlanted(11)
	p.plant(1)
	opt := NewOptions(genome.GRCh37)
	opt.Cases, opt.Controls, opt.Adjustment = 4000, 6000, AdjustLambda
	opt.Versions = map[string]string{"cohortium": "test"}
	_, out := check(t, p.study(), p.vcf(), opt)
	golden(t, "report.json", out.files[FileReport].Bytes())
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", name, diff)
	}
}

func TestSwappingAllelesOfTheInputChangesNothing(t *testing.T) {
	p := newPlanted(3)
	p.plant(1)
	lines := slices.Clone(p.rows)
	for i, line := range lines {
		cells := strings.Split(line, "\t")
		beta, eaf := parse(t, cells[4]), parse(t, cells[6])
		cells[2], cells[3] = cells[3], cells[2]
		cells[4] = strconv.FormatFloat(0-beta, 'g', -1, 64)
		cells[6] = strconv.FormatFloat(rounded(1-eaf, 6), 'g', -1, 64)
		lines[i] = strings.Join(cells, "\t")
	}
	opt := NewOptions(genome.GRCh37)
	want, wantOut := check(t, p.study(), p.vcf(), opt)
	got, gotOut := check(t, plantedHeader+strings.Join(lines, "\n")+"\n", p.vcf(), opt)
	if diff := cmp.Diff(wantOut.text(t, FileClean), gotOut.text(t, FileClean)); diff != "" {
		t.Errorf("clean file differs:\n%s", diff)
	}
	if diff := cmp.Diff(want.ExcludedByReason, got.ExcludedByReason); diff != "" {
		t.Error(diff)
	}
}

func TestOrderOfRowsChangesNothing(t *testing.T) {
	p := newPlanted(5)
	p.plant(1)
	opt := NewOptions(genome.GRCh37)
	want, wantOut := check(t, p.study(), p.vcf(), opt)
	rand.New(rand.NewPCG(1, 9)).Shuffle(len(p.rows), func(i, j int) { p.rows[i], p.rows[j] = p.rows[j], p.rows[i] })
	got, gotOut := check(t, p.study(), p.vcf(), opt)
	if want.LambdaGC != got.LambdaGC {
		t.Errorf("lambda %v and %v", want.LambdaGC, got.LambdaGC)
	}
	for _, name := range []string{FileClean, FileCleanIndex, "manhattan.json", "qq.json", "eaf.json", "pz.json"} {
		if wantOut.files[name].String() != gotOut.files[name].String() {
			t.Errorf("%s depends on the order of rows", name)
		}
	}
}

// TestWaterfallAddsUp feeds tables whose cells are right, odd or nonsense.
func TestWaterfallAddsUp(t *testing.T) {
	cell := func(good ...string) *rapid.Generator[string] {
		return rapid.SampledFrom(append(good, good[0], good[0], good[0], "NA", "", "x", "-1", "0", "1e400"))
	}
	row := rapid.Custom(func(t *rapid.T) string {
		return strings.Join([]string{
			cell("1", "2", "X", "chr1", "26").Draw(t, "chromosome"),
			cell("100", "200", "300", "400", "1e3", "400000000").Draw(t, "position"),
			cell("A", "c", "G", "T", "I", "ACG").Draw(t, "ea"), cell("C", "G", "A", "T", "D", "A").Draw(t, "oa"),
			cell("0.1", "-0.2", "1e-3", "50").Draw(t, "beta"), cell("0.05", "0.2", "30").Draw(t, "se"),
			cell("0.3", "0.5", "0.999", "1").Draw(t, "eaf"), cell("0.04", "1e-300", "1e-9").Draw(t, "p"),
			cell("1000", "10", "5").Draw(t, "n"), cell("0.9", "0.1", "1.2").Draw(t, "info"),
		}, "\t")
	})
	panel := "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n" +
		"1\t100\trs1\tA\tC,G\t.\t.\tAF=0.3,0.4\n1\t200\trs2\tA\tT\t.\t.\tAF=0.2\nX\t300\trs3\tA\tACG\t.\t.\tAF=0.2\n2\t400\t.\tC\tG\t.\t.\tAC=2\n"
	rapid.Check(t, func(t *rapid.T) {
		// Sound rows in front let the reader see what separates the cells.
		rows := slices.Repeat([]string{"1\t50\tA\tC\t0.1\t0.05\t0.3\t0.04\t1000\t0.9"}, 40)
		rows = append(rows, rapid.SliceOfN(row, 1, 40).Draw(t, "rows")...)
		given := panel
		if rapid.Bool().Draw(t, "alone") {
			given = ""
		}
		report, out, err := tryCheck(plantedHeader+strings.Join(rows, "\n")+"\n", given, NewOptions(genome.GRCh37))
		if err != nil {
			t.Fatal(err)
		}
		left := report.RowsIn
		for _, s := range report.Waterfall {
			left -= s.Count
		}
		if left != report.RowsClean || report.RowsIn != int64(len(rows)) {
			t.Fatalf("%d rows given, %d read, waterfall leaves %d, clean %d", len(rows), report.RowsIn, left, report.RowsClean)
		}
		for _, name := range []string{FileReport, "manhattan.json", "qq.json", "pz.json"} {
			if !json.Valid(out.files[name].Bytes()) {
				t.Fatalf("%s is no JSON:\n%s", name, out.files[name])
			}
		}
	})
}

func TestVerdicts(t *testing.T) {
	base := func(change func(*planted)) func() (string, string) {
		return func() (string, string) {
			p := newPlanted(23)
			p.plant(1)
			if change != nil {
				change(p)
			}
			return p.study(), p.vcf()
		}
	}
	everyRow := func(change func(cells []string)) func(*planted) {
		return func(p *planted) {
			for i, row := range p.rows {
				cells := strings.Split(row, "\t")
				change(cells)
				p.rows[i] = strings.Join(cells, "\t")
			}
		}
	}
	for name, test := range map[string]struct {
		texts   func() (string, string)
		step    string
		verdict Verdict
		says    string
	}{
		"sound":     {base(nil), "alleles", Pass, ""},
		"unplanted": {base(nil), "pz", Pass, ""},
		"exchanged frequencies": {base(everyRow(func(c []string) {
			f, _ := strconv.ParseFloat(c[6], 64)
			c[6] = strconv.FormatFloat(1-f, 'g', 6, 64)
		})), "frequency", Fail, "exchanged"},
		"standard errors of another column": {base(everyRow(func(c []string) { c[5] = "0.5" })), "pz", Fail, "do not follow"},
		"another assembly": {base(everyRow(func(c []string) {
			n, _ := strconv.Atoi(c[1])
			c[1] = strconv.Itoa(n + 7)
		})), "alleles", NotMeasured, "not used"},
		"half of the file twice":    {base(func(p *planted) { p.rows = append(p.rows, p.rows[:500]...) }), "duplicates", Fail, "more than 1 %"},
		"no sample size":            {base(everyRow(func(c []string) { c[8] = "NA" })), "columns", Warned, "no sample size"},
		"wrong sample size":         {base(everyRow(func(c []string) { c[8] = "1000000" })), "se_n", Warned, "larger than the sample size lets expect (ratio 0.10"},
		"a panel of a few variants": {base(func(p *planted) { p.panel = p.panel[:10] }), "alleles", NotMeasured, "not used"},
		"some autosomes": {func() (string, string) {
			study, _ := base(everyRow(func(c []string) { c[0] = "7" }))()
			return study, ""
		}, "inflation", NotMeasured, "variants of 1 autosome"},
		"rows of other models": {func() (string, string) {
			study, panel := base(nil)()
			lines := strings.Split(strings.TrimSpace(study), "\n")
			for i, line := range lines[1:] {
				lines[i+1] = line + "\tADD\n" + line + "\tSEX"
			}
			lines[0] += "\tTEST"
			return strings.Join(lines, "\n"), panel
		}, "reading", Pass, "another model"},
		"nonsense": {base(everyRow(func(c []string) { c[7] = "7" })), "reading", Fail, "more than 5 %"},
	} {
		t.Run(name, func(t *testing.T) {
			study, panel := test.texts()
			report, _ := check(t, study, panel, NewOptions(genome.GRCh37))
			adds(t, report)
			step := stepNamed(t, report, test.step)
			if step.Verdict != test.verdict || !strings.Contains(strings.Join(step.Messages, "\n"), test.says) {
				t.Errorf("%s: %s %q", test.step, step.Verdict, step.Messages)
			}
			if worse(report.Verdict, step.Verdict) != report.Verdict {
				t.Errorf("verdict %s is better than that of %s", report.Verdict, test.step)
			}
		})
	}
}
