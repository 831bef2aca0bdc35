package auth_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/mail/mailtest"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// siege simulates strangers at 150 addresses who guess the password of ana and request links in her
// name.
type siege struct {
	*office
	random *rand.Rand
	mails  int             // that were promised
	shared map[string]bool // addresses of strangers from which the owner signed in
	checks []time.Time     // when a guess was checked against the password
}

func (s *siege) address() string { return fmt.Sprintf("192.0.2.%d", s.random.IntN(150)) }

func (s *siege) stranger(t *testing.T) {
	switch s.random.IntN(20) {
	case 0:
		s.ask(t, s.address())
	case 1:
		wantCode(t, "a made-up link", s.KeepPassword(t.Context(), fmt.Sprint("made up ", s.random.Uint64()), "spy"), errs.NotFound, "link_unknown")
	default:
		name := []string{"ana@example.org", "ANA@example.org ", "Ana@Example.org"}[s.random.IntN(3)]
		in := auth.SignIn{UserName: name, Password: "guess", Address: s.address(), Device: []string{"", "spy"}[s.random.IntN(2)]}
		if s.try(t, in) != errs.RateLimited {
			s.checks = append(s.checks, s.now())
		}
	}
}

// ask asks for a link; it is not mailed when there were too many.
func (s *siege) ask(t *testing.T, address string) {
	t.Helper()
	err := s.RequestReset(t.Context(), "ana@example.org", address)
	switch {
	case err == nil:
		s.mails++
		_, err := s.mail.Wait(t.Context(), s.mails)
		must(t, err)
	case !errs.Is(err, errs.RateLimited) || !strings.Contains(err.Error(), "Open the latest mail."):
		t.Errorf("asking for a link: %v", err)
	}
}

// owner signs in where the account has never been, perhaps at an address of a stranger.
func (s *siege) owner(t *testing.T, visit int) {
	t.Helper()
	in := auth.SignIn{UserName: "ana@example.org", Password: password, Address: fmt.Sprintf("203.0.113.%d", visit), Device: fmt.Sprint("browser ", visit)}
	if visit%2 == 0 {
		in.Address = s.address()
		s.shared[in.Address] = true
	}
	s.ask(t, in.Address)
	messages := s.mail.Messages()
	must(t, s.KeepPassword(t.Context(), resetIn(t, messages[len(messages)-1].Text), in.Device))
	s.wantTry(t, fmt.Sprintf("visit %d, the first try", visit), in, 0)
}

// However many strangers guess from wherever, the password of an account is
// checked for them 63 times in an hour and 753 times in a day at most (decision
// 11: 25 at once, 8 while the wait doubles, one in 2 minutes). Each address that
// the owner shares with a stranger adds 19 in an hour and 111 in a day (5 at once,
// 10 while the wait doubles, one in 15 minutes). And the owner signs in at once
// in a new browser, with the link of the latest mail.
func TestAnOwnerInANewBrowserIsLetInWhileStrangersGuess(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s := &siege{office: newPostOffice(t, mailtest.Options{}), random: rand.New(rand.NewPCG(seed, 37)), shared: map[string]bool{}}
			s.account(t, "ana@example.org", "uploader")
			pace := 1 << s.random.IntN(6) // seconds between tries, at most
			for step := range 1200 {
				s.stranger(t)
				if step%97 == 96 {
					s.owner(t, step/97)
				}
				s.pass(time.Duration(s.random.IntN(1000*pace)) * time.Millisecond)
			}
			for _, bound := range []struct {
				span       time.Duration
				most, each int
			}{{time.Hour, 63, 19}, {24 * time.Hour, 753, 111}} {
				allowed := bound.most + bound.each*len(s.shared)
				if n := most(s.checks, bound.span); n > allowed {
					t.Errorf("%d guesses within %s, at most %d are promised", n, bound.span, allowed)
				}
			}
			if len(s.checks) < 25 {
				t.Errorf("%d guesses: the test tries nothing", len(s.checks))
			}
		})
	}
}

// most returns the largest number of times within a span.
func most(times []time.Time, span time.Duration) (n int) {
	first := 0
	for i, at := range times {
		for at.Sub(times[first]) >= span {
			first++
		}
		n = max(n, i-first+1)
	}
	return n
}

// A browser that a link admitted has an allowance and not unlimited attempts, and the link works
// once. Password, sessions and guesses that were counted stay.
func TestALinkThatKeepsThePassword(t *testing.T) {
	t.Parallel()
	o := setup(t)
	token, _ := o.session(t, "jane")
	sent, err := o.ResetLink(t.Context(), "jane")
	must(t, err)
	o.skipAudit(t)
	link := tokenOf(t, sent.URL)
	for k := range 40 {
		o.try(t, auth.SignIn{UserName: "jane", Password: "guess", Address: fmt.Sprintf("198.51.100.%d", k)})
	}
	o.skipAudit(t)
	_, _, err = o.SignIn(t.Context(), auth.SignIn{UserName: "jane", Password: password, Address: "203.0.113.1", Device: "phone"})
	if !errs.Is(err, errs.RateLimited) || !strings.Contains(err.Error(), "Ask an administrator for a link") {
		t.Errorf("a new browser: %v", err)
	}
	must(t, o.KeepPassword(t.Context(), link, "phone"))
	o.wantEvents(t, "device-admitted "+o.user(t, "jane").ID)
	wantCode(t, "again", o.KeepPassword(t.Context(), link, "tablet"), errs.NotFound, "link_unknown")
	if !o.signedIn(token) {
		t.Error("keeping the password ends a session")
	}
	for _, address := range []string{"203.0.113.1", "203.0.113.2"} {
		o.wantTry(t, "another browser at "+address, auth.SignIn{UserName: "jane", Password: password, Address: address, Device: "tablet"}, errs.RateLimited)
	}
	phone := auth.SignIn{UserName: "jane", Password: "guess", Address: "203.0.113.1", Device: "phone"}
	for range 5 {
		o.wantTry(t, "a guess at the admitted browser", phone, errs.Unauthenticated)
	}
	o.wantTry(t, "the sixth", phone, errs.RateLimited)
}
