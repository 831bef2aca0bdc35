package pagetable

import (
	"context"
	"errors"
	"strings"
	"time"

	"cohortium/internal/platform/errs"
)

// unusedAfter is how long a table without a page stays: the page builder makes the table before it
// saves the page for the first time.
const unusedAfter = 24 * time.Hour

// sweepAtOnce is how many tables are checked at a time.
const sweepAtOnce = 200

// Sweep deletes, now and then, tables that no page shows, and files left by jobs.
func (s *Service) Sweep(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "pagetable.Sweep")
	if s.pages != nil && s.blobs.MaySweep(s.now()) && s.unused.Due(s.now()) {
		err = s.removeUnused(ctx)
	}
	return errors.Join(err, s.orphans.SweepOrphans(ctx, s.now(), s.blobs, s.cfg.Log, s.hasBlob, blobPrefix))
}

// removeUnused deletes the rows of tables that no page of this database shows. Their files move to
// quarantine like any file without a row: another database may show them.
func (s *Service) removeUnused(ctx context.Context) error {
	after := ""
	for {
		ids, err := s.store.Older(ctx, s.now().Add(-unusedAfter), after, sweepAtOnce)
		if err != nil {
			return err
		}
		for _, id := range ids {
			used, err := s.pages.UsesTable(ctx, id)
			if err == nil && !used {
				err = s.removeRow(ctx, nil, id)
			}
			if err != nil && !errs.Is(err, errs.NotFound) {
				return err
			}
		}
		if len(ids) < sweepAtOnce {
			return nil
		}
		after = ids[len(ids)-1]
	}
}

// hasBlob reports whether the blob under a key belongs to a table, or may still do so.
func (s *Service) hasBlob(ctx context.Context, key string) (bool, error) {
	part := strings.Split(strings.TrimPrefix(key, blobPrefix), "/")
	if len(part) != 2 && len(part) != 3 {
		return true, nil // not a blob of this package
	}
	t, err := s.store.Table(ctx, part[0])
	if errs.Is(err, errs.NotFound) {
		return false, nil
	}
	if err != nil {
		return true, err
	}
	if len(part) == 2 { // the text of the source
		return t.State == Building, nil
	}
	return t.State == Building || t.State == Ready && t.Attempt == part[1], nil
}
