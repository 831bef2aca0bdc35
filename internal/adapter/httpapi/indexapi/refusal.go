package indexapi

import (
	"errors"
	"net/http"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/bioindex"
)

// Refusal adds the current index to a conflict.
func Refusal(_ *http.Request, _ int, body openapi.Error, err error) any {
	var index *bioindex.ConflictError
	if !errors.As(err, &index) {
		return nil
	}
	return openapi.IndexConflict{
		Detail: body.Detail, Code: body.Code, Fields: body.Fields, RequestId: body.RequestId, Current: view.Ptr(indexOf(index.Current)),
	}
}
