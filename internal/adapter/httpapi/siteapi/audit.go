package siteapi

import (
	"context"
	"net/http"
	"strconv"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/listing"
)

// objectAudit is the object kind of the audit trail itself.
const objectAudit = "audit"

// ListAudit implements GET /api/audit.
func (s *Server) ListAudit(ctx context.Context, in openapi.ListAuditRequestObject) (openapi.ListAuditResponseObject, error) {
	filter, err := auditFilter(in.Params)
	if err != nil {
		return nil, err
	}
	page, err := s.Audit.Search(ctx, filter)
	if err != nil {
		return nil, err
	}
	out := openapi.ListAudit200JSONResponse{
		Items: []openapi.AuditEvent{}, Total: page.Total, Actions: view.Texts(audit.Actions()),
		Objects: view.Each(audit.Objects(), func(kind string) openapi.AuditObject { return openapi.AuditObject(kind) }),
		Facets:  view.Facets(page.Facets),
	}
	for _, e := range page.Items {
		out.Items = append(out.Items, eventOf(&e))
	}
	if page.Next > 0 {
		out.NextCursor = view.Ptr(strconv.FormatInt(page.Next, 10))
	}
	return out, nil
}

// VerifyAudit implements POST /api/audit/verify.
func (s *Server) VerifyAudit(ctx context.Context, _ openapi.VerifyAuditRequestObject) (openapi.VerifyAuditResponseObject, error) {
	r, err := s.Audit.Verify(ctx)
	if err != nil {
		return nil, err
	}
	out := openapi.VerifyAudit200JSONResponse{Events: r.Events, Head: r.Head, Unbroken: r.BrokenAt == 0, Why: view.Some(r.Why)}
	if r.BrokenAt != 0 {
		out.BrokenAt = &r.BrokenAt
	}
	return out, nil
}

// ExportAudit serves GET /api/audit/export.
func (s *Server) ExportAudit(w http.ResponseWriter, r *http.Request) {
	format := r.URL.Query().Get("format")
	media := map[string]string{audit.CSV: "text/csv; charset=utf-8", audit.JSONL: "application/jsonl; charset=utf-8"}[format]
	filter, err := auditExportFilter(r)
	if err == nil {
		err = s.RecordExport(r, objectAudit, format)
	}
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	answer.AsAttachment(w, "audit-"+s.Now().UTC().Format("20060102-150405")+"."+format, media)
	if r.Method == http.MethodHead {
		return
	}
	if err := s.Audit.Export(r.Context(), w, filter, format); err != nil {
		s.Log.ErrorContext(r.Context(), "export broke off", "request_id", request.ID(r.Context()), "err", err)
		panic(http.ErrAbortHandler) // so that the client does not accept the part as complete
	}
}

// auditFilter converts the parameters of the list, of which an export has the filters.
func auditFilter(p openapi.ListAuditParams) (f audit.Filter, err error) {
	f = audit.Filter{
		Q: request.OrZero(p.Q), Actor: request.OrZero(p.Actor), Actions: request.OrZero(p.Action),
		Object: request.OrZero(p.Object), ObjectID: request.OrZero(p.ObjectId), From: request.OrZero(p.From), To: request.OrZero(p.To),
		Limit: request.PageSize(p.Limit), Facets: request.OrZero(p.Facets),
	}
	f.Before, err = auditCursor(request.OrZero(p.Cursor))
	return f, err
}

func auditExportFilter(r *http.Request) (audit.Filter, error) {
	p, err := request.ListFilters[openapi.ListAuditParams](r)
	if err != nil {
		return audit.Filter{}, err
	}
	return auditFilter(p)
}

func auditCursor(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	before, err := strconv.ParseInt(text, 10, 64)
	if err != nil || before < 1 {
		return 0, listing.Missing(err)
	}
	return before, nil
}

func eventOf(e *audit.Event) openapi.AuditEvent {
	return openapi.AuditEvent{
		Seq: e.Seq, At: e.At, Actor: e.Actor, Address: e.Address, RequestId: e.RequestID, Action: string(e.Action),
		Object: e.Object, ObjectId: e.ObjectID, Refused: e.Refused, Detail: e.Detail,
		Before: valuesOf(e.Before), After: valuesOf(e.After), Hash: e.Hash, ActorName: view.Some(e.ActorName), ObjectName: view.Some(e.ObjectName),
	}
}

// valuesOf returns {} instead of null for JSON.
func valuesOf(values map[string]string) map[string]string {
	if values == nil {
		return map[string]string{}
	}
	return values
}
