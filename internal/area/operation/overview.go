package operation

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"cohortium/internal/area/setup"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/cache"
	"cohortium/internal/platform/errs"
)

// Overview is the state of the installation.
type Overview struct {
	At        time.Time
	Needs     []Need // the worst first
	Numbers   Numbers
	Processes []Process
	Jobs      []QueuedJob // waiting and running, oldest first, at most jobsShown
	GivenUp   []QueuedJob // newest first, at most jobsShown
	Problems  []Problem   // newest first
	Storage   Storage
	Mail      Mail
	Backup    BackupState
	Versions  Versions
	// CertificateEnds is when that of the answering server ends; nil without one.
	CertificateEnds *time.Time
}

// Numbers are the numbers above the rest.
type Numbers struct {
	Queued       int64      `json:"queued"`
	Running      int64      `json:"running"`
	OldestQueued *time.Time `json:"oldest_queued,omitempty"` // nil when no job waits
	Errors       int64      `json:"errors"`                  // in the last 24 hours
	SignedIn     int64      `json:"signed_in"`               // accounts active in the last 15 minutes
	Accounts     int64      `json:"accounts"`
	ToReview     int64      `json:"to_review"` // submissions
}

// Storage is the content of the file store, as it was measured.
type Storage struct {
	At    time.Time `json:"at"`
	Bytes int64     `json:"bytes"` // sum of Kinds
	Files int64     `json:"files"` // sum of Kinds
	Kinds []Stored  `json:"kinds"` // the largest first
}

// Stored is the files of one kind.
type Stored struct {
	Kind  string `json:"kind"` // see Kinds
	Bytes int64  `json:"bytes"`
	Files int64  `json:"files"`
}

// Mail is how mail is sent.
type Mail struct {
	Server   string     `json:"server,omitempty"`    // host and sender, "" when no mail is sent
	Tested   bool       `json:"tested"`              // the server took a test mail
	FailedAt *time.Time `json:"failed_at,omitempty"` // the last mail was not sent then
	Cause    string     `json:"cause,omitempty"`
}

const (
	jobsShown     = 50
	activeWithin  = 15 * time.Minute
	expiresWithin = 6 * time.Hour // an invitation is for a day, unless the inviter chose otherwise
	errorsWithin  = 24 * time.Hour
	sizesAge      = 5 * time.Minute // a walk over a large store takes seconds
)

// kept is the last measurement of the file store.
type kept = *cache.Cache[string, Storage]

// New returns a service.
func New(d Deps) *Service {
	return &Service{Deps: d, sizes: cache.New[string, Storage](1, sizesAge, d.Now)}
}

// Overview measures the installation for an administrator on an origin, see setup.Service.Steps.
func (s *Service) Overview(ctx context.Context, by *auth.Identity, origin string) (_ *Overview, err error) {
	defer errs.Wrap(&err, "operation.Overview")
	o := &Overview{At: s.Now(), Versions: s.Versions}
	if o.Processes, err = s.processes(ctx, o.At); err != nil {
		return nil, err
	}
	if o.Jobs, err = s.Store.UnfinishedJobs(ctx, jobsShown); err != nil {
		return nil, err
	}
	if o.GivenUp, err = s.Store.JobsGivenUp(ctx, o.At.Add(-problemsAge), jobsShown); err != nil {
		return nil, err
	}
	if o.Problems, err = s.Store.Problems(ctx); err != nil {
		return nil, err
	}
	if o.Storage, err = s.sizes.Get(ctx, "", s.measure); err != nil {
		return nil, err
	}
	if s.Certificate != nil {
		if ends, known := s.Certificate(); known {
			o.CertificateEnds = &ends
		}
	}
	if o.Backup, err = BackupsOf(ctx, s.Store, ""); err != nil {
		return nil, err
	}
	counts, err := s.Store.Counts(ctx, o.At, o.At.Add(-activeWithin), o.At.Add(expiresWithin))
	if err != nil {
		return nil, err
	}
	if o.Numbers, err = s.numbers(ctx, by, o, counts); err != nil {
		return nil, err
	}
	steps, err := s.Setup.Steps(ctx, by, origin)
	if err != nil {
		return nil, err
	}
	o.Mail = s.mail(o.Problems, steps)
	o.Needs, err = s.needs(ctx, by, o, counts, steps)
	return o, err
}

// processes lists the processes. One that stopped without notice counts as replaced once another of
// its kind and host has started since.
func (s *Service) processes(ctx context.Context, at time.Time) ([]Process, error) {
	list, err := s.Store.Processes(ctx)
	for i := range list {
		list[i].Alive = at.Sub(list[i].SeenAt) < DeadAfter
	}
	return slices.DeleteFunc(list, func(p Process) bool {
		return !p.Alive && slices.ContainsFunc(list, func(q Process) bool {
			return q.Host == p.Host && q.Kind == p.Kind && q.StartedAt.After(p.SeenAt)
		})
	}), err
}

func (s *Service) numbers(ctx context.Context, by *auth.Identity, o *Overview, c Counts) (n Numbers, err error) {
	accounts, err := s.Accounts.Accounts(ctx, by, auth.AccountQuery{States: []auth.AccountState{auth.StateActive}, Limit: 1})
	if err != nil {
		return n, err
	}
	n = Numbers{Queued: c.Queued, Running: c.Running, SignedIn: c.SignedIn, Accounts: accounts.Total, ToReview: c.ToReview}
	for _, j := range o.Jobs {
		if j.StartedAt == nil && (n.OldestQueued == nil || j.CreatedAt.Before(*n.OldestQueued)) {
			n.OldestQueued = &j.CreatedAt
		}
	}
	for _, p := range o.Problems {
		if o.At.Sub(p.LastAt) < errorsWithin {
			n.Errors += p.Times
		}
	}
	return n, nil
}

// Kinds names the kinds of stored files by the first folder of their keys.
func Kinds() map[string]string {
	return map[string]string{
		"uploads":  "uploads",
		"hermes":   "results",
		"datasets": "datasets",
		"sgc":      "sgc",
		"indexes":  "indexes",
		"tables":   "pages",
		"pages":    "pages",
		"tools":    "tools",
	}
}

// Other is the kind of files that no area has, such as marks of the quarantine.
const Other = "other"

func (s *Service) measure(ctx context.Context) (Storage, error) {
	out := Storage{At: s.Now()}
	sums := make(map[string]*Stored)
	names := Kinds()
	err := s.Files.Sizes(ctx, func(key string, size int64) error {
		folder, _, _ := strings.Cut(key, "/")
		kind := cmp.Or(names[folder], Other)
		if sums[kind] == nil {
			sums[kind] = &Stored{Kind: kind}
		}
		sums[kind].Files++
		sums[kind].Bytes += size
		return nil
	})
	out.Kinds = []Stored{}
	for _, k := range sums {
		out.Kinds, out.Bytes, out.Files = append(out.Kinds, *k), out.Bytes+k.Bytes, out.Files+k.Files
	}
	slices.SortFunc(out.Kinds, func(a, b Stored) int { return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), strings.Compare(a.Kind, b.Kind)) })
	return out, err
}

func (s *Service) mail(problems []Problem, steps []setup.Step) Mail {
	m := Mail{Server: s.MailServer}
	for _, step := range steps {
		if step.Key == setup.StepMail {
			m.Tested = step.Done
		}
	}
	for _, p := range problems {
		if p.Message == MailFailed && !p.Settled {
			m.FailedAt, m.Cause = &p.LastAt, p.Cause
			break
		}
	}
	return m
}
