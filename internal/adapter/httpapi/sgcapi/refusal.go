package sgcapi

import (
	"errors"
	"net/http"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/sgc"
)

// Refusal adds the details that a user needs to a refusal: the current cohort, or the result of the
// check of a file.
func Refusal(_ *http.Request, _ int, body openapi.Error, err error) any {
	var conflict *sgc.ConflictError
	var replaces *sgc.ReplacementError
	var broken *sgc.FindingsError
	switch {
	case errors.As(err, &conflict):
		return openapi.SgcConflict{
			Detail: body.Detail, Code: body.Code, Fields: body.Fields, RequestId: body.RequestId, Current: view.Ptr(cohortOf(conflict.Current)),
		}
	case errors.As(err, &replaces):
		return openapi.SgcConflict{
			Detail: body.Detail, Code: body.Code, Fields: body.Fields, RequestId: body.RequestId, Check: view.Ptr(fileCheckOf(replaces.Check)),
		}
	case errors.As(err, &broken):
		out := openapi.SgcFindingsError{Detail: body.Detail, Code: body.Code, Fields: body.Fields, RequestId: body.RequestId}
		if broken.Check != nil {
			out.Check = view.Ptr(fileCheckOf(broken.Check))
		} else {
			out.Findings = view.Ptr(view.List(broken.Findings))
		}
		return out
	}
	return nil
}
