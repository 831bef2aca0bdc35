package hermesapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/hermes"
)

// GetHermesDashboard implements GET /api/hermes/dashboard.
func (s *Server) GetHermesDashboard(ctx context.Context, _ openapi.GetHermesDashboardRequestObject) (openapi.GetHermesDashboardResponseObject, error) {
	d, err := s.Hermes.Dashboard(ctx, request.Identity(ctx))
	if err != nil {
		return nil, err
	}
	files, err := s.referenceInShort(ctx)
	if err != nil {
		return nil, err
	}
	return openapi.GetHermesDashboard200JSONResponse{
		Summary: summaryOf(d.Summary), Waiting: view.Each(d.Waiting, waitOf), Coverage: view.List(d.Coverage), Months: view.List(d.Months),
		DaysToDecision: d.Days, Judged: d.Judged, Outliers: view.Each(d.Outliers, outlierOf), Work: *d.Work, Reference: files,
	}, nil
}

// referenceInShort lists the reference data, including built-in ones.
func (s *Server) referenceInShort(ctx context.Context) ([]openapi.HermesReferenceFile, error) {
	notes, err := s.Reference.List(ctx)
	if err != nil {
		return nil, err
	}
	out := []openapi.HermesReferenceFile{}
	add := func(f *openapi.ReferenceFile) {
		build := f.Build
		if f.To != "" {
			build += " to " + f.To
		}
		out = append(out, openapi.HermesReferenceFile{Name: f.Name, Type: string(f.Type), Build: build, Ancestry: view.Some(f.Ancestry), Version: f.Version})
	}
	for i := range notes {
		f := view.ReferenceFileOf(&notes[i])
		add(&f)
	}
	for _, f := range view.Inside(notes) {
		add(&f)
	}
	return out, nil
}

func waitOf(w hermes.Wait) openapi.HermesWait {
	return openapi.HermesWait{WaitingOn: w.On, Files: w.Files, Oldest: view.Each(w.Oldest, waitingOf)}
}

func waitingOf(u *hermes.Submission) openapi.HermesWaiting {
	return openapi.HermesWaiting{
		Id: u.ID, DatasetName: u.DatasetName, Cohort: u.Cohort, Status: u.Status, Since: u.StatusSince, UploadedBy: u.UploadedBy,
	}
}

func outlierOf(o *hermes.Outlier) openapi.HermesOutlier {
	return openapi.HermesOutlier{
		Id: o.ID, DatasetName: o.DatasetName, Cohort: o.Cohort, Phenotype: o.Phenotype, LambdaGc: o.LambdaGC, Lambda1000: o.Lambda1000,
		Intercept: o.Intercept, InterceptSe: o.InterceptSE, SeNRatio: o.Ratio, Concerns: view.List(o.Concerns),
	}
}
