// Package tracing records what happens to a request, from the server over the job that it queues to
// the database and the file store, as spans of OpenTelemetry, and sends them to a collector. It owns
// the names of spans and attributes: an attribute has only ids that the program made, and values
// that code or the contract names, never what a user typed, an address, a query or a file. Adapters
// report to its methods, and it imports none of them.
package tracing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// The attributes of spans. Where OpenTelemetry has a name for one, it is used.
const (
	keyMethod    = attribute.Key("http.request.method")
	keyRoute     = attribute.Key("http.route")
	keyStatus    = attribute.Key("http.response.status_code")
	keyRequest   = attribute.Key("cohortium.request.id")
	keyJob       = attribute.Key("cohortium.job.id")
	keyKind      = attribute.Key("cohortium.job.kind")
	keyAttempt   = attribute.Key("cohortium.job.attempt")
	keyOutcome   = attribute.Key("cohortium.job.outcome")
	keyStage     = attribute.Key("cohortium.job.stage")
	keyRows      = attribute.Key("cohortium.job.rows")
	keyDatabase  = attribute.Key("db.system.name")
	keyStatement = attribute.Key("db.operation.name")
	keyFiles     = attribute.Key("cohortium.files.operation")
)

// Options are the settings of tracing.
type Options struct {
	// Endpoint is the address of the collector, such as http://localhost:4318. The exporter reads
	// headers, certificates and time limits from the variables OTEL_EXPORTER_OTLP_….
	Endpoint string
	// Share of the traces that are recorded, above 0 and at most 1.
	Share    float64
	Version  string // of the program
	Instance string // id of this process
	Host     string // name of this machine
	Log      *slog.Logger
}

// Tracing records spans.
type Tracing struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
	headers  propagation.TraceContext
}

// Open starts the export. It does not wait for the collector: a collector that does not answer costs
// spans, and no request or job waits for it.
func Open(ctx context.Context, o Options) (*Tracing, error) {
	address, err := url.Parse(o.Endpoint)
	if err != nil {
		return nil, errors.New("--trace-endpoint is not an address")
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(address.JoinPath("v1", "traces").String()))
	if err != nil {
		return nil, fmt.Errorf("tracing.Open: %w", err)
	}
	of, err := resource.New(ctx, resource.WithFromEnv(), resource.WithTelemetrySDK(), resource.WithAttributes(
		attribute.String("service.name", "cohortium"), attribute.String("service.version", o.Version),
		attribute.String("service.instance.id", o.Instance), attribute.String("host.name", o.Host),
	))
	if err != nil {
		return nil, fmt.Errorf("tracing.Open: OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	// The exporter reports its faults to this place only, which is one for the process.
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { o.Log.Warn("spans were not sent", "err", err) }))
	// A caller from outside may choose the id of a trace, but not that it is recorded.
	share := sdktrace.TraceIDRatioBased(o.Share)
	t := &Tracing{provider: sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(exporter), sdktrace.WithResource(of),
		sdktrace.WithSampler(sdktrace.ParentBased(share, sdktrace.WithRemoteParentSampled(share))),
	)}
	t.tracer = t.provider.Tracer("cohortium")
	return t, nil
}

// closeTime is how long Close waits for the collector.
const closeTime = 5 * time.Second

// Close sends the last spans.
func (t *Tracing) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		otel.Handle(err) // spans are lost, data are not
	}
	return nil
}

// leaf records an operation that has ended as part of what ctx belongs to. What belongs to nothing,
// such as a sweep, is not recorded.
func (t *Tracing) leaf(ctx context.Context, name string, started time.Time, failed bool, attributes ...attribute.KeyValue) {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return
	}
	if s, ok := ctx.Value(stageKey{}).(*Attempt); ok {
		ctx = s.within(ctx)
	}
	_, span := t.tracer.Start(ctx, name, trace.WithTimestamp(started), trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(attributes...))
	endSpan(span, failed)
}

// endSpan ends a span. The cause of a failure is in the log: it may quote what users typed.
func endSpan(span trace.Span, failed bool) {
	if failed {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

// Database records a statement or a transaction. name is that of the query in code, "" for a
// statement that was composed.
func (t *Tracing) Database(ctx context.Context, system, operation, name string, started time.Time, failed bool) {
	if name == "" {
		name = operation
	}
	t.leaf(ctx, "database "+name, started, failed, keyDatabase.String(system), keyStatement.String(operation))
}

// Files records an operation of the file store.
func (t *Tracing) Files(ctx context.Context, operation string, started time.Time, failed bool) {
	t.leaf(ctx, "files "+operation, started, failed, keyFiles.String(operation))
}
