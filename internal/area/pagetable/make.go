package pagetable

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"sync/atomic"

	"cohortium/internal/gwas/pagedata"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/phrase"
	"cohortium/internal/platform/private"
	"cohortium/internal/platform/record"
)

// The names of what a job makes, and of a text that somebody pasted.
const (
	fileData     = "data.parquet"
	fileOverview = "overview.json"
	fileText     = "source"
)

// The stages of a job.
const (
	stageFetching = "fetching"
	stageReading  = "reading"
	stageAgain    = "again"
	stageStoring  = "storing"
)

// RunJob makes a table. It computes into files beside, stores them under keys of their
// own, and then writes one row in a transaction that only the holder of the lease can
// make. Doing it again after a crash at any point takes effect once.
//
// Outcomes that the work itself accounts for are nil. An error means that trying
// again may help; when nobody will, call GiveUp.
func (s *Service) RunJob(ctx context.Context, jobID string, rep job.Reporter) (err error) {
	defer errs.Wrap(&err, "pagetable.RunJob(%q)", jobID)
	t, err := s.begin(ctx, jobID, rep)
	if err == nil && t != nil {
		s.cfg.Crash(KindMake + ":begun")
		err = s.run(ctx, t, rep)
	}
	var refused *refusal
	switch {
	case err == nil, errors.Is(err, job.ErrLost):
		return nil
	case rep.Cancelled():
		return s.finish(context.WithoutCancel(ctx), jobID, rep.Lease(), cancelled())
	case ctx.Err() == nil && errors.As(err, &refused):
		return s.finish(ctx, jobID, rep.Lease(), failed(refused.sentence))
	}
	return err // the worker is shutting down, or trying again may help
}

// GiveUp ends a job that failed for a reason of ours and will not be tried again.
func (s *Service) GiveUp(ctx context.Context, jobID, lease string, cause error) error {
	s.cfg.Log.ErrorContext(ctx, "job given up", "job", jobID, "err", cause)
	return s.finish(ctx, jobID, lease, failed("The server could not make this table. Make it again; if it fails again, tell the operator the job "+jobID+"."))
}

// refusal is a reason to end a job that lies in what it was given.
type refusal struct{ sentence string }

func (r *refusal) Error() string { return r.sentence }

// outcome is how a job ended.
type outcome struct {
	state            State
	job              job.State
	sentence         string // why it failed, "" when it did not
	made             *pagedata.Summary
	name             string // of what lay at an address
	sourceTag        string
	sourceBytes      int64
	bytes, dataBytes int64
	dataTag          string
}

func cancelled() *outcome {
	return &outcome{state: Cancelled, job: job.Cancelled, sentence: "Cancelled."}
}

func failed(sentence string) *outcome {
	return &outcome{state: Failed, job: job.Failed, sentence: sentence}
}

// begin takes a job. A nil table says that it ended here: it was cancelled before, or
// its table is gone.
func (s *Service) begin(ctx context.Context, jobID string, rep job.Reporter) (t *Table, err error) {
	err = s.store.InTx(ctx, func(tx Tx) error {
		t = nil
		j, err := job.Begin(ctx, tx, jobID, rep.Lease(), s.now())
		if err != nil {
			return err
		}
		if j.CancelRequested {
			return s.end(ctx, tx, j, cancelled())
		}
		t, err = tx.Table(ctx, j.SubjectID)
		if errs.Is(err, errs.NotFound) {
			return s.end(ctx, tx, j, cancelled())
		}
		return err
	})
	return t, err
}

// finish makes an outcome count, if the lease still holds the job.
func (s *Service) finish(ctx context.Context, jobID, lease string, found *outcome) error {
	return job.Finish(ctx, s.store, jobID, lease, func(tx Tx, j *job.Job) error { return s.end(ctx, tx, j, found) })
}

