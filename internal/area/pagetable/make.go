package pagetable

import (
	"context"
	"errors"
	"path/filepath"

	"cohortium/internal/gwas/pagedata"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/private"
	"cohortium/internal/platform/record"
)

// The names of a job's files, and of a pasted text.
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
)

type attempt = job.Attempt[Tx, *Table]

// executor makes tables: each is computed into separate files, which are stored under new keys, and
// then its row switches.
func (s *Service) executor() *job.Executor[Tx, *Table] {
	return job.NewExecutor(job.Work[Tx, *Table]{
		Area: "pagetable", Objects: map[string]string{KindMake: ObjectTable},
		Store: s.store, Blobs: s.blobs, TempDir: s.cfg.TempDir, Now: s.now, Crash: s.cfg.Crash,
		Gone: "The table was deleted.", Failed: "The server could not make this table. Make it again",
		Load: func(ctx context.Context, tx Tx, j *job.Job) (*Table, error) { return tx.Table(ctx, j.SubjectID) },
		Do:   s.make, Refused: refused,
		End: func(ctx context.Context, tx Tx, j *job.Job, t *Table, o job.Outcome) error {
			found := &outcome{state: Failed, sentence: o.Sentence}
			if o.State == job.Cancelled {
				found.state = Cancelled
			}
			return s.end(ctx, tx, j.Lease, t, found)
		},
		MayCancel: func(ctx context.Context, by *auth.Identity, j *job.Job) error { // only the owner may
			_, err := s.owned(ctx, by, j.SubjectID)
			return err
		},
	})
}

// outcome is the outcome of making a table.
type outcome struct {
	state            State
	sentence         string // why it failed, "" when it did not
	made             *pagedata.Summary
	name             string // of the file at an address
	sourceTag        string
	sourceBytes      int64
	bytes, dataBytes int64
	dataTag          string
}

// end records how an attempt at a table ended.
func (s *Service) end(ctx context.Context, tx Tx, attempt string, t *Table, found *outcome) error {
	now := s.now()
	t.State, t.Error, t.Attempt, t.FinishedAt = found.state, found.sentence, attempt, &now
	t.Made, t.Bytes, t.DataBytes, t.DataTag = found.made, found.bytes, found.dataBytes, found.dataTag
	if found.state == Ready && t.Source.Kind == FromURL {
		t.Name, t.SourceTag, t.SourceBytes = found.name, found.sourceTag, found.sourceBytes
	}
	if err := tx.UpdateTable(ctx, t); err != nil {
		return err
	}
	action := map[State]string{Ready: "made", Failed: "could not be made", Cancelled: "cancelled"}[found.state]
	return s.note(ctx, tx, nil, t, record.Event{Action: action, Detail: found.sentence, Kind: audit.StatusChanged})
}

// make makes a table and publishes it, unless its owner's quota is used up.
func (s *Service) make(ctx context.Context, a *attempt, t *Table) error {
	work, err := a.Dir()
	if err != nil {
		return err
	}
	meter := meterOf(a, t.Source.Kind)
	found := &outcome{state: Ready}
	src, err := s.open(ctx, t, work, meter, found)
	if err != nil {
		return err
	}
	files := job.Results(work)
	found.made, err = pagedata.Convert(ctx, src, t.Layout, pagedata.Output{Data: files.Maker(fileData), Overview: files.Maker(fileOverview)}, rowsOf(meter))
	if err != nil {
		return err
	}
	err = a.Store(ctx, meter, job.AttemptPrefix(tablePrefix(t.ID), a.Lease()), func(name string, size int64, sum string) {
		found.bytes += size
		if name == fileData {
			found.dataBytes, found.dataTag = size, sum
		}
	})
	if err != nil {
		return err
	}
	return a.Finish(ctx, func(tx Tx, t *Table) error {
		if err := s.end(ctx, tx, a.Lease(), t, found); err != nil {
			return err
		}
		return s.hasRoom(ctx, tx, t.Owner.ID)
	})
}

