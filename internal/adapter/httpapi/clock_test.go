package httpapi_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"cohortium/internal/dev/attack"
	"cohortium/internal/platform/auth"
)

// TestClocksThatJump sets the server's clock at random, a day or ten years ahead and an hour or a
// day back. At any time, no session, token or link is valid outside its lifetime, no one is locked
// out longer than the penalty for guesses, and the trail stays valid.
func TestClocksThatJump(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on)
		count := attack.New(t, "clocks that jump")
		r := rand.New(rand.NewPCG(41, uint64(len(on.database))))
		begun := s.now()
		d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Links"), "a.tsv", []byte(someRows))
		made := []*timed{s.madeNow(t, d)}
		for step := range 60 {
			jump := []time.Duration{24 * time.Hour, 10 * 365 * 24 * time.Hour, -time.Hour, -24 * time.Hour, 7 * time.Minute, begun.Sub(s.now())}[r.IntN(6)]
			if s.now().Add(jump).Before(begun) { // before the accounts existed
				jump = begun.Sub(s.now())
			}
			s.skew.Add(int64(jump))
			if r.IntN(4) == 0 {
				must(t, s.auth.Sweep(t.Context()))
			}
			for _, m := range made {
				s.checkTimed(t, count, m)
			}
			if step%10 == 9 {
				made = append(made, s.madeNow(t, d))
			}
		}
		result, err := s.audit.Verify(t.Context())
		count.Try(err == nil && result.BrokenAt == 0, "the trail: %+v, %v", result, err)
	})
}

// timed are credentials that were created at one time.
type timed struct {
	at                    time.Time
	session, token, group string
	link                  string // of a person without a password
	path                  string // of a file, signed
}

// slack is how much clocks of servers may differ.
const slack = 5 * time.Minute

func (s *site) madeNow(t *testing.T, d shelf) *timed {
	t.Helper()
	m := &timed{session: s.freshSession("reviewer"), group: s.groupToken(t, "sgc-reviewer")}
	s.tokens["reviewer"] = m.session
	m.token = s.apiToken(t, "reviewer", auth.ScopeRead)
	link, err := s.auth.ResetLink(t.Context(), "curator")
	must(t, err)
	_, m.link, _ = strings.Cut(link.URL, "#")
	s.tokens["contributor"] = s.freshSession("contributor")
	m.path = s.giveLink(t, "contributor", d, 24).Path
	m.at = s.now() // after all of them, however long it took
	return m
}

// checkTimed uses each credential and compares the answer with the clock's time.
func (s *site) checkTimed(t *testing.T, count *attack.Count, m *timed) {
	t.Helper()
	age := s.now().Sub(m.at)
	for name, c := range map[string]struct {
		q        request
		lifetime time.Duration
	}{
		"session":            {request{method: "GET", path: "/api/profile", header: map[string]string{"Cookie": "cohortium=" + m.session}}, auth.DefaultSettings().Absolute},
		"API token":          {request{method: "GET", path: "/api/profile", bearer: m.token}, 90 * 24 * time.Hour},
		"link of an account": {request{method: "POST", path: "/api/links/look-up", body: map[string]any{"token": m.link}}, auth.DefaultSettings().ResetLife},
		"signed link":        {request{method: "GET", path: m.path}, 24 * time.Hour},
		"group token":        {request{method: "GET", path: "/api/auth/verify/?group=sgc", bearer: m.group}, auth.DefaultSettings().BearerAbsolute},
	} {
		w := s.do(t, c.q)
		good := w.Code == 200
		count.Try(!good || age < c.lifetime && age >= -slack, "a %s counts %v after it was made, its lifetime is %v", name, age, c.lifetime)
	}
}

// TestGuessesOfAClockThatWasAhead checks that failures with a future time lock no one out.
func TestGuessesOfAClockThatWasAhead(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	count := attack.New(t, "guesses and clocks that jump")
	try := func(text string) int {
		return s.do(t, request{method: "POST", path: "/api/login", body: map[string]any{"user_name": "curator", "password": text}}).Code
	}
	const ahead = 10 * 365 * 24 * time.Hour
	s.skew.Add(int64(ahead))
	for range 60 {
		count.Try(try("a wrong password") != 200, "a wrong password opens")
		s.pass()
	}
	s.skew.Store(0)
	status := try(password)
	for range 3 { // the longest delay for guesses
		s.skew.Add(int64(5 * time.Minute))
		if status != 200 {
			status = try(password)
		}
	}
	count.Try(status == 200, "a quarter of an hour after the clock was right again: status %d", status)
}
