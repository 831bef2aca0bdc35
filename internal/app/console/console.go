// Package console contains a command's view of the outside world: streams, exit statuses, output
// files, a progress bar, and the version of the program.
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
	ExitFindings = 1 // the input has blocking findings, or a run failed
	ExitUsage    = 2 // usage, or an unreadable input
)

// Env is the environment of a command.
type Env struct {
	Ctx    context.Context // ends with a stop signal
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	// Terminal is true if Stderr is a terminal: progress may redraw its line.
	Terminal bool
}

// ExitError is an exit status with an error; an empty message prints nothing because the command
// has already printed it.
type ExitError struct {
	Status int
	Err    error
}

// Error implements error.
func (e *ExitError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *ExitError) Unwrap() error { return e.Err }

// ErrNoRows ends a command without any row to write; existing files stay.
var ErrNoRows = &ExitError{Status: ExitFindings, Err: errors.New("no row is left, so nothing was written; the reasons are above")}

// ErrFindings ends a command with status 1 after it has printed its findings.
var ErrFindings = &ExitError{Status: ExitFindings, Err: errors.New("")}

// Unusable returns an error that ends a command with status 2 and the message of err.
func Unusable(err error) error { return &ExitError{Status: ExitUsage, Err: err} }

// Version and Commit are set by the linker.
var (
	Version = "dev"
	Commit  = "unknown"
)

// Now returns the current time in UTC.
func Now() time.Time { return time.Now().UTC() }
