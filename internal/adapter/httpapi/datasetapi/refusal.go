package datasetapi

import (
	"errors"
	"net/http"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/dataset"
)

// Refusal adds the current data set to a conflict.
func Refusal(_ *http.Request, _ int, body openapi.Error, err error) any {
	var changed *dataset.ConflictError
	if !errors.As(err, &changed) {
		return nil
	}
	return openapi.DatasetConflict{
		Detail: body.Detail, Code: body.Code, Fields: body.Fields, RequestId: body.RequestId, Current: view.Ptr(datasetOf(changed.Current)),
	}
}
