package sgc_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cohortium/internal/area/sgc/check"
)

// Sizes below the smallest cell, stored by a server without the rule, are removed at the next
// start: no answer contains them.
func TestSizesKeptBeforeTheRule(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		type sizes struct{ total, males, females int64 }
		var ids []string
		cases := []struct{ typed, shown sizes }{
			{sizes{1000, 3, 997}, sizes{997, 0, 997}},
			{sizes{1004, 4, 997}, sizes{1000, 0, 997}},
			{sizes{7, 3, 4}, sizes{0, 0, 0}},
			{sizes{6, 1, 0}, sizes{5, 0, 0}},
			{sizes{5, 1, 0}, sizes{0, 0, 0}},
			{sizes{4, 0, 0}, sizes{0, 0, 0}},
			{sizes{1000, 5, 995}, sizes{1000, 5, 995}},
			{sizes{5, 0, 0}, sizes{5, 0, 0}},
		}
		o.hideBelow(t, 1)
		for i, c := range cases {
			in := example(fmt.Sprint("cohort ", i))
			in.Total, in.Males, in.Females = c.typed.total, c.typed.males, c.typed.females
			v, err := o.CreateCohort(ctx, o.una, in)
			must(t, err)
			ids = append(ids, v.ID)
		}
		first, err := o.Cohort(ctx, o.una, ids[0])
		must(t, err)
		_, _, err = o.PutFile(ctx, o.una, first.ID, first.Version, input(check.CasesMale, casesText("PSOR,<5,<5,")))
		must(t, err)
		o.hideBelow(t, 5)
		must(t, o.EnsureHidden(ctx))
		for i, c := range cases {
			v, err := o.Cohort(ctx, o.rita, ids[i])
			must(t, err)
			if got := (sizes{v.Total, v.Males, v.Females}); got != c.shown {
				t.Errorf("%+v is shown as %+v, want %+v", c.typed, got, c.shown)
			}
			for _, f := range v.Findings {
				if f.Severity == check.Block {
					t.Errorf("%+v: %s", c.typed, f.Message)
				}
			}
			if said := v.History[0].By == "system"; said != (c.shown != c.typed) {
				t.Errorf("%+v: the history begins with %+v", c.typed, v.History[0])
			}
			text, err := json.Marshal(v.History)
			must(t, err)
			if strings.Contains(string(text), "997") {
				t.Errorf("the history tells a size: %s", text)
			}
		}
		again, err := o.Cohort(ctx, o.una, ids[0])
		must(t, err)
		must(t, o.EnsureHidden(ctx))
		if now, err := o.Cohort(ctx, o.una, ids[0]); err != nil || now.Version != again.Version {
			t.Errorf("hiding again changes: version %d, %v", now.Version, err)
		}
	})
}
