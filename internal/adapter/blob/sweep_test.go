package blob_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/platform/errs"
)

const day = 24 * time.Hour

// marks lists the keys in quarantine.
func marks(t *testing.T, b *blob.Bucket) string {
	t.Helper()
	var all []string
	must(t, b.Marks(t.Context(), func(m blob.Mark) error { all = append(all, m.Key); return nil }))
	return strings.Join(all, " ")
}

func testSweep(t *testing.T, b *blob.Bucket) {
	ctx, begin := t.Context(), time.Now().Add(2*time.Hour)
	for i := range 4 {
		put(t, b, fmt.Sprintf("u/%d", i), []byte("x"))
	}
	put(t, b, "v/0", []byte("of another prefix"))
	for _, step := range []struct {
		after           time.Duration
		young           bool
		keep            string
		marked, deleted int
		left, marks     string
	}{
		{0, true, "u/2", 0, 0, "u/0 u/1 u/2 u/3", ""},
		{0, false, "u/2", 3, 0, "u/0 u/1 u/2 u/3", "u/0 u/1 u/3"},
		{30*day - time.Second, false, "u/2", 0, 0, "u/0 u/1 u/2 u/3", "u/0 u/1 u/3"},
		{30*day - time.Second, false, "u/2 u/3", 0, 0, "u/0 u/1 u/2 u/3", "u/0 u/1"}, // a row names it again
		{30 * day, true, "u/2 u/3", 0, 0, "u/0 u/1 u/2 u/3", ""},
		{30 * day, false, "u/2 u/3", 2, 0, "u/0 u/1 u/2 u/3", "u/0 u/1"},
		{60 * day, false, "u/2", 1, 2, "u/2 u/3", "u/3"},
		{90*day - time.Second, false, "u/2", 0, 0, "u/2 u/3", "u/3"},
		{90 * day, false, "u/2", 0, 1, "u/2", ""},
	} {
		now := begin.Add(step.after)
		before := now
		if step.young {
			before = time.Now().Add(-time.Hour)
		}
		keep := func(_ context.Context, key string) (bool, error) { return strings.Contains(step.keep, key), nil }
		marked, deleted, err := b.Sweep(ctx, "u/", now, before, keep)
		if err != nil || marked != step.marked || deleted != step.deleted {
			t.Errorf("%+v: marked %d, deleted %d, %v", step, marked, deleted, err)
		}
		if left, in := keys(t, b, "u/"), marks(t, b); left != step.left || in != step.marks {
			t.Errorf("%+v: left %q, in quarantine %q", step, left, in)
		}
	}
	if got := keys(t, b, "v/"); got != "v/0" {
		t.Errorf("of another prefix: %q", got)
	}
}

