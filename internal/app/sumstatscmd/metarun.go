package sumstatscmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/studyset"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// metaJob is one run over local files. Files are read while they are merged. Only those that turn
// out to be unsorted are sorted first, and all of them if λ must be known before the merge.
type metaJob struct {
	env    *console.Env
	cmd    *MetaCmd
	opt    meta.Options
	inputs []*metaInput
	dict   *variant.Dict
	read   atomic.Int64 // bytes
	total  int64
	bar    *console.Progress
}

// metaInput is a file with the state of its reading.
type metaInput struct {
	*metaFile
	ahead bool           // sorted before the merge
	rows  rowsort.Reader // if the file was sorted ahead

	mu      sync.Mutex
	digest  string // of the last complete reading
	account *sumstats.Account
}

// prepare finds files, mappings and options, and refuses open questions.
func (c *MetaCmd) prepare(env *console.Env) (*metaJob, error) {
	job := &metaJob{env: env, cmd: c, bar: &console.Progress{Env: env}}
	files, err := job.files()
	if err != nil {
		return nil, err
	}
	if len(files) < 1 {
		return nil, errors.New("name the files to combine")
	}
	job.opt.Versions = map[string]string{"cohortium": console.Version + " (" + console.Commit + ")"}
	if err := job.opt.Validate(); err != nil {
		return nil, err
	}
	if err := withoutN(files, &job.opt); err != nil {
		return nil, err
	}
	for _, f := range files {
		if err := RefuseInPlace(c.Out, f.path); err != nil {
			return nil, err
		}
		for _, warning := range f.warnings {
			job.bar.Say("%s: %s", f.path, warning)
		}
		if f.unsorted {
			job.bar.Say("%s is not sorted; sorting it", f.path)
		}
		job.inputs = append(job.inputs, &metaInput{metaFile: f, ahead: f.unsorted || job.opt.GenomicControl && f.lambda == 0})
		job.total += f.size
	}
	return job, nil
}

// files finds the files of the run with their mappings, and its options.
func (j *metaJob) files() (files []*metaFile, err error) {
	c := j.cmd
	switch {
	case c.Inputs != "" && c.MetalScript != "":
		return nil, errors.New("use --inputs or --metal-script, not both")
	case c.Inputs != "":
		files, j.opt, err = c.fromManifest()
		return files, err
	case c.MetalScript != "":
		if files, j.opt, err = c.fromScript(j.bar); err == nil {
			err = c.inspectScript(files, &j.opt, j.bar)
		}
		if err == nil {
			err = c.measureLists(files, j.opt)
		}
	default:
		j.opt = c.options(meta.DefaultOptions())
		if files, err = c.metaFiles(); err == nil {
			err = c.declareBuild(files)
		}
		if err == nil && c.Yes {
			err = takeLikely(j.env, files, j.opt.Key)
		}
		if err == nil {
			err = inspectMeta(files, j.opt.Key)
		}
	}
	if err != nil {
		return nil, err
	}
	if j.opt.Overlaps, err = c.overlaps(files); err != nil {
		return nil, err
	}
	if j.opt.XCoding, err = c.xCodings(files); err != nil {
		return nil, err
	}
	j.opt.Build, err = agreedBuild(files, c.Build)
	return files, err
}

// run combines the files. A file that turns out to be unsorted is sorted for a second attempt;
// another one leads to a third attempt that sorts all files.
func (j *metaJob) run() (*meta.Summary, error) {
	defer j.close()
	for attempt := 1; ; attempt++ {
		summary, err := j.attempt()
		var study *meta.StudyError
		if !errors.As(err, &study) || !errors.Is(err, meta.ErrUnsorted) {
			return summary, err
		}
		for _, in := range j.inputs {
			if in.name == study.Study || attempt > 1 && !in.ahead {
				j.bar.Say("%s is not sorted; sorting it", in.path)
				in.ahead = true
			}
		}
	}
}

