package tracing

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// methods are the methods that a span names.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions}

// Request begins the span of a request to the API, which continues the trace of its traceparent. end
// is called with the pattern of the route, "" for none, and the status. Requests for pages, and
// streams, which last as long as a page is open, have no span.
func (t *Tracing) Request(r *http.Request, id string) (_ context.Context, end func(pattern string, status int)) {
	path := r.URL.Path
	if !strings.HasPrefix(path, "/api/") && !strings.HasPrefix(path, "/ga4gh/") || path == "/api/events" {
		return r.Context(), func(string, int) {}
	}
	method := r.Method
	if !slices.Contains(methods, method) {
		method = "_OTHER"
	}
	ctx := t.headers.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	ctx, span := t.tracer.Start(ctx, method, trace.WithSpanKind(trace.SpanKindServer),
		trace.WithAttributes(keyMethod.String(method), keyRequest.String(id)))
	return ctx, func(pattern string, status int) {
		if _, route, found := strings.Cut(pattern, " "); found {
			span.SetName(method + " " + route)
			span.SetAttributes(keyRoute.String(route))
		}
		span.SetAttributes(keyStatus.Int(status))
		endSpan(span, status >= http.StatusInternalServerError)
	}
}

// Parent returns the traceparent of what ctx belongs to, "" for nothing.
func (t *Tracing) Parent(ctx context.Context) string {
	carrier := propagation.MapCarrier{}
	t.headers.Inject(ctx, carrier)
	return carrier.Get("traceparent")
}

// logs adds the ids of trace and span to the lines of a log.
type logs struct{ slog.Handler }

// Logs returns a log whose lines have the trace_id and the span_id of what they belong to.
func Logs(h slog.Handler) slog.Handler { return logs{h} }

// Handle implements slog.Handler.
func (l logs) Handle(ctx context.Context, r slog.Record) error {
	if s := trace.SpanContextFromContext(ctx); s.IsSampled() {
		r.AddAttrs(slog.String("trace_id", s.TraceID().String()), slog.String("span_id", s.SpanID().String()))
	}
	return l.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (l logs) WithAttrs(attrs []slog.Attr) slog.Handler { return logs{l.Handler.WithAttrs(attrs)} }

// WithGroup implements slog.Handler.
func (l logs) WithGroup(name string) slog.Handler { return logs{l.Handler.WithGroup(name)} }
