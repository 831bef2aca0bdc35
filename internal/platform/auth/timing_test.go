package auth_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

const (
	timingTries  = 200
	timingRounds = 3
	timingSlack  = 5 * time.Millisecond
)

// SEC-20: the time of a refusal must not reveal whether an account exists. A hash costs enough for
// an omitted one to show. Other work on the machine can cause a difference in one round, but hardly
// in all.
func TestRefusalsTakeTheSameTime(t *testing.T) {
	o := setup(t, func(d *auth.Deps) {
		d.Settings.Passwords = auth.PasswordParams{MemoryKiB: 19 * 1024, Iterations: 1, Parallelism: 1}
	})
	o.account(t, "gone", "uploader")
	must(t, o.SetActive(t.Context(), "gone", false))
	o.invite(t, o.person(t, "boss", "admin"), auth.AreaHermes, "invited@example.org", "uploader")
	cases := []auth.SignIn{
		{UserName: "jane", Password: "wrong password here"},
		{UserName: "nobody", Password: password},
		{UserName: "gone", Password: password},
		{UserName: "invited@example.org", Password: password},
	}
	var told string
	for range timingRounds {
		if told = o.timingDifference(t, cases); told == "" {
			return
		}
	}
	t.Error(told)
}

// timingDifference compares the medians of tries made in turn, so that what
// else the machine does meets all alike.
func (o *office) timingDifference(t *testing.T, cases []auth.SignIn) string {
	t.Helper()
	took := make([][]time.Duration, len(cases))
	for i := range timingTries {
		for k := range cases {
			k = (k + i) % len(cases)
			in := cases[k]
			o.pass(time.Hour) // past any slowing down
			in.Address = fmt.Sprintf("192.0.2.%d", i)
			start := time.Now()
			_, _, err := o.SignIn(t.Context(), in)
			took[k] = append(took[k], time.Since(start))
			if !errs.Is(err, errs.Unauthenticated) {
				t.Fatalf("%s: %v", in.UserName, err)
			}
		}
	}
	median := make([]time.Duration, len(cases))
	for k := range took {
		slices.Sort(took[k])
		median[k] = took[k][timingTries/2]
		if d := median[k] - median[0]; max(d, -d) >= timingSlack {
			return fmt.Sprintf("%s: refused after %v, a wrong password after %v", cases[k].UserName, median[k], median[0])
		}
	}
	t.Logf("medians %v", median)
	return ""
}