// attempt runs once and writes all files of the result, or none.
func (j *metaJob) attempt() (summary *meta.Summary, err error) {
	j.close()
	j.dict = variant.NewDict()
	j.read.Store(0)
	if err := j.sortFiles(); err != nil {
		return nil, err
	}
	analysis := meta.Analysis{Studies: j.studies(), Options: j.opt, Dict: j.dict, Warnings: j.warnings(), Inputs: func(s *meta.Summary) (any, error) {
		if err := j.verify(); err != nil {
			return nil, err
		}
		return j.manifest(s)
	}}
	files := &console.Files{Path: j.cmd.path}
	summary, err = analysis.WriteFiles(j.env.Ctx, files, j.report(j.bar))
	j.bar.Done()
	if errors.As(err, new(*meta.DoubtError)) {
		err = cmp.Or(j.twice(), err)
	}
	if err != nil || summary.NVariants == 0 {
		return summary, errors.Join(err, files.Drop())
	}
	for _, class := range summary.Overlap {
		j.bar.Say("%s", class.Sentence())
	}
	return summary, files.Keep()
}

// path returns the path of a result file: next to the table; "" for figures that were not
// requested.
func (c *MetaCmd) path(name string) string {
	switch extension := filepath.Ext(name); {
	case name == meta.FileResults:
		return c.Out
	case name == meta.FileIndex:
		return c.Out + ".tbi"
	case strings.HasPrefix(name, "results.") && strings.Contains(name, ".tsv.gz"): // of one ancestry
		return strings.TrimSuffix(c.Out, ".tsv.gz") + strings.TrimPrefix(name, "results")
	case name == meta.FileSummary || name == meta.FileInputs || extension == ".svg" && c.Figures:
		return c.Out + "." + name
	}
	return ""
}

// twice refuses a repeated file, whose participants would count twice.
func (j *metaJob) twice() error {
	seen := map[string]string{}
	for _, in := range j.inputs {
		if other := seen[in.digest]; other != "" && !slices.Contains(j.opt.Confirmed, studyset.SharedPeople) {
			return fmt.Errorf("%s and %s are the same file: name it once, or state --confirm %s if it is intended", other, in.path, studyset.SharedPeople)
		}
		seen[in.digest] = in.path
	}
	return nil
}

// verify refuses inputs that have changed since the manifest of a repeated run, and repeated files.
func (j *metaJob) verify() error {
	for _, in := range j.inputs {
		if in.sha256 != "" && in.sha256 != in.digest {
			return fmt.Errorf("%s is not the file of the manifest: its SHA-256 is %s, not %s", in.path, in.digest, in.sha256)
		}
	}
	return j.twice()
}

// manifest returns the inputs and how they were read.
func (j *metaJob) manifest(s *meta.Summary) (*meta.Inputs, error) {
	m := &meta.Inputs{Options: j.opt, Versions: s.Versions}
	home, err := filepath.Abs(filepath.Dir(j.cmd.Out))
	if err != nil {
		return nil, err
	}
	for i, in := range j.inputs {
		path, err := filepath.Abs(in.path)
		if err != nil {
			return nil, err
		}
		if rest, ok := strings.CutPrefix(path, home+string(filepath.Separator)); ok {
			path = rest
		}
		m.Studies = append(m.Studies, meta.Input{
			Name:        in.name,
			File:        path,
			SHA256:      in.digest,
			Bytes:       in.size,
			Rows:        s.Studies[i].RowsIn,
			Format:      in.format,
			Mapping:     in.mapping,
			Conventions: in.conventions,
			Scale:       in.scale,
			Ancestry:    in.ancestry,
			N:           in.n,
			NCases:      in.cases,
			NControls:   in.controls,
			LambdaGC:    in.lambda,
			RowRules:    in.rules,
			Reading:     in.reading,
			Warnings:    in.warnings,
		})
	}
	return m, nil
}

