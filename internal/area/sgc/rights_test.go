package sgc_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func TestStrangersSeeNothing(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		v := o.fill(t, o.cohort(t, "North"))
		for name, call := range map[string]func(by *auth.Identity, id string) error{
			"read": func(by *auth.Identity, id string) error { _, err := o.Cohort(ctx, by, id); return err },
			"change": func(by *auth.Identity, id string) error {
				_, err := o.UpdateCohort(ctx, by, id, v.Version, example("X"))
				return err
			},
			"delete": func(by *auth.Identity, id string) error { return o.DeleteCohort(ctx, by, id) },
			"owners": func(by *auth.Identity, id string) error {
				_, err := o.SetOwners(ctx, by, id, v.Version, "otto", nil)
				return err
			},
			"share": func(by *auth.Identity, id string) error {
				_, err := o.SetCoOwners(ctx, by, id, v.Version, []string{"otto"})
				return err
			},
			"transfer": func(by *auth.Identity, id string) error {
				_, err := o.Transfer(ctx, by, id, v.Version, "otto")
				return err
			},
			"validate": func(by *auth.Identity, id string) error { _, err := o.Validate(ctx, by, id, v.Version); return err },
			"check": func(by *auth.Identity, id string) error {
				_, err := o.CheckFile(ctx, by, id, input(check.CasesMale, casesText("PSOR,1,2,")))
				return err
			},
			"put": func(by *auth.Identity, id string) error {
				_, _, err := o.PutFile(ctx, by, id, v.Version, input(check.CasesMale, casesText("PSOR,1,2,")))
				return err
			},
			"remove": func(by *auth.Identity, id string) error {
				_, err := o.RemoveFile(ctx, by, id, check.CasesMale, v.Version)
				return err
			},
			"open": func(by *auth.Identity, id string) error {
				_, _, err := o.OpenFile(ctx, by, id, check.CasesMale, 0)
				return err
			},
			"counts":  func(by *auth.Identity, id string) error { _, err := o.Counts(ctx, by, id); return err },
			"receipt": func(by *auth.Identity, id string) error { _, err := o.Receipt(ctx, by, id); return err },
		} {
			t.Run(name, func(t *testing.T) {
				wantCode(t, call(o.otto, v.ID), errs.NotFound, "not_found")
				wantCode(t, call(o.una, "absent"), errs.NotFound, "not_found")
				wantCode(t, call(as("una", "uploader"), v.ID), errs.Forbidden, "forbidden") // the owner, without a role in this area
			})
		}
		for name, call := range map[string]func() error{
			"totals":       func() error { _, err := o.Totals(ctx, o.una, sgc.TotalsQuery{}); return err },
			"table":        func() error { return o.TotalsCSV(ctx, o.una, sgc.TotalsQuery{}, io.Discard) },
			"drill-down":   func() error { _, err := o.TotalCohorts(ctx, o.una, "PSOR", false); return err },
			"pairs":        func() error { _, err := o.PairTotals(ctx, o.una, check.Male, false); return err },
			"completeness": func() error { _, err := o.Completeness(ctx, o.una, sgc.CohortFilter{Limit: 10}); return err },
			"reminder":     func() error { _, err := o.Reminder(ctx, o.una, v.ID); return err },
			"mail":         func() error { return o.SendReminder(ctx, o.una, v.ID) },
			"new code": func() error {
				_, err := o.CreatePhenotype(ctx, o.una, sgc.PhenotypeInput{Code: "AB", Description: "x"})
				return err
			},
			"changed code": func() error {
				_, err := o.UpdatePhenotype(ctx, o.una, "PSOR", 1, sgc.PhenotypeInput{Description: "x"})
				return err
			},
			"retired code": func() error {
				_, err := o.UpdatePhenotype(ctx, o.una, "PSOR", 1, sgc.PhenotypeInput{Description: "Psoriasis", Retired: new(true)})
				return err
			},
			"deleted code": func() error { return o.DeletePhenotype(ctx, o.una, "VITILIGO") },
			"deletion":     func() error { return o.DeleteCohort(ctx, o.una, v.ID) },
			"another area": func() error {
				_, err := o.ListCohorts(ctx, as("hans", "uploader"), sgc.CohortFilter{Limit: 10})
				return err
			},
			"creation": func() error { _, err := o.CreateCohort(ctx, as("hans", "uploader"), example("X")); return err },
		} {
			t.Run(name, func(t *testing.T) { wantCode(t, call(), errs.Forbidden, "forbidden") })
		}
		page, err := o.ListCohorts(ctx, o.otto, sgc.CohortFilter{Limit: 10, MemberID: "una", Owner: "una"})
		must(t, err)
		if len(page.Items) > 0 || page.Summary.Cohorts > 0 {
			t.Errorf("another uploader lists %+v", page)
		}
		p, err := o.Phenotype(ctx, o.otto, "PSOR")
		must(t, err)
		if len(p.Cohorts) > 0 || p.UsedBy != 1 {
			t.Errorf("another uploader sees %+v behind a phenotype", p.Cohorts)
		}
	})
}

