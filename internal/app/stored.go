package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// namesShown is how many files a finding names.
const namesShown = 5

// checkPair compares the identities.
func checkPair(ctx context.Context, db *store.Store, files *blob.Bucket) (string, bool) {
	k := &stack{store: db, blobs: files}
	p, err := k.identities(ctx)
	switch {
	case err != nil:
		return err.Error(), false
	case p.refuseOther() != nil:
		return p.refuseOther().Error() + ".", false
	case p.files == "":
		return "none yet; the first start sets one for database and files.", true
	}
	if err := k.follows(ctx); err != nil {
		return err.Error(), false
	}
	return "database and files belong together (" + p.files + ").", true
}

// checkStored looks for every file that a row names, and reads them when read is set.
func checkStored(ctx context.Context, db *store.Store, files *blob.Bucket, read bool) (string, bool) {
	named, bad, err := findBad(ctx, db, files, read)
	switch {
	case err != nil:
		return err.Error(), false
	case len(bad) > 0:
		shown := strings.Join(bad[:min(len(bad), namesShown)], ", ")
		if more := len(bad) - namesShown; more > 0 {
			shown += fmt.Sprintf(" and %d more", more)
		}
		return fmt.Sprintf("%d of %d files that the database names are missing or damaged: %s. Restore them from a backup.", len(bad), named, shown), false
	case read:
		return fmt.Sprintf("%d files that the database names were read; all are as they were stored.", named), true
	}
	return fmt.Sprintf("%d files that the database names exist.", named), true
}

// findBad counts the files that rows name and lists those that are missing or damaged.
// What the server deletes meanwhile is not missing.
func findBad(ctx context.Context, db *store.Store, files *blob.Bucket, read bool) (named int, bad []string, err error) {
	var all []file.Stored
	if err := db.Stored(ctx, func(f file.Stored) error { all = append(all, f); return nil }); err != nil {
		return 0, nil, err
	}
	there, err := listAreas(ctx, files)
	if err != nil {
		return 0, nil, err
	}
	found := map[string]string{}
	for _, f := range all {
		what := there.compare(f)
		if what == "" && read {
			if what, err = readStored(ctx, files, f, there); err != nil {
				return 0, nil, err
			}
		}
		if what != "" {
			found[nameOf(f)] = what
		}
	}
	if len(found) == 0 {
		return len(all), nil, nil
	}
	err = db.Stored(ctx, func(f file.Stored) error {
		if what, is := found[nameOf(f)]; is {
			bad = append(bad, what)
		}
		return nil
	})
	return len(all), bad, err
}

// nameOf names a stored file by its first key.
func nameOf(f file.Stored) string {
	if len(f.Keys) == 0 {
		return f.Prefix
	}
	return f.Keys[0]
}

// areas is what lies in the store: keys in order, and sizes.
type areas struct {
	keys  []string
	sizes map[string]int64
}

func listAreas(ctx context.Context, files *blob.Bucket) (a areas, err error) {
	a.sizes = map[string]int64{}
	for _, prefix := range areaPrefixes {
		err := files.List(ctx, prefix, func(o blob.Object) error {
			a.keys, a.sizes[o.Key] = append(a.keys, o.Key), o.Size
			return nil
		})
		if err != nil {
			return a, err
		}
	}
	slices.Sort(a.keys)
	return a, nil
}

// under lists the keys of a stored file.
func (a areas) under(f file.Stored) []string {
	if f.Prefix == "" {
		return f.Keys
	}
	from, _ := slices.BinarySearch(a.keys, f.Prefix)
	to := from
	for to < len(a.keys) && strings.HasPrefix(a.keys[to], f.Prefix) {
		to++
	}
	return a.keys[from:to]
}

// compare says what is wrong with a stored file by its keys and sizes, "" for nothing.
func (a areas) compare(f file.Stored) string {
	keys, size := a.under(f), int64(0)
	if len(keys) == 0 {
		return f.Prefix + " (empty)"
	}
	for _, key := range keys {
		n, there := a.sizes[key]
		if !there {
			return key + " (missing)"
		}
		size += n
	}
	if f.Size >= 0 && size != f.Size {
		return fmt.Sprintf("%s (%d bytes, not %d)", keys[0], size, f.Size)
	}
	return ""
}

// readStored reads a stored file to its end and says what is wrong with it, "" for
// nothing.
func readStored(ctx context.Context, files *blob.Bucket, f file.Stored, there areas) (string, error) {
	sum := sha256.New()
	for _, key := range there.under(f) {
		if err := copyBlob(ctx, files, key, sum); errs.Is(err, errs.NotFound) {
			return key + " (missing)", nil
		} else if err != nil {
			return fmt.Sprintf("%s (%v)", key, err), ctx.Err()
		}
	}
	if f.SHA256 != "" && hex.EncodeToString(sum.Sum(nil)) != f.SHA256 {
		return nameOf(f) + " (other content)", nil
	}
	return "", nil
}

func copyBlob(ctx context.Context, files *blob.Bucket, key string, w io.Writer) error {
	r, err := files.OpenRange(ctx, key, 0, -1)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	if closing := r.Close(); err == nil {
		err = closing
	}
	return err
}

// checkQuarantine counts the files that no row names, and reports sweeps that wait for an
// administrator.
func checkQuarantine(ctx context.Context, files *blob.Bucket) (string, bool) {
	stopped, err := files.StoppedSweeps(ctx)
	if err != nil {
		return err.Error(), false
	}
	if len(stopped) > 0 {
		s := stopped[0]
		return fmt.Sprintf("a sweep stopped on %s: no row names %d of the %d files under %s. Check that the database is the right one. "+
			"If it is, run cohortium store approve.", s.At.Format(time.DateOnly), s.Orphans, s.Blobs, s.Prefix), false
	}
	n, first := 0, time.Time{}
	err = files.Marks(ctx, func(m blob.Mark) error {
		if n++; n == 1 || m.Since.Before(first) {
			first = m.Since
		}
		return nil
	})
	switch {
	case err != nil:
		return err.Error(), false
	case n == 0:
		return "empty.", true
	}
	return fmt.Sprintf("%d files that no row names; the first is deleted after %s. List them with cohortium store orphans.",
		n, first.Add(blob.Quarantine).Format(time.DateOnly)), true
}
