package cache_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cohortium/internal/platform/cache"
	"cohortium/internal/platform/guard"
)

// source counts its requests.
type source struct {
	mu    sync.Mutex
	asked []string
}

func (s *source) of(key string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.asked = append(s.asked, key)
		return fmt.Sprintf("%s %d", key, len(s.asked)), nil
	}
}

func get(t *testing.T, c *cache.Cache[string, string], s *source, key, want string) {
	t.Helper()
	if got, err := c.Get(t.Context(), key, s.of(key)); err != nil || got != want {
		t.Errorf("%s is %q, %v; want %q", key, got, err, want)
	}
}

func TestThoseUsedLastStay(t *testing.T) {
	var s source
	c := cache.New[string, string](2, 0, nil)
	get(t, c, &s, "a", "a 1")
	get(t, c, &s, "b", "b 2")
	get(t, c, &s, "a", "a 1")
	get(t, c, &s, "c", "c 3") // b is the one not used for longest
	get(t, c, &s, "a", "a 1")
	get(t, c, &s, "b", "b 4")
	get(t, c, &s, "c", "c 5")
	if got := strings.Join(s.asked, " "); got != "a b c b c" {
		t.Errorf("asked for %s", got)
	}
}

func TestValuesWeighTogether(t *testing.T) {
	var s source
	// "a" and "b" weigh 1 + 3 each, "heavy" 5 + 7.
	c := cache.NewWeighing(11, func(key, value string) int { return len(key) + len(value) }, 0, nil)
	get(t, c, &s, "a", "a 1")
	get(t, c, &s, "b", "b 2")
	get(t, c, &s, "heavy", "heavy 3") // returned, and not kept
	get(t, c, &s, "heavy", "heavy 4")
	get(t, c, &s, "a", "a 1") // which it did not evict
	get(t, c, &s, "c", "c 5") // 12 together: b is dropped
	get(t, c, &s, "a", "a 1")
	get(t, c, &s, "c", "c 5")
	get(t, c, &s, "b", "b 6")
	if got := strings.Join(s.asked, " "); got != "a b heavy heavy c b" {
		t.Errorf("asked for %s", got)
	}
}

func TestValuesAreKeptForATime(t *testing.T) {
	var s source
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	c := cache.New[string, string](2, time.Minute, func() time.Time { return now })
	get(t, c, &s, "a", "a 1")
	now = now.Add(time.Minute - time.Nanosecond)
	get(t, c, &s, "a", "a 1") // being used does not make it younger
	now = now.Add(time.Nanosecond)
	get(t, c, &s, "a", "a 2")
	now = now.Add(-time.Second)
	get(t, c, &s, "a", "a 3")

	slow := func(ctx context.Context) (string, error) {
		defer func() { now = now.Add(time.Minute) }() // the time begins with the request
		return s.of("b")(ctx)
	}
	for _, want := range []string{"b 4", "b 5"} {
		if got, err := c.Get(t.Context(), "b", slow); err != nil || got != want {
			t.Errorf("%q, %v; want %s", got, err, want)
		}
	}
}

func TestErrorsAndPanicsAreNotKept(t *testing.T) {
	var s source
	c := cache.New[string, string](2, 0, nil)
	down := errors.New("down")
	if _, err := c.Get(t.Context(), "a", func(context.Context) (string, error) { return "x", down }); !errors.Is(err, down) {
		t.Error(err)
	}
	if _, err := c.Get(t.Context(), "a", func(context.Context) (string, error) { panic("boom") }); !guard.Panicked(err) {
		t.Error(err)
	}
	get(t, c, &s, "a", "a 1")
}

func TestWaitingCallersShareOneAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s source
		c := cache.New[string, string](2, 0, nil)
		slow := func(ctx context.Context) (string, error) {
			time.Sleep(time.Second)
			if ctx.Err() != nil {
				return "", ctx.Err()
			}
			return s.of("a")(ctx)
		}
		first, leave := context.WithCancel(t.Context())
		var wait sync.WaitGroup
		wait.Go(func() {
			if _, err := c.Get(first, "a", slow); !errors.Is(err, context.Canceled) {
				t.Errorf("who has gone is answered: %v", err)
			}
		})
		synctest.Wait()
		for range 100 {
			wait.Go(func() {
				if got, err := c.Get(t.Context(), "a", slow); err != nil || got != "a 1" {
					t.Errorf("%q, %v", got, err)
				}
			})
		}
		time.Sleep(time.Millisecond)
		leave() // the first to ask; the others still wait
		wait.Wait()
		get(t, c, &s, "a", "a 1")
	})
}

func TestNoCallerWaitsForAnAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s source
		c := cache.New[string, string](2, 0, nil)
		ended := false
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := c.Get(ctx, "a", func(ctx context.Context) (string, error) {
			<-ctx.Done()
			ended = true
			time.Sleep(time.Second)
			return "too late", nil
		})
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		get(t, c, &s, "a", "a 1") // asked again at once
		time.Sleep(2 * time.Second)
		synctest.Wait()
		get(t, c, &s, "a", "a 1")
		if !ended {
			t.Error("the work goes on though nobody waits for it")
		}
	})
}
