package blob

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"time"

	"cohortium/internal/platform/errs"
)

// Quarantine is how long a blob without a row stays, from the sweep that found it.
const Quarantine = 30 * 24 * time.Hour

// sweepAfter is how long after Open a sweep may look for orphans: never at a start.
const sweepAfter = time.Hour

// A sweep that would mark or delete more blobs than sweepAtOnce, and more than
// one in sweepShare of those under its prefix, stops until Approve is called.
const (
	sweepAtOnce = 20
	sweepShare  = 10
)

// Keys of the notes of sweeps. A mark is under marksPrefix and the key of its blob, which stays in
// place and readable.
const (
	marksPrefix    = "quarantine/"
	stoppedPrefix  = "sweeps/stopped/"
	approvedPrefix = "sweeps/approved/"
	stateName      = "state" // of the sweep of a prefix
)

// Mark is a note on a blob without a row.
type Mark struct {
	Key      string    `json:"-"`
	Since    time.Time `json:"since"`              // of the sweep that found it
	Approved bool      `json:"approved,omitempty"` // an administrator approved the sweep
}

// Stopped is a sweep that would exceed its share.
type Stopped struct {
	Prefix  string    `json:"prefix"`
	At      time.Time `json:"at"`
	Orphans int       `json:"orphans"` // that would be marked or deleted
	Blobs   int       `json:"blobs"`   // under the prefix
}

// MaySweep reports whether the bucket has been open for long enough.
func (b *Bucket) MaySweep(now time.Time) bool { return now.Sub(b.opened) >= sweepAfter }

// KeepOrphans sets how long orphans stay; the default is Quarantine.
func (b *Bucket) KeepOrphans(d time.Duration) { b.quarantine = d }

// Sweep searches for orphans: blobs under a prefix that were written before a time and that keep
// does not know. It marks each when it finds it, deletes it when the mark is as old as the
// quarantine, and removes the mark when keep knows the blob again. It returns how many it marked
// and deleted. errs.Rule (many_orphans) when that would be more than the share; nothing is changed
// then. before must be early enough for writers that have stored a blob but not yet its row.
func (b *Bucket) Sweep(
	ctx context.Context,
	prefix string,
	now, before time.Time,
	keep func(ctx context.Context, key string) (bool, error),
) (marked, deleted int, err error) {
	defer errs.Wrap(&err, "blob.Sweep(%q)", prefix)
	total, orphans, err := b.orphans(ctx, prefix, before, keep)
	if err != nil {
		return 0, 0, err
	}
	marks, err := b.marksOf(ctx, prefix)
	if err != nil {
		return 0, 0, err
	}
	found := map[string]bool{}
	var fresh, due []string
	unapproved := 0
	for _, key := range orphans {
		found[key] = true
		m, known := marks[key]
		if !known {
			fresh, m = append(fresh, key), Mark{Since: now}
		}
		if now.Sub(m.Since) < b.quarantine {
			continue
		}
		due = append(due, key)
		if known && !m.Approved {
			unapproved++
		}
	}
	approved, err := b.mayTake(ctx, Stopped{Prefix: prefix, At: now.UTC(), Orphans: max(len(fresh), unapproved), Blobs: total})
	if err != nil {
		return 0, 0, err
	}
	for _, key := range fresh {
		if err := b.putJSON(ctx, marksPrefix+key, Mark{Since: now.UTC(), Approved: approved}); err != nil {
			return 0, 0, err
		}
	}
	for _, key := range due {
		if err := b.Delete(ctx, key); err != nil {
			return len(fresh), deleted, err
		}
		found[key], marks[key] = false, Mark{}
		deleted++
	}
	return len(fresh), deleted, b.unmark(ctx, marks, found)
}

// orphans counts the blobs under a prefix and lists those that keep does not know.
func (b *Bucket) orphans(
	ctx context.Context,
	prefix string,
	before time.Time,
	keep func(ctx context.Context, key string) (bool, error),
) (total int, keys []string, err error) {
	err = b.List(ctx, prefix, func(o Object) error {
		total++
		if !o.ModTime.Before(before) {
			return nil
		}
		known, err := keep(ctx, o.Key)
		if err == nil && !known {
			keys = append(keys, o.Key)
		}
		return err
	})
	return total, keys, err
}

