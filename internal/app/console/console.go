// Package console is what a command has of the world outside: its streams, its exit status, the
// files that it writes, a bar of progress, and the version of the program.
package console

import (
	"context"
	"errors"
	"io"
	"time"
)

// Exit statuses of every command.
const (
	ExitOK       = 0
	ExitFindings = 1 // the input has findings that block, or a run failed
	ExitUsage    = 2 // usage, or something that cannot be read
)

// Env is what a command may touch of the world outside.
type Env struct {
	Ctx    context.Context // ends when the process is asked to stop
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	// Terminal is true when Stderr is a terminal: progress may redraw its line.
	Terminal bool
}

// ExitError carries an exit status with the sentence that explains it; an empty
// sentence prints nothing because the command has said it already.
type ExitError struct {
	Status int
	Err    error
}

// Error implements error.
func (e *ExitError) Error() string { return e.Err.Error() }

// Unwrap is the cause.
func (e *ExitError) Unwrap() error { return e.Err }

// ErrNoRows ends a command that had no row to write; what was there stays.
var ErrNoRows = &ExitError{Status: ExitFindings, Err: errors.New("no row is left, so nothing was written; the reasons are above")}

// ErrFindings ends a command with status 1 after it has printed its findings.
var ErrFindings = &ExitError{Status: ExitFindings, Err: errors.New("")}

// Unusable ends a command with status 2 and the sentence of err.
func Unusable(err error) error { return &ExitError{Status: ExitUsage, Err: err} }

// Version and Commit are set by the linker.
var (
	Version = "dev"
	Commit  = "unknown"
)

// Now is the time, in UTC.
func Now() time.Time { return time.Now().UTC() }
