package operation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"cohortium/internal/area/hermes"
	"cohortium/internal/area/setup"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/phrase"
)

// Level is how bad it is.
type Level string

// The levels, the worst first.
const (
	Fail Level = "fail" // something does not work
	Warn Level = "warn" // something will not work, or a person waits
	Todo Level = "todo" // a first step is open
)

// Need is something that needs an administrator.
type Need struct {
	Key    string        `json:"key"` // never changes
	Level  Level         `json:"level"`
	Title  string        `json:"title"`
	Fact   string        `json:"fact"` // the cause, in sentences
	Action *setup.Action `json:"action,omitempty"`
}

// Free bytes of a data folder. A job needs several times the size of its file.
const (
	DiskLow  = 10e9
	DiskFull = 2e9
)

// help leads to the document for administrators.
func help() *setup.Action {
	return &setup.Action{Label: "What to do", Address: "/help/howto-administrator"}
}

// needs lists what needs an administrator, the worst first; within a level in this order.
func (s *Service) needs(ctx context.Context, by *auth.Identity, o *Overview, c Counts, steps []setup.Step) (needs []Need, err error) {
	needs = append(needs, s.storage(ctx)...)
	needs = append(needs, s.machines(o)...)
	resting, err := s.resting(ctx, o.At)
	if err != nil {
		return nil, err
	}
	needs = append(needs, resting...)
	needs = append(needs, s.disks(o.Processes)...)
	needs = append(needs, jobs(o, c)...)
	if m := o.Mail; m.FailedAt != nil {
		needs = append(needs, Need{"mail-failing", Fail, "Mail is not sent", fmt.Sprintf("%s: %s", s.MailServer, m.Cause),
			&setup.Action{Label: "Test the mail server", TestMail: true}})
	}
	needs = append(needs, o.Backup.needs(o.At)...)
	needs = append(needs, certificate(o)...)
	held, err := s.quarantine(ctx)
	if err != nil {
		return nil, err
	}
	needs = append(needs, held...)
	waiting, err := s.people(ctx, by, c)
	if err != nil {
		return nil, err
	}
	needs = append(needs, waiting...)
	for _, step := range steps {
		if !step.Done {
			needs = append(needs, Need{step.Key, Todo, step.Title, step.Fact, step.Action})
		}
	}
	order := []Level{Fail, Warn, Todo}
	slices.SortStableFunc(needs, func(a, b Need) int { return slices.Index(order, a.Level) - slices.Index(order, b.Level) })
	return needs, nil
}

func (s *Service) storage(ctx context.Context) []Need {
	err := s.Ready(ctx)
	if err == nil {
		return nil
	}
	title := "Database or file store does not answer"
	switch errs.CodeOf(err) {
	case "read_only":
		title = "The database is read-only"
	case "disk_full":
		title = "The disk is full"
	}
	return []Need{{"storage", Fail, title, detail(err), help()}}
}

// detail is the sentence of an error for people.
func detail(err error) string {
	var known *errs.Error
	if errors.As(err, &known) {
		return known.Detail
	}
	return err.Error()
}

// machines reports processes that stopped without notice, and those of another version than this one.
func (s *Service) machines(o *Overview) (needs []Need) {
	for _, p := range o.Processes {
		switch {
		case !p.Alive:
			command := "cohortium serve"
			if p.Kind == Worker {
				command = "cohortium worker"
			}
			needs = append(needs, Need{"stopped-" + p.ID, Fail, fmt.Sprintf("The %s on %s does not answer", p.Kind, p.Host),
				fmt.Sprintf("Its last heartbeat was %s ago. Jobs that it ran continue elsewhere.", rounded(o.At.Sub(p.SeenAt))),
				&setup.Action{Label: "Start it again", Command: command}})
		case p.Version != s.Versions.Program:
			needs = append(needs, Need{"version-" + p.ID, Warn, fmt.Sprintf("The %s on %s runs another version", p.Kind, p.Host),
				fmt.Sprintf("It runs %s, this server %s. Install the same version on both.", p.Version, s.Versions.Program), help()})
		}
	}
	return needs
}

// resting reports machines that take no jobs because jobs failed on them.
func (s *Service) resting(ctx context.Context, at time.Time) (needs []Need, err error) {
	machines, err := s.Store.Machines(ctx)
	for _, m := range machines {
		if !m.Rests.After(at) {
			continue
		}
		needs = append(needs, Need{"rests-" + m.Host, Warn, fmt.Sprintf("The machine %s takes no jobs", m.Host), fmt.Sprintf(
			"%s Its jobs wait, or continue on other machines. It takes jobs again at %s UTC.", m.Reason, m.Rests.UTC().Format("15:04:05"),
		), help()})
	}
	return needs, err
}

// rounded writes a duration in its largest unit.
func rounded(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return phrase.Counted(int64(d.Seconds()), "second", "seconds")
	case d < 2*time.Hour:
		return phrase.Counted(int64(d.Minutes()), "minute", "minutes")
	}
	return phrase.Counted(int64(d.Hours()), "hour", "hours")
}

