package auth

import (
	"context"
	"errors"
	"hash/fnv"
	"sync"
	"time"

	"cohortium/internal/platform/errs"
)

// attemptWindow is how long a failed sign-in counts.
const attemptWindow = 24 * time.Hour

// limit slows down guesses under one key: free failures cost nothing, each one
// more doubles the wait from one second up to longest.
type limit struct {
	key     string
	free    int64
	longest time.Duration
	kept    bool // a success does not clear it
}

// wait returns how long after the latest of n failures the next try is refused.
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

// accountKey returns the key of all failures of an account from unknown places.
func accountKey(userName string) string { return "account:" + FoldName(userName) }

// ownLimit slows down the tries for an account from one place.
func ownLimit(userName, place string) limit {
	return limit{key: accountKey(userName) + "|" + place, free: 5, longest: 15 * time.Minute}
}

// limits returns the keys under which a try for an account counts. A place where the account has
// signed in before has a separate allowance, to which attempts elsewhere do not count. Everywhere
// else the pair of account and address is slowed from the fifth failure, the account as a whole
// much later and never for long, and so is an address as a whole, which may be shared by a
// department.
func (s *Service) limits(ctx context.Context, userName string, p place) ([]limit, error) {
	known, err := s.knownPlace(ctx, userName, p)
	if err != nil {
		return nil, err
	}
	if known != "" {
		return []limit{ownLimit(userName, known)}, nil
	}
	return []limit{
		ownLimit(userName, p.address()),
		{key: accountKey(userName), free: 25, longest: 2 * time.Minute},
		{key: p.address(), free: 50, longest: time.Minute, kept: true}, // a success must not clear it
	}, nil
}

// sessionLimits returns the limits of a signed-in person: attempts of strangers do not keep the
// owner from changing the account.
func sessionLimits(id *Identity) []limit {
	return []limit{ownLimit(id.User.UserName, "session:"+id.Session.ID)}
}

// stripes serialise the attempts of an account, so that a thousand at once count like a thousand in
// a row.
type stripes [64]sync.Mutex

func (s *stripes) of(userName string) *sync.Mutex {
	h := fnv.New32a()
	h.Write([]byte(FoldName(userName)))
	return &s[h.Sum32()%uint32(len(s))]
}

// RateLimited is the error for an attempt that came too soon.
type RateLimited struct {
	Refusal    *errs.Error
	RetryAfter time.Duration
}

// Error returns the sentence.
func (r *RateLimited) Error() string { return r.Refusal.Error() }

// Unwrap returns the error that people see.
func (r *RateLimited) Unwrap() error { return r.Refusal }

func (s *Service) slowDown(ctx context.Context, keys []limit) error {
	now := s.now()
	for _, l := range keys {
		n, err := s.store.CountAttempts(ctx, l.key, now.Add(-attemptWindow), now.Add(clockSlack))
		if err != nil {
			return err
		}
		wait := l.wait(n)
		if wait == 0 {
			continue
		}
		// A try exactly at the end of the wait is in time.
		recent, err := s.store.CountAttempts(ctx, l.key, now.Add(time.Millisecond-wait), now.Add(clockSlack))
		if err != nil {
			return err
		}
		if recent > 0 {
			return &RateLimited{
				Refusal:    errs.New(errs.RateLimited, "too_many_attempts", "Too many failed attempts. Try again in %s.", spoken(wait)),
				RetryAfter: wait,
			}
		}
	}
	return nil
}

// amend adds a sentence to the error for an attempt that came too soon.
func amend(err error, format string, args ...any) error {
	limited, ok := errors.AsType[*RateLimited](err)
	if !ok {
		return err
	}
	return &RateLimited{
		Refusal:    errs.New(errs.RateLimited, limited.Refusal.Code, "%s "+format, append([]any{limited.Refusal.Detail}, args...)...),
		RetryAfter: limited.RetryAfter,
	}
}

// wayIn explains how the owner of an account signs in while others guess.
func (s *Service) wayIn() string {
	from := "Ask an administrator for a link"
	if s.mailer != nil && s.settings.BaseURL != "" {
		from = "Ask for a link under \"Forgot your password?\""
	}
	return from + ", open it in this browser and choose \"Keep my password\" to sign in without waiting."
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

// clearAttempts forgets the failures of an account after a success.
func (s *Service) clearAttempts(ctx context.Context, keys []limit) error {
	for _, l := range keys {
		if l.kept {
			continue
		}
		if err := s.store.ClearAttempts(ctx, l.key); err != nil {
			return err
		}
	}
	return nil
}
