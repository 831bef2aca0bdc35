package hermes

import (
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
)

func figure(x float64) *float64 { return &x }

// Every bound causes a caution on one side and none on the other; changing the consortium's bound
// moves both.
func TestBoundsOfCautions(t *testing.T) {
	u := &Submission{ID: "a", RunID: "r", DatasetName: "A"}
	inflated := func(f *Figures, l limits) bool {
		return len(inflationCaution([]*Submission{u}, map[string]*Figures{"r": f}, l).Findings) > 0
	}
	unsized := func(f *Figures, l limits) bool {
		return len(sizeCaution([]*Submission{u}, map[string]*Figures{"r": f}, l).Findings) > 0
	}
	lambda := func(x float64) *Figures { return &Figures{LambdaGC: &x} }
	lambda1000 := func(x float64) *Figures { return &Figures{LambdaGC: figure(1.5), Lambda1000: &x} }
	intercept := func(x float64) *Figures {
		return &Figures{LambdaGC: figure(3), Lambda1000: figure(3), Intercept: &x, InterceptSE: figure(0.01)}
	}
	ratio := func(x float64) *Figures { return &Figures{Ratio: &x} }
	for name, c := range map[string]struct {
		notices         func(*Figures, limits) bool
		of              func(float64) *Figures
		key             string
		within, outside float64 // of the program's bound
		moved, then     float64 // another bound, and a value outside of it but within the first
	}{
		"λ above":          {inflated, lambda, "lambda_above", 1.1, 1.1001, 1.05, 1.06},
		"λ below":          {inflated, lambda, "lambda_below", 0.95, 0.9499, 0.98, 0.97},
		"λ1000 above":      {inflated, lambda1000, "lambda_above", 1.1, 1.1001, 1.05, 1.06},
		"intercept above":  {inflated, intercept, "intercept_above", 1.1, 1.1001, 1.05, 1.06},
		"intercept below":  {inflated, intercept, "intercept_below", 0.9, 0.8999, 0.95, 0.94},
		"SE–N ratio above": {unsized, ratio, "se_n", 1.3, 1.3001, 0.2, 1.25},
		"SE–N ratio below": {unsized, ratio, "se_n", 0.7, 0.6999, 0.2, 0.75},
	} {
		own := new(QCPolicy).limits()
		if c.notices(c.of(c.within), own) || !c.notices(c.of(c.outside), own) {
			t.Errorf("%s: told of %v: %v, of %v: %v", name, c.within, c.notices(c.of(c.within), own), c.outside, c.notices(c.of(c.outside), own))
		}
		policy := QCPolicy{Thresholds: []ChosenThreshold{{Key: c.key, Value: c.moved, Reason: "ours"}}}
		if c.notices(c.of(c.then), own) || !c.notices(c.of(c.then), policy.limits()) {
			t.Errorf("%s: the consortium's %v does not hold for %v", name, c.moved, c.then)
		}
	}
}

func TestAnImpreciseInterceptRaisesNoWarning(t *testing.T) {
	l := new(QCPolicy).limits()
	for se, notices := range map[float64]bool{0.0749: true, 0.0751: false} {
		for _, intercept := range []float64{1.15, 0.85} {
			f := &Figures{LambdaGC: figure(1.5), Intercept: &intercept, InterceptSE: &se}
			if got := l.inflation(f) != ""; got != notices {
				t.Errorf("intercept %v, SE %v: told %v", intercept, se, got)
			}
		}
	}
	if says := l.inflation(&Figures{LambdaGC: figure(1.2345), Lambda1000: figure(1.1234)}); says != "λ1000 is 1.123, above 1.1" {
		t.Error(says)
	}
	if says := l.inflation(&Figures{LambdaGC: figure(0.9), Lambda1000: figure(0.99)}); says != "λ is 0.900, below 0.95" {
		t.Error(says)
	}
	if says := l.inflation(&Figures{}); says != "" {
		t.Errorf("nothing is known, and it says %q", says)
	}
}

