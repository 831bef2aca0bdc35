package freezecmd

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/app/console"
)

// The order in which studies are listed changes nothing.
func TestOrderOfCohorts(t *testing.T) {
	dir := t.TempDir()
	studies := consortium(t, dir)
	freezeOf(t, document(t, dir, rules, studies), filepath.Join(dir, "a"))
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(studies), func(i, j int) { studies[i], studies[j] = studies[j], studies[i] })
	freezeOf(t, document(t, dir, rules, studies), filepath.Join(dir, "b"))
	names := differing(tree(t, filepath.Join(dir, "a")), tree(t, filepath.Join(dir, "b")))
	names = slices.DeleteFunc(names, func(name string) bool { return name == "freeze.json" }) // which repeats the document
	if len(names) > 0 {
		t.Errorf("in another order these files differ: %v", names)
	}
}

// After one change only what depends on it is computed, and the folder is that of a fresh run. Results
// that are no longer in the document stay.
func TestChanges(t *testing.T) {
	dir := t.TempDir()
	studies := consortium(t, dir)[12:] // HF
	path, out := document(t, dir, rules, studies), filepath.Join(dir, "out")
	freezeOf(t, path, out)
	male := []string{"HF/EUR/male/", "HF/EUR/sex-difference"}
	for i, c := range []struct {
		name     string
		change   func()
		may      []string // beginnings of the names of files that may change
		computed string
	}{
		{"nothing", func() {}, nil, "0 of 10"},
		{"a file was replaced", func() { cohort(t, filepath.Join(dir, studies[9].file()), 99, "EUR", "HF") }, male, "3 of 10"},
		{"a result was deleted", func() { _ = os.Remove(filepath.Join(out, "HF/EUR/male/random.tsv.gz.tbi")) }, []string{"HF/EUR/male/random"}, "1 of 10"},
		{"a result was cut short", func() { _ = os.Truncate(filepath.Join(out, "HF/EUR/male/random.tsv.gz"), 100) }, []string{"HF/EUR/male/random"}, "1 of 10"},
		{"a cohort withdrew", func() {
			document(t, dir, rules+"exclude: [{cohort: cohort2, phenotype: HF, ancestry: EUR, sex: male, reason: consent}]\n", studies)
		}, male, "3 of 10"},
		{"a cell has too few", func() {
			document(t, dir, rules+"rules: [{phenotype: HF, ancestry: EUR, sex: male, min_studies: 4}]\n", studies)
		}, male, "0 of 7"},
		{"no leave-one-out", func() { document(t, dir, strings.Replace(rules, "leave_one_out: true, ", "", 1), studies) }, []string{""}, "10 of 10"},
	} {
		before := tree(t, out)
		c.change()
		stderr := freezeOf(t, path, out)
		after := tree(t, out)
		for _, name := range differing(before, after) {
			if strings.Contains(name, "/") && !slices.ContainsFunc(c.may, func(cell string) bool { return strings.HasPrefix(name, cell) }) {
				t.Errorf("%s: %s changed", c.name, name)
			}
		}
		// A comparison of the same results is not computed again.
		if !strings.Contains(stderr, "\n"+c.computed+" results were computed") && c.name != "no leave-one-out" {
			t.Errorf("%s: %s, want %s", c.name, stderr, c.computed)
		}
		fresh := filepath.Join(dir, fmt.Sprint("fresh", i))
		freezeOf(t, path, fresh)
		names := differing(after, tree(t, fresh))
		if c.name == "a cell has too few" { // its results stay, and are named
			if left := len(names); left == 0 || !strings.Contains(stderr, filepath.Join("HF", "EUR", "male", "ivw")+" is not in the freeze. Its files stay") {
				t.Errorf("%d files are left: %s", left, stderr)
			}
			names = slices.DeleteFunc(names, func(name string) bool {
				return slices.ContainsFunc(male, func(left string) bool { return strings.HasPrefix(name, left) })
			})
		}
		if len(names) > 0 {
			t.Errorf("%s: a fresh run differs in %v", c.name, names)
		}
	}
}

// A file that cannot be read for a while blocks its cell, whose results stay and need not be computed again.
func TestBlockedCellKeepsItsResults(t *testing.T) {
	dir := t.TempDir()
	studies := consortium(t, dir)[18:] // HF EUR
	path, out := document(t, dir, rules, studies), filepath.Join(dir, "out")
	freezeOf(t, path, out)
	before := tree(t, out)
	away := filepath.Join(dir, studies[0].file())
	if err := os.Rename(away, away+".away"); err != nil {
		t.Fatal(err)
	}
	if stdout, _, status := run(
		t,
		context.Background(),
		"freeze",
		"run",
		path,
		"-o",
		out,
	); status != console.ExitFindings ||
		!strings.Contains(stdout, "1 blocked") {
		t.Fatalf("status %d: %s", status, stdout)
	}
	if sums, _ := os.ReadFile(filepath.Join(out, "SHA256SUMS")); strings.Contains(string(sums), "/female/") {
		t.Error("the checksums list a blocked cell")
	}
	if err := os.Rename(away+".away", away); err != nil {
		t.Fatal(err)
	}
	if stderr := freezeOf(t, path, out); !strings.Contains(stderr, "\n0 of 5 results were computed") {
		t.Error(stderr)
	}
	if names := differing(before, tree(t, out)); len(names) > 0 {
		t.Errorf("%v differ", names)
	}
}