// disks reports each host once whose data folder is short of space.
func (s *Service) disks(processes []Process) (needs []Need) {
	var hosts []string
	for _, p := range processes {
		if !p.Alive || p.Disk.Free < 0 || p.Disk.Free >= DiskLow || slices.Contains(hosts, p.Host) {
			continue
		}
		hosts = append(hosts, p.Host)
		n := Need{"disk-" + p.Host, Warn, fmt.Sprintf("The disk of %s has %.1f GB left", p.Host, float64(p.Disk.Free)/1e9),
			"QC needs several times the size of a file. Delete files, or give the data folder more space.", help()}
		if p.Disk.Free < DiskFull {
			n.Level = Fail
		}
		needs = append(needs, n)
	}
	return needs
}

func jobs(o *Overview, c Counts) (needs []Need) {
	if n := int64(len(o.GivenUp)); n > 0 {
		first := o.GivenUp[0]
		needs = append(needs, Need{"jobs-failed", Fail, phrase.Counted(n, "job failed", "jobs failed"),
			"The newest: " + first.Error, &setup.Action{Label: "Show failed jobs", Address: "/admin#failed"}})
	}
	workers := int64(0)
	for _, p := range o.Processes {
		if p.Alive {
			workers += p.Workers
		}
	}
	if c.Queued > 0 && workers == 0 {
		needs = append(needs, Need{"no-workers", Fail, phrase.Counted(c.Queued, "job waits", "jobs wait") + " and no worker runs",
			"Start a worker, or start the server with --workers.", &setup.Action{Label: "Start a worker", Command: "cohortium worker"}})
	}
	return needs
}

// CertificateLate is the time before its end at which a certificate needs an administrator. One of
// ACME is renewed 30 days before.
const CertificateLate = 21 * 24 * time.Hour

func certificate(o *Overview) []Need {
	if o.CertificateEnds == nil || o.CertificateEnds.Sub(o.At) > CertificateLate {
		return nil
	}
	fact := "Replace the files of --tls-cert and --tls-key; the server reads them without a restart. With --acme, the log has why it was not renewed."
	left := o.CertificateEnds.Sub(o.At)
	if left <= 0 {
		return []Need{{"certificate", Fail, "The certificate has expired", "Browsers refuse this server. " + fact, help()}}
	}
	return []Need{{"certificate", Warn, "The certificate expires in " + phrase.Counted(int64(left.Hours()/24), "day", "days"), fact, help()}}
}

func (s *Service) quarantine(ctx context.Context) (needs []Need, err error) {
	orphans, stopped, err := s.Files.Held(ctx)
	if stopped > 0 {
		needs = append(needs, Need{"sweeps", Fail, "Clean-up of files has stopped",
			"The database does not know an unusual share of the stored files. Check that it is the right database.",
			&setup.Action{Label: "Once it is the right one, let it continue", Command: "cohortium store approve"}})
	}
	if orphans > 0 {
		needs = append(needs, Need{"quarantine", Warn, phrase.Counted(int64(orphans), "file is in quarantine", "files are in quarantine"),
			"The database does not know them. Each is deleted 30 days after it was found.",
			&setup.Action{Label: "List them", Command: "cohortium store orphans"}})
	}
	return needs, err
}

// people reports who waits for a decision.
func (s *Service) people(ctx context.Context, by *auth.Identity, c Counts) (needs []Need, err error) {
	requests, err := s.Accounts.AccessRequests(ctx, by, "")
	if err != nil {
		return nil, err
	}
	users := func(label string) *setup.Action { return &setup.Action{Label: label, Address: "/admin/users"} }
	if n := int64(len(requests)); n > 0 {
		needs = append(needs, Need{"access-requests", Warn, phrase.Counted(n, "person asks for access", "people ask for access"),
			"Invite them, or reject the request.", users("Decide")})
	}
	if n := c.InvitationsExpiring; n > 0 {
		needs = append(needs, Need{"invitations", Warn, phrase.Counted(n, "invitation expires", "invitations expire") + " within 6 hours",
			"Remind the invited users, or send the invitations again.", users("Show users")})
	}
	expired, err := s.Accounts.Accounts(ctx, by, auth.AccountQuery{States: []auth.AccountState{auth.StateExpired}, Limit: 1})
	if err != nil {
		return nil, err
	}
	if n := expired.Total; n > 0 {
		needs = append(needs, Need{"invitations-expired", Warn, phrase.Counted(n, "invitation has expired", "invitations have expired"),
			"Send the links again, or withdraw the invitations.", users("Show users")})
	}
	asked, err := s.Hermes.PhenotypeRequests(ctx, by)
	if err != nil {
		return nil, err
	}
	var open int64
	for _, r := range asked {
		if r.Status == hermes.Asked {
			open++
		}
	}
	if open > 0 {
		needs = append(needs, Need{"phenotype-requests", Warn, phrase.Counted(open, "phenotype is requested", "phenotypes are requested"),
			"Uploaders cannot submit until a reviewer decides.", &setup.Action{Label: "Decide", Address: "/hermes/phenotypes"}})
	}
	return needs, nil
}