func TestOwners(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		v := o.cohort(t, "North")
		v, err := o.SetCoOwners(ctx, o.una, v.ID, v.Version, []string{"otto", "Otto", "una"})
		must(t, err)
		if len(v.CoOwners) != 1 || v.CoOwners[0].ID != "otto" {
			t.Errorf("shared with %+v", v.CoOwners)
		}
		shared, err := o.Cohort(ctx, o.otto, v.ID)
		must(t, err)
		if shared.Can != (sgc.Can{Edit: true}) {
			t.Errorf("a co-owner can %+v", shared.Can)
		}
		_, err = o.Transfer(ctx, o.otto, v.ID, v.Version, "otto")
		wantCode(t, err, errs.Forbidden, "forbidden")
		v, err = o.UpdateCohort(ctx, o.otto, v.ID, v.Version, example("North and South"))
		must(t, err)
		for _, name := range []string{"hans", "nobody", ""} {
			_, err = o.Transfer(ctx, o.una, v.ID, v.Version, name)
			wantCode(t, err, errs.Rule, "rule")
		}
		v, err = o.Transfer(ctx, o.una, v.ID, v.Version, "otto")
		must(t, err)
		if v.Owner.ID != "otto" || len(v.CoOwners) > 0 || v.Can != (sgc.Can{}) || v.History[0].Action != "transferred to another owner" {
			t.Errorf("%+v, %+v", v.Cohort, v.History[0])
		}
		_, err = o.Cohort(ctx, o.una, v.ID)
		wantCode(t, err, errs.NotFound, "not_found")
		if _, err := o.Cohort(ctx, o.otto, v.ID); err != nil {
			t.Error(err)
		}
	})
}

func TestTwoEditors(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		v := o.cohort(t, "North")
		_, err := o.SetCoOwners(ctx, o.una, v.ID, v.Version, []string{"otto"})
		must(t, err)
		_, err = o.UpdateCohort(ctx, o.una, v.ID, v.Version, example("South"))
		var conflict *sgc.ConflictError
		if !errors.As(err, &conflict) || conflict.Current.Name != "North" || conflict.Current.Version != v.Version+1 {
			t.Fatalf("a stale version: %v", err)
		}
		wantCode(t, err, errs.Conflict, "changed")

		version := conflict.Current.Version
		var wg sync.WaitGroup
		results := make([]error, 8)
		for i := range results {
			wg.Go(func() {
				if i%2 == 0 {
					_, results[i] = o.UpdateCohort(ctx, o.una, v.ID, version, example("South"))
				} else {
					_, _, results[i] = o.PutFile(ctx, o.otto, v.ID, version, input(check.CasesMale, casesText("PSOR,100,300,")))
				}
			})
		}
		wg.Wait()
		won := 0
		for _, err := range results {
			if err == nil {
				won++
			} else if !errors.As(err, &conflict) {
				t.Error(err)
			}
		}
		now, err := o.Cohort(ctx, o.una, v.ID)
		must(t, err)
		if won != 1 || now.Version != version+1 {
			t.Errorf("%d of 8 won, version %d after %d", won, now.Version, version)
		}
	})
}

func TestOneAuditEntryForEachChange(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		_, seen := o.trail(t, 0)
		v := o.cohort(t, "North")
		for _, c := range []struct {
			want   string
			change func() error
		}{
			{"una created cohort", func() error { return nil }},
			{"una file-uploaded cohort", func() error { v = o.put(t, v, check.CasesMale, casesText("PSOR,<10,380,")); return nil }},
			{"una file-uploaded cohort", func() error { v = o.put(t, v, check.CasesMale, casesText("PSOR,<10,381,")); return nil }},
			{"una metadata-changed cohort", func() (err error) {
				in := example("North")
				in.Total, in.Males = 985, 385
				v, err = o.UpdateCohort(ctx, o.una, v.ID, v.Version, in)
				return err
			}},
			{"una changed cohort", func() (err error) {
				v, err = o.RemoveFile(ctx, o.una, v.ID, check.CasesMale, v.Version)
				return err
			}},
			{"una changed cohort", func() (err error) {
				v, err = o.SetCoOwners(ctx, o.una, v.ID, v.Version, []string{"otto"})
				return err
			}},
			{"rita created phenotype", func() error {
				_, err := o.CreatePhenotype(ctx, o.rita, sgc.PhenotypeInput{Code: "NEW_1", Description: "New"})
				return err
			}},
			{"rita changed phenotype", func() error { // both at once
				p, err := o.UpdatePhenotype(ctx, o.rita, "NEW_1", 1, sgc.PhenotypeInput{Description: "Another text", Retired: new(true)})
				if err == nil && (p.Version != 2 || !p.Retired) {
					return fmt.Errorf("changed to %+v", p.Phenotype)
				}
				return err
			}},
			{"rita deleted phenotype", func() error { return o.DeletePhenotype(ctx, o.rita, "NEW_1") }},
			{"rita deleted cohort", func() error { return o.DeleteCohort(ctx, o.rita, v.ID) }},
			{"", func() error { _, err := o.CreateCohort(ctx, o.una, sgc.CohortInput{}); return ignore(err) }},
			{"", func() error {
				_, err := o.UpdatePhenotype(ctx, o.rita, "PSOR", 7, sgc.PhenotypeInput{Description: "x"})
				return ignore(err)
			}},
		} {
			must(t, c.change())
			var lines []string
			lines, seen = o.trail(t, seen)
			if got := strings.Join(lines, "; "); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		}
	})
}

func ignore(err error) error {
	if err == nil {
		return errors.New("a change that should be refused")
	}
	return nil
}
