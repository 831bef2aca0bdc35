package hermes

import (
	"context"
	"encoding/json"

	"cohortium/internal/platform/auth"
)

// Place is the position of a file among others, from the report of a QC run.
type Place struct {
	RowsClean  int64           `json:"rows_clean"`
	LambdaGC   *float64        `json:"lambda_gc"`
	Lambda1000 *float64        `json:"lambda_1000"` // nil of a quantitative trait
	SEN        json.RawMessage `json:"se_n"`        // plot.SENPoint
}

// Peer is a submission with the place of its current run, nil without a report.
type Peer struct {
	*Submission
	Place *Place
}

// Peers returns the submissions of the same phenotype that the caller may see, by name, including the
// submission itself. Scale, sample size and inflation of one file can only be judged next to others.
func (s *Service) Peers(ctx context.Context, id *auth.Identity, uploadID string) ([]*Peer, error) {
	u, err := s.uploadFor(ctx, id, uploadID, auth.Visible)
	if err != nil {
		return nil, err
	}
	peers := []*Peer{}
	err = s.eachVisible(ctx, id, UploadFilter{Phenotypes: []string{u.Phenotype}}, func(other *Submission) error {
		place, err := s.place(ctx, other)
		peers = append(peers, &Peer{Submission: other, Place: place})
		return err
	})
	return peers, err
}

func (s *Service) place(ctx context.Context, u *Submission) (*Place, error) {
	if u.RunID == "" || u.WaitsOn() == WaitingOnSystem { // an unfinished run may still change
		return nil, nil
	}
	return s.places.Get(ctx, u.RunID, func(ctx context.Context) (*Place, error) {
		run, err := s.store.QCRun(ctx, u.RunID)
		if err != nil || len(run.Report) == 0 { // the run was interrupted
			return nil, err
		}
		return placeOf(run.Report)
	})
}

func placeOf(report json.RawMessage) (*Place, error) {
	place := new(Place)
	return place, json.Unmarshal(report, place)
}
