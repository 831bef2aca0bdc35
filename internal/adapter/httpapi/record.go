package httpapi

import (
	"context"
	"errors"
	"net/http"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// The kinds of object that entries of the audit trail name.
const (
	objectRoute           = "route"
	objectUpload          = "upload"
	objectHermesPhenotype = "hermes-phenotype"
	objectMeta            = "meta"
	objectAudit           = "audit"
	objectCohort          = "cohort"
	objectPhenotype       = "phenotype"
	objectArchive         = "archive"
)

// recordDenied notes that a signed-in account was refused. What is absent to it
// is not noted, nor what strangers try.
func (s *server) recordDenied(ctx context.Context, err error) {
	info := infoOf(ctx)
	if info.identity == nil {
		return
	}
	entry := audit.Entry{Action: audit.AccessDenied, Object: objectRoute, ObjectID: info.route, Refused: true}
	var known *errs.Error
	if errors.As(err, &known) {
		entry.Detail = known.Code
	}
	if err := s.Audit.Record(ctx, entry); err != nil {
		s.Log.ErrorContext(ctx, "a refusal is missing from the audit trail", "request_id", info.id, "err", err)
	}
}

// recordExport notes that a list leaves the server as a file, before its first
// byte does: what cannot be noted is not sent.
func (s *server) recordExport(r *http.Request, object, detail string) error {
	if r.Method == http.MethodHead {
		return nil
	}
	return s.Audit.Record(r.Context(), audit.Entry{Action: audit.Exported, Object: object, Detail: detail})
}

// recordDownload does the same for a file, which detail names within its object.
func (s *server) recordDownload(ctx context.Context, object, id, detail string) error {
	return s.Audit.RecordDownload(ctx, audit.Entry{Object: object, ObjectID: id, Detail: detail})
}
