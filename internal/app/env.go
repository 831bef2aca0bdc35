// Package app wires the parts together: it parses the command line, opens the
// store, the blobs and the queue, and runs one command. It may import anything
// of ours and is imported only by cmd/cohortium; no rule of a domain lives here.
package app

import (
	"context"
	"errors"
	"io"
	"time"
)

// Exit statuses of every command.
const (
	exitOK       = 0
	exitFindings = 1 // the input has findings that block, or a run failed
	exitUsage    = 2 // usage, or something that cannot be read
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

// exitError carries an exit status with the sentence that explains it; an empty
// sentence prints nothing because the command has said it already.
type exitError struct {
	status int
	err    error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// errNoRows ends a command that had no row to write; what was there stays.
var errNoRows = &exitError{status: exitFindings, err: errors.New("no row is left, so nothing was written; the reasons are above")}

// errFindings ends a command with status 1 after it has printed its findings.
var errFindings = &exitError{status: exitFindings, err: errors.New("")}

// unusable ends a command with status 2 and the sentence of err.
func unusable(err error) error { return &exitError{status: exitUsage, err: err} }

// version and commit are set by the linker.
var (
	version = "dev"
	commit  = "unknown"
)

// now is the time, in UTC.
func now() time.Time { return time.Now().UTC() }
