package sgc_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/area/sgc/count"
	"cohortium/internal/platform/errs"
)

// TestAcceptanceExamples uploads the examples: 400 males, 600 females.
func TestAcceptanceExamples(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		for name, c := range map[string]struct {
			kind  check.Kind
			lines []string
			want  string // findings; a file without blocking ones is accepted
		}{
			"everybody is case or control":    {check.CasesMale, []string{"PSOR,100,300,"}, ""},
			"some are neither":                {check.CasesMale, []string{"PSOR,100,250,"}, "warn total_below"},
			"more than there are":             {check.CasesMale, []string{"PSOR,101,300,"}, "block total_above"},
			"hidden cases":                    {check.CasesMale, []string{"PSOR,<5,395,"}, "warn total_below"},
			"twice":                           {check.CasesMale, []string{"PSOR,100,300,", "PSOR,100,300,"}, "block phenotype_twice"},
			"lower case":                      {check.CasesMale, []string{"psor,1,2,"}, "block phenotype_unknown, warn total_below"},
			"below zero":                      {check.CasesMale, []string{"PSOR,-1,5,"}, "block count_invalid"},
			"half a person":                   {check.CasesMale, []string{"PSOR,1.5,5,"}, "block count_invalid"},
			"no number":                       {check.CasesMale, []string{"PSOR,,5,"}, "block count_invalid"},
			"breakdown above in sum":          {check.CasesMale, []string{"PSOR,100,300,L400:60;L401:50"}, ""},
			"breakdown above in one":          {check.CasesMale, []string{"PSOR,100,300,L400:120"}, "block breakdown_above"},
			"breakdown below":                 {check.CasesMale, []string{"PSOR,100,300,L400:60"}, "warn breakdown_below"},
			"breakdown of another form":       {check.CasesMale, []string{"PSOR,100,300,L400-60"}, "block breakdown_format"},
			"a pair above the cohort":         {check.PairsMale, []string{"PSOR,ACNE_VULGARIS,401"}, "block pair_above_cohort"},
			"a pair in both orders":           {check.PairsMale, []string{"PSOR,ZOSTER,7", "ZOSTER,PSOR,7"}, "block pair_twice"},
			"a pair without cases is taken":   {check.PairsMale, []string{"PSOR,VITILIGO,10"}, ""},
			"a pair above its cases is taken": {check.PairsMale, []string{"PSOR,ZOSTER,150"}, ""},
		} {
			t.Run(name, func(t *testing.T) {
				v := o.cohort(t, name)
				header := "phenotype,cases,controls,breakdown\n"
				if c.kind == check.PairsMale {
					header = "phenotype1,phenotype2,count\n"
				}
				text := header + strings.Join(c.lines, "\n")
				after, found, err := o.PutFile(t.Context(), o.una, v.ID, v.Version, input(c.kind, text))
				var refused *sgc.FindingsError
				if errors.As(err, &refused) {
					found = refused.Check
					wantCode(t, err, errs.Rule, "findings")
					if now, err := o.Cohort(t.Context(), o.una, v.ID); err != nil || len(now.Files) > 0 || now.Version != v.Version {
						t.Errorf("a refused file leaves %+v, %v", now, err)
					}
				} else {
					must(t, err)
					if len(after.Files) != 1 || !after.Files[0].Current || after.Files[0].Rows != len(c.lines) {
						t.Errorf("files %+v", after.Files)
					}
				}
				if got := codes(found.Report.Findings); got != c.want || (refused != nil) != strings.Contains(c.want, "block") {
					t.Errorf("findings %q, want %q; %v", got, c.want, err)
				}
			})
		}
	})
}

func TestInconsistentFilesAreTakenAndNotValidated(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		v := o.fill(t, o.cohort(t, "North"))
		for name, c := range map[string]struct{ pairs, want string }{
			"a code without cases": {"PSOR,VITILIGO,10", "block pair_without_cases"},
			"more than the cases":  {"PSOR,ZOSTER,150", "block pair_above_cases"},
		} {
			v = o.put(t, v, check.PairsMale, pairsText(c.pairs))
			_, err := o.Validate(t.Context(), o.una, v.ID, v.Version)
			var refused *sgc.FindingsError
			if !errors.As(err, &refused) || codes(refused.Findings) != c.want || codes(v.Findings) != c.want {
				t.Errorf("%s: %v, %s", name, err, codes(v.Findings))
			}
			wantCode(t, err, errs.Rule, "findings")
		}
	})
}

