package backup

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/platform/errs"
)

// Verify reads every object of a backup and decodes every row, and returns what is missing or
// damaged. Of an encrypted backup without identities, see Unlock, it compares the encrypted bytes.
// seen has the faults of files by key, nil for none, and saves reading them again for the
// next backup of the place.
func (m *Manifest) Verify(
	ctx context.Context,
	place *blob.Bucket,
	seen map[string]error,
	show func(stage string, done, total int64),
) (bad []string, err error) {
	defer errs.Wrap(&err, "verify %s", m.ID)
	for i := range m.Tables {
		show("rows", int64(i), int64(len(m.Tables)))
		if err := m.verifyTable(ctx, place, &m.Tables[i]); err != nil {
			bad = append(bad, err.Error())
		}
	}
	for i, f := range m.Files {
		show("files", int64(i), int64(len(m.Files)))
		fault, known := seen[f.key()]
		if !known {
			fault = f.check(ctx, place, m.identities)
			seen[f.key()] = fault
		}
		if fault != nil {
			bad = append(bad, fmt.Sprintf("file %s, %s: %v", f.Key, f.key(), fault))
		}
	}
	return bad, ctx.Err()
}

func (m *Manifest) verifyTable(ctx context.Context, place *blob.Bucket, t *Table) error {
	if m.Encrypted() {
		for _, o := range t.Parts {
			if err := o.check(ctx, place, nil); err != nil {
				return fmt.Errorf("table %s, %s: %w", t.Name, o.key(), err)
			}
		}
		if m.identities == nil {
			return nil
		}
	}
	return t.unpack(ctx, place, m.identities, func([]any) error { return nil })
}

// unfinished is how long an unfinished backup keeps objects from being removed.
const unfinished = 48 * time.Hour

// Pruned counts what Prune removed.
type Pruned struct {
	Backups, Objects int
	Bytes            int64
	// Kept is why objects that no backup names stay, "" for none.
	Kept string
}

// Prune removes backups older than the newest complete ones, of which it keeps a number, and then
// the objects that no backup names. It removes nothing while a manifest cannot be read.
func Prune(ctx context.Context, place *blob.Bucket, keep int, now time.Time) (p Pruned, err error) {
	defer errs.Wrap(&err, "remove old backups")
	list, bad, err := List(ctx, place)
	if err != nil {
		return p, err
	}
	if len(bad) > 0 {
		return p, errs.New(
			errs.Conflict,
			"damaged_backup",
			"Nothing was removed, because manifests cannot be read: %s. Verify the backups, and delete these files if other backups are sound.",
			strings.Join(bad, ", "),
		)
	}
	named, complete := map[string]bool{}, 0
	for _, m := range slices.Backward(list) {
		if complete >= keep {
			if err := place.Delete(ctx, m.key); err != nil {
				return p, err
			}
			p.Backups++
			continue
		}
		if len(m.Missing) == 0 {
			complete++
		}
		_ = m.each(func(o Object, _ string) error { named[o.key()] = true; return nil })
	}
	err = place.List(ctx, objects, func(o blob.Object) error {
		if named[o.Key] || p.Kept != "" {
			return nil
		}
		if p.Kept, err = writer(ctx, place, now); err != nil || p.Kept != "" {
			return err
		}
		p.Objects, p.Bytes = p.Objects+1, p.Bytes+o.Size
		return place.Delete(ctx, o.Key)
	})
	return p, err
}

// writer returns the mark of a backup that may be being written, "" for none. It removes old marks.
func writer(ctx context.Context, place *blob.Bucket, now time.Time) (found string, err error) {
	err = place.List(ctx, running, func(o blob.Object) error {
		if now.Sub(o.ModTime) > unfinished {
			return place.Delete(ctx, o.Key)
		}
		found = o.Key
		return nil
	})
	return found, err
}
