package bioindex

import (
	"context"
	"os"
	"path/filepath"

	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/phrase"
)

// The names of a build's files.
const (
	fileData  = "data.gz"
	fileIndex = "index"
)

// stageVerifying is a stage of a job besides those of tableindex.
const stageVerifying = "verifying"

// progressOf reports the progress of tableindex.
func progressOf(meter *job.Meter) func(tableindex.Progress) {
	return func(p tableindex.Progress) {
		meter.Rows(p.Rows)
		meter.At(string(p.Stage), p.Done, p.Total)
	}
}

// runBuild builds an index, verifies it against its file, and puts it live.
func (s *Service) runBuild(ctx context.Context, a *attempt, t *task) error {
	source, err := s.sourceOf(ctx, t)
	if err != nil {
		return err
	}
	work, err := a.Dir()
	if err != nil {
		return err
	}
	meter := job.NewMeter(a,
		job.Part{Name: string(tableindex.Reading), Word: "Reading and sorting", Weight: 50},
		job.Part{Name: string(tableindex.Merging), Word: "Writing in order", Weight: 25},
		job.Part{Name: stageVerifying, Word: "Comparing random queries with the file", Weight: 20},
		job.Part{Name: job.Storing, Word: "Storing", Weight: 5})
	made, proof, err := s.make(ctx, t, source, work, seedOf(a.Job.ID), meter)
	if err != nil {
		return err
	}
	var bytes int64
	err = a.Store(ctx, meter, buildPrefix(t.index.ID, t.build.ID, a.Lease()), func(_ string, size int64, _ string) { bytes += size })
	if err != nil {
		return err
	}
	err = a.Finish(ctx, func(tx Tx, b *Build) error {
		now := s.now()
		proof.At = now
		b.Made, b.Bytes, b.Proof = made, bytes, proof
		b.end(Ready, "", a.Lease(), now)
		return s.goLive(ctx, tx, a.Job, b)
	})
	if err != nil {
		return err
	}
	s.dropFiles(ctx, t)
	return nil
}

// goLive switches an index to a build, unless its owner has no room for it.
func (s *Service) goLive(ctx context.Context, tx Tx, j *job.Job, b *Build) error {
	if err := tx.UpdateBuild(ctx, b); err != nil {
		return err
	}
	x, err := tx.Index(ctx, b.IndexID)
	if err != nil {
		return err
	}
	if err := tx.SwitchBuild(ctx, x.ID, b.ID); err != nil {
		return err
	}
	if err := s.hasRoom(ctx, tx, x.Owner.ID); err != nil {
		return err
	}
	return s.noteEnd(ctx, tx, j, job.Succeeded, phrase.Counted(b.Made.Rows, "row", "rows"))
}

// dropFiles removes the files of the previous build. Remaining ones are swept later.
func (s *Service) dropFiles(ctx context.Context, t *task) {
	old := t.index.BuildID
	if now, err := s.store.Index(ctx, t.index.ID); old == "" || err != nil || now.BuildID == old {
		return
	}
	if err := s.blobs.DeletePrefix(ctx, indexPrefix(t.index.ID)+old+"/"); err != nil {
		s.cfg.Log.WarnContext(ctx, "files of the build before stay behind", "index", t.index.ID, "err", err)
	}
}

// make builds an index in a working folder and verifies it against its file.
func (s *Service) make(ctx context.Context, t *task, source *SourceFile, work string, seed uint64, meter *job.Meter) (*Made, *Proof, error) {
	began := s.now()
	table := source.table(ctx)
	head, err := tableindex.Inspect(ctx, table)
	if err != nil {
		return nil, nil, err
	}
	spec, err := t.build.Definition.spec(head)
	if err != nil {
		return nil, nil, err
	}
	files := job.Results(work)
	summary, err := tableindex.Build(ctx, table, spec, tableindex.Output{Data: files.Maker(fileData), Index: files.Maker(fileIndex)},
		tableindex.Options{Memory: s.cfg.Memory, TempDir: work, Progress: progressOf(meter)})
	if err != nil {
		return nil, nil, err
	}
	x, closeFiles, err := openLocal(ctx, job.ResultDir(work), table, summary.InPlace)
	if err != nil {
		return nil, nil, err
	}
	defer closeFiles()
	proof, err := s.prove(ctx, x, table, s.cfg.Queries, seed, meter)
	if err != nil {
		return nil, nil, err
	}
	made := &Made{Summary: summary, Columns: x.About().Columns, Seconds: s.now().Sub(began).Seconds()}
	made.Examples, err = examples(ctx, x)
	return made, proof, err
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

// indexPrefix returns the prefix of the keys of all builds of an index.
func indexPrefix(indexID string) string { return blobPrefix + indexID + "/" }

// IndexKey returns the key of the index file that an attempt at a build made.
func IndexKey(indexID, buildID, attempt string) string {
	return buildPrefix(indexID, buildID, attempt) + fileIndex
}

// buildPrefix returns the prefix of the keys of an attempt at a build.
func buildPrefix(indexID, buildID, attempt string) string {
	return job.AttemptPrefix(indexPrefix(indexID)+buildID+"/", attempt)
}
