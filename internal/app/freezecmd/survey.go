package freezecmd

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"cohortium/internal/app/console"
	"cohortium/internal/area/freeze"
	"cohortium/internal/gwas/studyset"
)

// quiet is the environment of a step whose messages are part of the summary.
func (r *runner) quiet() *console.Env {
	return &console.Env{Ctx: r.env.Ctx, Stdout: io.Discard, Stderr: io.Discard}
}

// survey reads the files of all studies and plans. Known facts of a file are read from the folder of
// the freeze.
func (r *runner) survey() error {
	r.facts = make([]freeze.Fact, len(r.doc.Studies))
	for i := range r.doc.Studies {
		r.bar.Show("Checking", int64(i), int64(len(r.doc.Studies)))
		fact, kept := r.fact(&r.doc.Studies[i])
		if r.env.Ctx.Err() != nil {
			return r.env.Ctx.Err()
		}
		if r.facts[i] = *fact; kept != "" && fact.Problem == "" {
			if err := storeFact(kept, fact); err != nil {
				return err
			}
		}
	}
	r.bar.Done()
	rates, err := r.rates()
	r.plan = freeze.NewPlan(r.doc, r.facts, rates)
	return err
}

// fact returns what the file of a study contains, and where to keep it if it is new. A file that cannot
// be read is a fact with a problem.
func (r *runner) fact(s *freeze.Study) (f *freeze.Fact, keep string) {
	sum, err := console.SumOf(r.path(s.File))
	if err != nil {
		return &freeze.Fact{Problem: err.Error()}, ""
	}
	opt := r.doc.Options
	opt.Scheme = r.doc.Schemes[0]
	if r.dir != "" {
		keep = filepath.Join(r.dir, "surveys", keyOf(sum, s.AsRead(), opt, console.Version, console.Commit))
		if f := readFact(keep); f != nil {
			return f, ""
		}
	}
	c := r.command([]*freeze.Study{s}, "", opt.Build)
	c.Options = &opt
	from := time.Now()
	found, err := c.Survey(r.quiet())
	if err != nil {
		return &freeze.Fact{SHA256: sum, Problem: err.Error() + " Answers are stated under map, scale, n, cases or controls of the study."}, ""
	}
	return &freeze.Fact{SHA256: found.SHA256, Bytes: found.Bytes, Rows: found.Rows, Seconds: time.Since(from).Seconds(), Build: found.Build,
		Scale: found.Scale, Lambda: found.Lambda, Sample: found.Sample}, keep
}

// keyOf returns the SHA-256 of the JSON of some values.
func keyOf(values ...any) string {
	text, err := json.Marshal(values)
	if err != nil {
		panic(err) // the values are plain
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// readFact returns a stored fact, nil if there is none that can be read.
func readFact(base string) *freeze.Fact {
	text, errText := os.ReadFile(base + ".json")
	sample, errSample := os.ReadFile(base + ".sample")
	var f freeze.Fact
	if errors.Join(errText, errSample) != nil || json.Unmarshal(text, &f) != nil {
		return nil
	}
	var err error
	if f.Sample, err = studyset.ReadSample(bytes.NewReader(sample)); err != nil {
		return nil
	}
	return &f
}

func storeFact(base string, f *freeze.Fact) error {
	var sample bytes.Buffer
	if _, err := f.Sample.WriteTo(&sample); err != nil {
		return err
	}
	text, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return errors.Join(writeFile(base+".sample", sample.Bytes()), writeFile(base+".json", text))
}

// writeFile writes a file under a temporary name first, so that it is complete or absent.
func writeFile(path string, text []byte) error {
	files := &console.Files{Path: func(string) string { return path }}
	w, err := files.Create("")
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	if err = errors.Join(err, w.Close()); err != nil {
		return errors.Join(err, files.Drop())
	}
	return files.Keep()
}
