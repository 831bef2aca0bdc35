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

// troubleFolder holds the situations that people reported to the makers of other
// programs, made anew with simulated numbers; its README says where they come from.
const troubleFolder = "testdata/trouble"

// troubleCase is one folder of testdata/trouble. Its steps are the lines of the file
// cmd in their order; a step with a command of its own is run as well.
type troubleCase struct {
	name  string
	steps []troubleStep
}

// troubleStep is right when one of its outcomes is what happened.
type troubleStep struct {
	run    string // "" is the next line of cmd
	either []outcome
}

// outcome is one way in which a command may end and be right.
type outcome struct {
	kind   string
	status []int // that the command may end with
	says   []string
	never  []string
	stderr bool    // what has to be said stands on standard error
	values *values // of the file that is written; nil when they are not compared
}

// right ends with status 0 and with right values.
func right(v values, says ...string) outcome {
	return outcome{kind: "right", status: []int{console.ExitOK}, says: says, values: &v}
}

// done ends with status 0 and with what has to be printed.
func done(says ...string) outcome {
	return outcome{kind: "right", status: []int{console.ExitOK}, says: says}
}

// asked ends with a question whose text names the matter and the answer that works.
func asked(says ...string) outcome {
	return outcome{kind: "asked", status: []int{console.ExitUsage}, says: says}
}

// turnedDown ends without a result and says why.
func turnedDown(says ...string) outcome {
	return outcome{kind: "refused", status: []int{console.ExitFindings, console.ExitUsage}, says: says}
}

// warned ends with status 0 and names the matter on standard error.
func warned(says ...string) outcome {
	return outcome{kind: "warned", status: []int{console.ExitOK}, says: says, stderr: true}
}

// fails is the verdict of quality control.
func fails(says ...string) outcome {
	return outcome{kind: "fails", status: []int{console.ExitFindings}, says: append([]string{`verdict: fail`}, says...)}
}

// reported is for quality control, whose report is what it prints: whatever the status.
func reported(says ...string) outcome {
	return outcome{kind: "told", status: []int{console.ExitOK, console.ExitFindings, console.ExitUsage}, says: says}
}

// with adds the values of the file that is written in spite of a warning.
func (o outcome) with(v values) outcome { o.values = &v; return o }

// but adds what must not be said.
func (o outcome) but(never ...string) outcome { o.never = never; return o }

func step(either ...outcome) troubleStep { return troubleStep{either: either} }

// also is a command that is not in cmd: the answer that a question offers, or the
// same matter at another command.
func also(run string, either ...outcome) troubleStep { return troubleStep{run: run, either: either} }

// TestTrouble runs the commands of each case in a copy of its folder. What is right
// was written down from right.md, not from what the program prints.
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

// check gives the kind of the outcome that was met. What is right at another step of
// the case is right here too, once its likely answers are taken.
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

// likelyFault takes every answer that is called likely. They may not suffice, and
// must not end in values that are wrong in silence.
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

// troubleRun is what a command did.
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
	// Paths hold the name of the case, and the only file of a command may hold the very
	// word that has to be said of it. A meta-analysis has to name its file.
	hide := []string{dir + string(filepath.Separator), ""}
	if words[0] == "sumstats" && words[1] != "meta" {
		hide = append(hide, words[2], "")
	}
	short := strings.NewReplacer(hide...)
	return &troubleRun{status, short.Replace(out.String()), short.Replace(messages.String())}
}

// fault is why a run is not this outcome; "" when it is.
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

// unpackTrouble writes the files of all cases into a folder and gives it.
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

// writeTrouble writes one file; what is named .gz.text is compressed to .gz.
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
