package operation

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"cohortium/internal/platform/errs"
)

// Schedule is backups that servers make by themselves in one place.
type Schedule struct {
	Place     string // folder or bucket, without parameters
	Every     time.Duration
	Keep      int64 // complete backups
	Encrypted bool
	SeenAt    time.Time // last heartbeat of a server with this schedule
	NextAt    time.Time
	Host      string // machine of the run that is being made, or of the last one
	StartedAt *time.Time
	HeldUntil *time.Time // nil when no run is being made
	FailedAt  *time.Time // of the last run, nil after a success
	Cause     string     // of the failure
}

// A run is taken over by another server when its heartbeats stop for backupLease.
const (
	backupLease = 2 * time.Minute
	backupBeat  = 20 * time.Second
	backupRetry = time.Hour      // after a failure, unless the interval is shorter
	mailEvery   = 24 * time.Hour // while backups fail
)

// ScheduleStore keeps schedules, and decides which server makes a run. Times are by the clock of Clock.
type ScheduleStore interface {
	Clock(ctx context.Context, local time.Time) (time.Time, error)
	// PutSchedule records that a server has a schedule. A new one is due at NextAt, a known one at its
	// own time, which is never after latest.
	PutSchedule(ctx context.Context, s *Schedule, latest time.Time) error
	Schedules(ctx context.Context) ([]Schedule, error) // last seen first
	// ClaimBackup reports whether the caller shall make the run of a place that is due.
	ClaimBackup(ctx context.Context, place, lease, host string, now, until time.Time) (bool, error)
	// HoldBackup renews a claim. errs.Conflict when another server has it.
	HoldBackup(ctx context.Context, place, lease string, now, until time.Time) error
	// EndBackup ends a run; the cause is "" for a success.
	EndBackup(ctx context.Context, place, lease string, now, next time.Time, cause string) error
	// ClaimBackupMail reports whether the caller shall send the mail about failures, the last of which
	// was sent at a time before.
	ClaimBackupMail(ctx context.Context, place string, now, before time.Time) (bool, error)
	PutBackup(ctx context.Context, b Backup) error
	NewestBackup(ctx context.Context) (*Backup, error)
}

// Backups makes backups by a schedule. Of the servers with the same place, one makes each of them.
type Backups struct {
	Store    ScheduleStore
	Schedule Schedule // Place, Every, Keep and Encrypted
	Host     string
	NewID    func() string
	Now      func() time.Time
	Log      *slog.Logger
	// Make makes a backup, reads it again, and removes those beyond Keep.
	Make func(ctx context.Context) (*Backup, error)
	// Mail sends a mail to the administrators.
	Mail func(ctx context.Context, subject, text string) error
	Beat time.Duration // 0 for backupBeat
}

// Run looks every minute whether a backup is due, until ctx ends.
func (b *Backups) Run(ctx context.Context) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		if err := b.Look(ctx); err != nil && ctx.Err() == nil {
			b.Log.ErrorContext(ctx, "the schedule of backups was not read", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Look makes a backup if one is due, and mails the administrators when backups fail or are old.
func (b *Backups) Look(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "operation.Backups(%s)", b.Schedule.Place)
	now, err := b.Store.Clock(ctx, b.Now())
	if err != nil {
		return err
	}
	s := b.Schedule
	newest, err := b.Store.NewestBackup(ctx)
	if err != nil {
		return err
	}
	s.SeenAt, s.NextAt = now, now
	if newest != nil && newest.Place == s.Place {
		s.NextAt = newest.At.Add(s.Every)
	}
	if err := b.Store.PutSchedule(ctx, &s, now.Add(s.Every)); err != nil {
		return err
	}
	lease := b.NewID()
	mine, err := b.Store.ClaimBackup(ctx, s.Place, lease, b.Host, now, now.Add(backupLease))
	if err != nil {
		return err
	}
	if mine {
		if err := b.run(ctx, lease, now); err != nil {
			return err
		}
	}
	return b.warn(ctx)
}

// run makes a backup that was claimed, and records how it ended.
func (b *Backups) run(ctx context.Context, lease string, started time.Time) error {
	s := b.Schedule
	made, err := b.held(ctx, lease)
	end := context.WithoutCancel(ctx)
	now, clock := b.Store.Clock(end, b.Now())
	if clock != nil {
		return errors.Join(err, clock)
	}
	if err != nil {
		if ctx.Err() != nil { // asked to stop: another server, or the next start, makes it
			return b.Store.EndBackup(end, s.Place, lease, now, now, "The server was stopped.")
		}
		b.Log.ErrorContext(ctx, "a backup failed", "place", s.Place, "err", err)
		return b.Store.EndBackup(end, s.Place, lease, now, now.Add(min(s.Every, backupRetry)), detail(err))
	}
	b.Log.InfoContext(ctx, "a backup was made", "place", s.Place, "backup", made.ID, "bytes", made.Bytes)
	made.Place = s.Place
	if err := b.Store.PutBackup(end, *made); err != nil {
		return err
	}
	next := started.Add(s.Every)
	if next.Before(now) {
		next = now
	}
	return b.Store.EndBackup(end, s.Place, lease, now, next, "")
}

// held makes a backup while it renews the claim, and stops when another server has it.
func (b *Backups) held(ctx context.Context, lease string) (*Backup, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		every := b.Beat
		if every == 0 {
			every = backupBeat
		}
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			now, err := b.Store.Clock(ctx, b.Now())
			if err == nil {
				err = b.Store.HoldBackup(ctx, b.Schedule.Place, lease, now, now.Add(backupLease))
			}
			if errs.Is(err, errs.Conflict) { // an unreachable database may come back before the lease ends
				stop(err)
			}
		}
	}()
	made, err := b.Make(ctx)
	if cause := context.Cause(ctx); err != nil && errs.Is(cause, errs.Conflict) {
		err = cause
	}
	return made, err
}

// warn mails the administrators once a day while backups fail or are old.
func (b *Backups) warn(ctx context.Context) error {
	now, err := b.Store.Clock(ctx, b.Now())
	if err != nil {
		return err
	}
	state, err := BackupsOf(ctx, b.Store, b.Schedule.Place)
	if err != nil || state.Schedule == nil {
		return err
	}
	needs := state.needs(now)
	if len(needs) == 0 {
		return nil
	}
	mine, err := b.Store.ClaimBackupMail(ctx, b.Schedule.Place, now, now.Add(-mailEvery))
	if err != nil || !mine {
		return err
	}
	text := fmt.Sprintf("%s. %s\n\nThis mail is sent once a day until a backup succeeds.\n", needs[0].Title, needs[0].Fact)
	if err := b.Mail(ctx, needs[0].Title, text); err != nil {
		b.Log.WarnContext(ctx, "administrators were not mailed about the backups", "err", err)
	}
	return nil
}
