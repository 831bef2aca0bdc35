package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"time"

	"cohortium/internal/platform/errs"
)

// Watch learns of each statement and transaction that has ended.
type Watch func(ctx context.Context, s Statement)

// Statement is a statement or a transaction. The operation is select, insert, update, delete, other
// or, with all that it contains, transaction.
type Statement struct {
	Operation string
	Name      string // of the query in code; "" for a composed statement and a transaction
	Started   time.Time
	Took      time.Duration
	Failed    bool // by the database
}

func (o Options) watch() Watch {
	if o.Watch == nil {
		return func(context.Context, Statement) {}
	}
	return o.Watch
}

func (o Options) trace() func(context.Context) string {
	if o.Trace == nil {
		return func(context.Context) string { return "" }
	}
	return o.Trace
}

// nameOf returns the name of a query, which its text begins with as "-- name: GetJob :one"; "" for a composed one.
func nameOf(query string) string {
	rest, named := strings.CutPrefix(query, "-- name: ")
	if !named {
		return ""
	}
	name, _, _ := strings.Cut(rest, " ")
	return name
}

// operationOf returns the first word of a statement, which may follow a comment with its name.
func operationOf(query string) string {
	for strings.HasPrefix(query, "--") {
		_, query, _ = strings.Cut(query, "\n")
	}
	word, _, _ := strings.Cut(strings.TrimSpace(query), " ")
	word, _, _ = strings.Cut(word, "\n")
	if word = strings.ToLower(word); slices.Contains([]string{"select", "insert", "update", "delete"}, word) {
		return word
	}
	return "other"
}

// failed reports whether the database failed. A caller that left, a rule of the data, and a
// transaction that lost against another are no failures.
func failed(err error) bool {
	if err == nil || errors.Is(err, errNoChange) || errors.Is(err, context.Canceled) || errors.Is(err, sql.ErrNoRows) ||
		retryable(err) || taken(err) != "" || referenced(err) {
		return false
	}
	var known *errs.Error
	return !errors.As(problem(err), &known) || known.Kind == errs.Unavailable
}

// Pool is the state of the connections to a database.
type Pool struct {
	Open, Busy, Most int
	Waits            int64         // requests that waited for a connection, so far
	Waited           time.Duration // which they waited in all
}

// Pools returns the connections by what they are for: "all", or on SQLite "read" and "write".
func (s *Store) Pools() map[string]Pool {
	if s.pool != nil {
		p := s.pool.Stat()
		return map[string]Pool{"all": {
			Open: int(p.TotalConns()), Busy: int(p.AcquiredConns()), Most: int(p.MaxConns()), Waits: p.EmptyAcquireCount(), Waited: p.EmptyAcquireWaitTime(),
		}}
	}
	return map[string]Pool{"read": poolOf(s.read.Stats()), "write": poolOf(s.write.Stats())}
}

func poolOf(p sql.DBStats) Pool {
	return Pool{Open: p.OpenConnections, Busy: p.InUse, Most: p.MaxOpenConnections, Waits: p.WaitCount, Waited: p.WaitDuration}
}
