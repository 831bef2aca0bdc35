package httpapi_test

import (
	"testing"
)

// The dashboard's answer, counted by hand, for each kind of account that sees a different part.
func TestDashboardOverHTTP(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.approved(t, "Accepted", "Cohort A", 1, map[string]any{"ancestry": "AF"})
	waiting := s.ready(t, "uploader2", "Waiting", "Cohort B", 2)
	type dashboard struct {
		Summary struct{ Files int }
		Waiting []struct {
			WaitingOn string `json:"waiting_on"`
			Files     int
			Oldest    []struct{ ID, Status string }
		}
		Coverage []struct {
			Phenotype, Ancestry, Cohort string
			Accepted                    int
			OnTheWay                    int     `json:"on_the_way"`
			EffectiveN                  float64 `json:"effective_n"`
		}
		Months []struct{ Submitted, Accepted int }
		Judged int
		Work   struct{ Queued, Running int }
		Files  []struct{ Type, Name string } `json:"reference"`
	}
	get := func(as string) (d dashboard) {
		t.Helper()
		s.want(t, 200, request{method: "GET", path: "/api/hermes/dashboard", as: as}, &d)
		return d
	}
	for _, as := range []string{"reviewer", "analyst"} {
		d := get(as)
		if d.Summary.Files != 2 || len(d.Coverage) != 2 || len(d.Months) != 12 || d.Months[11].Submitted != 2 || d.Months[11].Accepted != 1 || d.Judged != 1 {
			t.Errorf("%s: %+v", as, d)
		}
		if w := d.Waiting[0]; w.WaitingOn != "reviewer" || w.Files != 1 || w.Oldest[0].ID != waiting.ID || w.Oldest[0].Status != "READY FOR REVIEW" {
			t.Errorf("%s: waiting %+v", as, w)
		}
	}
	own := get("uploader")
	if own.Summary.Files != 1 || len(own.Coverage) != 1 || own.Waiting[0].Files != 0 || own.Months[11].Submitted != 1 {
		t.Errorf("an uploader: %+v", own)
	}
	c := own.Coverage[0]
	cases, total := 3000.0, 10000.0
	if want := 4 / (1/cases + 1/(total-cases)); c.Ancestry != "AF" || c.Accepted != 1 || c.OnTheWay != 0 || c.EffectiveN < want-1e-6 ||
		c.EffectiveN > want+1e-6 {
		t.Errorf("coverage: %+v, want N eff %v", c, want)
	}
	if len(own.Files) == 0 || own.Files[len(own.Files)-1].Name == "" {
		t.Errorf("reference data: %+v", own.Files)
	}
}
