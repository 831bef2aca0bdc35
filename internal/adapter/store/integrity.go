package store

import (
	"context"
	"fmt"

	"cohortium/internal/platform/errs"
)

// mostFaults is how many faults of a database Integrity returns.
const mostFaults = 5

// Integrity reads the whole database and returns a sentence for each fault of its structure, at
// most mostFaults: rows that an index lacks, damaged pages. SQLite keeps
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
	return faults, problem(rows.Err())
}
