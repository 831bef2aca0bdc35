package httpapi

import (
	"errors"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/page"
	"cohortium/internal/area/sgc"
)

// refusal is the body of an error answer: what every error has, and for some
// what people need to go on with.
func refusal(body openapi.Error, err error) any {
	var conflict *sgc.ConflictError
	var broken *sgc.FindingsError
	var replaces *sgc.ReplacementError
	var changed *dataset.ConflictError
	var index *bioindex.ConflictError
	var built *page.ConflictError
	var wrong *page.ProblemsError
	switch {
	case errors.As(err, &conflict):
		return openapi.SgcConflict{
			Detail: body.Detail, Code: body.Code, Fields: body.Fields, RequestId: body.RequestId, Current: ptr(cohortOf(conflict.Current)),
		}
	case errors.As(err, &replaces):
		return openapi.SgcConflict{
			Detail: body.Detail, Code: body.Code, Fields: body.Fields, RequestId: body.RequestId, Check: ptr(fileCheckOf(replaces.Check)),
		}
	case errors.As(err, &changed):
		return openapi.DatasetConflict{
			Detail: body.Detail, Code: body.Code, Fields: body.Fields, RequestId: body.RequestId, Current: ptr(datasetOf(changed.Current)),
		}
	case errors.As(err, &index):
		return openapi.IndexConflict{
			Detail: body.Detail, Code: body.Code, Fields: body.Fields, RequestId: body.RequestId, Current: ptr(indexOf(index.Current)),
		}
	case errors.As(err, &built):
		return openapi.PageConflict{
			Detail: body.Detail, Code: body.Code, Fields: body.Fields, RequestId: body.RequestId, Current: ptr(pageOf(built.Current)),
		}
	case errors.As(err, &wrong):
		return openapi.PageProblemsError{
			Detail: body.Detail, Code: body.Code, Fields: body.Fields, RequestId: body.RequestId, Problems: ptr(each(wrong.Problems, pageProblemOf)),
		}
	case errors.As(err, &broken):
		out := openapi.SgcFindingsError{Detail: body.Detail, Code: body.Code, Fields: body.Fields, RequestId: body.RequestId}
		if broken.Check != nil {
			out.Check = ptr(fileCheckOf(broken.Check))
		} else {
			out.Findings = ptr(each(broken.Findings, findingOf))
		}
		return out
	}
	return body
}