// end writes how a job ended, together with its locked row. The table is gone when it
// was deleted in the meantime.
func (s *Service) end(ctx context.Context, tx Tx, j *job.Job, found *outcome) error {
	now := s.now()
	t, err := tx.Table(ctx, j.SubjectID)
	if errs.Is(err, errs.NotFound) {
		return job.End(ctx, tx, j, job.Cancelled, "The table was deleted.", now)
	}
	if err != nil {
		return err
	}
	if found.state == Ready {
		if found, err = s.withRoom(ctx, tx, t, found); err != nil {
			return err
		}
	}
	found.sentence = job.Sentence(found.sentence)
	t.State, t.Error, t.Attempt, t.FinishedAt = found.state, found.sentence, j.Lease, &now
	t.Made, t.Bytes, t.DataBytes, t.DataTag = found.made, found.bytes, found.dataBytes, found.dataTag
	if found.state == Ready && t.Source.Kind == FromURL {
		t.Name, t.SourceTag, t.SourceBytes = found.name, found.sourceTag, found.sourceBytes
	}
	if err := tx.UpdateTable(ctx, t); err != nil {
		return err
	}
	action := map[State]string{Ready: "made", Failed: "could not be made", Cancelled: "cancelled"}[found.state]
	if err := s.note(ctx, tx, nil, t, record.Happening{Action: action, Detail: found.sentence, Kind: audit.StatusChanged}); err != nil {
		return err
	}
	return job.End(ctx, tx, j, found.job, found.sentence, now)
}

// withRoom is an outcome unless the owner has no room for it.
func (s *Service) withRoom(ctx context.Context, tx Tx, t *Table, found *outcome) (*outcome, error) {
	with := *t
	with.Bytes = found.bytes
	if err := tx.UpdateTable(ctx, &with); err != nil {
		return nil, err
	}
	err := s.hasRoom(ctx, tx, t.Owner.ID)
	var room *errs.Error
	if errs.Is(err, errs.Rule) && errors.As(err, &room) {
		return failed(room.Detail), nil
	}
	return found, err
}

// run makes a table and makes it count.
func (s *Service) run(ctx context.Context, t *Table, rep job.Reporter) error {
	work, remove, err := job.WorkDir(s.cfg.TempDir, t.JobID, rep.Lease())
	if err != nil {
		return err
	}
	defer remove()
	p := newProgress(rep, t.Source.Kind)
	found := &outcome{state: Ready, job: job.Succeeded}
	src, err := s.open(ctx, t, work, p, found)
	if err != nil {
		return refused(err)
	}
	create := func(name string) func() (io.WriteCloser, error) {
		return func() (io.WriteCloser, error) { return job.Results(work).Create(name) }
	}
	found.made, err = pagedata.Convert(ctx, src, t.Layout, pagedata.Output{Data: create(fileData), Overview: create(fileOverview)}, p.rows)
	if err != nil {
		return refused(err)
	}
	s.cfg.Crash(KindMake + ":computed")
	p.meter.At(stageStoring, 0, 1)
	err = job.StoreResults(ctx, s.blobs, work, job.AttemptPrefix(tablePrefix(t.ID), rep.Lease()), func(name string, size int64, sum string) {
		found.bytes += size
		if name == fileData {
			found.dataBytes, found.dataTag = size, sum
		}
	})
	if err != nil {
		return err
	}
	s.cfg.Crash(KindMake + ":stored")
	if err := s.finish(ctx, t.JobID, rep.Lease(), found); err != nil {
		return err
	}
	s.cfg.Crash(KindMake + ":done")
	return nil
}

// open gives what a table is made of, as its owner may read it now.
func (s *Service) open(ctx context.Context, t *Table, work string, p *progress, found *outcome) (pagedata.Source, error) {
	switch t.Source.Kind {
	case FromURL:
		return s.fetch(ctx, t, work, p, found)
	case FromText:
		key := tablePrefix(t.ID) + fileText
		return pagedata.Source{Name: t.Name, Size: t.SourceBytes, Data: &file.Window{Ctx: ctx, Size: t.SourceBytes,
			OpenRange: file.Keyed(s.blobs.OpenRange, key)}}, nil
	}
	by, err := s.identityOf(ctx, t)
	if err != nil {
		return pagedata.Source{}, err
	}
	f, err := s.sources.Open(ctx, by, t.Source)
	if errs.Is(err, errs.NotFound) || errs.Is(err, errs.Conflict) {
		return pagedata.Source{}, &refusal{"The source of this table was deleted, or its owner no longer has access to it."}
	}
	if err != nil {
		return pagedata.Source{}, err
	}
	if f.Tag != t.SourceTag {
		return pagedata.Source{}, &refusal{"What this table is made of has changed since it was asked for. Make it again."}
	}
	return f.source(ctx), nil
}

