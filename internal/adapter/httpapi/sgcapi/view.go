package sgcapi

import (
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/record"
)

// The object kinds in audit entries.
const (
	objectCohort    = "cohort"
	objectPhenotype = "phenotype"
	objectArchive   = "archive"
)

func cohortOf(v *sgc.CohortView) openapi.SgcCohort {
	return openapi.SgcCohort{
		Id: v.ID, Name: v.Name, Owner: v.Owner.UserName,
		CoOwners:        view.Each(v.CoOwners, func(p sgc.Person) string { return p.UserName }),
		TotalSampleSize: v.Total, NumberOfMales: v.Males, NumberOfFemales: v.Females, CohortMetadata: questionnaireOf(v.Questionnaire),
		Status: v.Status, Validated: v.Status == sgc.Validated, ValidatedAt: v.ValidatedAt, Version: v.Version,
		CreatedAt: v.CreatedAt, UpdatedAt: v.UpdatedAt, LastActivityAt: v.LastActivityAt,
		Files: filesOf(v.Files), Findings: view.List(v.Findings), Can: view.Named[openapi.SgcCohortCan](actionsOn(v.Can)),
		Tasks: view.List(v.Tasks),
		History: view.Each(v.History, func(e record.Entry) openapi.SgcHistory {
			return openapi.SgcHistory{At: e.At, By: e.By, Action: e.Action, Detail: e.Detail}
		}),
	}
}

func questionnaireOf(q sgc.Questionnaire) openapi.SgcQuestionnaire {
	return openapi.SgcQuestionnaire{
		PhenotypeCodingSystem: &q.PhenotypeCodingSystem, PhenotypeMappingIssues: &q.PhenotypeMappingIssues,
		CohortApprovalRequirements: &q.ApprovalRequirements, SummaryStatsRestrictions: &q.Restrictions,
		SummaryStatsPublicationAvailability: view.Ptr(openapi.SgcQuestionnaireSummaryStatsPublicationAvailability(q.PublicationAvailability)),
		SummaryStatsConsortiumAvailability:  view.Ptr(openapi.SgcQuestionnaireSummaryStatsConsortiumAvailability(q.ConsortiumAvailability)),
		OtherNotes:                          &q.OtherNotes,
	}
}

// actionsOn returns the names of the actions that a caller may do with a cohort.
func actionsOn(can sgc.Can) []string {
	var out []string
	for _, a := range []struct {
		may  bool
		word string
	}{{can.Edit, "edit"}, {can.Delete, "delete"}, {can.Transfer, "transfer"}} {
		if a.may {
			out = append(out, a.word)
		}
	}
	return out
}

func cohortRowOf(row *sgc.CohortRow) openapi.SgcCohortRow {
	return openapi.SgcCohortRow{
		Id: row.ID, Name: row.Name, Owner: row.Owner.UserName, TotalSampleSize: row.Total, NumberOfMales: row.Males, NumberOfFemales: row.Females,
		Status: row.Status, CreatedAt: row.CreatedAt, LastActivityAt: row.LastActivityAt,
		Kinds: view.Each(row.Files, func(f sgc.FileMark) openapi.SgcKind { return f.Kind }),
		Can:   view.Named[openapi.SgcCohortRowCan](actionsOn(row.Can)),
	}
}

func filesOf(files []*sgc.File) []openapi.SgcFile {
	return view.Each(files, func(f *sgc.File) openapi.SgcFile {
		return openapi.SgcFile{
			Kind: f.Kind, Version: f.Version, Current: f.Current, FileName: f.FileName, Size: f.Size, Rows: f.Rows,
			Sha256: f.SHA256, StoredSha256: f.StoredSHA256, Warnings: f.Warnings, MinCell: &f.MinCell, UploadedBy: f.UploadedBy, UploadedAt: f.UploadedAt,
		}
	})
}

func countRowsOf(rows []sgc.CountRow) []openapi.SgcCountRow {
	return view.Each(rows, func(row sgc.CountRow) openapi.SgcCountRow {
		out := openapi.SgcCountRow{Code: row.Code, Description: row.Description, Cases: row.Cases, Controls: row.Controls, EffectiveN: row.EffectiveN}
		if len(row.Breakdown) > 0 {
			out.Breakdown = view.Ptr(view.Each(row.Breakdown, partOf))
		}
		return out
	})
}

func partOf(p check.Part) openapi.SgcPart {
	if p.Hidden {
		return openapi.SgcPart{Code: p.Code}
	}
	return openapi.SgcPart{Code: p.Code, N: view.Ptr(p.N)}
}

func pairsOf(rows []check.PairRow) []openapi.SgcPair {
	return view.Each(rows, func(row check.PairRow) openapi.SgcPair { return openapi.SgcPair{A: row.A, B: row.B, N: row.N} })
}