// studies returns the inputs in the form of the engine.
func (j *metaJob) studies() []meta.Study {
	studies := make([]meta.Study, len(j.inputs))
	for i, in := range j.inputs {
		studies[i] = in.declared()
		studies[i].Rejected, studies[i].Rows, studies[i].LambdaGC = in.rejected, in.kept(), in.lambda
		studies[i].Open = func(ctx context.Context) (sumstats.RowReader, io.Closer, error) {
			if !in.ahead {
				r, err := j.open(in)
				return r, r, err
			}
			rows := in.rows
			if in.rows = nil; rows == nil { // the second pass of a run that corrects its result
				var err error
				if rows, err = j.sortFile(ctx, in); err != nil {
					return nil, nil, err
				}
			}
			return rows, rows, nil
		}
	}
	return studies
}

// declared returns the stated facts about the study.
func (in *metaInput) declared() meta.Study {
	return meta.Study{Name: in.name, Ancestry: in.ancestry, Scale: in.scale, N: in.n, NCases: in.cases, NControls: in.controls}
}

// kept returns the number of rows of an earlier pass, 0 before.
func (in *metaInput) kept() int64 {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.account == nil {
		return 0
	}
	return in.account.RowsOut
}

// rejected returns the counts of rows that the reader excluded, by reason.
func (in *metaInput) rejected() map[string]int64 {
	in.mu.Lock()
	defer in.mu.Unlock()
	counts := map[string]int64{}
	if in.account != nil {
		for _, e := range in.account.Excluded {
			counts[string(e.Reason)] += e.N
		}
	}
	return counts
}

// sortFiles sorts the files that need it, two at a time, and measures λ at the same time if needed.
func (j *metaJob) sortFiles() error {
	slots := make(chan struct{}, 2)
	problems := make([]error, len(j.inputs))
	var group sync.WaitGroup
	for i, in := range j.inputs {
		if in.ahead {
			group.Go(func() {
				slots <- struct{}{}
				defer func() { <-slots }()
				in.rows, problems[i] = j.sortFile(j.env.Ctx, in)
				j.bar.Show("Sorting", j.read.Load(), j.total)
			})
		}
	}
	group.Wait()
	return errors.Join(problems...)
}

func (j *metaJob) sortFile(ctx context.Context, in *metaInput) (rowsort.Reader, error) {
	r, err := j.open(in)
	if err != nil {
		return nil, &meta.StudyError{Study: in.name, Err: err}
	}
	ahead := 0
	for _, other := range j.inputs {
		if other.ahead {
			ahead++
		}
	}
	opt := rowsort.Options{Context: ctx, Dict: j.dict, TempDir: j.cmd.TempDir, Workers: j.opt.Workers,
		MemoryBytes: max(16<<20, j.cmd.Memory<<20/int64(ahead))}
	if j.opt.Key == meta.ByRSID {
		opt.By = rowsort.ByRSID
	}
	study := in.declared()
	meter := meta.NewLambdaMeter(r, &study, j.opt)
	source := sumstats.RowReader(r)
	measure := j.opt.GenomicControl && in.lambda == 0
	if measure {
		source = meter
	}
	rows, err := rowsort.Sort(source, opt)
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, &meta.StudyError{Study: in.name, Err: err}
	}
	if measure {
		in.lambda = meter.Value()
	}
	return rows, nil
}

// close releases sorted files that were not read.
func (j *metaJob) close() {
	for _, in := range j.inputs {
		if in.rows != nil {
			_ = in.rows.Close() // temporary files; the error has no reader
			in.rows = nil
		}
	}
}

// report returns the progress function of a run, in bytes of the files.
func (j *metaJob) report(p *console.Progress) func(meta.Progress) {
	return func(q meta.Progress) {
		if j.cmd.Watch != nil {
			j.cmd.Watch(j.read.Load())
			return
		}
		if q.Total > 0 {
			p.Show(q.Stage, q.Done, q.Total)
			return
		}
		p.Show(q.Stage, j.read.Load(), j.total)
	}
}
