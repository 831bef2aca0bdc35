package hermesapi

import (
	"cmp"
	"context"
	"net/http"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// ListMetaAnalyses implements GET /api/hermes/meta-analyses.
func (s *Server) ListMetaAnalyses(ctx context.Context, in openapi.ListMetaAnalysesRequestObject) (openapi.ListMetaAnalysesResponseObject, error) {
	p := in.Params
	after, err := listing.Read(request.OrZero(p.Cursor))
	if err != nil {
		return nil, err
	}
	f := hermes.MetaFilter{
		Query: request.OrZero(p.Q), Statuses: request.OrZero(p.Status), Sort: cmp.Or(string(request.OrZero(p.Sort)), "-created_at"),
		Limit: request.PageSize(p.Limit), After: after, Facets: request.OrZero(p.Facets),
	}
	page, err := s.Hermes.Metas(ctx, request.Identity(ctx), f)
	if err != nil {
		return nil, err
	}
	out := openapi.ListMetaAnalyses200JSONResponse{
		Items: []openapi.MetaAnalysis{}, Total: page.Total, NextCursor: view.CursorOf(page.Next), Facets: view.Facets(page.Facets),
	}
	for _, v := range page.Items {
		m, err := metaOf(v)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, m)
	}
	return out, nil
}

// CreateMetaAnalysis implements POST /api/hermes/meta-analyses.
func (s *Server) CreateMetaAnalysis(ctx context.Context, in openapi.CreateMetaAnalysisRequestObject) (openapi.CreateMetaAnalysisResponseObject, error) {
	choice := hermes.NewMeta{Name: in.Body.Name, Phenotype: in.Body.Phenotype, Datasets: in.Body.Datasets, Options: in.Body.Options}
	if from := in.Body.Prepared; from != nil {
		choice.From = &hermes.StartedFrom{ID: from.Id, Version: from.Version}
	}
	v, err := s.Hermes.CreateMeta(ctx, request.Identity(ctx), choice)
	if err != nil {
		return nil, err
	}
	m, err := metaOf(v)
	return openapi.CreateMetaAnalysis201JSONResponse(m), err
}

// ListMetaCautions implements GET /api/hermes/meta-cautions.
func (s *Server) ListMetaCautions(ctx context.Context, in openapi.ListMetaCautionsRequestObject) (openapi.ListMetaCautionsResponseObject, error) {
	cautions, err := s.Hermes.MetaCautions(ctx, request.Identity(ctx), in.Params.Dataset)
	if err != nil {
		return nil, err
	}
	return openapi.ListMetaCautions200JSONResponse{Items: view.List(cautions)}, nil
}

// FindOverlaps implements GET /api/hermes/found-overlaps.
func (s *Server) FindOverlaps(ctx context.Context, in openapi.FindOverlapsRequestObject) (openapi.FindOverlapsResponseObject, error) {
	found, left, err := s.Hermes.FindOverlaps(ctx, request.Identity(ctx), in.Params.Dataset)
	if err != nil {
		return nil, err
	}
	out := openapi.FindOverlaps200JSONResponse{Items: []openapi.FoundOverlap{}, Left: left}
	for _, f := range found {
		out.Items = append(out.Items, openapi.FoundOverlap{A: f.A.ID, B: f.B.ID, Correlation: float64(f.Intercept),
			CorrelationSe: float64(f.InterceptSE), SharedPeople: float64(f.SharedPeople)})
	}
	return out, nil
}

