package sumstatscmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/meta"
)

// runMeta parses arguments as the program does and runs the command.
func runMeta(t *testing.T, arguments ...string) (stdout, stderr string, status int) {
	t.Helper()
	var cli struct {
		Meta MetaCmd `cmd:""`
	}
	parser, err := kong.New(&cli)
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := parser.Parse(append([]string{"meta"}, arguments...))
	if err != nil {
		return "", err.Error(), console.ExitUsage
	}
	var out, messages bytes.Buffer
	err = chosen.Run(&console.Env{Ctx: context.Background(), Stdout: &out, Stderr: &messages})
	var exit *console.ExitError
	switch {
	case errors.As(err, &exit):
		return out.String(), messages.String() + err.Error(), exit.Status
	case err != nil:
		t.Fatal(err)
	}
	return out.String(), messages.String(), console.ExitOK
}

func glucoseFiles() []string {
	var paths []string
	for _, name := range []string{"DGI_three_regions.txt", "MAGIC_FUSION_Results.txt.gz", "magic_SARDINIA.tbl"} {
		paths = append(paths, filepath.Join("..", "..", "..", "testdata", "real", name))
	}
	return paths
}

// glucoseAnswers state that effects of DGI are of a standardised trait and those of FUSION in
// mmol/L.
var glucoseAnswers = []string{
	"--confirm", "units", "--map", "magic_SARDINIA.tbl:effect_allele=AL1", "--map", "magic_SARDINIA.tbl:other_allele=AL2", "--n", "magic_SARDINIA.tbl=4106",
}

func readSummary(t *testing.T, out string) *meta.Summary {
	t.Helper()
	text, err := os.ReadFile(out + ".summary.json")
	if err != nil {
		t.Fatal(err)
	}
	var s meta.Summary
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	return &s
}

func TestMetaOfGlucose(t *testing.T) {
	out := filepath.Join(t.TempDir(), "glucose.tsv.gz")
	arguments := append(append(glucoseFiles(), glucoseAnswers...), "-o", out, "--figures")
	stdout, stderr, status := runMeta(t, arguments...)
	if status != console.ExitOK {
		t.Fatalf("status %d: %s", status, stderr)
	}
	if !strings.Contains(stdout, "DGI_three_regions") || !strings.Contains(stdout, "variants") {
		t.Errorf("output:\n%s", stdout)
	}
	for _, suffix := range []string{"", ".tbi", ".summary.json", ".inputs.json", ".manhattan.svg", ".qq.svg"} {
		if info, err := os.Stat(out + suffix); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", suffix, err)
		}
	}
	s := readSummary(t, out)
	if s.NVariants < 2200 || s.Studies[2].NMax != 4106 || len(s.TopLoci) == 0 || s.TopLoci[0].RSID != "rs560887" {
		t.Errorf("summary: %d variants, %+v", s.NVariants, s.Studies)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(out), "*.part")); len(left) > 0 {
		t.Errorf("temporary files left: %v", left)
	}
}

func TestMetaRepeatsItself(t *testing.T) {
	dir := t.TempDir()
	first, second := filepath.Join(dir, "a.tsv.gz"), filepath.Join(dir, "b.tsv.gz")
	arguments := append(append(glucoseFiles(), glucoseAnswers...), "-o", first, "--gc", "--scheme", "random", "--name", "magic_SARDINIA.tbl=SardiNIA")
	if _, stderr, status := runMeta(t, arguments...); status != console.ExitOK {
		t.Fatal(stderr)
	}
	if _, stderr, status := runMeta(t, "--inputs", first+".inputs.json", "-o", second); status != console.ExitOK {
		t.Fatal(stderr)
	}
	for _, suffix := range []string{"", ".tbi", ".summary.json", ".inputs.json"} {
		a, errA := os.ReadFile(first + suffix)
		b, errB := os.ReadFile(second + suffix)
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("%q differs: %v, %v", suffix, errA, errB)
		}
	}
	s := readSummary(t, first)
	// The files are three regions each, so their λ is not genome-wide.
	if !s.Studies[0].Regional || s.Studies[0].LambdaApplied != 1 || !(s.Studies[0].LambdaGC > 1.3) || s.Studies[2].Name != "SardiNIA" {
		t.Errorf("genomic control: %+v", s.Studies)
	}
}

func TestMetaAsks(t *testing.T) {
	out := filepath.Join(t.TempDir(), "x.tsv.gz")
	_, stderr, status := runMeta(t, append(glucoseFiles(), "-o", out)...)
	if status != console.ExitUsage || !strings.Contains(stderr, "--map 'magic_SARDINIA.tbl:effect_allele=AL1'") {
		t.Errorf("status %d: %s", status, stderr)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a result was written")
	}
}

