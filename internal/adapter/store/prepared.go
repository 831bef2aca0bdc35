package store

import (
	"context"
	"database/sql"
	"sync"
)

// mostPrepared bounds the cached statements; others are parsed at each use. The queries of this
// package are fewer, but the combinations of filters are not.
const mostPrepared = 512

// prepared caches the statements of a database, as SQLite takes longer to parse many queries than
// to run them. The driver of PostgreSQL has its own cache.
type prepared struct {
	*sql.DB
	mu         sync.RWMutex
	statements map[string]*sql.Stmt
}

func newPrepared(db *sql.DB) *prepared {
	return &prepared{DB: db, statements: make(map[string]*sql.Stmt)}
}

// QueryContext is like QueryContext of sql.DB.
func (p *prepared) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if statement := p.statement(ctx, query); statement != nil { //nolint:sqlclosecheck // it is kept
		return statement.QueryContext(ctx, args...)
	}
	return p.DB.QueryContext(ctx, query, args...)
}

// QueryRowContext is like QueryRowContext of sql.DB.
func (p *prepared) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if statement := p.statement(ctx, query); statement != nil { //nolint:sqlclosecheck // it is kept
		return statement.QueryRowContext(ctx, args...)
	}
	return p.DB.QueryRowContext(ctx, query, args...)
}

// statement returns the cached statement, prepared when there is room; nil when there is none, or
// when the text cannot be prepared: running it returns the reason.
func (p *prepared) statement(ctx context.Context, query string) *sql.Stmt {
	p.mu.RLock()
	statement, full := p.statements[query], len(p.statements) >= mostPrepared
	p.mu.RUnlock()
	if statement != nil || full {
		return statement
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if statement = p.statements[query]; statement != nil { // made meanwhile
		return statement
	}
	statement, err := p.PrepareContext(ctx, query) //nolint:sqlclosecheck // it is kept until the database is closed
	if err != nil {
		return nil
	}
	p.statements[query] = statement
	return statement
}