// unmark removes the marks of blobs that are not orphans.
func (b *Bucket) unmark(ctx context.Context, marks map[string]Mark, orphans map[string]bool) error {
	for key := range marks {
		if orphans[key] {
			continue
		}
		if err := b.remove(ctx, marksPrefix+key); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bucket) marksOf(ctx context.Context, prefix string) (map[string]Mark, error) {
	marks := map[string]Mark{}
	err := b.List(ctx, marksPrefix+prefix, func(o Object) error {
		m := Mark{Key: strings.TrimPrefix(o.Key, marksPrefix)}
		err := b.getJSON(ctx, o.Key, &m)
		if err == nil {
			marks[m.Key] = m
		}
		return ignoreMissing(err)
	})
	return marks, err
}

// mayTake limits a sweep to its share, unless an administrator approved at least as many.
func (b *Bucket) mayTake(ctx context.Context, s Stopped) (approved bool, err error) {
	stopped, word := stoppedPrefix+s.Prefix+stateName, approvedPrefix+s.Prefix+stateName
	if s.Orphans <= sweepAtOnce || s.Orphans*sweepShare <= s.Blobs {
		return false, b.remove(ctx, stopped)
	}
	var allowed Stopped
	if err := ignoreMissing(b.getJSON(ctx, word, &allowed)); err != nil {
		return false, err
	}
	if s.Orphans <= allowed.Orphans {
		return true, b.remove(ctx, word)
	}
	if err := b.putJSON(ctx, stopped, s); err != nil {
		return false, err
	}
	return false, errs.New(errs.Rule, "many_orphans",
		"No row of the database names %d of the %d files under %s, so none was put into quarantine or deleted. "+
			"Check that the database is the right one. If it is, run cohortium store approve.", s.Orphans, s.Blobs, s.Prefix)
}

// Marks calls fn for every blob in quarantine, in the order of their keys.
func (b *Bucket) Marks(ctx context.Context, fn func(Mark) error) (err error) {
	defer errs.Wrap(&err, "blob.Marks")
	return b.List(ctx, marksPrefix, func(o Object) error {
		m := Mark{Key: strings.TrimPrefix(o.Key, marksPrefix)}
		if err := b.getJSON(ctx, o.Key, &m); err != nil {
			return ignoreMissing(err)
		}
		return fn(m)
	})
}

// Release removes all marks, so that the quarantine of each orphan begins again with the
// next sweep, and returns how many there were.
func (b *Bucket) Release(ctx context.Context) (n int, err error) {
	defer errs.Wrap(&err, "blob.Release")
	err = b.List(ctx, marksPrefix, func(o Object) error { n++; return b.remove(ctx, o.Key) })
	return n, err
}

// StoppedSweeps lists the sweeps that wait for an administrator.
func (b *Bucket) StoppedSweeps(ctx context.Context) (list []Stopped, err error) {
	defer errs.Wrap(&err, "blob.StoppedSweeps")
	err = b.List(ctx, stoppedPrefix, func(o Object) error {
		var s Stopped
		if err := b.getJSON(ctx, o.Key, &s); err != nil {
			return ignoreMissing(err)
		}
		list = append(list, s)
		return nil
	})
	return list, err
}

// Held returns the number of blobs in quarantine and of sweeps that wait for an administrator.
func (b *Bucket) Held(ctx context.Context) (orphans, stopped int, err error) {
	defer errs.Wrap(&err, "blob.Held")
	for prefix, n := range map[string]*int{marksPrefix: &orphans, stoppedPrefix: &stopped} {
		if err := b.List(ctx, prefix, func(Object) error { *n++; return nil }); err != nil {
			return 0, 0, err
		}
	}
	return orphans, stopped, nil
}

// Approve lets each stopped sweep take as many orphans as it found, once, and returns
// those sweeps.
func (b *Bucket) Approve(ctx context.Context) (list []Stopped, err error) {
	defer errs.Wrap(&err, "blob.Approve")
	list, err = b.StoppedSweeps(ctx)
	for _, s := range list {
		if err := b.putJSON(ctx, approvedPrefix+s.Prefix+stateName, s); err != nil {
			return nil, err
		}
		if err := b.remove(ctx, stoppedPrefix+s.Prefix+stateName); err != nil {
			return nil, err
		}
	}
	return list, err
}

func (b *Bucket) putJSON(ctx context.Context, key string, v any) error {
	content, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return b.putText(ctx, key, string(content))
}

func (b *Bucket) putText(ctx context.Context, key, text string) error {
	_, _, err := b.put(ctx, key, strings.NewReader(text))
	return err
}

func (b *Bucket) getJSON(ctx context.Context, key string, v any) error {
	content, err := b.getText(ctx, key)
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(content), v)
}

// noteBytes exceeds the size of any mark, sweep note or identity.
const noteBytes = 4096

func (b *Bucket) getText(ctx context.Context, key string) (string, error) {
	r, err := b.OpenRange(ctx, key, 0, noteBytes)
	if err != nil {
		return "", err
	}
	content, err := io.ReadAll(r)
	if closing := r.Close(); err == nil {
		err = closing
	}
	return string(content), problem(err)
}

func ignoreMissing(err error) error {
	if errs.Is(err, errs.NotFound) {
		return nil
	}
	return err
}
