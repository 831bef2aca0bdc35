package sgc

import (
	"context"
	"time"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// Receipt lists what the consortium has accepted from a cohort.
type Receipt struct {
	CohortID    string     `json:"cohort_id"`
	Name        string     `json:"name"`
	Owner       string     `json:"owner"`
	Version     int64      `json:"version"`
	Status      Status     `json:"status"`
	ValidatedAt *time.Time `json:"validated_at"`
	Total       int64      `json:"total_sample_size"`
	Males       int64      `json:"number_of_males"`
	Females     int64      `json:"number_of_females"`
	MinCell     int64      `json:"min_cell"` // numbers below this are hidden
	Files       []*File    `json:"files"`    // current ones, in the order of check.Kinds
	IssuedAt    time.Time  `json:"issued_at"`
}

// Receipt returns the current receipt of a cohort.
func (s *Service) Receipt(ctx context.Context, by *auth.Identity, cohortID string) (_ *Receipt, err error) {
	defer errs.Wrap(&err, "sgc.Receipt(%q)", cohortID)
	c, _, err := s.cohortFor(ctx, by, cohortID)
	if err != nil {
		return nil, err
	}
	r, err := s.record(ctx, c, true)
	if err != nil {
		return nil, err
	}
	minCell, err := s.minCell(ctx)
	if err != nil {
		return nil, err
	}
	return r.receipt(minCell, s.now()), nil
}

func (r *Record) receipt(minCell int64, at time.Time) *Receipt {
	out := &Receipt{
		CohortID: r.ID, Name: r.Name, Owner: r.Owner.UserName, Version: r.Version, Status: r.Status, ValidatedAt: r.ValidatedAt,
		Total: r.Total, Males: r.Males, Females: r.Females, MinCell: minCell, Files: []*File{}, IssuedAt: at,
	}
	for _, k := range check.Kinds() {
		if f := r.current(k); f != nil {
			out.Files = append(out.Files, f)
		}
	}
	return out
}
