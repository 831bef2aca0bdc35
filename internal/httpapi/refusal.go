package httpapi

import (
	"errors"

	"cohortium/internal/dataset"
	"cohortium/internal/httpapi/openapi"
	"cohortium/internal/sgc"
)

// refusal is the body of an error answer: what every error has, and for some
// what people need to go on with.
func refusal(body openapi.Error, err error) any {
	var conflict *sgc.ConflictError
	var broken *sgc.FindingsError
	var changed *dataset.ConflictError
	switch {
	case errors.As(err, &conflict):
		return openapi.SgcConflict{
			Detail: body.Detail, Code: body.Code, Fields: body.Fields, RequestId: body.RequestId, Current: ptr(cohortOf(conflict.Current)),
		}
	case errors.As(err, &changed):
		return openapi.DatasetConflict{
			Detail: body.Detail, Code: body.Code, Fields: body.Fields, RequestId: body.RequestId, Current: ptr(datasetOf(changed.Current)),
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
