package freeze_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/area/freeze"
	"cohortium/internal/gwas/meta"
)

func document(studies ...freeze.Study) *freeze.Document {
	for i := range studies {
		if studies[i].Sex == "" {
			studies[i].Sex = freeze.Both
		}
	}
	return &freeze.Document{Name: "x", Version: "1", Schemes: []meta.Scheme{meta.FixedEffect}, Options: meta.DefaultOptions(), Studies: studies}
}

func study(cohort, phenotype, ancestry string) freeze.Study {
	return freeze.Study{Cohort: cohort, Phenotype: phenotype, Ancestry: ancestry, File: cohort + phenotype + ancestry}
}

// only returns the cell of a plan of one cell.
func only(t *testing.T, p *freeze.Plan) *freeze.Cell {
	t.Helper()
	if len(p.Cells) != 1 {
		t.Fatalf("%d cells", len(p.Cells))
	}
	return p.Cells[0]
}

// A matrix has every combination, its cells part the studies, and people add up, in any order.
func TestMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 64))
	var studies []freeze.Study
	people := 0.0
	for i := range 60 {
		s := study(fmt.Sprintf("c%02d", i), []string{"AF", "HF", "DCM"}[rng.IntN(3)], []string{"AFR", "EUR"}[rng.IntN(2)])
		s.Sex, s.N = []string{"female", "male"}[rng.IntN(2)], float64(100+i)
		people += s.N
		studies = append(studies, s)
	}
	d := document(studies...)
	p := freeze.NewPlan(d, nil, freeze.Rates{})
	if len(p.Cells) != 3*2*2 {
		t.Fatalf("%d cells", len(p.Cells))
	}
	seen, sum := 0, 0.0
	for _, c := range p.Cells {
		seen, sum = seen+len(c.Studies), sum+c.Participants
		for i, at := range c.Studies {
			if s := d.Studies[at]; s.Phenotype != c.Phenotype || s.Ancestry != c.Ancestry || s.Sex != c.Sex || s.Cohort != c.Cohorts[i] {
				t.Errorf("%s contains %+v", c.Name(), s)
			}
		}
	}
	if seen != 60 || sum != people {
		t.Errorf("%d studies with %v people, want 60 with %v", seen, sum, people)
	}
	shuffled := slices.Clone(studies)
	rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for i, c := range freeze.NewPlan(document(shuffled...), nil, freeze.Rates{}).Cells {
		if c.Name() != p.Cells[i].Name() || !slices.Equal(c.Cohorts, p.Cells[i].Cohorts) || c.Status != p.Cells[i].Status {
			t.Errorf("in another order %s is %+v", c.Name(), c)
		}
	}
}

// Thresholds are tested on both sides, and each study left out has its reason.
func TestRuleOfInclusion(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 10, d, 0, 0, 0, 0, time.UTC) }
	of := func(change func(*freeze.Document)) *freeze.Cell {
		d := document(study("a", "HF", "EUR"), study("b", "HF", "EUR"), study("c", "HF", "EUR"))
		for i := range d.Studies {
			d.Studies[i].Cases, d.Studies[i].Accepted = 100, day(15)
		}
		change(d)
		return only(t, freeze.NewPlan(d, nil, freeze.Rates{}))
	}
	for _, c := range []struct {
		name    string
		change  func(*freeze.Document)
		status  freeze.Status
		studies int
		says    string
	}{
		{"enough", func(d *freeze.Document) { d.Rules = []freeze.Rule{{MinStudies: 3, MinCases: 100}} }, freeze.Ready, 3, ""},
		{"one too few", func(d *freeze.Document) { d.Rules = []freeze.Rule{{MinStudies: 4}} }, freeze.Short, 3, "needs 1 more"},
		{"a later rule", func(d *freeze.Document) {
			d.Rules = []freeze.Rule{{MinStudies: 9}, {Scope: freeze.Scope{Ancestry: "EUR"}, MinStudies: 2}, {Scope: freeze.Scope{Ancestry: "AFR"}, MinStudies: 9}}
		}, freeze.Ready, 3, ""},
		{"too few cases", func(d *freeze.Document) {
			d.Rules = []freeze.Rule{{MinCases: 101}}
			d.Studies[2].Cases = 101
		}, freeze.Short, 1, "100 cases, fewer than 101"},
		{"no cases stated", func(d *freeze.Document) {
			d.Rules = []freeze.Rule{{MinCases: 500}}
			d.Studies[0].Cases, d.Studies[1].Cases = 0, 0
		}, freeze.Ready, 2, "100 cases, fewer than 500"},
		{"on the last day", func(d *freeze.Document) { d.Deadline = day(15) }, freeze.Ready, 3, ""},
		{"a day late", func(d *freeze.Document) {
			d.Deadline = day(15)
			d.Studies[1].Accepted = day(16)
		}, freeze.Ready, 2, "accepted after 15 Oct 2026"},
		{"excluded", func(d *freeze.Document) {
			d.Exclude = []freeze.Exclusion{{Cohort: "b", Reason: "consent withdrawn"}}
		}, freeze.Ready, 2, "consent withdrawn"},
		{"excluded elsewhere", func(d *freeze.Document) {
			d.Exclude = []freeze.Exclusion{{Cohort: "b", Reason: "x", Scope: freeze.Scope{Phenotype: "AF"}}}
		}, freeze.Ready, 3, ""},
		{"a cohort twice", func(d *freeze.Document) { d.Studies[1].Cohort = "a" }, freeze.Blocked, 3, "a has two files in this cell"},
	} {
		cell := of(c.change)
		var text []string
		for _, l := range cell.LeftOut {
			text = append(text, l.Reason)
		}
		for _, l := range cell.Lacks {
			text = append(text, l.Sentence)
		}
		if cell.Status != c.status || len(cell.Studies) != c.studies || !strings.Contains(strings.Join(text, "; "), c.says) ||
			(c.says == "") != (len(text) == 0) {
			t.Errorf("%s: %s with %d studies: %q", c.name, cell.Status, len(cell.Studies), text)
		}
	}
}

