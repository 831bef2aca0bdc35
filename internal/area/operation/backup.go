package operation

import (
	"context"
	"fmt"
	"time"

	"cohortium/internal/area/setup"
)

// Backup is a complete backup.
type Backup struct {
	Place    string    `json:"place"` // folder or bucket, without parameters
	ID       string    `json:"id"`
	At       time.Time `json:"at"`
	Bytes    int64     `json:"bytes"`     // of the files in it
	ReadBack bool      `json:"read_back"` // every byte was read again after it was written
}

// BackupState is the newest backup and the schedule.
type BackupState struct {
	Newest   *Backup        `json:"newest,omitempty"`
	Schedule *ScheduleState `json:"schedule,omitempty"` // nil when no server makes backups by itself
}

// ScheduleState is a schedule as administrators see it.
type ScheduleState struct {
	Place        string     `json:"place"`
	EverySeconds int64      `json:"every_seconds"`
	Keep         int64      `json:"keep"`
	Encrypted    bool       `json:"encrypted"`
	NextAt       time.Time  `json:"next_at"`
	RunningSince *time.Time `json:"running_since,omitempty"` // nil when no backup is being made
	Host         string     `json:"host,omitempty"`          // that makes it, or made the last one
	FailedAt     *time.Time `json:"failed_at,omitempty"`     // of the last backup, nil after a success
	Cause        string     `json:"cause,omitempty"`
}

// BackupOld is the age at which the newest backup needs an administrator, without a schedule.
const BackupOld = 48 * time.Hour

// BackupsOf reads the newest backup, and the schedule of a place or, for "", the one last seen.
func BackupsOf(ctx context.Context, store interface {
	Schedules(ctx context.Context) ([]Schedule, error)
	NewestBackup(ctx context.Context) (*Backup, error)
}, place string,
) (state BackupState, err error) {
	if state.Newest, err = store.NewestBackup(ctx); err != nil {
		return state, err
	}
	list, err := store.Schedules(ctx)
	for _, s := range list {
		if state.Schedule != nil || place != "" && s.Place != place {
			continue
		}
		state.Schedule = &ScheduleState{
			Place: s.Place, EverySeconds: int64(s.Every.Seconds()), Keep: s.Keep, Encrypted: s.Encrypted, NextAt: s.NextAt, Host: s.Host,
			FailedAt: s.FailedAt, Cause: s.Cause,
		}
		if s.HeldUntil != nil {
			state.Schedule.RunningSince = s.StartedAt
		}
	}
	return state, err
}

// OldAfter is the age at which the newest backup needs an administrator: twice the interval.
func (b BackupState) OldAfter() time.Duration {
	if b.Schedule == nil {
		return BackupOld
	}
	return 2 * time.Duration(b.Schedule.EverySeconds) * time.Second
}

// needs reports that no backups are made, that the newest is old, or that the last one failed.
func (b BackupState) needs(at time.Time) []Need {
	s := b.Schedule
	failed, cause := s != nil && s.FailedAt != nil, ""
	if failed {
		cause = " The last attempt failed: " + s.Cause
	}
	make := &setup.Action{Label: "Make a backup", Command: "cohortium backup DIR"}
	switch {
	case b.Newest == nil && s == nil:
		return []Need{{"backup", Warn, "No backup is configured", "A failed disk would destroy all data. Set a folder or a bucket on another machine.",
			&setup.Action{Label: "Start the server with a backup folder", Command: "cohortium serve --backup-to DIR"}}}
	case b.Newest == nil && (failed || at.Sub(s.NextAt) > b.OldAfter()):
		return []Need{{"backup", Fail, "There is no backup", "No backup to " + s.Place + " has succeeded." + cause, make}}
	case b.Newest == nil:
		return nil // the first one is being made
	case at.Sub(b.Newest.At) > b.OldAfter():
		fact := fmt.Sprintf("It is %s in %s.", b.Newest.ID, b.Newest.Place)
		if failed {
			fact += cause
		} else {
			fact += " Check that the schedule of backups still runs, and make a new one."
		}
		return []Need{{"backup", Fail, "The newest backup is " + rounded(at.Sub(b.Newest.At)) + " old", fact, make}}
	case failed:
		return []Need{{"backup", Warn, "The last backup failed", fmt.Sprintf("%s The newest complete one is %s old. It is tried again at %s.",
			s.Cause, rounded(at.Sub(b.Newest.At)), s.NextAt.Format("15:04 UTC")), make}}
	}
	return nil
}
