package httpapi

import (
	"bytes"
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/listing"
)

// ListSgcTotals implements GET /api/sgc/phenotype-case-counts-by-sex.
func (s *server) ListSgcTotals(ctx context.Context, in openapi.ListSgcTotalsRequestObject) (openapi.ListSgcTotalsResponseObject, error) {
	totals, err := s.SGC.Totals(ctx, Identity(ctx), sgc.TotalsQuery{ValidatedOnly: orZero(in.Params.Validated), Sort: "code"})
	if err != nil {
		return nil, err
	}
	return openapi.ListSgcTotals200JSONResponse{Items: each(totals, func(t sgc.Total) openapi.SgcTotal {
		return openapi.SgcTotal{
			Code: t.Code, Description: t.Description, Retired: t.Retired, Male: sexTotalOf(t.Male), Female: sexTotalOf(t.Female), Both: sexTotalOf(t.Both),
		}
	})}, nil
}

func sexTotalOf(t sgc.SexTotal) openapi.SgcSexTotal {
	return openapi.SgcSexTotal{
		Cases: countOf(t.Cases), CasesHidden: t.CasesHidden, Controls: countOf(t.Controls), ControlsHidden: t.ControlsHidden,
		EffectiveN: countOf(t.EffectiveN), Cohorts: t.Cohorts,
	}
}

// DownloadSgcTotals implements GET /api/sgc/phenotype-case-counts-by-sex.csv.
func (s *server) DownloadSgcTotals(ctx context.Context, in openapi.DownloadSgcTotalsRequestObject) (openapi.DownloadSgcTotalsResponseObject, error) {
	q := sgc.TotalsQuery{ValidatedOnly: orZero(in.Params.Validated), Q: orZero(in.Params.Q), Sort: orZero(in.Params.Sort)}
	var table bytes.Buffer
	if err := s.SGC.TotalsCSV(ctx, Identity(ctx), q, &table); err != nil {
		return nil, err
	}
	answer, err := s.exported(ctx, objectPhenotype, "", "sgc_phenotype_case_counts.csv", table.Bytes())
	return sgcTable{answer}, err
}

// GetSgcTotal implements GET /api/sgc/phenotype-case-counts-by-sex/{code}.
func (s *server) GetSgcTotal(ctx context.Context, in openapi.GetSgcTotalRequestObject) (openapi.GetSgcTotalResponseObject, error) {
	rows, err := s.SGC.TotalCohorts(ctx, Identity(ctx), in.Code, orZero(in.Params.Validated))
	if err != nil {
		return nil, err
	}
	return openapi.GetSgcTotal200JSONResponse{Items: each(rows, func(row sgc.CohortCount) openapi.SgcTotalCohort {
		return openapi.SgcTotalCohort{
			CohortId: row.CohortID, Name: row.Name, Owner: row.Owner, Validated: row.Validated, Sex: openapi.SgcSex(row.Sex),
			Cases: countOf(row.Cases), Controls: countOf(row.Controls), EffectiveN: countOf(row.EffectiveN),
		}
	})}, nil
}

// GetSgcPairTotals implements GET /api/sgc/cooccurrence.
func (s *server) GetSgcPairTotals(ctx context.Context, in openapi.GetSgcPairTotalsRequestObject) (openapi.GetSgcPairTotalsResponseObject, error) {
	sex := check.Both
	if in.Params.Sex != nil {
		sex = check.Sex(*in.Params.Sex)
	}
	totals, err := s.SGC.PairTotals(ctx, Identity(ctx), sex, orZero(in.Params.Validated))
	if err != nil {
		return nil, err
	}
	return openapi.GetSgcPairTotals200JSONResponse{
		Items: each(totals.Pairs, func(row sgc.PairSum) openapi.SgcPair {
			return openapi.SgcPair{A: row.A, B: row.B, N: countOf(row.N), Cohorts: &row.Cohorts, Hidden: &row.Hidden}
		}),
		MalesOnly: totals.MalesOnly, FemalesOnly: totals.FemalesOnly,
	}, nil
}

// ListSgcCompleteness implements GET /api/sgc/completeness.
func (s *server) ListSgcCompleteness(ctx context.Context, in openapi.ListSgcCompletenessRequestObject) (openapi.ListSgcCompletenessResponseObject, error) {
	p := in.Params
	after, err := listing.Read(orZero(p.Cursor))
	if err != nil {
		return nil, err
	}
	f := sgc.CohortFilter{
		Q: orZero(p.Q), Missing: named[check.Kind](orZero(p.Missing)), Sort: string(orZero(p.Sort)),
		Limit: pageSize(p.Limit), After: after,
	}
	page, err := s.SGC.Completeness(ctx, Identity(ctx), f)
	if err != nil {
		return nil, err
	}
	return openapi.ListSgcCompleteness200JSONResponse{
		Total: page.Total, NextCursor: cursorOf(page.Next), Items: each(page.Items, completenessOf),
	}, nil
}

func completenessOf(row *sgc.CohortRow) openapi.SgcCompletenessRow {
	return openapi.SgcCompletenessRow{
		CohortId: row.ID, Name: row.Name, Owner: row.Owner.UserName, Validated: row.Status == sgc.Validated, Metadata: row.Answered,
		LastActivityAt: row.LastActivityAt,
		Files: each(row.Files, func(f sgc.FileMark) openapi.SgcFileMark {
			return openapi.SgcFileMark{Kind: openapi.SgcKind(f.Kind), UploadedAt: f.UploadedAt}
		}),
	}
}
