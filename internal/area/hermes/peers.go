package hermes

import (
	"context"
	"encoding/json"

	"cohortium/internal/platform/auth"
)

// Place is where a file stands among others, by the report of a QC run.
type Place struct {
	RowsClean  int64           `json:"rows_clean"`
	LambdaGC   *float64        `json:"lambda_gc"`
	Lambda1000 *float64        `json:"lambda_1000"` // nil of a quantitative trait
	SEN        json.RawMessage `json:"se_n"`        // plot.SENPoint
}

// Peer is a data set with its place: that of its current run, nil while there is no report.
type Peer struct {
	*Submission
	Place *Place
}

// Peers gives the data sets of the same phenotype that the caller may see, the data set
// itself among them, by name: what one file cannot tell about its scale, its sample size
// and its inflation, the others do.
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
	if u.RunID == "" || u.WaitsOn() == WaitingOnSystem { // a run that is not over may still change
		return nil, nil
	}
	return s.places.Get(ctx, u.RunID, func(ctx context.Context) (*Place, error) {
		run, err := s.store.QCRun(ctx, u.RunID)
		if err != nil || len(run.Report) == 0 { // it broke off
			return nil, err
		}
		return placeOf(run.Report)
	})
}

func placeOf(report json.RawMessage) (*Place, error) {
	place := new(Place)
	return place, json.Unmarshal(report, place)
}
