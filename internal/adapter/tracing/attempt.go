package tracing

import (
	"context"
	"sync"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Attempt is the span of an attempt at a job, with the stage that runs. Its methods may be called
// from several goroutines.
type Attempt struct {
	tracing *Tracing
	ctx     context.Context // of the attempt's span
	span    trace.Span

	mu    sync.Mutex
	stage trace.Span // nil before the first and between two
}

// stageKey is the key of an Attempt in a context.
type stageKey struct{}

// Attempt begins an attempt at a job. parent is the traceparent of what queued the job, "" for a
// process without tracing: whether that was recorded decides whether the attempt is. The work gets
// the returned context.
func (t *Tracing) Attempt(ctx context.Context, parent, kind, id string, number int) (context.Context, *Attempt) {
	queued := trace.SpanContextFromContext(t.headers.Extract(context.Background(), propagation.MapCarrier{"traceparent": parent}))
	if queued.IsValid() {
		ctx = trace.ContextWithSpanContext(ctx, queued.WithRemote(false)) // from our database
	}
	a := &Attempt{tracing: t}
	ctx, a.span = t.tracer.Start(ctx, "job "+kind, trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithAttributes(keyJob.String(id), keyKind.String(kind), keyAttempt.Int(number)))
	a.ctx = context.WithValue(ctx, stageKey{}, a)
	return a.ctx, a
}

// BeginStage begins a stage of the work, after the end of the one before.
func (a *Attempt) BeginStage(name string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	_, a.stage = a.tracing.tracer.Start(a.ctx, "stage "+name, trace.WithAttributes(keyStage.String(name)))
}

// EndStage ends the stage, which has worked on rows.
func (a *Attempt) EndStage(rows int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.stage == nil {
		return
	}
	a.stage.SetAttributes(keyRows.Int64(rows))
	a.stage.End()
	a.stage = nil
}

// End closes the span of the attempt with its outcome; failed marks it as an error.
func (a *Attempt) End(outcome string, failed bool) {
	a.span.SetAttributes(keyOutcome.String(outcome))
	endSpan(a.span, failed)
}

// within returns ctx in the stage that runs, if one does.
func (a *Attempt) within(ctx context.Context) context.Context {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.stage == nil {
		return ctx
	}
	return trace.ContextWithSpan(ctx, a.stage)
}