func TestCautionsNameTheDataSets(t *testing.T) {
	one := &Submission{ID: "1", RunID: "r1", DatasetName: "One", Cohort: "North ", Ancestry: "EU", Sex: "Male"}
	two := &Submission{ID: "2", RunID: "r2", DatasetName: "Two", Cohort: "north", Ancestry: "EU", Sex: "Female"}
	three := &Submission{ID: "3", RunID: "r3", DatasetName: "Three", Cohort: "South", Ancestry: "AF", Sex: "Male"}
	all := []*Submission{one, two, three}
	figures := map[string]*Figures{"r1": {Scale: sumstats.LogOdds}, "r2": {Scale: sumstats.LinearUnits}, "r3": {}}
	pair := PairFound{one, three, &qc.Together{Intercept: 0.214, InterceptSE: 0.0167, SharedPeople: 2140.4}}
	for _, c := range []struct {
		caution Caution
		says    string
		ids     string // of each finding
	}{
		{ancestryCaution(all), "European: One; Two. African: Three.", "1,2 3"},
		{sexCaution(all), "Male: One; Three. Female: Two.", "1,3 2"},
		{cohortCaution(all), "North: One; Two.", "1,2"},
		{scaleCaution(all, figures), "Log odds (logistic model): One. Unit of the trait: Two. Scale not known: Three.", "1 2 3"},
		{peopleCaution([]PairFound{pair}), "One and Three: their Z scores correlate by 0.21 (SE 0.02) without any effect, as some 2,140 people in both would make.", "1,3"},
	} {
		var ids []string
		for _, f := range c.caution.Findings {
			ids = append(ids, strings.Join(f.Datasets, ","))
		}
		if got := c.caution.sentences(); got != c.says || strings.Join(ids, " ") != c.ids || c.caution.Title == "" || c.caution.Advice == "" {
			t.Errorf("%s: %q of %v\nwant %q of %s", c.caution.Code, got, ids, c.says, c.ids)
		}
	}
	for _, c := range []Caution{ancestryCaution(all[:2]), sexCaution([]*Submission{one, three}), cohortCaution(all[1:]), scaleCaution(all[:1], figures)} {
		if len(c.Findings) > 0 {
			t.Errorf("%s of submissions that are alike: %s", c.Code, c.sentences())
		}
	}
}

// A pair with a stated overlap is accepted by the scheme that uses overlaps, and by no other.
func TestStatedOverlapsAreNoCaution(t *testing.T) {
	people := Caution{Code: CautionPeople, Findings: []CautionFinding{{Datasets: []string{"a", "b"}}, {Datasets: []string{"a", "c"}}}}
	left := func(options MetaOptions) int {
		n := 0
		for _, c := range stated([]Caution{people}, &options) {
			n += len(c.Findings)
		}
		return n
	}
	one, both := []MetaOverlap{{A: "b", B: "a"}}, []MetaOverlap{{A: "b", B: "a"}, {A: "a", B: "c"}}
	for _, c := range []struct {
		options MetaOptions
		want    int
	}{{MetaOptions{Scheme: "ivw", Overlaps: both}, 2}, {MetaOptions{Scheme: "samplesize"}, 2}, {MetaOptions{Scheme: "samplesize", Overlaps: one}, 1}, {MetaOptions{Scheme: "samplesize", Overlaps: both}, 0}} {
		if got := left(c.options); got != c.want {
			t.Errorf("%+v: %d pairs left, want %d", c.options, got, c.want)
		}
	}
	if len(people.Findings) != 2 {
		t.Error("the cautions that were given are changed")
	}
}

// Each caution is confirmed by its own option only; mixed scales by no option, but by the scheme.
func TestEachCautionIsConfirmedByName(t *testing.T) {
	codes := []CautionCode{CautionAncestry, CautionSex, CautionCohort, CautionPeople, CautionShared, CautionInflation, CautionSize, CautionScale}
	var cautions []Caution
	for _, code := range codes {
		cautions = append(cautions, Caution{Code: code, Title: "T.", Findings: []CautionFinding{{Sentence: "S."}}, Advice: "A."})
	}
	for i, o := range []MetaOptions{
		{MultiAncestry: true}, {MixedSex: true}, {SameCohort: true}, {SharedPeople: true}, {FewShared: true}, {Inflated: true}, {DoubtfulSize: true}, {Scheme: "samplesize"},
	} {
		faults := unconfirmed(cautions, &o)
		if len(faults) != len(codes)-1 {
			t.Errorf("%s: %d of %d left", codes[i], len(faults), len(codes))
		}
		option, _ := o.confirmed(codes[i])
		for _, f := range faults {
			if f.Field == "options."+option || !strings.HasPrefix(f.Message, "T. S. A.") {
				t.Errorf("%s is confirmed, and there is %+v", codes[i], f)
			}
		}
	}
	if !slices.ContainsFunc(unconfirmed(cautions, &MetaOptions{}), func(f errs.Field) bool { return f.Field == "options.scheme" && f.Message == "T. S. A." }) {
		t.Error("mixed scales can be confirmed")
	}
}
