package sgc_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/errs"
)

// changesText formats a line for each change.
func changesText(r *sgc.Replacement) string {
	var out []string
	numbers := func(n *sgc.ChangeNumbers) string {
		if n == nil {
			return "none"
		}
		return fmt.Sprintf("%v/%v", n.Cases, n.Controls)
	}
	for _, c := range r.Changes {
		out = append(out, strings.TrimSpace(c.Code+" "+c.With)+": "+numbers(c.Before)+" → "+numbers(c.After))
	}
	return strings.Join(out, "\n")
}

// first and second are two tables of males. The expected differences were computed by hand.
var (
	first  = casesText("PSOR,100,300,", "ZOSTER,200,200,", "KELOID,<5,396,", "SCABIES,50,350,", "VITILIGO,10,390,", "LICHEN_PLANUS,40,360,")
	second = casesText("PSOR,10,390,", "ZOSTER,199,201,", "KELOID,2,398,", "SCABIES,250,150,", "ACNE_VULGARIS,7,393,", "LICHEN_PLANUS,3,397,")
)

func TestChangesOfAReplacedTable(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		v := o.cohort(t, "North")
		v = o.put(t, v, check.CasesMale, first)
		in := input(check.CasesMale, second)
		in.Replace = false
		_, _, err := o.PutFile(ctx, o.una, v.ID, v.Version, in)
		wantCode(t, err, errs.Conflict, "replaces")
		var asked *sgc.ReplacementError
		if !errors.As(err, &asked) {
			t.Fatal(err)
		}
		// Deleted rows; then 10 times fewer (of 40 at most 4 remain), 10 times fewer, 5 times more,
		// almost unchanged; then new ones. KELOID is hidden before and after.
		want := strings.Join([]string{
			"VITILIGO: 10/390 → none",
			"LICHEN_PLANUS: 40/360 → <5/396–400",
			"PSOR: 100/300 → 10/390",
			"SCABIES: 50/350 → 250/150",
			"ZOSTER: 200/200 → 199/201",
			"ACNE_VULGARIS: none → 7/393",
		}, "\n")
		r := asked.Check.Replaces
		if got := changesText(r); got != want {
			t.Errorf("changes:\n%s\nwant:\n%s", got, want)
		}
		if r.FileVersion != 1 || r.CohortVersion != v.Version || r.OtherPairs != 0 || r.Before.Rows != 6 || r.After.Rows != 6 {
			t.Errorf("%+v", r)
		}
		// 100+200+50+10+40 = 400 and <5; 10+199+250+7 = 466 and twice <5.
		if got := fmt.Sprint(r.Before.Cases, " ", r.After.Cases); got != "400–404 466–474" {
			t.Errorf("sums %s", got)
		}
		now, err := o.Cohort(ctx, o.una, v.ID)
		must(t, err)
		if now.Version != v.Version || len(now.Files) != 1 || now.Files[0].Version != 1 {
			t.Errorf("a table that was not confirmed was taken: %+v", now.Files)
		}
		found, err := o.CheckFile(ctx, o.una, v.ID, input(check.CasesMale, second))
		must(t, err)
		if got := changesText(found.Replaces); got != want {
			t.Errorf("the check says:\n%s", got)
		}
		o.put(t, v, check.CasesMale, second)
		kept := o.content(t, o.una, v.ID, check.CasesMale, 2)
		if !strings.Contains(kept, "LICHEN_PLANUS\t<5\t396–400") {
			t.Errorf("kept otherwise than said:\n%s", kept)
		}
	})
}

// No confirmation is needed without changes, and a refused table has no comparison.
func TestActionsWithoutConfirmation(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		v := o.cohort(t, "North")
		for _, c := range []struct{ name, text string }{
			{"a first table", first}, {"the same table", first},
			{"another number that is hidden", strings.Replace(first, "<5,396", "3,397", 1)},
		} {
			in := input(check.CasesMale, c.text)
			in.Replace = false
			now, found, err := o.PutFile(ctx, o.una, v.ID, v.Version, in)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if r := found.Replaces; r != nil && len(r.Changes) > 0 {
				t.Errorf("%s: %s", c.name, changesText(r))
			}
			v = now
		}
		found, err := o.CheckFile(ctx, o.una, v.ID, input(check.CasesMale, casesText("PSOR,500,300,")))
		must(t, err)
		if found.Report.Blocking == 0 || found.Replaces != nil {
			t.Errorf("%+v", found.Replaces)
		}
		v = o.put(t, v, check.Description, "A cohort of the north.\n")
		in := input(check.Description, "A cohort of the south.\n")
		in.Replace = false
		_, found, err = o.PutFile(ctx, o.una, v.ID, v.Version, in)
		if err != nil || found.Replaces != nil {
			t.Errorf("a description: %+v, %v", found, err)
		}
	})
}

// Cases that become small also change the pairs of their phenotype. Both changes are reported
// separately, with the numbers that will be stored.
func TestReplacedCasesChangePairs(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		v := o.fill(t, o.cohort(t, "North"))
		in := input(check.PairsMale, pairsText("PSOR,ZOSTER,60"))
		in.Replace = false
		_, _, err := o.PutFile(ctx, o.una, v.ID, v.Version, in)
		var asked *sgc.ReplacementError
		if !errors.As(err, &asked) || changesText(asked.Check.Replaces) != "PSOR ZOSTER: 50/0 → 60/0" {
			t.Errorf("a pair: %v", err)
		}
		o.put(t, v, check.PairsMale, pairsText("PSOR,ZOSTER,0"))
		found, err := o.CheckFile(ctx, o.una, v.ID, input(check.CasesMale, casesText("PSOR,3,397,", "ZOSTER,200,200,")))
		must(t, err)
		if got := changesText(found.Replaces); got != "PSOR: 100/300 → <5/396–400" || found.Replaces.OtherPairs != 1 {
			t.Errorf("%s, %d pairs", got, found.Replaces.OtherPairs)
		}
		same, err := o.CheckFile(ctx, o.una, v.ID, input(check.CasesMale, casesText("PSOR,101,299,", "ZOSTER,200,200,")))
		must(t, err)
		if same.Replaces.OtherPairs != 0 {
			t.Errorf("%d pairs are said to change", same.Replaces.OtherPairs)
		}
	})
}
