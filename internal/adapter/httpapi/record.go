package httpapi

import (
	"context"
	"errors"
	"net/http"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// The kinds of object that entries of the audit trail name, those of more than one area.
const (
	objectRoute  = "route"
	objectUpload = "upload"
	objectMeta   = "meta"
)

// recordDenied notes that a signed-in account was refused. What is absent to it
// is not noted, nor what strangers try.
func (a *answers) recordDenied(ctx context.Context, err error) {
	info := infoOf(ctx)
	if info.identity == nil {
		return
	}
	entry := audit.Entry{Action: audit.AccessDenied, Object: objectRoute, ObjectID: info.route, Refused: true}
	var known *errs.Error
	if errors.As(err, &known) {
		entry.Detail = known.Code
	}
	if err := a.audit.Record(ctx, entry); err != nil {
		a.log.ErrorContext(ctx, "a refusal is missing from the audit trail", "request_id", info.id, "err", err)
	}
}

// recordExport notes that a list leaves the server as a file, before its first
// byte does: what cannot be noted is not sent.
func (a *answers) recordExport(r *http.Request, object, detail string) error {
	if r.Method == http.MethodHead {
		return nil
	}
	return a.audit.Record(r.Context(), audit.Entry{Action: audit.Exported, Object: object, Detail: detail})
}

// recordDownload does the same for a file, which detail names within its object.
func (a *answers) recordDownload(ctx context.Context, object, id, detail string) error {
	return a.audit.RecordDownload(ctx, audit.Entry{Object: object, ObjectID: id, Detail: detail})
}

// longestPage is the most that a page of any list holds.
const longestPage = 200

// resultsByRegion is what the record of downloads calls rows of a region.
const resultsByRegion = "results by region"
