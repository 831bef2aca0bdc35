package hermes

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/sumstats"
)

// Outlier is an accepted file with the figures and concerns of its report.
type Outlier struct {
	*Submission
	Figures
}

// Figures are the values of a report that compare files of any size.
type Figures struct {
	LambdaGC    *float64
	Lambda1000  *float64
	Intercept   *float64
	InterceptSE *float64
	Ratio       *float64 // of the SE–N point; 1 is expected
	Scale       sumstats.EffectScale
	Concerns    []Concern
}

// Concern is a step of the report that does not pass, with its messages.
type Concern struct {
	Step     string   `json:"step"`
	Messages []string `json:"messages"`
}

// judging returns the steps whose figures a dashboard compares. Their bounds are those of the
// report.
func judging() []string { return []string{"inflation", "ld_score_regression", "se_n"} }

// outliers counts the accepted files with a report, and returns those with concerns, most concerns
// first.
func (s *Service) outliers(ctx context.Context, uploads []*Submission) (judged int, out []*Outlier, err error) {
	accepted := slices.DeleteFunc(slices.Clone(uploads), func(u *Submission) bool { return u.Status != ReviewApproved || u.RunID == "" })
	figures, err := s.figuresOf(ctx, accepted)
	if err != nil {
		return 0, nil, err
	}
	for _, u := range accepted {
		if f := figures[u.RunID]; f != nil && len(f.Concerns) > 0 {
			out = append(out, &Outlier{Submission: u, Figures: *f})
		}
	}
	slices.SortStableFunc(out, func(a, b *Outlier) int { return len(b.Concerns) - len(a.Concerns) })
	return len(figures), out, nil
}

// figuresAtOnce limits the ids of one query.
const figuresAtOnce = 200

// figuresOf reads the figures that are not in the cache.
func (s *Service) figuresOf(ctx context.Context, accepted []*Submission) (map[string]*Figures, error) {
	out := make(map[string]*Figures, len(accepted))
	var unknown []string
	for _, u := range accepted {
		if f, ok := s.figures.Kept(u.RunID); ok {
			out[u.RunID] = f
			continue
		}
		unknown = append(unknown, u.RunID)
	}
	for runs := range slices.Chunk(unknown, figuresAtOnce) {
		if err := s.readFigures(ctx, runs, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *Service) readFigures(ctx context.Context, runs []string, into map[string]*Figures) error {
	summaries, err := s.store.QCFigures(ctx, runs)
	if err != nil {
		return err
	}
	for run, summary := range summaries {
		f, err := s.figures.Get(ctx, run, func(context.Context) (*Figures, error) { return figuresIn(summary) })
		if err != nil {
			return fmt.Errorf("figures of run %s: %w", run, err)
		}
		into[run] = f
	}
	return nil
}

// reportFigures is the part of a report that figures are read from.
type reportFigures struct {
	LambdaGC   *float64 `json:"lambda_gc"`
	Lambda1000 *float64 `json:"lambda_1000"`
	SEN        struct {
		Ratio *float64 `json:"ratio"`
	} `json:"se_n"`
	Polygenic struct {
		Intercept   *float64 `json:"intercept"`
		InterceptSE *float64 `json:"intercept_se"`
	} `json:"ld_score_regression"`
	Scale sumstats.EffectScale `json:"effect_scale"`
	Steps []qc.Step            `json:"steps"`
}

// FiguresOf returns the part of the report of a QC run that the dashboard compares, as a report without the rest.
func FiguresOf(report []byte) ([]byte, error) {
	var r reportFigures
	if err := json.Unmarshal(report, &r); err != nil {
		return nil, err
	}
	r.Steps = slices.DeleteFunc(r.Steps, func(s qc.Step) bool { return !concerns(s) })
	for i := range r.Steps {
		r.Steps[i].Metrics = nil
	}
	return json.Marshal(r)
}

// concerns reports whether a step does not pass and its figures are compared.
func concerns(s qc.Step) bool {
	return (s.Verdict == qc.Warned || s.Verdict == qc.Fail) && slices.Contains(judging(), s.Name)
}

func figuresIn(report []byte) (*Figures, error) {
	var r reportFigures
	if err := json.Unmarshal(report, &r); err != nil {
		return nil, err
	}
	f := &Figures{
		LambdaGC:    r.LambdaGC,
		Lambda1000:  r.Lambda1000,
		Intercept:   r.Polygenic.Intercept,
		InterceptSE: r.Polygenic.InterceptSE,
		Ratio:       r.SEN.Ratio,
		Scale:       r.Scale,
	}
	for _, step := range r.Steps {
		if concerns(step) {
			f.Concerns = append(f.Concerns, Concern{Step: step.Name, Messages: step.Messages})
		}
	}
	return f, nil
}
