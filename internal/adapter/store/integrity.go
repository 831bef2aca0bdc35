package store

import (
	"context"
	"fmt"

	"cohortium/internal/platform/errs"
)

// mostFaults is how many faults of a database Integrity returns.
const mostFaults = 5

// Integrity reads the whole database and returns a sentence for each fault of its structure, at
// most mostFaults: rows that an index lacks, damaged pages, references to absent rows. SQLite keeps
// no checksums of its pages, so a folder that was copied from a running server may look sound until
// a query reaches the damage. PostgreSQL checks its pages by itself, if it was set up with checksums,
// and has no damage that a copy of files could bring in.
func (s *Store) Integrity(ctx context.Context) (faults []string, err error) {
	defer errs.Wrap(&err, "store.Integrity")
	if s.engine != SQLite {
		return nil, nil
	}
	rows, err := s.read.QueryContext(ctx, fmt.Sprintf("PRAGMA integrity_check(%d)", mostFaults))
	if err != nil {
		return nil, problem(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, problem(err)
		}
		if line != "ok" {
			faults = append(faults, line)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, problem(err)
	}
	orphans, err := s.orphans(ctx)
	return append(faults, orphans...)[:min(len(faults)+len(orphans), mostFaults)], err
}

// orphans returns a sentence for each row that refers to an absent one.
func (s *Store) orphans(ctx context.Context) (faults []string, err error) {
	rows, err := s.read.QueryContext(ctx, `SELECT "table", rowid, parent FROM pragma_foreign_key_check LIMIT $1`, mostFaults)
	if err != nil {
		return nil, problem(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var table, parent string
		var row *int64 // NULL in a table without row ids
		if err := rows.Scan(&table, &row, &parent); err != nil {
			return nil, problem(err)
		}
		faults = append(faults, fmt.Sprintf("a row of %s refers to an absent row of %s", table, parent))
	}
	return faults, problem(rows.Err())
}
