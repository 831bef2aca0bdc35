package job

import (
	"context"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// Canceller is the domain of a kind of job, which knows who may cancel it and what ends with it.
type Canceller interface {
	// CancelJob cancels a job that the caller sees; errs.Forbidden when they may
	// not. See Cancel for what cancelling means.
	CancelJob(ctx context.Context, by *auth.Identity, j *Job) error
}

// Viewer is a Canceller whose jobs are also visible to callers that may see their subjects.
type Viewer interface {
	// SeesJob is called for callers of the job's area only.
	SeesJob(ctx context.Context, by *auth.Identity, j *Job) (bool, error)
}

// Service shows the jobs of every domain to callers that may see them.
type Service struct {
	store      Store
	cancellers map[string]Canceller
}

// NewService returns a service; cancellers are the domains by kind of job.
func NewService(store Store, cancellers map[string]Canceller) *Service {
	return &Service{store: store, cancellers: cancellers}
}

// Job returns a job that the caller may see, errs.NotFound otherwise.
func (s *Service) Job(ctx context.Context, by *auth.Identity, id string) (*View, error) {
	j, err := s.jobFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return ViewOf(j), nil
}

func (s *Service) jobFor(ctx context.Context, by *auth.Identity, id string) (*Job, error) {
	j, err := s.store.Job(ctx, id)
	if errs.Is(err, errs.NotFound) {
		return nil, errs.Missing("job").Because(err)
	}
	if err != nil || Sees(by, j) {
		return j, err
	}
	domain, asks := s.cancellers[j.Kind].(Viewer)
	if !asks || !by.In(j.Area) {
		return nil, errs.Missing("job")
	}
	seen, err := domain.SeesJob(ctx, by, j)
	if err == nil && !seen {
		err = errs.Missing("job")
	}
	return j, err
}

// ChangedSince lists jobs of all owners that changed after t, oldest change first, for a stream
// that filters by Sees.
func (s *Service) ChangedSince(ctx context.Context, t time.Time, limit int) ([]*View, error) {
	list, err := s.store.JobsChangedSince(ctx, t, limit)
	if err != nil {
		return nil, err
	}
	out := make([]*View, len(list))
	for i, j := range list {
		out[i] = ViewOf(j)
	}
	return out, nil
}

// Cancel lets the domain of a job cancel it, and returns the job after that.
func (s *Service) Cancel(ctx context.Context, by *auth.Identity, id string) (_ *View, err error) {
	defer errs.Wrap(&err, "job.Cancel(%q)", id)
	j, err := s.jobFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	domain, known := s.cancellers[j.Kind]
	if !known {
		return nil, errs.New(errs.Conflict, "cannot_cancel", "This server cannot cancel jobs of the kind %s.", j.Kind)
	}
	if err := domain.CancelJob(ctx, by, j); err != nil {
		return nil, err
	}
	return s.Job(ctx, by, id)
}

// Views returns jobs with their remaining times by id; absent ones are left out.
func Views(ctx context.Context, store Store, ids []string) (map[string]*View, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	list, err := store.JobsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[string]*View, len(list))
	for _, j := range list {
		out[j.ID] = ViewOf(j)
	}
	return out, nil
}
