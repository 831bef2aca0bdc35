package hermes_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
)

// TestAcceptanceAcknowledges: a file that was not checked is accepted only by a reviewer who
// acknowledges that by name. Acceptance and history keep it.
func TestAcceptanceAcknowledges(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		u := b.register(t, "Doubtful", 1)
		must(t, b.RunJob(t.Context(), u.Run.JobID, b.claim(t, u.Run.JobID)))
		found, err := b.ReviewFindings(t.Context(), b.reviewer, []string{u.ID})
		must(t, err)
		f := found[0]
		if len(f.Doubts) == 0 || !strings.Contains(strings.Join(f.Doubts, " "), "alleles and strand were not compared") {
			t.Fatalf("doubts of a file without a panel: %q", f.Doubts)
		}
		view, err := b.Upload(t.Context(), b.reviewer, u.ID)
		must(t, err)
		if f.Steps == 0 || view.Run.Steps != f.Steps || view.Run.Unmeasured != len(f.Unmeasured) || len(f.Unmeasured) < 2 {
			t.Errorf("counts of the run: %d of %d, of the report: %d of %d", view.Run.Unmeasured, view.Run.Steps, len(f.Unmeasured), f.Steps)
		}

		for name, acknowledged := range map[string][]string{"nothing": nil, "all but one": f.Doubts[1:], "others": {"Looks fine."}} {
			_, err := b.Service.Review(t.Context(), b.reviewer, u.ID, hermes.Decision{Kind: hermes.Accept, Acknowledged: acknowledged})
			var e *errs.Error
			if !errors.As(err, &e) || len(e.Fields) == 0 || e.Fields[0].Field != "acknowledged" || !strings.Contains(e.Fields[0].Message, f.Doubts[0]) {
				t.Errorf("acknowledging %s: %v", name, err)
			}
		}
		view, err = b.Service.Review(t.Context(), b.reviewer, u.ID, hermes.Decision{Kind: hermes.Accept, Comment: "Known.", Acknowledged: f.Doubts})
		must(t, err)
		if diff := cmp.Diff(f.Doubts, view.Review.Acceptances[0].Acknowledged); diff != "" {
			t.Error(diff)
		}
		last := view.History[0]
		if !strings.HasPrefix(last.Detail, "Known. · Acknowledged: "+f.Doubts[0]) {
			t.Errorf("history: %+v", last)
		}
	})
}