// TestPairsOfBothSexesAddUp is the last example: 3 males have A and B, 4 females have B and A. If
// such small numbers are shown, the sum is 7, in either order of the pair.
func TestPairsOfBothSexesAddUp(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		o.hideBelow(t, 1)
		v := o.cohort(t, "North")
		o.put(t, v, check.PairsMale, pairsText("PSOR,ZOSTER,3"))
		o.put(t, v, check.PairsFemale, pairsText("ZOSTER,PSOR,4"))
		got, err := o.Counts(t.Context(), o.una, v.ID)
		must(t, err)
		want := []check.PairRow{{A: "PSOR", B: "ZOSTER", N: count.Exact(7)}}
		if diff := cmp.Diff(want, got.BothPairs); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		sums, err := o.PairTotals(t.Context(), o.rita, check.Both, false)
		must(t, err)
		if diff := cmp.Diff([]sgc.PairSum{{A: "PSOR", B: "ZOSTER", N: count.Exact(7), Cohorts: 1}}, sums.Pairs); diff != "" {
			t.Errorf("over all cohorts (-want +got):\n%s", diff)
		}
	})
}

// TestBothIsNeverOneSex omits one sex of a phenotype and of a pair, or the whole file of one sex:
// the rest is a number of that sex, and there is none for both.
func TestBothIsNeverOneSex(t *testing.T) {
	for name, c := range map[string]struct {
		males, females         []string // cases; none: no file
		malePairs, femalePairs []string
		both, bothPairs        string // codes that have a number
		malesOnly, femalesOnly int64
	}{
		"both sexes": {
			[]string{"PSOR,100,300,"}, []string{"PSOR,100,300,"}, []string{"PSOR,ZOSTER,50"}, []string{"PSOR,ZOSTER,60"}, "PSOR", "PSOR+ZOSTER", 0, 0,
		},
		"no file of females": {[]string{"PSOR,100,300,"}, nil, []string{"PSOR,ZOSTER,50"}, nil, "", "", 1, 0},
		"no file of males":   {nil, []string{"PSOR,100,300,"}, nil, []string{"PSOR,ZOSTER,50", "ACNE_VULGARIS,PSOR,9"}, "", "", 0, 2},
		"a row is missing": {
			[]string{"PSOR,100,300,", "ZOSTER,90,300,"}, []string{"PSOR,100,300,"},
			[]string{"PSOR,ZOSTER,50", "ACNE_VULGARIS,PSOR,9"}, []string{"ZOSTER,PSOR,60"}, "PSOR", "PSOR+ZOSTER", 1, 0,
		},
		"nobody is a number": {[]string{"PSOR,100,300,"}, []string{"PSOR,0,600,"}, []string{"PSOR,ZOSTER,50"}, []string{"PSOR,ZOSTER,0"}, "PSOR", "PSOR+ZOSTER", 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(t *testing.T, o *office) {
				ctx, v := t.Context(), o.cohort(t, "North")
				for k, lines := range map[check.Kind][]string{check.PairsMale: c.malePairs, check.PairsFemale: c.femalePairs} {
					if lines != nil {
						o.put(t, v, k, pairsText(lines...))
					}
				}
				for k, lines := range map[check.Kind][]string{check.CasesMale: c.males, check.CasesFemale: c.females} {
					if lines != nil {
						o.put(t, v, k, casesText(lines...))
					}
				}
				counts, err := o.Counts(ctx, o.una, v.ID)
				must(t, err)
				var both, pairs []string
				for _, row := range counts.Both {
					both = append(both, row.Code)
				}
				for _, p := range counts.BothPairs {
					pairs = append(pairs, p.A+"+"+p.B)
				}
				if got := strings.Join(both, " "); got != c.both {
					t.Errorf("both of the cohort: %q, want %q", got, c.both)
				}
				if got := strings.Join(pairs, " "); got != c.bothPairs {
					t.Errorf("pairs of both of the cohort: %q, want %q", got, c.bothPairs)
				}
				both = nil
				totals, err := o.Totals(ctx, o.rita, sgc.TotalsQuery{Sort: "code"})
				must(t, err)
				for _, total := range totals {
					if total.Both != (sgc.SexTotal{}) {
						both = append(both, total.Code)
					}
				}
				if got := strings.Join(both, " "); got != c.both {
					t.Errorf("totals of both: %q, want %q", got, c.both)
				}
				sums, err := o.PairTotals(ctx, o.rita, check.Both, false)
				must(t, err)
				if len(sums.Pairs) != len(counts.BothPairs) || sums.MalesOnly != c.malesOnly || sums.FemalesOnly != c.femalesOnly {
					t.Errorf("pairs of both over all cohorts: %+v", sums)
				}
			})
		})
	}
}