// study writes a small table; turned reverses it.
func study(t *testing.T, dir, name string, turned bool) string {
	t.Helper()
	var lines []string
	for i := range 500 {
		lines = append(lines, fmt.Sprintf("%d\t%d\trs%d\tA\tG\t%.4f\t0.05\t0.3\t%.3f", 1+i/250, 1000+i, 9000+i, 0.01*float64(i%7), 0.001*float64(i+1)))
	}
	if turned {
		for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
			lines[i], lines[j] = lines[j], lines[i]
		}
	}
	header := "chromosome\tbase_pair_location\trsid\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value"
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(header+"\n"+strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestMetaSortsUnsortedInput(t *testing.T) {
	dir := t.TempDir()
	a, b, c := study(t, dir, "a.tsv", false), study(t, dir, "b.tsv", true), study(t, dir, "c.tsv", false)
	unsorted, sorted := filepath.Join(dir, "unsorted.gz"), filepath.Join(dir, "sorted.gz")
	if _, stderr, status := runMeta(
		t,
		a,
		b,
		"-o",
		unsorted,
		"--confirm",
		"shared_people",
	); status != console.ExitOK ||
		!strings.Contains(stderr, "b.tsv is not sorted") {
		t.Fatalf("status %d: %s", status, stderr)
	}
	text, _ := os.ReadFile(c)
	if err := os.WriteFile(c, append(text, '\n'), 0o600); err != nil { // the rows of a in another file
		t.Fatal(err)
	}
	if _, stderr, status := runMeta(t, a, c, "-o", sorted, "--name", "c.tsv=b", "--confirm", "shared_people"); status != console.ExitOK {
		t.Fatal(stderr)
	}
	x, _ := os.ReadFile(unsorted)
	y, _ := os.ReadFile(sorted)
	if len(x) == 0 || !bytes.Equal(x, y) {
		t.Error("the order of the rows in the file changed the result")
	}
}

// An unsorted row near the end, found only when all rows are read.
func TestMetaSortsInputUnsortedAtItsEnd(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for _, name := range []string{"a.tsv", "b.tsv", "c.tsv"} {
		path := study(t, dir, name, false)
		var rows strings.Builder
		for i := range 8000 {
			fmt.Fprintf(&rows, "3\t%d\trs%d\tA\tG\t0.1\t0.05\t0.3\t%.2f\n", 1000+i, 20000+i, 0.99*float64(i%100)/100)
		}
		fmt.Fprintf(&rows, "1\t%d\trs1\tA\tG\t0.1\t0.05\t0.3\t0.0455\n", 10+len(files))
		text, _ := os.ReadFile(path)
		if err := os.WriteFile(path, append(text, rows.String()...), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	out := filepath.Join(dir, "x.gz")
	_, stderr, status := runMeta(t, append(files, "-o", out, "--confirm", "shared_people")...)
	if status != console.ExitOK || strings.Count(stderr, "is not sorted") != 3 {
		t.Fatalf("status %d: %s", status, stderr)
	}
	if s := readSummary(t, out); s.NVariants != 8500 || s.Studies[2].RowsIn != 8501 {
		t.Errorf("%d variants, %+v", s.NVariants, s.Studies)
	}
}

func TestMetaByRSID(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "x.gz")
	if _, stderr, status := runMeta(
		t,
		study(t, dir, "a.tsv", false),
		study(t, dir, "b.tsv", true),
		"-o",
		out,
		"--key",
		"rsid",
		"--confirm",
		"shared_people",
	); status != console.ExitOK {
		t.Fatal(stderr)
	}
	if s := readSummary(t, out); s.NVariants != 500 {
		t.Errorf("%d variants", s.NVariants)
	}
	if _, err := os.Stat(out + ".tbi"); err == nil {
		t.Error("an index of results without coordinates")
	}
}

func TestMetaRefusals(t *testing.T) {
	dir := t.TempDir()
	a := study(t, dir, "a.tsv", false)
	out := filepath.Join(dir, "out.gz")
	empty := filepath.Join(dir, "empty.tsv")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		arguments []string
		status    int
		says      string
	}{
		{"no output", []string{a}, console.ExitUsage, "--out"},
		{"no file", []string{"-o", out}, console.ExitUsage, "name the files"},
		{"absent file", []string{filepath.Join(dir, "absent"), "-o", out}, console.ExitUsage, "absent"},
		{"empty file", []string{a, empty, "-o", out}, console.ExitUsage, "empty"},
		{"same file twice", []string{a, a, "-o", out}, console.ExitUsage, "name each file once"},
		{"one study", []string{a, "-o", out}, console.ExitFindings, "enough studies"},
		{"unknown scheme", []string{a, "-o", out, "--scheme", "x"}, console.ExitUsage, "scheme"},
		{"map of another file", []string{a, "-o", out, "--map", "z.tsv:beta"}, console.ExitUsage, "--map"},
		{"map to no column", []string{a, "-o", out, "--map", "a.tsv:beta=effect"}, console.ExitUsage, "effect"},
		{"N that is none", []string{a, "-o", out, "--n", "a.tsv=many"}, console.ExitUsage, "--n"},
		{"MAF out of range", []string{a, "-o", out, "--maf", "0.7"}, console.ExitUsage, "minor allele frequency"},
		{"build that is none", []string{a, "-o", out, "--build", "hg99"}, console.ExitUsage, "hg99"},
		{"changed input", []string{"--inputs", filepath.Join(dir, "old.json"), "-o", out}, console.ExitUsage, "SHA-256"},
	} {
		if c.name == "changed input" {
			old := fmt.Sprintf(`{"studies":[{"name":"a","file":"a.tsv","sha256":"00","format":"gwas-ssf","mapping":{"chromosome":"chromosome",
"base_pair_location":"base_pair_location","effect_allele":"effect_allele","other_allele":"other_allele","beta":"beta",
"standard_error":"standard_error"}}],"options":%s}`, `{"scheme":"ivw","key":"position","gc_threshold":1,"min_studies":1,"palindromic":"keep"}`)
			if err := os.WriteFile(filepath.Join(dir, "old.json"), []byte(old), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, stderr, status := runMeta(t, c.arguments...)
		if status != c.status || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: status %d, want %d; %q should mention %q", c.name, status, c.status, stderr, c.says)
		}
	}
}

// TestMetaRefusesAFileOfOtherVariants combines two files with the same positions and one with
// others, as its rs numbers show.
func TestMetaRefusesAFileOfOtherVariants(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, first int, rsid int) string {
		var text strings.Builder
		text.WriteString("chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\trsid\tn\n")
		for i := range 100 {
			fmt.Fprintf(&text, "1\t%d\tA\tG\t%.4f\t0.02\t0.3\t0.617\trs%d\t1000\n", 1_000_000+1000*i+first, 0.001*float64((i*rsid)%17), rsid+i)
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	one, two, apart, build := write("one.tsv", 0, 1), write("two.tsv", 0, 2), write("apart.tsv", 7, 5000), write("build.tsv", 9, 3)
	const few, lift = "apart shares none of its variants with the others", "its positions are of another genome build"
	for name, c := range map[string]struct {
		file      string
		arguments []string
		status    int
		want      string
	}{
		"by position":        {apart, nil, console.ExitUsage, few},
		"read ahead":         {apart, []string{"--gc"}, console.ExitUsage, few},
		"read twice":         {apart, []string{"--gc-output"}, console.ExitUsage, few},
		"by rs number":       {build, []string{"--key", "rsid"}, console.ExitOK, ""},
		"of single studies":  {apart, []string{"--min-studies", "1"}, console.ExitUsage, few},
		"confirmed":          {apart, []string{"--confirm", "few_shared"}, console.ExitOK, "Warning: " + few},
		"of another build":   {build, nil, console.ExitUsage, lift},
		"a build is no wish": {build, []string{"--confirm", "few_shared"}, console.ExitUsage, lift},
		"only those like":    {"", nil, console.ExitOK, ""},
	} {
		files := []string{one, two}
		if c.file != "" {
			files = append(files, c.file)
		}
		out := filepath.Join(dir, strings.ReplaceAll(name, " ", "-")+".tsv.gz")
		_, stderr, status := runMeta(t, append(append(files, c.arguments...), "-o", out)...)
		if status != c.status || !strings.Contains(stderr, c.want) || c.want == "" && strings.Contains(stderr, "shares") {
			t.Errorf("%s: status %d, %s", name, status, stderr)
		}
		if _, err := os.Stat(out); (err == nil) != (status == console.ExitOK) {
			t.Errorf("%s: the result is there: %v", name, err == nil)
		}
	}
}

// Each ancestry with two or more files has its own table, which a repeated run writes again.
func TestMetaByAncestry(t *testing.T) {
	folder := t.TempDir()
	out := filepath.Join(folder, "glucose.tsv.gz")
	arguments := append(append(glucoseFiles(), glucoseAnswers...), "-o", out, "--min-studies", "1",
		"--ancestry", "DGI_three_regions.txt=EU", "--ancestry", "magic_SARDINIA.tbl=EU", "--ancestry", "MAGIC_FUSION_Results.txt.gz=FIN")
	stdout, stderr, status := runMeta(t, arguments...)
	if status != console.ExitOK || !strings.Contains(stdout, "EU") {
		t.Fatalf("status %d: %s\n%s", status, stderr, stdout)
	}
	part := filepath.Join(folder, "glucose.EU.tsv.gz")
	first, err := os.ReadFile(part)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(part + ".tbi"); err != nil {
		t.Error(err)
	}
	if a := readSummary(t, out).Ancestries; len(a) != 1 || a[0].Name != "EU" || len(a[0].Studies) != 2 || a[0].NVariants == 0 {
		t.Errorf("ancestries %+v", a)
	}
	if err := os.Remove(part); err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(folder, "again.tsv.gz")
	if _, stderr, status := runMeta(t, "--inputs", out+".inputs.json", "-o", again); status != console.ExitOK {
		t.Fatalf("status %d: %s", status, stderr)
	}
	if second, err := os.ReadFile(filepath.Join(folder, "again.EU.tsv.gz")); err != nil || !bytes.Equal(first, second) {
		t.Errorf("a repeated run gives other bytes (%v)", err)
	}
	if _, message, status := runMeta(
		t,
		append(arguments, "--ancestry", "nobody.txt=EU")...); status != console.ExitUsage ||
		!strings.Contains(message, "nobody.txt") {
		t.Errorf("status %d: %s", status, message)
	}
}
