package freezecmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cohortium/internal/app/console"
	"cohortium/internal/app/sumstatscmd"
	"cohortium/internal/area/freeze"
	"cohortium/internal/gwas/meta"
)

// RunCmd is `freeze run`.
type RunCmd struct {
	source
	Out string `short:"o" required:"" type:"path" placeholder:"DIR" help:"Folder of the freeze. A run of the same folder continues, and repeats only what has changed."`
}

// Help is shown above the flags.
func (c *RunCmd) Help() string {
	return `Each result of a cell is DIR/PHENOTYPE/ANCESTRY/SEX/SCHEME.tsv.gz with the files that ` + "`sumstats meta`" + ` writes beside it, byte for
byte. SCHEME.tsv.gz.inputs.json repeats it: sumstats meta --inputs. DIR/freeze.json and cells.tsv have variants, λ, N, loci and a
verdict for each cell, top_loci.tsv the lead variants of all cells, and SHA256SUMS the checksums of all results.

A run that was stopped continues with the first result that is not complete. A result is computed again if a file, a statement
about a study or an option of it has changed, or the program has. Results that the document no longer contains stay
in the folder and are named; SHA256SUMS and the summaries leave them out.

Status: 0 done; 1 a cell is blocked or failed, the others are complete; 2 usage, or a mistake in the document.`
}

// done records a complete job, in SCHEME.done.json.
type done struct {
	Key      string  `json:"key"` // of everything that its files depend on
	Seconds  float64 `json:"seconds"`
	Rows     int64   `json:"rows"`
	Variants int64   `json:"variants"`
	Files    []file  `json:"files"` // in order of their names
}

type file struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// ending is that of a record.
const ending = ".done.json"

// task is a job with its place.
type task struct {
	cell    *freeze.Cell
	job     *freeze.Job
	base    string // path of its files without their endings
	studies []*freeze.Study
	sums    []string // of the files of the studies
	bytes   int64
	err     error
}

// Run runs the freeze.
func (c *RunCmd) Run(env *console.Env) error {
	r, err := c.open(env, c.Out)
	if err != nil {
		return console.Unusable(err)
	}
	if err := r.survey(); err != nil {
		return console.Unusable(err)
	}
	tasks := r.tasks()
	if err := r.nameOthers(tasks); err != nil {
		return console.Unusable(err)
	}
	if err := r.runAll(tasks); err != nil {
		return console.Unusable(err)
	}
	bad, err := r.summarise(tasks)
	switch {
	case err != nil:
		return console.Unusable(err)
	case bad:
		return console.ErrFindings
	}
	return nil
}

// tasks returns the jobs of the plan. Comparisons of results come last.
func (r *runner) tasks() (tasks []*task) {
	var last []*task
	for _, c := range r.plan.Cells {
		if !c.Made() {
			continue
		}
		for i := range c.Jobs {
			t := &task{cell: c, job: &c.Jobs[i], base: filepath.Join(r.dir, filepath.FromSlash(c.Name()), c.Jobs[i].Name)}
			if len(t.job.Of) > 0 { // above the results that it compares
				t.base = filepath.Join(r.dir, c.Phenotype, c.Ancestry, t.job.Name)
				last = append(last, t)
				continue
			}
			for _, i := range c.Studies {
				t.studies = append(t.studies, &r.doc.Studies[i])
				t.sums = append(t.sums, r.facts[i].SHA256)
				t.bytes += r.facts[i].Bytes
			}
			tasks = append(tasks, t)
		}
	}
	return append(tasks, last...)
}

// runAll runs the tasks that are not complete.
func (r *runner) runAll(tasks []*task) error {
	var finished, total int64
	for _, t := range tasks {
		total += t.bytes
	}
	computed := 0
	for _, t := range tasks {
		key, err := r.key(t)
		if err == nil && !t.complete(key) {
			computed++
			err = r.runOne(t, key, func(read int64) { r.bar.Show("Combining", min(finished+read, total), total) })
		}
		if r.env.Ctx.Err() != nil {
			return fmt.Errorf("stopped; the same command continues: %w", r.env.Ctx.Err())
		}
		if t.err = err; err != nil {
			r.bar.Say("%s/%s failed: %s", t.cell.Name(), t.job.Name, err)
		}
		finished += t.bytes
		r.bar.Show("Combining", finished, total)
	}
	r.bar.Say("%d of %d results were computed, the others are unchanged.", computed, len(tasks))
	return nil
}

// key returns the SHA-256 of everything that the files of a task depend on.
func (r *runner) key(t *task) (string, error) {
	var read []freeze.Study
	for _, s := range t.studies {
		read = append(read, s.AsRead())
	}
	for i, name := range t.job.Of {
		path := filepath.Join(r.dir, filepath.FromSlash(name), string(r.doc.Schemes[0])+".tsv.gz")
		sum, errSum := console.SumOf(path)
		absolute, errPath := filepath.Abs(path)
		if errors.Join(errSum, errPath) != nil {
			return "", fmt.Errorf("the result of %s is missing", name)
		}
		s := freeze.Study{Cohort: []string{freeze.Female, freeze.Male}[i], File: name}
		read = append(read, s)
		s.File = absolute
		t.studies, t.sums = append(t.studies, &s), append(t.sums, sum)
	}
	return keyOf(read, t.sums, t.job.Options, console.Version, console.Commit), nil
}