// Meta-regression combines all ancestries, options of one scheme do not reach another, and females are
// compared with males where both are made.
func TestJobs(t *testing.T) {
	var studies []freeze.Study
	for i := range 7 { // EUR has one study of males
		s := study(fmt.Sprint("c", i), "HF", []string{"AFR", "EUR"}[i%2])
		s.Sex = []string{freeze.Female, freeze.Male}[i/4]
		studies = append(studies, s)
	}
	d := document(studies...)
	d.Schemes, d.SexDifference = []meta.Scheme{meta.FixedEffect, meta.RandomEffects, meta.MetaRegression}, true
	d.Options.LeaveOneOut, d.Options.Tau2, d.Options.Axes, d.Options.GenomicControl = true, meta.REML, 1, true
	got := map[string]string{}
	for _, c := range freeze.NewPlan(d, nil, freeze.Rates{}).Cells {
		names := []string{string(c.Status)}
		for _, j := range c.Jobs {
			if err := j.Options.Validate(); err != nil {
				t.Errorf("%s %s: %v", c.Name(), j.Name, err)
			}
			names = append(names, fmt.Sprintf("%s %v %v%v", j.Name, j.Options.LeaveOneOut, j.Options.GenomicControl, j.Of))
		}
		got[c.Name()] = strings.Join(names, ", ")
	}
	each := "ready, ivw true true[], random true true[]"
	for name, want := range map[string]string{
		"HF/AFR/female": each + ", sex-difference false false[HF/AFR/female HF/AFR/male]", "HF/EUR/female": each, "HF/EUR/male": "short",
		"HF/AFR/male": each, "HF/all/female": "ready, metaregression false true[]", "HF/all/male": "short",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
}

// The cost is that of the rows read and of the variants written, at measured rates.
func TestCost(t *testing.T) {
	d := document(study("a", "HF", "EUR"), study("b", "HF", "EUR"))
	facts := []freeze.Fact{{SHA256: "1", Rows: 1000, Seconds: 2}, {SHA256: "2", Rows: 3000, Seconds: 4}}
	rates := freeze.Measured(10, 5000, 2000, 100, freeze.Rates{})
	c := only(t, freeze.NewPlan(d, facts, rates))
	if math.Abs(c.Seconds-4000*10/5000.0) > 1e-9 || math.Abs(c.Bytes-3000*20) > 1e-9 {
		t.Errorf("%v s, %v bytes", c.Seconds, c.Bytes)
	}
	if r := freeze.Reading(facts); math.Abs(r.SecondsPerRow-1.5*6/4000) > 1e-12 {
		t.Errorf("%+v", r)
	}
	if r := freeze.Measured(0, 0, 0, 0, rates); r != rates {
		t.Errorf("%+v", r)
	}
}
