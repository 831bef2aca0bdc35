package sgc_test

import (
	"bytes"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/area/sgc/count"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func TestPhenotypes(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if err := o.service().EnsurePhenotypes(ctx); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		list, err := o.Phenotypes(ctx, sgc.PhenotypeQuery{})
		must(t, err)
		if len(list) != 106 {
			t.Fatalf("%d phenotypes", len(list))
		}
		v := o.fill(t, o.cohort(t, "North"))
		err = o.DeletePhenotype(ctx, o.rita, "PSOR")
		wantCode(t, err, errs.Conflict, "phenotype_used")
		if !strings.Contains(err.Error(), "North") {
			t.Errorf("%v does not say who uses it", err)
		}
		p, err := o.UpdatePhenotype(ctx, o.rita, "PSOR", 1, sgc.PhenotypeInput{Description: "=Psoriasis", Aliases: []string{" L40 ", "PSOR", "L40"}})
		must(t, err)
		if diff := cmp.Diff([]string{"L40"}, p.Aliases); diff != "" || p.Version != 2 || p.UsedBy != 1 || len(p.Cohorts) != 1 {
			t.Errorf("%s%+v", diff, p)
		}
		_, err = o.UpdatePhenotype(ctx, o.rita, "ZOSTER", 1, sgc.PhenotypeInput{Description: "x", Aliases: []string{"L40"}})
		wantCode(t, err, errs.Conflict, "alias_taken")
		retired := sgc.PhenotypeInput{Description: p.Description, Aliases: p.Aliases, Retired: new(true)}
		_, err = o.UpdatePhenotype(ctx, o.rita, "PSOR", 1, retired)
		wantCode(t, err, errs.Conflict, "changed")
		_, err = o.UpdatePhenotype(ctx, o.rita, "PSOR", 2, retired)
		must(t, err)
		now, err := o.Cohort(ctx, o.una, v.ID)
		must(t, err)
		if codes(now.Findings) != "warn phenotype_retired, warn phenotype_retired" {
			t.Errorf("findings about a retired phenotype: %s", codes(now.Findings))
		}
		without, err := o.Phenotypes(ctx, sgc.PhenotypeQuery{Q: "psor", WithoutRetired: true})
		must(t, err)
		with, err := o.Phenotypes(ctx, sgc.PhenotypeQuery{Q: "PSORIASIS l40"})
		must(t, err)
		if len(with) != 1 || with[0].UsedBy != 1 || len(without) > 0 && without[0].Code == "PSOR" {
			t.Errorf("%d with, %d without retired ones", len(with), len(without))
		}
		var table bytes.Buffer
		must(t, o.PhenotypesCSV(ctx, sgc.PhenotypeQuery{}, &table))
		if !strings.Contains(table.String(), "PSOR,'=Psoriasis,L40,yes\r\n") {
			t.Errorf("%s", table.String())
		}
		for _, code := range []string{"a", "psor", "TOO_LONG_A_CODE_FOR_IT", "A/B", ""} {
			_, err := o.CreatePhenotype(ctx, o.rita, sgc.PhenotypeInput{Code: code, Description: "x"})
			wantCode(t, err, errs.Rule, "rule")
		}
		_, err = o.CreatePhenotype(ctx, o.rita, sgc.PhenotypeInput{Code: "PSOR", Description: "x"})
		wantCode(t, err, errs.Conflict, "phenotype_exists")
	})
}

