package answer

import (
	"log/slog"
	"net/http/httptest"
	"testing"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func TestRefusalsThatPassSayWhenToTryAgain(t *testing.T) {
	s := New(slog.New(slog.DiscardHandler), nil)
	slow := errs.New(errs.RateLimited, "slow", "Too often.")
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"a wait that is known": {&auth.RateLimited{Refusal: slow, RetryAfter: 1500 * time.Millisecond}, "2"},
		"too many of ours":     {slow, "60"},
		"unavailable":          {errs.New(errs.Unavailable, "database", "It does not answer."), "5"},
		"a rule":               {errs.New(errs.Rule, "rule", "Not like this."), ""},
	} {
		w := httptest.NewRecorder()
		s.Fail(w, httptest.NewRequest("GET", "/api/x", nil), c.err)
		if got := w.Header().Get("Retry-After"); got != c.want {
			t.Errorf("%s: Retry-After %q, want %q", name, got, c.want)
		}
	}
}