func TestFromNothingToValidatedAndBack(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		in := example("North")
		in.Questionnaire.OtherNotes = ""
		v, err := o.CreateCohort(ctx, o.una, in)
		must(t, err)
		_, err = o.Validate(ctx, o.una, v.ID, v.Version)
		var refused *sgc.FindingsError
		if !errors.As(err, &refused) || len(refused.Findings) != 6 {
			t.Fatalf("six things are open, not %v", err)
		}
		v = o.fill(t, v)
		if v.Status != sgc.Incomplete || v.Tasks[0].Done || !strings.Contains(v.Tasks[0].Missing, "other notes") {
			t.Errorf("%s, %+v", v.Status, v.Tasks)
		}
		v, err = o.UpdateCohort(ctx, o.una, v.ID, v.Version, example("North"))
		must(t, err)
		if v.Status != sgc.Complete || len(v.Findings) > 0 {
			t.Errorf("%s, %+v", v.Status, v.Findings)
		}
		v, err = o.Validate(ctx, o.una, v.ID, v.Version)
		must(t, err)
		if v.Status != sgc.Validated || v.ValidatedAt == nil || v.History[0].Action != "validated" {
			t.Errorf("%s, %+v", v.Status, v.History[0])
		}
		same, err := o.UpdateCohort(ctx, o.una, v.ID, v.Version, example("North"))
		must(t, err)
		if same.Version != v.Version || same.Status != sgc.Validated {
			t.Errorf("saving the same changes: version %d, %s", same.Version, same.Status)
		}
		shrunk := example("North")
		shrunk.Males = 350
		v, err = o.UpdateCohort(ctx, o.una, v.ID, v.Version, shrunk)
		must(t, err)
		if v.Status != sgc.Complete || v.ValidatedAt != nil || codes(v.Findings) != "block total_above, block total_above, warn sizes_below" ||
			!strings.Contains(v.History[0].Detail, "validation is withdrawn") {
			t.Errorf("after the cohort shrank: %s, %s, %+v", v.Status, codes(v.Findings), v.History[0])
		}
		v, err = o.UpdateCohort(ctx, o.una, v.ID, v.Version, example("North"))
		must(t, err)
		v, err = o.Validate(ctx, o.una, v.ID, v.Version)
		must(t, err)
		v, err = o.RemoveFile(ctx, o.una, v.ID, check.Description, v.Version)
		must(t, err)
		if v.Status != sgc.Incomplete || len(v.Files) != 5 || v.Files[4].Current {
			t.Errorf("without a description: %s, %+v", v.Status, v.Files)
		}
		_, err = o.RemoveFile(ctx, o.una, v.ID, check.Description, v.Version)
		wantCode(t, err, errs.NotFound, "not_found")
	})
}

func TestReplacedVersionsStay(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		v := o.cohort(t, "North")
		o.put(t, v, check.CasesMale, casesText("PSOR,100,300,"))
		v = o.put(t, v, check.CasesMale, casesText("PSOR,120,280,"))
		if len(v.Files) != 2 || v.Files[0].Version != 2 || !v.Files[0].Current || v.Files[1].Current {
			t.Errorf("%+v", v.Files)
		}
		for version, want := range map[int]string{0: "120", 1: "100", 2: "120"} {
			if got := o.content(t, o.una, v.ID, check.CasesMale, version); !strings.Contains(got, want) {
				t.Errorf("version %d: %q", version, got)
			}
		}
		counts, err := o.Counts(t.Context(), o.una, v.ID)
		must(t, err)
		if len(counts.Male) != 1 || counts.Male[0].Cases != count.Exact(120) || counts.Male[0].Description != "Psoriasis" {
			t.Errorf("%+v", counts.Male)
		}
	})
}

func TestAFileForADeletedCohort(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		v := o.fill(t, o.cohort(t, "North"))
		must(t, o.DeleteCohort(ctx, o.rita, v.ID))
		_, _, err := o.PutFile(ctx, o.una, v.ID, v.Version, input(check.CasesMale, casesText("PSOR,100,300,")))
		wantCode(t, err, errs.NotFound, "not_found")
		if n := o.blobCount(t); n != 0 {
			t.Errorf("%d files are left", n)
		}
	})
}