func TestTotals(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		north := o.fill(t, o.cohort(t, "North"))
		o.put(t, o.cohort(t, "South"), check.CasesMale, casesText("PSOR,100,300,"))
		list, err := o.Totals(ctx, o.rita, sgc.TotalsQuery{Q: "psor", Sort: "-both_cases"})
		must(t, err)
		want := sgc.Total{
			Code:        "PSOR",
			Description: "Psoriasis",
			// By hand: 4·100·300/400 = 300 twice; 4·4·595/599 = 15.89; 4·100·895/995 = 359.8 and 4·104·895/999 = 372.7.
			Male:   sgc.SexTotal{Cases: count.Exact(200), Controls: count.Exact(600), EffectiveN: count.Exact(600), Cohorts: 2},
			Female: sgc.SexTotal{Cases: count.Below(5), Controls: count.Exact(595), EffectiveN: count.Below(17), Cohorts: 1, CasesHidden: 1},
			// South counts males only, so it is not in the numbers of both.
			Both: sgc.SexTotal{
				Cases:       count.Count{Low: 100, High: 104},
				Controls:    count.Exact(895),
				EffectiveN:  count.Count{Low: 360, High: 373},
				Cohorts:     1,
				CasesHidden: 1,
			},
		}
		if diff := cmp.Diff(want, list[0]); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		none, err := o.Totals(ctx, o.rita, sgc.TotalsQuery{ValidatedOnly: true, Sort: "code"})
		must(t, err)
		if len(none) != 106 || none[0].Code > none[1].Code || none[50].Both.Cohorts > 0 {
			t.Errorf("%d totals of validated cohorts", len(none))
		}
		_, err = o.Validate(ctx, o.una, north.ID, north.Version)
		must(t, err)
		behind, err := o.TotalCohorts(ctx, o.rita, "PSOR", true)
		must(t, err)
		if len(behind) != 3 || behind[0].Name != "North" || behind[1].Sex != check.Female || behind[1].Cases != count.Below(5) ||
			behind[2].Sex != check.Both || behind[2].Cases != (count.Count{Low: 100, High: 104}) || behind[2].EffectiveN != want.Both.EffectiveN {
			t.Errorf("%+v", behind)
		}
		all, err := o.TotalCohorts(ctx, o.rita, "PSOR", false)
		must(t, err)
		if len(all) != 4 || all[3].Name != "South" || all[3].Sex != check.Male || all[3].EffectiveN != count.Exact(300) {
			t.Errorf("South counts males only: %+v", all)
		}
		_, err = o.TotalCohorts(ctx, o.rita, "ABSENT", true)
		wantCode(t, err, errs.NotFound, "not_found")
		_, err = o.Totals(ctx, o.rita, sgc.TotalsQuery{Sort: "male_of"})
		wantCode(t, err, errs.Invalid, "bad_sort")
		var table bytes.Buffer
		must(t, o.TotalsCSV(ctx, o.rita, sgc.TotalsQuery{Q: "psor", Sort: "-male_cases"}, &table))
		if !strings.Contains(table.String(), "PSOR,Psoriasis,no,200,200,0,600,600,0,600,600,2,0,4,1,595,595,0,0,16,1,100,104,1,895,895,0,360,373,1\r\n") {
			t.Errorf("%s", table.String())
		}
	})
}

