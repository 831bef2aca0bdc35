package jobs

import (
	"context"
	"time"

	"cohortium/internal/platform/job"
)

// Watch counts what a runner does. Kinds, parts and outcomes are names in code.
type Watch interface {
	// PartDone follows a part of an attempt, see job.Reporter.
	PartDone(kind, part string, took time.Duration, rows int64)
	// AttemptDone follows an attempt.
	AttemptDone(kind, outcome string, took time.Duration)
}

// The outcomes of an attempt.
const (
	Done       = "done" // with a result, or the input was refused
	Cancelled  = "cancelled"
	Lost       = "lost"        // another worker took the job over
	HandedBack = "handed back" // the worker stops
	Waiting    = "waiting"     // for a disk or a database that takes no writes
	Retried    = "retried"     // it failed and is tried again
	GivenUp    = "given up"
)

// Outcomes lists the outcomes of an attempt.
func Outcomes() []string {
	return []string{Done, Cancelled, Lost, HandedBack, Waiting, Retried, GivenUp}
}

type unwatched struct{}

// PartDone implements Watch.
func (unwatched) PartDone(string, string, time.Duration, int64) {}

// AttemptDone implements Watch.
func (unwatched) AttemptDone(string, string, time.Duration) {}

// Trace begins the span of an attempt; the work gets the returned context.
type Trace func(ctx context.Context, j *job.Job) (context.Context, Span)

// Span is the record of an attempt. Its methods may be called from several goroutines.
type Span interface {
	// BeginStage begins a stage of the work, after the end of the one before.
	BeginStage(name string)
	// EndStage ends the stage, which has worked on rows.
	EndStage(rows int64)
	// End ends the attempt.
	End(outcome string, failed bool)
}

type noSpan struct{}

func untraced(ctx context.Context, _ *job.Job) (context.Context, Span) { return ctx, noSpan{} }

// BeginStage implements Span.
func (noSpan) BeginStage(string) {}

// EndStage implements Span.
func (noSpan) EndStage(int64) {}

// End implements Span.
func (noSpan) End(string, bool) {}