func TestMappingsAreRemembered(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		v := o.cohort(t, "North")
		const text = "what;n1;n2\nPSOR;100;300\n"
		found, err := o.CheckFile(ctx, o.una, v.ID, input(check.CasesMale, text))
		must(t, err)
		if found.Report.ByCode["column_unmapped"] != 3 || len(found.Grid) != 1 || found.Rows != 1 {
			t.Errorf("%+v", found.Report)
		}
		in := input(check.CasesMale, text)
		in.Mapping = check.Mapping{check.Phenotype: "what", check.Cases: "n1", check.Controls: "n2"}
		_, _, err = o.PutFile(ctx, o.una, v.ID, v.Version, in)
		must(t, err)
		found, err = o.CheckFile(ctx, o.una, v.ID, input(check.CasesMale, text))
		must(t, err)
		if diff := cmp.Diff(in.Mapping, found.Mapping); diff != "" {
			t.Errorf("remembered (-want +got):\n%s", diff)
		}
		if other, err := o.CheckFile(ctx, o.rita, v.ID, input(check.CasesMale, text)); err != nil || len(other.Mapping) > 0 {
			t.Errorf("another user's mapping: %v, %v", other.Mapping, err)
		}
	})
}

func TestDescriptions(t *testing.T) {
	var docx bytes.Buffer
	z := zip.NewWriter(&docx)
	_, err := z.Create("word/document.xml")
	must(t, errors.Join(err, z.Close()))
	onEach(t, func(t *testing.T, o *office) {
		for name, c := range map[string]struct{ content, contentType, code string }{
			"text":          {"Größe\n", "text/plain; charset=utf-8", ""},
			"PDF":           {"%PDF-1.7\n\xff\x00", "application/pdf", ""},
			"DOCX":          {docx.String(), "application/vnd.openxmlformats-officedocument.wordprocessingml.document", ""},
			"another ZIP":   {"PK\x03\x04\x00", "", "unknown_type"},
			"a picture":     {"\x89PNG\r\n\x1a\n\x00", "", "unknown_type"},
			"not UTF-8":     {"Gr\xf6\xdfe", "", "unknown_type"},
			"nothing":       {"", "", "empty"},
			"8 MiB and one": {strings.Repeat("x", 8<<20+1), "", "too_large"},
		} {
			t.Run(name, func(t *testing.T) {
				v := o.cohort(t, name)
				v, found, err := o.PutFile(t.Context(), o.una, v.ID, v.Version, input(check.Description, c.content))
				if c.code != "" {
					if got := errs.CodeOf(err); got != c.code {
						t.Errorf("error %v, want %s", err, c.code)
					}
					return
				}
				must(t, err)
				f := v.Files[0]
				if f.ContentType != c.contentType || f.SHA256 != found.SHA256 || f.SHA256 != f.StoredSHA256 {
					t.Errorf("%+v", f)
				}
				if got := o.content(t, o.una, v.ID, check.Description, 1); got != c.content {
					t.Errorf("kept %q", got)
				}
			})
		}
	})
}

func TestRefusedCohorts(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		o.cohort(t, "North")
		_, err := o.CreateCohort(ctx, o.una, example(" north "))
		wantCode(t, err, errs.Conflict, "name_taken")
		if _, err := o.CreateCohort(ctx, o.otto, example("North")); err != nil {
			t.Errorf("another owner: %v", err)
		}
		for name, c := range map[string]struct {
			change func(*sgc.CohortInput)
			field  string
		}{
			"no name":        {func(in *sgc.CohortInput) { in.Name = " " }, "name"},
			"a long name":    {func(in *sgc.CohortInput) { in.Name = strings.Repeat("ä", 256) }, "name"},
			"a zero byte":    {func(in *sgc.CohortInput) { in.Name = "a\x00b" }, "name"},
			"nobody":         {func(in *sgc.CohortInput) { in.Total = 0 }, "total_sample_size"},
			"fewer than no":  {func(in *sgc.CohortInput) { in.Males = -1 }, "number_of_males"},
			"too many":       {func(in *sgc.CohortInput) { in.Females = 700 }, "total_sample_size"},
			"a long answer":  {func(in *sgc.CohortInput) { in.Questionnaire.OtherNotes = strings.Repeat("x", 10_001) }, "other_notes"},
			"another choice": {func(in *sgc.CohortInput) { in.Questionnaire.ConsortiumAvailability = "perhaps" }, "summary_stats_consortium_availability"},
		} {
			in := example("X")
			c.change(&in)
			_, err := o.CreateCohort(ctx, o.una, in)
			var e *errs.Error
			if !errors.As(err, &e) || e.Kind != errs.Rule || len(e.Fields) != 1 || e.Fields[0].Field != c.field {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}
