package browse

import (
	"cmp"
	"context"
	"math"
	"slices"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/stat"
)

// Study is a study that a meta-analysis combined, with its rows at that time.
type Study struct {
	Result Result // with its name in the meta-analysis; Ref is of the data set, which may have changed
	// LambdaApplied is the divisor of the χ² of the study, 1 without correction.
	LambdaApplied float64
	Open          func(ctx context.Context) (Table, error)
}

// Combination is the result of a meta-analysis for the variant, with its studies.
type Combination struct {
	Effect
	Studies []StudyEffect
	// Fixed and Random are computed from these studies; nil where the effects are not combined by
	// inverse variance, or some of the combined studies are missing.
	Fixed, Random *Pooled
}

// Pooled is an estimate over studies.
type Pooled struct{ Beta, SE, NegLog10P float64 }

func pooled(e meta.Estimate) *Pooled { return &Pooled{e.Beta, e.SE, e.NegLog10P} }

// StudyEffect is the estimate of a study for the variant. Standard error and P are both after the
// correction by its λ, as it was combined.
type StudyEffect struct {
	Effect
	Weight float64 // share of the fixed-effect estimate, 0–1; NaN where it is not known
	Why    string  // why the study has no estimate, as a sentence; "" when it has one
}

// combine moves the meta-analyses out of the other results, with their studies. The studies are
// then removed from the other results.
func (s *Service) combine(ctx context.Context, page *VariantPage) error {
	jobs := page.combinations()
	var tasks []studyTask
	for i := range jobs {
		j := &jobs[i]
		studies, inverse, err := j.of.Result.Studies(ctx)
		if err != nil {
			return err
		}
		j.inverse = inverse
		j.of.Studies = make([]StudyEffect, len(studies))
		for n := range studies {
			tasks = append(tasks, studyTask{studies[n], &j.of.Studies[n]})
		}
	}
	keys := make([]string, len(tasks))
	for i := range tasks {
		keys[i] = tasks[i].study.Result.RowsKey
	}
	kept, err := s.kept.Rows(ctx, keys, placesOf([]Variant{page.Variant}))
	if err != nil {
		return err
	}
	failures := make([]error, len(tasks))
	err = eachOf(ctx, len(tasks), func(ctx context.Context, i int) error {
		failures[i] = tasks[i].read(ctx, page.Variant, kept)
		return nil
	})
	if err != nil {
		return err
	}
	for _, err := range failures {
		if err != nil {
			page.Asked.Failures = append(page.Asked.Failures, err)
		}
	}
	for i := range jobs {
		jobs[i].of.weigh(jobs[i].inverse)
	}
	page.dropStudies()
	return nil
}

// combining is a meta-analysis whose studies are to be read.
type combining struct {
	of      *Combination
	inverse bool
}

// combinations takes the meta-analyses out of the other results.
func (p *VariantPage) combinations() (jobs []combining) {
	p.Others = slices.DeleteFunc(p.Others, func(e Effect) bool {
		if e.Result.Studies == nil {
			return false
		}
		c := &Combination{Effect: e}
		p.Combined = append(p.Combined, c)
		jobs = append(jobs, combining{of: c})
		return true
	})
	return jobs
}

// dropStudies removes the studies of a combination from the other results, present and absent.
func (p *VariantPage) dropStudies() {
	studies := map[Ref]bool{}
	for _, c := range p.Combined {
		for _, e := range c.Studies {
			studies[e.Result.Ref] = true
		}
	}
	p.Others = slices.DeleteFunc(p.Others, func(e Effect) bool { return studies[e.Result.Ref] })
	p.Absent = slices.DeleteFunc(p.Absent, func(a Absent) bool { return studies[a.Result.Ref] })
}

// studyTask is a study to be read.
type studyTask struct {
	study Study
	into  *StudyEffect
}

// read fills in the estimate of the study, from the rows that are kept or its file. An error becomes
// a failure reported with the study.
func (t *studyTask) read(ctx context.Context, v Variant, kept map[string][]Row) error {
	t.into.Result, t.into.Weight = t.study.Result, math.NaN()
	l := look{result: t.study.Result}
	rows, is := kept[t.study.Result.RowsKey]
	if l.rows = rows; !is {
		var table Table
		if table, l.err = t.study.Open(ctx); l.err == nil {
			l.rows, l.err = rowsAt(ctx, table, []Variant{v})
		}
	}
	row, ok := l.aligned(v)
	if !ok {
		t.into.Why = l.why(v)
		return l.err
	}
	if t.study.LambdaApplied > 1 {
		row.SE *= math.Sqrt(t.study.LambdaApplied)
		row.NegLog10P = stat.ControlledNegLog10P(row.NegLog10P, t.study.LambdaApplied)
	}
	t.into.Row = row
	return nil
}

// weigh sets the share of each study and combines those with an estimate, when the meta-analysis
// combined by inverse variance and as many.
func (c *Combination) weigh(inverse bool) {
	if !inverse {
		return
	}
	var beta, se []float64
	sum := 0.0
	for _, e := range c.Studies {
		if e.Why == "" && e.Row.SE > 0 && !math.IsNaN(e.Row.Beta) {
			beta, se = append(beta, e.Row.Beta), append(se, e.Row.SE)
			sum += 1 / (e.Row.SE * e.Row.SE)
		}
	}
	if len(beta) == 0 || !math.IsNaN(c.Row.NStudies) && float64(len(beta)) != c.Row.NStudies {
		return
	}
	for i := range c.Studies {
		if e := &c.Studies[i]; e.Why == "" {
			e.Weight = 1 / (e.Row.SE * e.Row.SE) / sum
		}
	}
	slices.SortStableFunc(c.Studies, func(a, b StudyEffect) int { return cmp.Compare(b.Weight, a.Weight) })
	c.Fixed, c.Random = pooled(meta.CombineFixed(beta, se)), pooled(meta.CombineRandom(beta, se))
}
