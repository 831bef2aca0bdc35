package answer

import (
	"context"
	"errors"
	"net/http"

	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// The object kinds in audit entries that several areas use.
const (
	objectRoute  = "route"
	ObjectUpload = "upload"
	ObjectMeta   = "meta"
	ObjectFreeze = "freeze"
)

// recordDenied records that a signed-in account was refused. Objects that are absent to it are not
// recorded, nor attempts without an account.
func (a *Answers) recordDenied(ctx context.Context, err error) {
	info := request.InfoOf(ctx)
	if info.Identity == nil {
		return
	}
	entry := audit.Entry{Action: audit.AccessDenied, Object: objectRoute, ObjectID: info.Route, Refused: true}
	var known *errs.Error
	if errors.As(err, &known) {
		entry.Detail = known.Code
	}
	if err := a.audit.Record(ctx, entry); err != nil {
		a.log.ErrorContext(ctx, "a refusal is missing from the audit trail", "request_id", info.ID, "err", err)
	}
}

// RecordExport records that a list is sent as a file, before its first byte: without the record it
// is not sent.
func (a *Answers) RecordExport(r *http.Request, object, detail string) error {
	if r.Method == http.MethodHead {
		return nil
	}
	return a.audit.Record(r.Context(), audit.Entry{Action: audit.Exported, Object: object, Detail: detail})
}

// RecordDownload does the same for a file; detail is its name within the object.
func (a *Answers) RecordDownload(ctx context.Context, object, id, detail string) error {
	return a.audit.RecordDownload(ctx, audit.Entry{Object: object, ObjectID: id, Detail: detail})
}

// LongestPage is the maximum size of a page of any list.
const LongestPage = 200

// ResultsByRegion is the name of region reads in the record of downloads.
const ResultsByRegion = "results by region"
