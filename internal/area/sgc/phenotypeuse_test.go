package sgc_test

import (
	"testing"

	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
)

// A list counts a cohort once, whichever sexes its files have.
func TestPhenotypesCountCohortsOfAnySex(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		for name, files := range map[string]map[check.Kind][]string{
			"Males":   {check.CasesMale: {"PSOR,100,300,", "ZOSTER,9,300,"}},
			"Females": {check.CasesFemale: {"PSOR,100,300,", "VITILIGO,9,300,"}},
			"Both":    {check.CasesMale: {"PSOR,100,300,"}, check.CasesFemale: {"PSOR,100,300,", "ZOSTER,9,300,"}},
		} {
			v := o.cohort(t, name)
			for kind, lines := range files {
				o.put(t, v, kind, casesText(lines...))
			}
		}
		list, err := o.Phenotypes(t.Context(), sgc.PhenotypeQuery{})
		must(t, err)
		for _, p := range list {
			want := map[string]int64{"PSOR": 3, "ZOSTER": 2, "VITILIGO": 1}[p.Code]
			if p.UsedBy != want {
				t.Errorf("%s is used by %d cohorts, want %d", p.Code, p.UsedBy, want)
			}
		}
	})
}