// fetch gets what lies at the address of a table into its working folder.
func (s *Service) fetch(ctx context.Context, t *Table, work string, p *progress, found *outcome) (pagedata.Source, error) {
	to, err := private.Create(filepath.Join(work, "fetched"))
	if err != nil {
		return pagedata.Source{}, err
	}
	context.AfterFunc(ctx, func() { to.Close() })
	got, err := s.fetcher.Fetch(ctx, t.Source.URL, to, s.cfg.MaxFetch, true, func(done, total int64) { p.meter.At(stageFetching, done, total) })
	if err != nil {
		return pagedata.Source{}, err
	}
	found.name, found.sourceTag, found.sourceBytes = got.Name, got.Tag, got.Size
	return pagedata.Source{Name: got.Name, Data: to, Size: got.Size}, nil
}

// identityOf is the account that a job works for, so that it reads what its owner
// may read now.
func (s *Service) identityOf(ctx context.Context, t *Table) (*auth.Identity, error) {
	u, err := s.cfg.Accounts.UserByName(ctx, t.Owner.UserName)
	if errs.Is(err, errs.NotFound) || err == nil && !u.IsActive {
		return nil, &refusal{"The account of " + t.Owner.UserName + " is not there any more or was disabled, and the table is made in its name."}
	}
	if err != nil {
		return nil, err
	}
	return auth.NewIdentity(u, nil), nil
}

// refused makes of what is wrong with a source the end of its job.
func refused(err error) error {
	if what, is := faultOf(err); is {
		return &refusal{what}
	}
	var rule *errs.Error
	if errors.As(err, &rule) && rule.Kind == errs.Rule {
		return &refusal{rule.Detail}
	}
	return err
}

// progress adds to each stage how many rows it has done.
type progress struct {
	job.Reporter
	meter *job.Meter
	done  atomic.Int64
}

func newProgress(rep job.Reporter, kind Kind) *progress {
	p := &progress{Reporter: rep}
	parts := []job.Part{
		{Name: stageReading, Word: "Reading and writing", Weight: 60}, {Name: stageAgain, Word: "Reading once more", Weight: 30},
		{Name: stageStoring, Word: "Storing", Weight: 10},
	}
	if kind == FromURL {
		parts = append([]job.Part{{Name: stageFetching, Word: "Fetching", Weight: 100}}, parts...)
	}
	p.meter = job.NewMeter(p, parts...)
	return p
}

// Stage implements job.Reporter.
func (p *progress) Stage(name string, done, total int64) {
	if n := p.done.Load(); n > 0 {
		name += ", " + phrase.Counted(n, "row", "rows")
	}
	p.Reporter.Stage(name, done, total)
}

func (p *progress) rows(at pagedata.Progress) {
	p.done.Store(at.Rows)
	stage := stageReading
	if at.Again {
		stage = stageAgain
	}
	p.meter.At(stage, at.Done, at.Total)
}

const blobPrefix = "tables/"

// tablePrefix begins the keys of everything that belongs to a table.
func tablePrefix(id string) string { return blobPrefix + id + "/" }

// DataKey is where the rows of a table lie that an attempt made.
func DataKey(tableID, attempt string) string {
	return job.AttemptPrefix(tablePrefix(tableID), attempt) + fileData
}

// OverviewKey is where the overview of a table lies that an attempt made.
func OverviewKey(tableID, attempt string) string {
	return job.AttemptPrefix(tablePrefix(tableID), attempt) + fileOverview
}