// GetMetaAnalysis implements GET /api/hermes/meta-analyses/{id}.
func (s *Server) GetMetaAnalysis(ctx context.Context, in openapi.GetMetaAnalysisRequestObject) (openapi.GetMetaAnalysisResponseObject, error) {
	v, err := s.Hermes.Meta(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	m, err := metaOf(v)
	if err != nil {
		return nil, err
	}
	if v.Status == hermes.MetaCompleted {
		facts, err := s.Hermes.MetaFacts(ctx, in.Id)
		if err != nil {
			return nil, err
		}
		m.EffectScale = view.Ptr(openapi.MetaAnalysisEffectScale(facts.Scale))
	}
	made, err := s.Datasets.OfResult(ctx, request.Identity(ctx), in.Id)
	switch {
	case err == nil:
		m.Dataset = &openapi.MetaDataset{Id: made.ID, Name: made.Name}
	case !errs.Is(err, errs.NotFound):
		return nil, err
	}
	return openapi.GetMetaAnalysis200JSONResponse(m), nil
}

// DeleteMetaAnalysis implements DELETE /api/hermes/meta-analyses/{id}.
func (s *Server) DeleteMetaAnalysis(ctx context.Context, in openapi.DeleteMetaAnalysisRequestObject) (openapi.DeleteMetaAnalysisResponseObject, error) {
	if err := s.Hermes.DeleteMeta(ctx, request.Identity(ctx), in.Id); err != nil {
		return nil, err
	}
	return openapi.DeleteMetaAnalysis204Response{}, nil
}

// GetMetaPlot implements GET /api/hermes/meta-analyses/{id}/plots/{name}.
func (s *Server) GetMetaPlot(ctx context.Context, in openapi.GetMetaPlotRequestObject) (openapi.GetMetaPlotResponseObject, error) {
	data, err := s.Hermes.MetaPlot(ctx, request.Identity(ctx), in.Id, string(in.Name))
	if err != nil {
		return nil, err
	}
	return metaPlot{data}, nil
}

// metaPlot is a plot that is returned as stored.
type metaPlot struct{ answer.Raw }

// VisitGetMetaPlotResponse writes the answer.
func (a metaPlot) VisitGetMetaPlotResponse(w http.ResponseWriter) error { return a.Write(w) }

// defaultRows is the default number of result rows of an answer.
const defaultRows = 5000

// QueryMetaResults implements GET /api/hermes/meta-analyses/{id}/results.
func (s *Server) QueryMetaResults(ctx context.Context, in openapi.QueryMetaResultsRequestObject) (openapi.QueryMetaResultsResponseObject, error) {
	limit := defaultRows
	if in.Params.Limit != nil {
		limit = *in.Params.Limit
	}
	rows, err := s.Hermes.Results(ctx, request.Identity(ctx), in.Id, in.Params.Region, limit)
	if err != nil {
		return nil, err
	}
	if len(rows.Rows) > answer.LongestPage { // like a part of the file
		if err := s.RecordDownload(ctx, answer.ObjectMeta, in.Id, answer.ResultsByRegion); err != nil {
			return nil, err
		}
	}
	return openapi.QueryMetaResults200JSONResponse{Columns: rows.Columns, Rows: rows.Rows, Truncated: rows.Truncated}, nil
}

func metaOf(v *hermes.MetaView) (openapi.MetaAnalysis, error) {
	out := openapi.MetaAnalysis{
		Id:         v.ID,
		Name:       v.Name,
		Phenotype:  v.Phenotype,
		Status:     v.Status,
		Inputs:     []openapi.MetaInput{},
		CreatedAt:  v.CreatedAt,
		CreatedBy:  v.CreatedBy,
		StartedAt:  v.StartedAt,
		FinishedAt: v.FinishedAt,
		NVariants:  v.NVariants,
		NLoci:      v.NLoci,
		LambdaGc:   v.LambdaGC,
		Command:    view.Some(v.Command),
		Error:      view.Some(v.Error),
		JobId:      v.JobID,
		Actions:    v.Actions,
		Options:    v.Options,
	}
	for _, in := range v.Inputs {
		out.Inputs = append(out.Inputs, openapi.MetaInput{
			UploadId: in.UploadID, RunId: in.RunID, DatasetName: in.DatasetName, Cohort: in.Cohort, Ancestry: in.Ancestry,
			NTotal: in.NTotal, Cases: in.Cases, Controls: in.Controls,
		})
	}
	out.Freeze = v.Freeze
	out.InputChanges = view.Each(v.Changed, inputChangeOf)
	if warnings := v.Warnings(); len(warnings) > 0 {
		out.Warnings = &warnings
	}
	if len(v.Summary) > 0 {
		out.Summary = &v.Summary
	}
	all, err := v.All()
	if err != nil {
		return out, err
	}
	if len(all) > 0 {
		out.Files = &all
	}
	if v.Job != nil {
		out.Job = view.Ptr(view.JobOf(v.Job))
	}
	return out, nil
}

func inputChangeOf(c hermes.InputChange) openapi.MetaInputChange {
	out := openapi.MetaInputChange{
		UploadId: c.UploadID, DatasetName: c.DatasetName, UsedRun: c.UsedRun, Run: c.Run, ChangedAt: c.ChangedAt, ChangedBy: c.ChangedBy,
		Status: c.Status, Withdrawn: c.Withdrawn(), Sentence: c.Sentence(),
	}
	type field = struct {
		After  string `json:"after"`
		Before string `json:"before"`
		Field  string `json:"field"`
	}
	out.Fields = view.Each(c.Fields, func(f record.Change) field { return field{After: f.After, Before: f.Before, Field: f.Field} })
	return out
}