// open returns the source of a table, as its owner may read it now.
func (s *Service) open(ctx context.Context, t *Table, work string, meter *job.Meter, found *outcome) (pagedata.Source, error) {
	switch t.Source.Kind {
	case FromURL:
		return s.fetch(ctx, t, work, meter, found)
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
		return pagedata.Source{}, &job.Refusal{Sentence: "The source of this table was deleted, or its owner no longer has access to it."}
	}
	if err != nil {
		return pagedata.Source{}, err
	}
	if f.Tag != t.SourceTag {
		return pagedata.Source{}, &job.Refusal{Sentence: "What this table is made of has changed since it was asked for. Make it again."}
	}
	return f.source(ctx), nil
}

// fetch downloads the file at the address of a table into its working folder.
func (s *Service) fetch(ctx context.Context, t *Table, work string, meter *job.Meter, found *outcome) (pagedata.Source, error) {
	to, err := private.Create(filepath.Join(work, "fetched"))
	if err != nil {
		return pagedata.Source{}, err
	}
	context.AfterFunc(ctx, func() { to.Close() })
	got, err := s.fetcher.Fetch(ctx, t.Source.URL, to, s.cfg.MaxFetch, true, func(done, total int64) { meter.At(stageFetching, done, total) })
	if err != nil {
		return pagedata.Source{}, err
	}
	found.name, found.sourceTag, found.sourceBytes = got.Name, got.Tag, got.Size
	return pagedata.Source{Name: got.Name, Data: to, Size: got.Size}, nil
}

// identityOf returns the account that a job runs for, so that it reads what its owner may read now.
func (s *Service) identityOf(ctx context.Context, t *Table) (*auth.Identity, error) {
	u, err := s.cfg.Accounts.UserByName(ctx, t.Owner.UserName)
	if errs.Is(err, errs.NotFound) || err == nil && !u.IsActive {
		return nil, &job.Refusal{Sentence: "The account of " + t.Owner.UserName + " is not there any more or was disabled, and the table is made in its name."}
	}
	if err != nil {
		return nil, err
	}
	return auth.NewIdentity(u, nil), nil
}

// refused words the fault of a source; false for other errors.
func refused(err error) (sentence string, yes bool) {
	if what, is := faultOf(err); is {
		return what, true
	}
	var rule *errs.Error
	if errors.As(err, &rule) && rule.Kind == errs.Rule {
		return rule.Detail, true
	}
	return "", false
}

func meterOf(rep job.Reporter, kind Kind) *job.Meter {
	parts := []job.Part{
		{Name: stageReading, Word: "Reading and writing", Weight: 60}, {Name: stageAgain, Word: "Reading once more", Weight: 30},
		{Name: job.Storing, Word: "Storing", Weight: 10},
	}
	if kind == FromURL {
		parts = append([]job.Part{{Name: stageFetching, Word: "Fetching", Weight: 100}}, parts...)
	}
	return job.NewMeter(rep, parts...)
}

// rowsOf reports the progress of pagedata.
func rowsOf(meter *job.Meter) func(pagedata.Progress) {
	return func(at pagedata.Progress) {
		stage := stageReading
		if at.Again {
			stage = stageAgain
		}
		meter.Rows(at.Rows)
		meter.At(stage, at.Done, at.Total)
	}
}

const blobPrefix = "tables/"

// tablePrefix returns the prefix of the keys of a table's blobs.
func tablePrefix(id string) string { return blobPrefix + id + "/" }

// DataKey returns the key of the rows of a table that an attempt made.
func DataKey(tableID, attempt string) string {
	return job.AttemptPrefix(tablePrefix(tableID), attempt) + fileData
}

// OverviewKey returns the key of the overview of a table that an attempt made.
func OverviewKey(tableID, attempt string) string {
	return job.AttemptPrefix(tablePrefix(tableID), attempt) + fileOverview
}
