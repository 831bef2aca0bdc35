package answer

import (
	"context"
	"errors"
	"net/http"

	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// The kinds of object that entries of the audit trail name, those of more than one area.
const (
	objectRoute  = "route"
	ObjectUpload = "upload"
	ObjectMeta   = "meta"
)

// recordDenied notes that a signed-in account was refused. What is absent to it
// is not noted, nor what strangers try.
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

// RecordExport notes that a list leaves the server as a file, before its first
// byte does: what cannot be noted is not sent.
func (a *Answers) RecordExport(r *http.Request, object, detail string) error {
	if r.Method == http.MethodHead {
		return nil
	}
	return a.audit.Record(r.Context(), audit.Entry{Action: audit.Exported, Object: object, Detail: detail})
}

// RecordDownload does the same for a file, which detail names within its object.
func (a *Answers) RecordDownload(ctx context.Context, object, id, detail string) error {
	return a.audit.RecordDownload(ctx, audit.Entry{Object: object, ObjectID: id, Detail: detail})
}

// LongestPage is the most that a page of any list holds.
const LongestPage = 200

// ResultsByRegion is what the record of downloads calls rows of a region.
const ResultsByRegion = "results by region"