func testIdentity(t *testing.T, b *blob.Bucket) {
	ctx := t.Context()
	for _, want := range []string{"", "abc", "def"} {
		if want != "" {
			must(t, b.SetIdentity(ctx, want))
		}
		if got, err := b.Identity(ctx); err != nil || got != want {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
	for _, want := range []blob.Head{{}, {Seq: 7, Hash: "h"}} {
		if want.Seq > 0 {
			must(t, b.SetHead(ctx, want))
		}
		if got, err := b.Head(ctx); err != nil || got != want {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	}
}

// none keeps no blob.
func none(context.Context, string) (bool, error) { return false, nil }

func inMemory(t *testing.T, blobs int) *blob.Bucket {
	t.Helper()
	b := open(t, "mem://")
	for i := range blobs {
		put(t, b, fmt.Sprintf("u/%03d", i), []byte("x"))
	}
	return b
}

// from keeps the blobs before a number.
func from(n int) func(context.Context, string) (bool, error) {
	return func(_ context.Context, key string) (bool, error) { return key < fmt.Sprintf("u/%03d", n), nil }
}

func TestASweepStaysWithinItsShare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		blobs, orphans int
		stops          bool
	}{{20, 20, false}, {21, 21, true}, {209, 20, false}, {209, 21, true}, {210, 21, false}, {210, 22, true}, {220, 22, false}} {
		b, now := inMemory(t, c.blobs), time.Now().Add(2*time.Hour)
		marked, deleted, err := b.Sweep(t.Context(), "u/", now, now, from(c.blobs-c.orphans))
		stopped, listing := b.StoppedSweeps(t.Context())
		must(t, listing)
		if c.stops {
			if !errs.Is(err, errs.Rule) || marked > 0 || marks(t, b) != "" || len(stopped) != 1 || stopped[0].Orphans != c.orphans ||
				stopped[0].Blobs != c.blobs {
				t.Errorf("%+v: marked %d, %v, %+v", c, marked, err, stopped)
			}
			continue
		}
		if err != nil || marked != c.orphans || deleted > 0 || len(stopped) > 0 {
			t.Errorf("%+v: marked %d, deleted %d, %v, %+v", c, marked, deleted, err, stopped)
		}
	}
}

func TestAnApprovedSweepGoesOnOnce(t *testing.T) {
	t.Parallel()
	ctx, b, now := t.Context(), inMemory(t, 100), time.Now().Add(2*time.Hour)
	sweep := func(after time.Duration, orphans, marked, deleted int, stops bool) {
		t.Helper()
		m, d, err := b.Sweep(ctx, "u/", now.Add(after), now, from(100-orphans))
		if m != marked || d != deleted || errs.Is(err, errs.Rule) != stops || err != nil && !stops {
			t.Errorf("marked %d, deleted %d, %v; want %d, %d", m, d, err, marked, deleted)
		}
	}
	approve := func(want int) {
		t.Helper()
		if list, err := b.Approve(ctx); err != nil || len(list) != want {
			t.Errorf("approved %+v, %v", list, err)
		}
	}
	approve(0)
	sweep(0, 50, 0, 0, true)
	approve(1)
	sweep(day, 51, 0, 0, true) // more than was approved
	approve(1)
	sweep(2*day, 51, 51, 0, false)
	sweep(3*day, 90, 0, 0, true) // the approval was for one sweep
	sweep(3*day, 51, 0, 0, false)
	if stopped, err := b.StoppedSweeps(ctx); err != nil || len(stopped) > 0 {
		t.Errorf("it waits still: %+v, %v", stopped, err)
	}
	sweep(32*day, 51, 0, 51, false) // the approval also covers the deletion
}

// TestManyAreNotDeletedAtOnce: blobs that came into quarantine day by day are not deleted in one
// sweep, as after a jump of the clock.
func TestManyAreNotDeletedAtOnce(t *testing.T) {
	t.Parallel()
	ctx, b, now := t.Context(), inMemory(t, 100), time.Now().Add(2*time.Hour)
	for d, orphans := range []int{15, 30} {
		_, _, err := b.Sweep(ctx, "u/", now.Add(time.Duration(d)*day), now, from(100-orphans))
		must(t, err)
	}
	if _, deleted, err := b.Sweep(ctx, "u/", now.Add(1000*day), now, from(70)); !errs.Is(err, errs.Rule) || deleted > 0 {
		t.Errorf("deleted %d, %v", deleted, err)
	}
	if n, err := b.Release(ctx); err != nil || n != 30 || marks(t, b) != "" {
		t.Errorf("released %d, %v", n, err)
	}
}

func TestNoSweepAtAStart(t *testing.T) {
	t.Parallel()
	before := time.Now()
	b := open(t, "mem://")
	for after, want := range map[time.Duration]bool{0: false, time.Hour - time.Second: false, time.Hour + time.Minute: true} {
		if got := b.MaySweep(before.Add(after)); got != want {
			t.Errorf("%s after it was opened: %v", after, got)
		}
	}
	if !b.MaySweep(time.Now().Add(time.Hour)) {
		t.Error("an hour later it may not")
	}
}

func TestASweepThatCannotAskChangesNothing(t *testing.T) {
	t.Parallel()
	b, now := inMemory(t, 3), time.Now().Add(2*time.Hour)
	_, _, err := b.Sweep(t.Context(), "u/", now, now, none)
	must(t, err)
	failing := func(_ context.Context, key string) (bool, error) {
		return false, map[bool]error{true: context.DeadlineExceeded}[key == "u/002"]
	}
	if _, deleted, err := b.Sweep(t.Context(), "u/", now.Add(99*day), now, failing); err == nil || deleted > 0 || keys(t, b, "u/") != "u/000 u/001 u/002" {
		t.Errorf("deleted %d, %v", deleted, err)
	}
}
