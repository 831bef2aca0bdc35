package operation_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/operation"
)

// cellar is two servers with the same schedule of backups, every six hours.
type cellar struct {
	t            *testing.T
	now          time.Time
	store        operation.ScheduleStore
	north, south *operation.Backups
	makers       []string // hosts that made a backup, in order
	mails        []string
	fail         error
}

func newCellar(t *testing.T) *cellar {
	c := &cellar{t: t, now: storetest.Epoch, store: storetest.OpenSQLite(t).Operation()}
	c.north, c.south = c.server("north"), c.server("south")
	return c
}

func (c *cellar) server(host string) *operation.Backups {
	ids := 0
	return &operation.Backups{
		Store: c.store, Host: host, Log: slog.New(slog.DiscardHandler),
		Schedule: operation.Schedule{Place: "/b", Every: 6 * time.Hour, Keep: 2},
		NewID:    func() string { ids++; return fmt.Sprint(host, ids) },
		Now:      func() time.Time { return c.now },
		Make: func(context.Context) (*operation.Backup, error) {
			c.makers = append(c.makers, host)
			return &operation.Backup{ID: host, At: c.now, Bytes: 7, ReadBack: true}, c.fail
		},
		Mail: func(_ context.Context, subject, text string) error {
			c.mails = append(c.mails, subject+": "+text)
			return nil
		},
	}
}

// look lets both servers look after a while, and compares who made a backup with want.
func (c *cellar) look(after time.Duration, want string) {
	c.t.Helper()
	c.now, c.makers = c.now.Add(after), nil
	must(c.t, c.north.Look(c.t.Context()))
	must(c.t, c.south.Look(c.t.Context()))
	if got := strings.Join(c.makers, " "); got != want {
		c.t.Errorf("after %s %q made a backup, want %q", after, got, want)
	}
}

func (c *cellar) state() operation.Schedule {
	c.t.Helper()
	list, err := c.store.Schedules(c.t.Context())
	must(c.t, err)
	if len(list) != 1 {
		c.t.Fatalf("%d schedules", len(list))
	}
	return list[0]
}

// Of two servers one makes each backup, when it is due.
func TestOneServerMakesEachBackup(t *testing.T) {
	t.Parallel()
	c := newCellar(t)
	c.look(0, "north")
	c.look(6*time.Hour-time.Second, "")
	c.look(time.Second, "north")
	newest, err := c.store.NewestBackup(t.Context())
	must(t, err)
	if want := (operation.Backup{Place: "/b", ID: "north", At: c.now, Bytes: 7, ReadBack: true}); *newest != want {
		t.Errorf("%+v, want %+v", newest, want)
	}
	c.north.Schedule.Every, c.south.Schedule.Every = time.Hour, time.Hour // a shorter interval counts from now
	c.look(0, "")
	c.look(time.Hour, "north")
	if len(c.mails) != 0 {
		t.Errorf("mails: %q", c.mails)
	}
}

// A restart makes no backup before it is due, and does not wait longer either.
func TestARestartKeepsTheTimeOfTheNextBackup(t *testing.T) {
	t.Parallel()
	c := newCellar(t)
	c.look(0, "north")
	c.north, c.south = c.server("north"), c.server("south")
	c.look(5*time.Hour, "")
	c.look(time.Hour, "north")
}

// A failed backup is tried again after an hour. Administrators get one mail a day, until one succeeds.
func TestAFailedBackupIsTriedAgainAndMailed(t *testing.T) {
	t.Parallel()
	c := newCellar(t)
	c.fail = errors.New("no space left.")
	c.look(0, "north")
	if len(c.mails) != 1 || !strings.Contains(c.mails[0], "There is no backup") || !strings.Contains(c.mails[0], "no space left") {
		t.Errorf("mails: %q", c.mails)
	}
	c.look(time.Hour-time.Second, "")
	c.look(time.Second, "north")
	if s := c.state(); s.FailedAt == nil || !s.FailedAt.Equal(c.now) || s.Cause != "no space left." {
		t.Errorf("%+v", s)
	}
	for range 22 {
		c.look(time.Hour, "north")
	}
	if len(c.mails) != 1 {
		t.Errorf("%d mails in the first day", len(c.mails))
	}
	c.look(time.Hour, "north")
	if len(c.mails) != 2 {
		t.Errorf("%d mails after a day", len(c.mails))
	}
	c.fail = nil
	c.look(time.Hour, "north")
	if s := c.state(); s.FailedAt != nil || s.Cause != "" || len(c.mails) != 2 {
		t.Errorf("after a success: %+v, %d mails", s, len(c.mails))
	}
	c.fail = errors.New("again.")
	c.look(6*time.Hour, "north")
	if len(c.mails) != 3 || !strings.Contains(c.mails[2], "The last backup failed") {
		t.Errorf("the next failure: %q", c.mails)
	}
}

// A server that dies during a backup is replaced when its heartbeats stop, and not before.
func TestABackupOfADeadServerIsTakenOver(t *testing.T) {
	t.Parallel()
	c := newCellar(t)
	must(t, c.store.PutSchedule(t.Context(), &operation.Schedule{Place: "/b", Every: 6 * time.Hour, SeenAt: c.now, NextAt: c.now}, c.now.Add(time.Hour)))
	if mine, err := c.store.ClaimBackup(t.Context(), "/b", "dead", "dead", c.now, c.now.Add(2*time.Minute)); !mine || err != nil {
		t.Fatalf("%v, %v", mine, err)
	}
	if s := c.state(); s.HeldUntil == nil || s.Host != "dead" {
		t.Errorf("%+v", s)
	}
	c.look(2*time.Minute, "")
	c.look(time.Second, "north")
	if err := c.store.EndBackup(t.Context(), "/b", "dead", c.now, c.now, ""); err == nil {
		t.Error("the dead server ended the backup of another")
	}
}

// A server whose claim was taken over stops its backup.
func TestABackupStopsWhenAnotherServerHasIt(t *testing.T) {
	t.Parallel()
	c := newCellar(t)
	var stopped atomic.Bool
	c.north.Beat = time.Millisecond
	c.north.Make = func(ctx context.Context) (*operation.Backup, error) {
		s := c.state()
		if err := c.store.EndBackup(t.Context(), "/b", "north1", c.now, c.now, "taken"); err != nil {
			return nil, err
		}
		if mine, err := c.store.ClaimBackup(t.Context(), "/b", "other", "other", c.now, c.now.Add(time.Minute)); !mine || err != nil {
			return nil, fmt.Errorf("%+v: %v, %w", s, mine, err)
		}
		select {
		case <-ctx.Done():
			stopped.Store(true)
		case <-time.After(10 * time.Second):
		}
		return nil, ctx.Err()
	}
	if err := c.north.Look(t.Context()); err == nil || !stopped.Load() {
		t.Errorf("it went on: %v", err)
	}
	if s := c.state(); s.Host != "other" || s.HeldUntil == nil {
		t.Errorf("%+v", s)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
