package sgcapi

import (
	"bytes"
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
)

// ListSgcTotals implements GET /api/sgc/phenotype-case-counts-by-sex.
func (s *Server) ListSgcTotals(ctx context.Context, in openapi.ListSgcTotalsRequestObject) (openapi.ListSgcTotalsResponseObject, error) {
	totals, err := s.SGC.Totals(ctx, request.Identity(ctx), totalsQuery(in.Params))
	if err != nil {
		return nil, err
	}
	return openapi.ListSgcTotals200JSONResponse{Items: view.List(totals)}, nil
}

// DownloadSgcTotals implements GET /api/sgc/phenotype-case-counts-by-sex.csv.
func (s *Server) DownloadSgcTotals(ctx context.Context, in openapi.DownloadSgcTotalsRequestObject) (openapi.DownloadSgcTotalsResponseObject, error) {
	var table bytes.Buffer
	if err := s.SGC.TotalsCSV(ctx, request.Identity(ctx), totalsQuery(openapi.ListSgcTotalsParams(in.Params)), &table); err != nil {
		return nil, err
	}
	answer, err := s.Exported(ctx, objectPhenotype, "", "sgc_phenotype_case_counts.csv", table.Bytes())
	return sgcTable{answer}, err
}

func totalsQuery(p openapi.ListSgcTotalsParams) sgc.TotalsQuery {
	return sgc.TotalsQuery{ValidatedOnly: request.OrZero(p.Validated), Q: request.OrZero(p.Q), Sort: request.OrZero(p.Sort)}
}

// GetSgcTotal implements GET /api/sgc/phenotype-case-counts-by-sex/{code}.
func (s *Server) GetSgcTotal(ctx context.Context, in openapi.GetSgcTotalRequestObject) (openapi.GetSgcTotalResponseObject, error) {
	rows, err := s.SGC.TotalCohorts(ctx, request.Identity(ctx), in.Code, request.OrZero(in.Params.Validated))
	if err != nil {
		return nil, err
	}
	return openapi.GetSgcTotal200JSONResponse{Items: view.List(rows)}, nil
}

// GetSgcPairTotals implements GET /api/sgc/cooccurrence.
func (s *Server) GetSgcPairTotals(ctx context.Context, in openapi.GetSgcPairTotalsRequestObject) (openapi.GetSgcPairTotalsResponseObject, error) {
	sex := check.Both
	if in.Params.Sex != nil {
		sex = *in.Params.Sex
	}
	totals, err := s.SGC.PairTotals(ctx, request.Identity(ctx), sex, request.OrZero(in.Params.Validated))
	if err != nil {
		return nil, err
	}
	return openapi.GetSgcPairTotals200JSONResponse{
		Items: view.Each(totals.Pairs, func(row sgc.PairSum) openapi.SgcPair {
			return openapi.SgcPair{A: row.A, B: row.B, N: row.N, Cohorts: &row.Cohorts, Hidden: &row.Hidden}
		}),
		MalesOnly: totals.MalesOnly, FemalesOnly: totals.FemalesOnly,
	}, nil
}

// ListSgcCompleteness implements GET /api/sgc/completeness.
func (s *Server) ListSgcCompleteness(ctx context.Context, in openapi.ListSgcCompletenessRequestObject) (openapi.ListSgcCompletenessResponseObject, error) {
	p := in.Params
	f, err := cohortFilter(openapi.ListSgcCohortsParams{
		Q: p.Q, Missing: p.Missing, Sort: (*openapi.ListSgcCohortsParamsSort)(p.Sort), Limit: p.Limit, Cursor: p.Cursor,
	})
	if err != nil {
		return nil, err
	}
	page, err := s.SGC.Completeness(ctx, request.Identity(ctx), f)
	if err != nil {
		return nil, err
	}
	return openapi.ListSgcCompleteness200JSONResponse{
		Total: page.Total, NextCursor: view.CursorOf(page.Next), Items: view.Each(page.Items, completenessOf),
	}, nil
}

func completenessOf(row *sgc.CohortRow) openapi.SgcCompletenessRow {
	return openapi.SgcCompletenessRow{
		CohortId: row.ID, Name: row.Name, Owner: row.Owner.UserName, Validated: row.Status == sgc.Validated, Metadata: row.Answered,
		LastActivityAt: row.LastActivityAt,
		Files:          view.List(row.Files),
	}
}
