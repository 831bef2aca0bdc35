package bioindex

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"

	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/phrase"
)

// The names of what a build makes.
const (
	fileData  = "data.gz"
	fileIndex = "index"
)

// The stages of a job besides those of tableindex.
const (
	stageStoring   = "storing"
	stageVerifying = "verifying"
)

// counted adds to each stage how many rows it has done.
type counted struct {
	job.Reporter
	rows atomic.Int64
}

// Stage implements job.Reporter.
func (c *counted) Stage(name string, done, total int64) {
	if n := c.rows.Load(); n > 0 {
		name = name + ", " + phrase.Counted(n, "row", "rows")
	}
	c.Reporter.Stage(name, done, total)
}

// progress is a job's meter for what tableindex reports.
func progress(rep job.Reporter, parts ...job.Part) (*job.Meter, func(tableindex.Progress)) {
	c := &counted{Reporter: rep}
	meter := job.NewMeter(c, parts...)
	return meter, func(p tableindex.Progress) {
		c.rows.Store(p.Rows)
		meter.At(string(p.Stage), p.Done, p.Total)
	}
}

// runBuild builds an index, compares it with its file, and makes it count.
func (s *Service) runBuild(ctx context.Context, t *task, rep job.Reporter) error {
	source, err := s.sourceOf(ctx, t)
	if err != nil {
		return err
	}
	work, remove, err := job.WorkDir(s.cfg.TempDir, t.job.ID, rep.Lease())
	if err != nil {
		return err
	}
	defer remove()
	meter, report := progress(rep,
		job.Part{Name: string(tableindex.Reading), Word: "Reading and sorting", Weight: 50},
		job.Part{Name: string(tableindex.Merging), Word: "Writing in order", Weight: 25},
		job.Part{Name: stageVerifying, Word: "Comparing random queries with the file", Weight: 20},
		job.Part{Name: stageStoring, Word: "Storing", Weight: 5})
	found, err := s.make(ctx, t, source, work, report, meter)
	if err != nil {
		return refused(err)
	}
	s.cfg.Crash(KindBuild + ":computed")
	meter.At(stageStoring, 0, 1)
	prefix := buildPrefix(t.index.ID, t.build.ID, rep.Lease())
	if err := job.StoreResults(ctx, s.blobs, work, prefix, func(_ string, size int64, _ string) { found.bytes += size }); err != nil {
		return err
	}
	s.cfg.Crash(KindBuild + ":stored")
	if err := s.finish(ctx, t.job.ID, rep.Lease(), found); err != nil {
		return err
	}
	s.cfg.Crash(KindBuild + ":done")
	s.dropFiles(ctx, t)
	return nil
}

// dropFiles removes the files of the build that answered before. Those that stay
// behind are swept.
func (s *Service) dropFiles(ctx context.Context, t *task) {
	old := t.index.BuildID
	if now, err := s.store.Index(ctx, t.index.ID); old == "" || err != nil || now.BuildID == old {
		return
	}
	if err := s.blobs.DeletePrefix(ctx, indexPrefix(t.index.ID)+old+"/"); err != nil {
		s.cfg.Log.WarnContext(ctx, "files of the build before stay behind", "index", t.index.ID, "err", err)
	}
}

// make builds an index into a working folder and compares it with its file.
func (s *Service) make(ctx context.Context, t *task, source *SourceFile, work string, report func(tableindex.Progress), meter *job.Meter) (*outcome, error) {
	began := s.now()
	table := source.table(ctx)
	head, err := tableindex.Inspect(ctx, table)
	if err != nil {
		return nil, err
	}
	spec, err := t.build.Definition.spec(head)
	if err != nil {
		return nil, err
	}
	create := func(name string) func() (io.WriteCloser, error) {
		return func() (io.WriteCloser, error) { return job.Results(work).Create(name) }
	}
	summary, err := tableindex.Build(ctx, table, spec, tableindex.Output{Data: create(fileData), Index: create(fileIndex)},
		tableindex.Options{Memory: s.cfg.Memory, TempDir: work, Progress: report})
	if err != nil {
		return nil, err
	}
	x, closeFiles, err := openLocal(ctx, job.ResultDir(work), table, summary.InPlace)
	if err != nil {
		return nil, err
	}
	defer closeFiles()
	proof, err := s.prove(ctx, x, table, s.cfg.Queries, seedOf(t.job.ID), meter)
	if err != nil {
		return nil, err
	}
	made := &Made{Summary: summary, Columns: x.About().Columns, Seconds: s.now().Sub(began).Seconds()}
	if made.Examples, err = examples(ctx, x); err != nil {
		return nil, err
	}
	return &outcome{status: Ready, state: job.Succeeded, made: made, proof: proof}, nil
}

// openLocal opens an index in the folder where it was built.
func openLocal(ctx context.Context, folder string, table tableindex.Source, inPlace bool) (*tableindex.Index, func(), error) {
	index, err := os.Open(filepath.Join(folder, fileIndex))
	if err != nil {
		return nil, nil, err
	}
	defer index.Close()
	if inPlace {
		x, err := tableindex.Open(ctx, table.Data, table.Size, index)
		return x, func() {}, err
	}
	data, err := os.Open(filepath.Join(folder, fileData))
	if err != nil {
		return nil, nil, err
	}
	info, err := data.Stat()
	if err != nil {
		data.Close()
		return nil, nil, err
	}
	x, err := tableindex.Open(ctx, data, info.Size(), index)
	if err != nil {
		data.Close()
		return nil, nil, err
	}
	return x, func() { data.Close() }, nil
}

// indexPrefix begins the keys of everything that builds of an index make.
func indexPrefix(indexID string) string { return blobPrefix + indexID + "/" }

// IndexKey is where the index lies that an attempt at a build made.
func IndexKey(indexID, buildID, attempt string) string {
	return buildPrefix(indexID, buildID, attempt) + fileIndex
}

// buildPrefix begins the keys of what an attempt at a build made.
func buildPrefix(indexID, buildID, attempt string) string {
	return job.AttemptPrefix(indexPrefix(indexID)+buildID+"/", attempt)
}