// TestFreezeChild is the process that TestKilled kills.
func TestFreezeChild(t *testing.T) {
	if path := os.Getenv("FREEZE_CHILD"); path != "" {
		run(t, context.Background(), "freeze", "run", path, "-o", filepath.Join(filepath.Dir(path), "out"))
	}
}

// A freeze that was killed continues with what is not complete, to the same bytes.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	path, out := document(t, dir, rules, consortium(t, dir)), filepath.Join(dir, "out")
	child := exec.Command(os.Args[0], "-test.run=^TestFreezeChild$")
	child.Env = append(os.Environ(), "FREEZE_CHILD="+path)
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	complete := func() []string {
		records, _ := (&runner{dir: out}).records()
		return records
	}
	for range 12_000 {
		if len(complete()) >= 3 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	_ = child.Process.Kill()
	_ = child.Wait()
	records := complete()
	if len(records) < 3 || len(records) >= 20 {
		t.Fatalf("%d results were complete when the freeze was killed", len(records))
	}
	made := map[string]time.Time{}
	for _, path := range records {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		made[path] = info.ModTime()
	}
	stderr := freezeOf(t, path, out)
	if !strings.Contains(stderr, fmt.Sprintf("%d of 20 results were computed", 20-len(records))) {
		t.Errorf("%d were complete: %s", len(records), stderr)
	}
	for path, at := range made {
		if info, err := os.Stat(path); err != nil || !info.ModTime().Equal(at) {
			t.Errorf("%s was computed again: %v", path, err)
		}
	}
	whole, fresh := tree(t, out), filepath.Join(dir, "fresh")
	freezeOf(t, path, fresh)
	if names := differing(whole, tree(t, fresh)); len(names) > 0 {
		t.Errorf("after the kill these files differ: %v", names)
	}
}

// A stop signal ends the run.
func TestStopped(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, stderr, status := run(t, ctx, "freeze", "run", document(t, dir, rules, consortium(t, dir)), "-o", filepath.Join(dir, "out"))
	if status != console.ExitUsage || !strings.Contains(stderr, "context canceled") {
		t.Errorf("status %d: %s", status, stderr)
	}
}

// Cells that cannot be made are named, and the others are made.
func TestPlanAndBlockedCells(t *testing.T) {
	dir := t.TempDir()
	studies := consortium(t, dir)
	twin, err := os.ReadFile(filepath.Join(dir, studies[0].file()))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, studies[1].file()), twin, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, studies[3].file())); err != nil {
		t.Fatal(err)
	}
	path := document(t, dir, rules+"rules: [{min_studies: 3}]\n", studies[:len(studies)-1])
	plan, stderr, status := run(t, context.Background(), "freeze", "plan", path)
	if status != console.ExitFindings {
		t.Fatalf("status %d: %s", status, stderr)
	}
	for _, want := range []string{"2 studies, needs 1 more", "Blocked: AF/EAS/female: cohort1 and cohort2 have the same file: exclude one.",
		"Blocked: AF/EAS/male: cohort1: open ", "no such file", "12 runs in 5 cells, 2 blocked."} {
		if !strings.Contains(plan, want) {
			t.Errorf("the plan does not contain %q:\n%s", want, plan)
		}
	}
	stdout, stderr, status := run(t, context.Background(), "freeze", "run", path, "-o", filepath.Join(dir, "out"))
	if status != console.ExitFindings || !strings.Contains(stdout, "5 cells passed, 0 with warnings, 0 failed, 2 blocked, 1 not made") {
		t.Errorf("status %d: %s\n%s", status, stderr, stdout)
	}
}

// A cell that the engine refuses fails alone, with the reason.
func TestFailedCell(t *testing.T) {
	dir := t.TempDir()
	studies := consortium(t, dir)[12:]
	path := document(t, dir, strings.Replace(rules, "maf: 0.01", "maf: 0.5", 1), studies)
	stdout, _, status := run(t, context.Background(), "freeze", "run", path, "-o", filepath.Join(dir, "out"))
	if status != console.ExitFindings || !strings.Contains(stdout, "0 cells passed, 0 with warnings, 4 failed") || !strings.Contains(stdout, "low_maf 400") {
		t.Errorf("status %d: %s", status, stdout)
	}
}

func TestMistakesOfADocument(t *testing.T) {
	dir := t.TempDir()
	path := document(t, dir, "name: x\nversio: 1\n", []entry{{"a", "HF", "EUR", "both"}})
	_, stderr, status := run(t, context.Background(), "freeze", "plan", path)
	if status != console.ExitUsage || !strings.Contains(stderr, `line 2: a freeze has no field "versio"`) {
		t.Errorf("status %d: %s", status, stderr)
	}
}