// complete reports whether all files of a task are there, of the right inputs and size.
func (t *task) complete(key string) bool {
	d := readDone(t.base + ending)
	if d == nil || d.Key != key {
		return false
	}
	return !slices.ContainsFunc(d.Files, func(f file) bool {
		info, err := os.Stat(filepath.Join(filepath.Dir(t.base), f.Name))
		return err != nil || info.Size() != f.Bytes
	})
}

// readDone returns a record, nil if there is none that can be read.
func readDone(path string) *done {
	text, err := os.ReadFile(path)
	var d done
	if err != nil || json.Unmarshal(text, &d) != nil {
		return nil
	}
	return &d
}

// runOne computes a task and records it.
func (r *runner) runOne(t *task, key string, watch func(int64)) error {
	if err := remove(t.base + ending); err != nil {
		return err
	}
	c := r.command(t.studies, t.base+".tsv.gz", t.job.Options.Build)
	c.Options, c.Watch = &t.job.Options, watch
	from := time.Now()
	if err := c.Run(r.quiet()); err != nil {
		return err
	}
	d := done{Key: key, Seconds: time.Since(from).Seconds()}
	summary, err := t.summary()
	if err != nil {
		return err
	}
	d.Variants = summary.NVariants
	for _, s := range summary.Studies {
		d.Rows += s.RowsIn
	}
	if err := t.verify(c); err != nil {
		return err
	}
	if d.Files, err = t.files(); err != nil {
		return err
	}
	text, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(t.base+ending, append(text, '\n'))
}

// files returns the files that a run has written.
func (t *task) files() (files []file, err error) {
	folder, name := filepath.Split(t.base)
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), name+".") || strings.HasSuffix(e.Name(), console.Unfinished) {
			continue
		}
		info, errInfo := e.Info()
		sum, errSum := console.SumOf(filepath.Join(folder, e.Name()))
		if err := errors.Join(errInfo, errSum); err != nil {
			return nil, err
		}
		files = append(files, file{e.Name(), info.Size(), sum})
	}
	return files, err
}

// verify refuses a result of a file that changed after its checksum was computed.
func (t *task) verify(c *sumstatscmd.MetaCmd) error {
	text, err := os.ReadFile(c.Out + "." + meta.FileInputs)
	if err != nil {
		return err
	}
	var in meta.Inputs
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	for i, s := range in.Studies {
		if s.SHA256 != t.sums[i] {
			return fmt.Errorf("%s changed while the freeze ran: run it again", t.studies[i].File)
		}
	}
	return nil
}

func (t *task) summary() (*meta.Summary, error) {
	text, err := os.ReadFile(t.base + ".tsv.gz." + meta.FileSummary)
	if err != nil {
		return nil, err
	}
	s := new(meta.Summary)
	return s, json.Unmarshal(text, s)
}

// remove deletes the files of a record, and the record last.
func remove(path string) error {
	d := readDone(path)
	if d == nil {
		return nil
	}
	for _, f := range d.Files {
		if err := os.Remove(filepath.Join(filepath.Dir(path), filepath.Base(f.Name))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return os.Remove(path)
}

// records returns the paths of all records of the folder.
func (r *runner) records() (paths []string, err error) {
	for _, pattern := range []string{"*/*/*" + ending, "*/*/*/*" + ending} {
		names, err := fs.Glob(os.DirFS(r.dir), pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			paths = append(paths, filepath.Join(r.dir, filepath.FromSlash(name)))
		}
	}
	return paths, nil
}

// nameOthers names the complete results that the plan does not contain. They stay, as a document may be
// wrong.
func (r *runner) nameOthers(tasks []*task) error {
	records, err := r.records()
	if err != nil {
		return err
	}
	for _, path := range records {
		planned := slices.ContainsFunc(tasks, func(t *task) bool { return t.base+ending == path })
		if !planned && !slices.ContainsFunc(r.plan.Cells, func(c *freeze.Cell) bool { return c.Status == freeze.Blocked && r.holds(c, path) }) {
			r.bar.Say("%s is not in the freeze. Its files stay: delete them if you do not need them.", strings.TrimSuffix(path, ending))
		}
	}
	return nil
}

// holds reports whether a record is of a cell, or compares it with another.
func (r *runner) holds(c *freeze.Cell, record string) bool {
	folder := filepath.Dir(record)
	return folder == filepath.Join(r.dir, filepath.FromSlash(c.Name())) || folder == filepath.Join(r.dir, c.Phenotype, c.Ancestry)
}

// rates returns what the complete results of the folder cost, or what reading the files did.
func (r *runner) rates() (freeze.Rates, error) {
	reading := freeze.Reading(r.facts)
	if r.dir == "" {
		return reading, nil
	}
	records, err := r.records()
	var seconds, rows, size, variants float64
	for _, path := range records {
		if d := readDone(path); d != nil {
			seconds, rows, variants = seconds+d.Seconds, rows+float64(d.Rows), variants+float64(d.Variants)
			for _, f := range d.Files {
				size += float64(f.Bytes)
			}
		}
	}
	return freeze.Measured(seconds, rows, size, variants, reading), err
}
