package store

import (
	"context"
	"database/sql"
	"sync"
)

// mostPrepared bounds the statements that are kept; what is beyond is parsed at
// each use. The queries of this package are fewer, the numbers of filters that
// lists are asked with are not.
const mostPrepared = 512

// prepared keeps the statements of a database, as SQLite takes longer to parse
// many of our queries than to run them. The driver of PostgreSQL keeps its own.
type prepared struct {
	*sql.DB
	mu         sync.RWMutex
	statements map[string]*sql.Stmt
}

func newPrepared(db *sql.DB) *prepared {
	return &prepared{DB: db, statements: make(map[string]*sql.Stmt)}
}

// QueryContext is that of sql.DB.
func (p *prepared) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if statement := p.statement(ctx, query); statement != nil { //nolint:sqlclosecheck // it is kept
		return statement.QueryContext(ctx, args...)
	}
	return p.DB.QueryContext(ctx, query, args...)
}

// QueryRowContext is that of sql.DB.
func (p *prepared) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if statement := p.statement(ctx, query); statement != nil { //nolint:sqlclosecheck // it is kept
		return statement.QueryRowContext(ctx, args...)
	}
	return p.DB.QueryRowContext(ctx, query, args...)
}

// statement is the kept one, made when there is room; nil where there is none, or
// when the text cannot be prepared: running it says why.
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
