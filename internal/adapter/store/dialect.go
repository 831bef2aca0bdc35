package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"math"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/errs"
)

// timeText is the form of a time in SQLite: UTC, of fixed width, so that the order of the text is
// the order of time. PostgreSQL stores microseconds as well.
const timeText = "2006-01-02 15:04:05.000000+00:00"

// dialect lets a query in the PostgreSQL dialect run on either engine.
type dialect struct {
	db     sqlcgen.DBTX
	engine Engine
	// texts keeps the rewritten text of each query. Its size is bounded by the queries of this
	// package and the numbers of filters of lists.
	texts *sync.Map
	watch Watch
}

func (d *dialect) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	started := time.Now()
	result, err := d.db.ExecContext(ctx, d.text(query), d.args(args)...)
	d.done(ctx, query, started, err)
	return result, err
}

func (d *dialect) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	return d.db.PrepareContext(ctx, d.text(query))
}

func (d *dialect) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	started := time.Now()
	rows, err := d.db.QueryContext(ctx, d.text(query), d.args(args)...)
	d.done(ctx, query, started, err)
	return rows, err
}

func (d *dialect) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	started := time.Now()
	row := d.db.QueryRowContext(ctx, d.text(query), d.args(args)...)
	d.done(ctx, query, started, row.Err())
	return row
}

func (d *dialect) done(ctx context.Context, query string, started time.Time, err error) {
	d.watch(ctx, Statement{Operation: operationOf(query), Name: nameOf(query), Started: started, Took: time.Since(started), Failed: failed(err)})
}

func (d *dialect) text(query string) string {
	if d.engine != SQLite {
		return query
	}
	if text, ok := d.texts.Load(query); ok {
		return text.(string)
	}
	text := rewrite(query)
	d.texts.Store(query, text)
	return text
}

// args converts the arguments to a form that both engines store and return unchanged. Text with a
// NUL or broken UTF-8 is rejected on both, as PostgreSQL cannot store it; user-typed names are
// stored as bytes.
func (d *dialect) args(args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		switch v := a.(type) {
		case string:
			if strings.IndexByte(v, 0) >= 0 || !utf8.ValidString(v) {
				a = unstorable{}
			}
		case time.Time:
			a = d.time(v)
		case *time.Time:
			if v != nil {
				a = d.time(*v)
			}
		case *float64:
			if v != nil && (math.IsNaN(*v) || math.IsInf(*v, 0)) {
				a = nil // SQLite stores no NaN; NULL on both
			}
		case []byte:
			if v == nil {
				a = []byte{}
			}
		}
		out[i] = a
	}
	return out
}

// unstorable is an argument that makes its statement fail.
type unstorable struct{}

// Value implements driver.Valuer.
func (unstorable) Value() (driver.Value, error) {
	return nil, errs.New(errs.Invalid, "bad_text",
		"A text holds a NUL character or is not valid UTF-8; remove the character and try again.")
}

func (d *dialect) time(t time.Time) any {
	t = t.UTC().Truncate(time.Microsecond)
	if d.engine == SQLite {
		return t.Format(timeText)
	}
	return t
}

// rewrite turns $1 into ?1 and drops FOR UPDATE, which SQLite does not need: its write transactions
// exclude each other.
func rewrite(query string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(query); i++ {
		c := query[i]
		if c == '\'' {
			quoted = !quoted
		}
		if c == '$' && !quoted && i+1 < len(query) && query[i+1] >= '1' && query[i+1] <= '9' {
			c = '?'
		}
		b.WriteByte(c)
	}
	text := strings.TrimRight(b.String(), " \n;")
	return strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(text, " NOWAIT"), " SKIP LOCKED"), " FOR UPDATE")
}