func TestListsAndReminders(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		withMail := o.service(func(c *sgc.Config) { c.Mailer = o })
		ctx := t.Context()
		north, south := o.fill(t, o.cohort(t, "North")), o.cohort(t, "South")
		page, err := o.ListCohorts(ctx, o.una, sgc.CohortFilter{Sort: "name", Limit: 1})
		must(t, err)
		if page.Total != 2 || len(page.Items) != 1 || page.Next.ID != north.ID || len(page.Items[0].Files) != 5 || !page.Items[0].Can.Transfer {
			t.Errorf("%+v", page)
		}
		if diff := cmp.Diff(&sgc.Summary{Cohorts: 2, Complete: 1, Incomplete: 1, People: 2000}, page.Summary); diff != "" {
			t.Errorf("summary: %s", diff)
		}
		page, err = o.ListCohorts(ctx, o.una, sgc.CohortFilter{Sort: "name", Limit: 1, After: page.Next})
		must(t, err)
		if len(page.Items) != 1 || page.Items[0].ID != south.ID || page.Next.ID != "" {
			t.Errorf("%+v", page)
		}
		page, err = o.Completeness(ctx, o.rita, sgc.CohortFilter{Missing: []check.Kind{check.CasesFemale}, Limit: 10})
		must(t, err)
		if len(page.Items) != 1 || page.Items[0].ID != south.ID || !page.Items[0].Answered {
			t.Errorf("%+v", page)
		}
		m, err := o.Reminder(ctx, o.rita, south.ID)
		must(t, err)
		if !strings.Contains(m.Text, "cases and controls of females is missing") || !strings.Contains(m.Text, "https://cohort.example.org/sgc/edit/"+south.ID) {
			t.Errorf("%s", m.Text)
		}
		wantCode(t, o.SendReminder(ctx, o.rita, south.ID), errs.Conflict, "no_mail")
		if len(m.Missing) != 5 || len(m.Wrong) != 0 {
			t.Errorf("of a cohort without files: %+v", m)
		}
		o.put(t, south, check.CasesMale, casesText("PSOR,100,300,"))
		o.put(t, south, check.CasesFemale, casesText("PSOR,100,300,"))
		o.put(t, south, check.PairsMale, pairsText("PSOR,ZOSTER,50"))
		m, err = o.Reminder(ctx, o.rita, south.ID)
		must(t, err)
		want := "Hello,\n\nthank you for taking part in SGC. Of the cohort South only this is missing:\n\n" +
			"- The file co-occurrence of females is missing.\n- The file description of the cohort is missing.\n\n" +
			"Besides, this has to be corrected:\n\n- ZOSTER is in the co-occurrence of males, but not in their cases and controls. " +
			"Add it there, or remove the pair of PSOR and ZOSTER.\n\nPlease continue here: https://cohort.example.org/sgc/edit/" + south.ID + "\n"
		if diff := cmp.Diff(want, m.Text); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if len(m.Missing) != 2 || len(m.Wrong) != 1 {
			t.Errorf("%q missing, %q wrong", m.Missing, m.Wrong)
		}
		all, err := o.Reminder(ctx, o.rita, north.ID)
		must(t, err)
		if len(all.Missing)+len(all.Wrong) != 0 || !strings.Contains(all.Text, "Everything of the cohort North is there") {
			t.Errorf("%+v", all)
		}
		if m.To == "" {
			wantCode(t, withMail.SendReminder(ctx, o.rita, south.ID), errs.Conflict, "no_address")
		}
		v, err := o.Validate(ctx, o.una, north.ID, north.Version)
		must(t, err)
		_, err = o.Reminder(ctx, o.rita, v.ID)
		wantCode(t, err, errs.Conflict, "nothing_missing")
	})
}

func TestReminderIsMailed(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		withMail := o.service(func(c *sgc.Config) { c.Mailer = o; c.Group = "Skin" })
		mailed := auth.NewIdentity(&auth.User{ID: "external:7", UserName: "ann@example.org", IsActive: true, Roles: []string{"sgc-uploader"}}, nil)
		v, err := withMail.CreateCohort(t.Context(), mailed, example("West"))
		must(t, err)
		must(t, withMail.SendReminder(t.Context(), o.rita, v.ID))
		if len(o.mail) != 1 || o.mail[0].To != "ann@example.org" || o.mail[0].Subject != "Skin: West is not complete yet" {
			t.Errorf("%+v", o.mail)
		}
		now, err := o.Cohort(t.Context(), mailed, v.ID)
		must(t, err)
		if now.History[0].Action != "reminded the owner" || now.Version != v.Version {
			t.Errorf("%+v", now.History)
		}
	})
}

// BenchmarkCheckFile checks a file of 10,000 rows, each with a different mistyped code.
func BenchmarkCheckFile(b *testing.B) {
	o := newOffice(b, storetest.OpenSQLite(b))
	v := o.cohort(b, "North")
	var text strings.Builder
	text.WriteString("phenotype,cases,controls,breakdown\n")
	for i := range 10_000 {
		text.WriteString(
			"PSOR_" + strings.Repeat("X", i%7) + string(rune('A'+i%26)) + string(rune('A'+i/26%26)) + string(rune('A'+i/676%26)) + ",100,300,L400:60;L401:50\n",
		)
	}
	for b.Loop() {
		found, err := o.CheckFile(b.Context(), o.una, v.ID, input(check.CasesMale, text.String()))
		if err != nil || found.Rows != 10_000 {
			b.Fatal(err)
		}
	}
}
