package browse

import (
	"context"

	"cohortium/internal/gwas/coloc"
	"cohortium/internal/gwas/locusreport"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// ColocQuery requests the comparison of the signals of two results.
type ColocQuery struct {
	First, Second Ref
	Region        string // the strongest locus of the first result in it is compared
	Prior         coloc.Prior
}

// Colocalisation is the comparison of the signals of two results.
type Colocalisation struct {
	First, Second *JudgedLocus
	Prior         coloc.Prior
	*locusreport.Comparison
}

// Colocalise compares the signals of two results. errs.Rule with the codes same_result, builds_differ
// and priors for those that cannot be compared, else the errors of Open. A locus that does not allow a
// comparison is no error: Refusal explains it.
func (s *Service) Colocalise(ctx context.Context, by *auth.Identity, q ColocQuery) (_ *Colocalisation, err error) {
	defer errs.Wrap(&err, "browse.Colocalise(%+v)", q)
	if err := q.Prior.Check(); err != nil {
		return nil, errs.AtField("p12", "Priors are above 0, p12 is at most p1 and p2, and their sum is below 1.")
	}
	if q.First == q.Second {
		return nil, refused("same_result", "These are the same result twice. Choose another one to compare it with.")
	}
	first, err := s.Open(ctx, by, q.First)
	if err != nil {
		return nil, err
	}
	second, err := s.Open(ctx, by, q.Second)
	if err != nil {
		return nil, err
	}
	if err := mayCompare(&first.Result, &second.Result, true); err != nil {
		return nil, err
	}
	span, err := spanOf(q.Region, first.Build)
	if err != nil {
		return nil, err
	}
	out := &Colocalisation{Prior: q.Prior}
	if out.First, err = s.locusIn(ctx, first, span, ""); err != nil {
		return nil, err
	}
	if out.First.Locus == nil {
		out.Second = &JudgedLocus{Result: second.Result}
		out.Comparison = &locusreport.Comparison{Region: span.String(), Refusal: out.First.None, Notes: []string{}, Pairs: []locusreport.Pair{}}
		return out, nil
	}
	if out.Second, err = s.judged(ctx, second, out.First.Locus.Region, nil, ""); err != nil {
		return nil, err
	}
	out.Comparison = locusreport.Compare(out.First.Locus, out.Second.Locus, q.Prior)
	return out, nil
}
