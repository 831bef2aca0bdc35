package freeze_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/freeze"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
)

const good = `name: Release 4
version: "4.0"
deadline: 2026-10-15
schemes: [ivw, random, metaregression]
sex_difference: true
options:
  leave_one_out: true
  tau2: reml
  axes: 2
  maf: 0.001
  build: hg19
rules:
  - min_studies: 3
    min_cases: 100
  - phenotype: LVEF
    min_studies: 2
exclude:
  - cohort: Harbour
    reason: consent withdrawn
studies:
  - {cohort: Harbour, file: h.tsv, phenotype: HF, ancestry: EUR, accepted: 2026-09-01, cases: 10, controls: 20}
  - {cohort: North, file: n.tsv, phenotype: HF, ancestry: EUR, sex: female, accepted: 2026-09-02, n: 1200, scale: log_odds, map: {beta: B}}
`

func TestParse(t *testing.T) {
	d, err := freeze.Parse([]byte(good))
	if err != nil {
		t.Fatal(err)
	}
	opt := meta.DefaultOptions()
	opt.LeaveOneOut, opt.Tau2, opt.Axes, opt.MAF, opt.Build = true, meta.REML, 2, 0.001, genome.GRCh37
	day := func(m time.Month, d int) time.Time { return time.Date(2026, m, d, 0, 0, 0, 0, time.UTC) }
	want := &freeze.Document{Name: "Release 4", Version: "4.0", Deadline: day(10, 15), SexDifference: true, Options: opt,
		Schemes: []meta.Scheme{meta.FixedEffect, meta.RandomEffects, meta.MetaRegression},
		Rules:   []freeze.Rule{{MinStudies: 3, MinCases: 100}, {Scope: freeze.Scope{Phenotype: "LVEF"}, MinStudies: 2}},
		Exclude: []freeze.Exclusion{{Cohort: "Harbour", Reason: "consent withdrawn"}},
		Studies: []freeze.Study{
			{Cohort: "Harbour", File: "h.tsv", Phenotype: "HF", Ancestry: "EUR", Sex: "both", Accepted: day(9, 1), Cases: 10, Controls: 20, Line: 21},
			{
				Cohort:    "North",
				File:      "n.tsv",
				Phenotype: "HF",
				Ancestry:  "EUR",
				Sex:       "female",
				Accepted:  day(9, 2),
				N:         1200,
				Scale:     "log_odds",
				Map:       map[string]string{"beta": "B"},
				Line:      22,
			},
		}}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Error(diff)
	}
}

// Every mistake is reported with its line and what to do.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"name: Release 4\n", "nam: Release 4\n", `line 1: a freeze has no field "nam": use deadline, exclude, name,`},
		{"name: Release 4\n", "nam: Release 4\n", "a freeze needs name: add name: …"},
		{"version: \"4.0\"", "version: ''", "line 2: a text is missing here"},
		{"2026-10-15", "15.10.2026", `line 3: "15.10.2026" is not a day: write it as 2026-10-15`},
		{"[ivw, random, metaregression]", "[ivw, fixed]", `line 4: scheme "fixed" is not one of ivw`},
		{"[ivw, random, metaregression]", "[ivw, ivw]", "line 4: scheme ivw is listed twice"},
		{"[ivw, random, metaregression]", "[metaregression]", "begin the list with ivw"},
		{"sex_difference: true", "sex_difference: yes please", `line 5: "yes please" is neither true nor false`},
		{"leave_one_out: true", "leave_one: true", `line 7: a meta-analysis has no option "leave_one"`},
		{"maf: 0.001", "maf: much", "line 10: option maf cannot be string: write a float64"},
		{"maf: 0.001", "maf: 0.7", "options: a minor allele frequency must be between 0 and 0.5"},
		{"maf: 0.001", "scheme: ivw", "line 10: a freeze has no option scheme: list it under schemes"},
		{"build: hg19", "build: hg17", `build "hg17" is not known: use GRCh37 or GRCh38`},
		{"min_studies: 3", "min_studies: 0", `line 13: "0" is not a whole number of 1 or more`},
		{"min_cases: 100", "min_cases: -1", `line 14: "-1" is not a number above 0`},
		{"reason: consent withdrawn", "because: x", `line 19: an exclusion has no field "because"`},
		{"reason: consent withdrawn", "because: x", "line 18: an exclusion needs reason"},
		{"  - cohort: Harbour", "  - cohort: Harbor", `cohort "Harbor" of an exclusion has no study: check its spelling`},
		{"sex: female", "sex: F", `line 22: sex "F" is not known: use both, female or male`},
		{"ancestry: EUR, sex", "ancestry: all, sex", "line 22: ancestry all is reserved"},
		{"ancestry: EUR, sex", "ancestry: ../x, sex", "cannot name a folder"},
		{"scale: log_odds", "scale: odd", "line 22: "},
		{", accepted: 2026-09-02", "", "line 22: the freeze has a deadline, and North has no day of acceptance"},
		{"n: 1200, ", "n: 1200, n: 3, ", "line 22: n is stated twice: remove one"},
		{"rules:\n", "rules: none\nx:\n", "line 12: rules must be a list"},
		{"name: Release 4", "name: [", "line "},
		{good, "", "line 1: the document is empty"},
		{good, "- a", "line 1: a freeze must have fields"},
		{good, "name: a\nversion: b\nstudies: []", "a freeze needs studies"},
	} {
		text := strings.Replace(good, c.from, c.to, 1)
		if text == good {
			t.Errorf("%q is not in the document", c.from)
		}
		_, err := freeze.Parse([]byte(text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.to, err, c.want)
		}
	}
}
