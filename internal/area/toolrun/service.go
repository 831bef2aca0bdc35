package toolrun

import (
	"context"
	"io"
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/resultfile"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/cache"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// Service holds the rules of runs.
type Service struct {
	*job.Executor[Tx, *Run]

	store   Store
	files   Files
	blobs   Blobs
	now     func() time.Time
	newID   func() string
	cfg     Config
	results *cache.Cache[string, *resultfile.File] // by key
	orphans job.Daily
}

// openResults limits how many clean files stay open, each with a few megabytes of its index and of
// expanded blocks.
const openResults = 4

// NewService returns a service; now and newID are the sources of time and of unique ids that are
// safe in keys and addresses.
func NewService(store Store, files Files, blobs Blobs, now func() time.Time, newID func() string, cfg Config) *Service {
	s := &Service{
		store: store, files: files, blobs: blobs, now: now, newID: newID, cfg: cfg.withDefaults(),
		results: cache.New[string, *resultfile.File](openResults, 0, nil),
	}
	s.Executor = s.executor()
	return s
}

// Input describes a requested run.
type Input struct {
	UploadID string
	Task     Task
	Answers  Answers
	Study    Study
}

// View is a run as its owner sees it.
type View struct {
	*Run
	Job *job.View
}

// Start starts a task on a complete upload of the caller. errs.Rule with the fields that must be
// answered first, as mapping.{field} and genome_build; errs.Conflict (incomplete) for an incomplete
// file; errs.RateLimited for too many runs.
func (s *Service) Start(ctx context.Context, by *auth.Identity, in Input) (_ *View, err error) {
	defer errs.Wrap(&err, "toolrun.Start(%q, %q)", in.Task, in.UploadID)
	f, err := s.upload(ctx, by, in.UploadID)
	if err != nil {
		return nil, err
	}
	if err := s.ready(ctx, f, &in); err != nil {
		return nil, err
	}
	now := s.now()
	r := &Run{
		ID: s.newID(), Task: in.Task, Status: Queued, Owner: record.Person{ID: by.User.ID, UserName: by.User.UserName}, UploadID: f.ID,
		FileName: f.Name, FileBytes: f.Size, Answers: in.Answers, Study: in.Study, JobID: s.newID(), CreatedAt: now, ExpiresAt: now.Add(s.cfg.Keep),
	}
	if err := s.store.InTx(ctx, func(tx Tx) error { return s.insert(ctx, tx, r) }); err != nil {
		return nil, err
	}
	return s.Run(ctx, by, r.ID)
}

// upload returns a complete upload of the caller.
func (s *Service) upload(ctx context.Context, by *auth.Identity, id string) (*file.Info, error) {
	f, err := s.files.File(ctx, id)
	if err == nil && f.OwnerID != by.User.ID {
		err = errs.Missing("file")
	}
	if errs.Is(err, errs.NotFound) {
		return nil, errs.Missing("file").Because(err)
	}
	if err != nil {
		return nil, err
	}
	if !f.Complete {
		return nil, errs.New(errs.Conflict, "incomplete", "This file is not complete yet. Send the rest of it first.")
	}
	return f, nil
}

// insert stores a run and its job.
func (s *Service) insert(ctx context.Context, tx Tx, r *Run) error {
	n, err := tx.CountRuns(ctx, r.Owner.ID)
	if err != nil {
		return err
	}
	switch {
	case n.UnderWay >= s.cfg.AtOnce:
		return errs.New(errs.RateLimited, "too_many_runs", "%d of your runs wait or work. Start this one when one of them is finished.", n.UnderWay)
	case n.Kept >= s.cfg.MaxRuns:
		return errs.New(errs.RateLimited, "too_many_runs", "%d of your runs are kept. Remove one, or wait until one expires.", n.Kept)
	}
	if err := tx.CreateRun(ctx, r); err != nil {
		return err
	}
	if err := tx.KeepUpload(ctx, r.UploadID, r.ExpiresAt); err != nil {
		return err
	}
	err = job.Enqueue(
		ctx,
		tx,
		&job.Job{ID: r.JobID, Kind: KindRun, Area: job.Own, SubjectID: r.ID, RunID: r.ID, OwnerID: r.Owner.ID, Memory: runMemory},
		job.MaxUnfinished,
		r.CreatedAt,
	)
	if err != nil {
		return err
	}
	return s.note(ctx, tx, r, r.Owner.UserName, audit.Created, string(r.Task)+" "+r.FileName)
}

func (s *Service) note(ctx context.Context, tx Tx, r *Run, by string, what audit.Action, detail string) error {
	return audit.Append(ctx, tx, s.now(), audit.Entry{Action: what, Object: ObjectRun, ObjectID: r.ID, Detail: detail, Actor: by})
}

// runFor returns a run of the caller.
func (s *Service) runFor(ctx context.Context, by *auth.Identity, id string) (*Run, error) {
	r, err := s.store.Run(ctx, id)
	return ownRun(by, r, err)
}

// ownRun returns a run that was read; it is absent for all but its owner.
func ownRun(by *auth.Identity, r *Run, err error) (*Run, error) {
	if err == nil && (by == nil || r.Owner.ID != by.User.ID) {
		return nil, errs.Missing("run")
	}
	if errs.Is(err, errs.NotFound) {
		return nil, errs.Missing("run").Because(err)
	}
	return r, err
}

// Run returns a run of the caller with its result.
func (s *Service) Run(ctx context.Context, by *auth.Identity, id string) (_ *View, err error) {
	defer errs.Wrap(&err, "toolrun.Run(%q)", id)
	r, err := s.runFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	views, err := s.views(ctx, r)
	if err != nil {
		return nil, err
	}
	return views[0], nil
}

// Runs lists the runs of the caller without results, newest first. They are few.
func (s *Service) Runs(ctx context.Context, by *auth.Identity) (_ []*View, err error) {
	defer errs.Wrap(&err, "toolrun.Runs")
	list, err := s.store.RunsOf(ctx, by.User.ID)
	if err != nil {
		return nil, err
	}
	return s.views(ctx, list...)
}

func (s *Service) views(ctx context.Context, list ...*Run) ([]*View, error) {
	ids := make([]string, len(list))
	for i, r := range list {
		ids[i] = r.JobID
	}
	jobs, err := job.Views(ctx, s.store, ids)
	if err != nil {
		return nil, err
	}
	out := make([]*View, len(list))
	for i, r := range list {
		out[i] = &View{Run: r, Job: jobs[r.JobID]}
	}
	return out, nil
}

// Looked returns a run of the caller that looked at a file, its facts about the rows, and the rows.
// errs.Conflict (no_results) until it is done.
func (s *Service) Looked(ctx context.Context, by *auth.Identity, id string) (_ *Run, _ Facts, _ *resultfile.File, err error) {
	defer errs.Wrap(&err, "toolrun.Looked(%q)", id)
	r, err := s.runFor(ctx, by, id)
	if err != nil {
		return nil, Facts{}, nil, err
	}
	if r.Task != Look || r.Status != Done {
		return nil, Facts{}, nil, errs.New(errs.Conflict, "no_results", "“%s” has not been looked at, so there are no results to show.", r.FileName)
	}
	facts, err := factsOf(r.Result)
	if err != nil {
		return nil, Facts{}, nil, err
	}
	key := ResultPrefix(r.ID, r.Attempt) + qc.FileClean
	rows, err := s.results.Get(ctx, key, func(ctx context.Context) (*resultfile.File, error) {
		return resultfile.OpenStored(ctx, s.blobs, key)
	})
	if errs.Is(err, errs.NotFound) {
		err = errs.Missing("file").Because(err)
	}
	return r, facts, rows, err
}

// Facts are the facts about the rows of a look that region views need.
type Facts struct {
	Build genome.Build         `json:"build"`
	Scale sumstats.EffectScale `json:"effect_scale"`
}

// Plot returns the data of a plot of a look. errs.NotFound when there is none.
func (s *Service) Plot(ctx context.Context, by *auth.Identity, id, name string) (_ []byte, err error) {
	defer errs.Wrap(&err, "toolrun.Plot(%q, %q)", id, name)
	r, err := s.runFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if r.Task != Look || r.Status != Done || name != "manhattan" && name != "qq" {
		return nil, errs.Missing("plot")
	}
	body, err := s.blobs.OpenRange(ctx, ResultPrefix(r.ID, r.Attempt)+name+".json", 0, -1)
	if errs.Is(err, errs.NotFound) {
		return nil, errs.Missing("plot").Because(err)
	}
	if err != nil {
		return nil, err
	}
	defer body.Close()
	return io.ReadAll(body)
}

// Download returns a file of a run of the caller.
func (s *Service) Download(ctx context.Context, by *auth.Identity, id, name string) (_ *file.Download, err error) {
	defer errs.Wrap(&err, "toolrun.Download(%q, %q)", id, name)
	r, err := s.runFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	for _, f := range r.Files {
		if f.Name != name {
			continue
		}
		key := ResultPrefix(r.ID, r.Attempt) + name
		return &file.Download{
			Name: stem(r.FileName) + "." + name, ContentType: contentType(name), Size: f.Size, Tag: r.ID + "-" + name, ModTime: *r.FinishedAt,
			OpenRange: file.Keyed(s.blobs.OpenRange, key),
		}, nil
	}
	return nil, errs.Missing("file")
}
