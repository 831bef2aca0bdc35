package userservice_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cohortium/internal/adapter/userservice"
	"cohortium/internal/platform/errs"
)

// trickle answers at once, and then a byte each second.
type trickle struct{ headers bool }

func (s trickle) RoundTrip(r *http.Request) (*http.Response, error) {
	if !s.headers {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(drops{r.Context()}), Request: r}, nil
}

type drops struct{ ctx context.Context }

func (d drops) Read(p []byte) (int, error) {
	select {
	case <-d.ctx.Done():
		return 0, d.ctx.Err()
	case <-time.After(time.Second):
		p[0] = ' '
		return 1, nil
	}
}

func TestFiveSecondsAtMost(t *testing.T) {
	for name, service := range map[string]http.RoundTripper{"hang": trickle{}, "slow bytes": trickle{headers: true}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client := connect(t, "https://users.example.org", func(o *userservice.Options) { o.HTTP = &http.Client{Transport: service} })
				began := time.Now()
				_, err := client.Verify(t.Context(), token, "sgc")
				wantProblem(t, err, errs.Unavailable, "user_service")
				if took := time.Since(began); took != 5*time.Second {
					t.Errorf("waited %v, want 5 s", took)
				}
			})
		})
	}
}

func TestGoodAnswersAreKeptForAMinute(t *testing.T) {
	var status atomic.Int64
	status.Store(200)
	s := start(t, func(w http.ResponseWriter, r *http.Request) { says(int(status.Load()), good)(w, r) })
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	client := connect(t, s.URL, func(o *userservice.Options) { o.Now = func() time.Time { return now } })
	ask := func(token, group string, asked int64) error {
		t.Helper()
		u, err := client.Verify(t.Context(), token, group)
		if got := s.asked.Load(); got != asked {
			t.Errorf("asked %d times so far, want %d", got, asked)
		}
		if err == nil {
			u.UserName = "changed by the caller"
			u.Roles = append(u.Roles, "admin")
		}
		return err
	}
	must(t, ask("one", "sgc", 1))
	must(t, ask("one", "sgc", 1))
	must(t, ask("two", "sgc", 2))
	must(t, ask("one", "peg", 3))
	u, err := client.Verify(t.Context(), "one", "sgc")
	must(t, err)
	if u.UserName != "p" || len(u.Roles) != 0 {
		t.Errorf("what is kept was changed: %v", u)
	}

	status.Store(401)
	now = now.Add(60*time.Second - time.Nanosecond)
	must(t, ask("one", "sgc", 3))
	now = now.Add(time.Nanosecond)
	wantProblem(t, ask("one", "sgc", 4), errs.Unauthenticated, "session_ended")
	wantProblem(t, ask("one", "sgc", 5), errs.Unauthenticated, "session_ended")
	status.Store(200)
	must(t, ask("one", "sgc", 6))
	now = now.Add(-time.Second) // the clock is set back
	must(t, ask("one", "sgc", 7))
}

func TestTheMinuteBeginsWithTheQuestion(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	s := start(t, func(w http.ResponseWriter, r *http.Request) {
		now = now.Add(4 * time.Second) // the answer takes a while
		says(200, good)(w, r)
	})
	client := connect(t, s.URL, func(o *userservice.Options) { o.Now = func() time.Time { return now } })
	_, err := client.Verify(t.Context(), token, "sgc")
	must(t, err)
	now = now.Add(56 * time.Second)
	_, err = client.Verify(t.Context(), token, "sgc")
	must(t, err)
	if n := s.asked.Load(); n != 2 {
		t.Errorf("asked %d times, want 2", n)
	}
}

func TestFewAnswersAreKept(t *testing.T) {
	s := start(t, says(200, good))
	client := connect(t, s.URL)
	ask := func(i int) {
		t.Helper()
		_, err := client.Verify(t.Context(), fmt.Sprintf("token-%d", i), "sgc")
		must(t, err)
	}
	for i := range 1001 {
		ask(i)
	}
	ask(1000)
	ask(1)
	if n := s.asked.Load(); n != 1001 {
		t.Errorf("asked %d times, want 1001", n)
	}
	ask(0) // the oldest was evicted
	if n := s.asked.Load(); n != 1002 {
		t.Errorf("asked %d times, want 1002", n)
	}
}
