package auth

import (
	"context"
	"hash/fnv"
	"strings"
	"sync"
	"time"

	"cohortium/internal/errs"
)

// attemptWindow is how long a failed sign-in counts.
const attemptWindow = 24 * time.Hour

// limit slows down guesses under one key: free failures cost nothing, each one
// more doubles the wait from one second up to longest.
type limit struct {
	key     string
	free    int64
	longest time.Duration
}

// wait is how long after the latest of n failures the next try is refused.
func (l limit) wait(n int64) time.Duration {
	if n < l.free {
		return 0
	}
	d := time.Second
	for i := l.free; i < n && d < l.longest; i++ {
		d *= 2
	}
	return min(d, l.longest)
}

// limits are the keys under which a try for an account from an address counts.
// The pair of both is slowed from the fifth failure. The account as a whole is
// slowed much later and never for long, so that a stranger cannot lock its
// owner out for good; an address as a whole, which may hide a department, too.
func limits(userName, address string) []limit {
	account := "account:" + strings.ToLower(userName)
	return []limit{
		{key: account + "|" + address, free: 5, longest: 15 * time.Minute},
		{key: account, free: 25, longest: 2 * time.Minute},
		{key: "address:" + address, free: 50, longest: time.Minute},
	}
}

// stripes let one try at a time per account through, so that a thousand at once
// are counted like a thousand in a row.
type stripes [64]sync.Mutex

func (s *stripes) of(userName string) *sync.Mutex {
	h := fnv.New32a()
	h.Write([]byte(strings.ToLower(userName)))
	return &s[h.Sum32()%uint32(len(s))]
}

// RateLimited is the refusal of a try that came too soon.
type RateLimited struct {
	Refusal    *errs.Error
	RetryAfter time.Duration
}

// Error gives the sentence.
func (r *RateLimited) Error() string { return r.Refusal.Error() }

// Unwrap gives the error that people see.
func (r *RateLimited) Unwrap() error { return r.Refusal }

func (s *Service) slowDown(ctx context.Context, keys []limit) error {
	now := s.now()
	for _, l := range keys {
		n, err := s.store.CountAttempts(ctx, l.key, now.Add(-attemptWindow))
		if err != nil {
			return err
		}
		wait := l.wait(n)
		if wait == 0 {
			continue
		}
		// A try exactly at the end of the wait is in time.
		recent, err := s.store.CountAttempts(ctx, l.key, now.Add(time.Millisecond-wait))
		if err != nil {
			return err
		}
		if recent > 0 {
			return &RateLimited{
				Refusal:    errs.New(errs.RateLimited, "too_many_attempts", "Too many failed attempts. Please try again in %s.", spoken(wait)),
				RetryAfter: wait,
			}
		}
	}
	return nil
}

func spoken(d time.Duration) string {
	if d < 2*time.Second {
		return "a second"
	}
	return d.String()
}

func (s *Service) countFailure(ctx context.Context, keys []limit) error {
	now := s.now()
	for _, l := range keys {
		if err := s.store.AddAttempt(ctx, l.key, now); err != nil {
			return err
		}
	}
	return nil
}
