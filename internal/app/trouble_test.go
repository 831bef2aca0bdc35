package app

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"cohortium/internal/app/console"
)

// troubleFolder contains situations that users reported to the authors of other programs, recreated
// with simulated numbers; its README lists the sources.
const troubleFolder = "testdata/trouble"

// troubleCase is one folder of testdata/trouble. Its steps are the lines of the file cmd in order;
// a step with its own command runs in addition.
type troubleCase struct {
	name  string
	steps []troubleStep
}

// troubleStep passes if one of its outcomes matches.
type troubleStep struct {
	run    string // "" for the next line of cmd
	either []outcome
}

// outcome is one accepted end of a command.
type outcome struct {
	kind   string
	status []int // accepted exit statuses
	says   []string
	never  []string
	stderr bool    // the message must be on standard error
	values *values // of the written file; nil if not compared
}

// right requires status 0 and correct values.
func right(v values, says ...string) outcome {
	return outcome{kind: "right", status: []int{console.ExitOK}, says: says, values: &v}
}

// done requires status 0 and the given output.
func done(says ...string) outcome {
	return outcome{kind: "right", status: []int{console.ExitOK}, says: says}
}

// asked requires a question whose text contains the matter and the answer that works.
func asked(says ...string) outcome {
	return outcome{kind: "asked", status: []int{console.ExitUsage}, says: says}
}

// turnedDown requires no result, and a message with the reason.
func turnedDown(says ...string) outcome {
	return outcome{kind: "refused", status: []int{console.ExitFindings, console.ExitUsage}, says: says}
}

// warned requires status 0 and the matter on standard error.
func warned(says ...string) outcome {
	return outcome{kind: "warned", status: []int{console.ExitOK}, says: says, stderr: true}
}

// fails requires the QC verdict fail.
func fails(says ...string) outcome {
	return outcome{kind: "fails", status: []int{console.ExitFindings}, says: append([]string{`verdict: fail`}, says...)}
}

// reported is for QC, whose output is the report, with any status.
func reported(says ...string) outcome {
	return outcome{kind: "told", status: []int{console.ExitOK, console.ExitFindings, console.ExitUsage}, says: says}
}

// with adds the expected values of a file that is written despite a warning.
func (o outcome) with(v values) outcome { o.values = &v; return o }

// but adds patterns that must not appear.
func (o outcome) but(never ...string) outcome { o.never = never; return o }

func step(either ...outcome) troubleStep { return troubleStep{either: either} }

// also is a command that is not in cmd: the answer that a question offers, or the same matter with
// another command.
func also(run string, either ...outcome) troubleStep { return troubleStep{run: run, either: either} }

// TestTrouble runs the commands of each case in a copy of its folder. The expectations come from
// right.md, not from the program's output.
func TestTrouble(t *testing.T) {
	root := unpackTrouble(t)
	var table strings.Builder
	wrong := 0
	for _, c := range slices.Concat(troubleAlleles, troubleScales, troubleSizes, troublePositions, troubleValues, troubleShapes, troubleNames, troubleLayouts, troubleStudies, troubleDownloads, troubleIndexes) {
		verdicts := []string{}
		t.Run(c.name, func(t *testing.T) { verdicts = c.check(t, filepath.Join(root, c.name)) })
		if slices.Contains(verdicts, wrongVerdict) {
			wrong++
		}
		fmt.Fprintf(&table, "%-30s %s\n", c.name, strings.Join(verdicts, " "))
	}
	t.Logf("verdict of each command (%d cases with a wrong one):\n%s", wrong, table.String())
}

const wrongVerdict = "WRONG"

func (c troubleCase) check(t *testing.T, dir string) (verdicts []string) {
	t.Chdir(dir)
	text, err := os.ReadFile("cmd")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for _, s := range c.steps {
		if s.run == "" {
			if len(lines) == 0 {
				t.Fatal("more steps than lines of cmd")
			}
			s.run, lines = strings.TrimPrefix(lines[0], "cohortium "), lines[1:]
		}
		verdicts = append(verdicts, s.check(t, dir, c.steps))
	}
	if len(lines) > 0 {
		t.Fatalf("%d lines of cmd have no step", len(lines))
	}
	return verdicts
}

