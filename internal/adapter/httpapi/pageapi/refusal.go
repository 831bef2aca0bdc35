package pageapi

import (
	"errors"
	"net/http"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/page"
)

// Refusal adds the current page to a conflict, and the faults of a document.
func Refusal(_ *http.Request, _ int, body openapi.Error, err error) any {
	var built *page.ConflictError
	var wrong *page.ProblemsError
	switch {
	case errors.As(err, &built):
		return openapi.PageConflict{
			Detail: body.Detail, Code: body.Code, Fields: body.Fields, RequestId: body.RequestId, Current: view.Ptr(pageOf(built.Current)),
		}
	case errors.As(err, &wrong):
		return openapi.PageProblemsError{
			Detail: body.Detail, Code: body.Code, Fields: body.Fields, RequestId: body.RequestId, Problems: view.Ptr(view.List(wrong.Problems)),
		}
	}
	return nil
}