// check returns the kind of the matching outcome. An outcome of another step of the case also
// passes, once its likely answers are applied.
func (s *troubleStep) check(t *testing.T, dir string, all []troubleStep) string {
	t.Helper()
	ran := runTrouble(t, dir, strings.Fields(s.run))
	var faults []string
	for i := range s.either {
		o := &s.either[i]
		fault := o.fault(t, dir, ran)
		if fault == "" && o.kind == "asked" {
			fault = s.likelyFault(t, dir, all)
		}
		if fault == "" {
			return o.kind
		}
		faults = append(faults, fmt.Sprintf("not %s: %s", o.kind, fault))
	}
	t.Errorf("%s: %s\n%s\nstatus %d\n%s", strings.TrimPrefix(t.Name(), "TestTrouble/"), s.run, strings.Join(faults, "\n"), ran.status, ran.printed())
	return wrongVerdict
}

// likelyFault applies every answer that is marked likely. They may not be sufficient, but must not
// silently lead to wrong values.
func (s *troubleStep) likelyFault(t *testing.T, dir string, all []troubleStep) string {
	t.Helper()
	words := strings.Fields(s.run)
	if slices.Contains(words, "--yes") || !slices.Contains([]string{"convert", "liftover"}, words[1]) {
		return ""
	}
	ran := runTrouble(t, dir, append(words, "--yes"))
	if ran.status != console.ExitOK {
		return ""
	}
	fault := "no other outcome allows it"
	for _, step := range append([]troubleStep{*s}, all...) {
		for i := range step.either {
			if o := &step.either[i]; o.kind != "asked" {
				if fault = o.fault(t, dir, ran); fault == "" {
					return ""
				}
			}
		}
	}
	return fmt.Sprintf("with what it calls likely (--yes) it is wrong: %s\n%s", fault, ran.printed())
}

// troubleRun is the result of a command.
type troubleRun struct {
	status         int
	stdout, stderr string
}

func (r *troubleRun) printed() string {
	text := r.stderr + r.stdout
	if len(text) > 1500 {
		text = text[:1500] + " …"
	}
	return text
}

func runTrouble(t *testing.T, dir string, words []string) *troubleRun {
	t.Helper()
	var out, messages bytes.Buffer
	status := Run(&console.Env{Ctx: t.Context(), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &messages}, words)
	// Paths contain the name of the case, and the only file of a command may contain the expected
	// word. A meta-analysis must name its file.
	hide := []string{dir + string(filepath.Separator), ""}
	if words[0] == "sumstats" && words[1] != "meta" {
		hide = append(hide, words[2], "")
	}
	short := strings.NewReplacer(hide...)
	return &troubleRun{status, short.Replace(out.String()), short.Replace(messages.String())}
}

// fault returns why a run does not match this outcome; "" if it does.
func (o *outcome) fault(t *testing.T, dir string, ran *troubleRun) string {
	t.Helper()
	if !slices.Contains(o.status, ran.status) {
		return fmt.Sprintf("status %d", ran.status)
	}
	text := ran.stderr
	if !o.stderr {
		text += ran.stdout
	}
	for _, pattern := range o.says {
		if !regexp.MustCompile("(?i)" + pattern).MatchString(text) {
			return fmt.Sprintf("it does not say /%s/", pattern)
		}
	}
	for _, pattern := range o.never {
		if found := regexp.MustCompile("(?i)" + pattern).FindString(text); found != "" {
			return fmt.Sprintf("it says %q", found)
		}
	}
	if o.values == nil {
		return ""
	}
	return o.values.fault(t, dir)
}

// unpackTrouble writes the files of all cases into a folder and returns it.
func unpackTrouble(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	if err := os.CopyFS(root, os.DirFS(troubleFolder)); err != nil {
		t.Fatal(err)
	}
	packed, err := os.Open(filepath.Join(root, "files.tar.zst"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := zstd.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	files := tar.NewReader(z)
	for {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			return root
		}
		if err == nil && h.Typeflag == tar.TypeReg {
			err = writeTrouble(filepath.Join(root, filepath.FromSlash(h.Name)), files)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// writeTrouble writes one file; a .gz.text file is compressed to .gz.
func writeTrouble(path string, content io.Reader) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	name, compress := strings.CutSuffix(path, ".text")
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if !compress {
		_, err = io.Copy(file, content)
		return err
	}
	z, err := gzip.NewWriterLevel(file, gzip.BestSpeed)
	if err != nil {
		return err
	}
	_, err = io.Copy(z, content)
	return errors.Join(err, z.Close())
}
