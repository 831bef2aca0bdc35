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

// namesShown is how many files a finding lists.
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

// checkStored checks that every file of a row exists, and reads them if read is set. It stores the
// checksums of files that have none.
func checkStored(ctx context.Context, db *store.Store, files *blob.Bucket, read bool) (string, bool) {
	f, err := findBad(ctx, db, files, read)
	if err != nil {
		return err.Error(), false
	}
	if len(f.bad) > 0 {
		shown := strings.Join(f.bad[:min(len(f.bad), namesShown)], ", ")
		if more := len(f.bad) - namesShown; more > 0 {
			shown += fmt.Sprintf(" and %d more", more)
		}
		return fmt.Sprintf("%d of %d files that the database names are missing or damaged: %s. Restore them from a backup.", len(f.bad), f.named, shown), false
	}
	finding := fmt.Sprintf("%d files that the database names exist.", f.named)
	if read {
		finding = fmt.Sprintf("%d files that the database names were read; all with a checksum are as they were stored.", f.named)
	}
	switch {
	case f.unrecorded == 0:
	case !read:
		finding += fmt.Sprintf(" No checksum on record: %d. Run cohortium check --read-data to record them.", f.unrecorded)
	default:
		for _, sum := range f.sums {
			if err := db.PutSum(ctx, sum.Keys[0], sum.Size, sum.SHA256); err != nil {
				return fmt.Sprintf("%s No checksum on record: %d, and it cannot be recorded: %v", finding, f.unrecorded, err), false
			}
		}
		finding += fmt.Sprintf(" No checksum on record: %d, recorded now. The next check compares them.", f.unrecorded)
	}
	return finding, true
}

// findings are the results of a check of stored files.
type findings struct {
	named      int           // number of files of rows
	bad        []string      // missing and damaged ones, with the fault
	unrecorded int           // number without a checksum of all their bytes
	sums       []file.Stored // checksums of files that had none, by blob
}

// findBad compares the files of rows with those in the store. Files that the server deletes
// meanwhile are not missing.
func findBad(ctx context.Context, db *store.Store, files *blob.Bucket, read bool) (found findings, err error) {
	var all []file.Stored
	if err := db.Stored(ctx, func(f file.Stored) error { all = append(all, f); return nil }); err != nil {
		return found, err
	}
	sums, err := db.Sums(ctx)
	if err != nil {
		return found, err
	}
	there, err := listAreas(ctx, files, sums)
	if err != nil {
		return found, err
	}
	found.named = len(all)
	bad := map[string]string{}
	for _, f := range all {
		what := there.compare(f)
		if what == "" && read {
			if what, err = found.read(ctx, files, f, there); err != nil {
				return found, err
			}
		}
		if what != "" {
			bad[nameOf(f)] = what
		} else if f.SHA256 == "" && slices.ContainsFunc(there.under(f), there.unsummed) {
			found.unrecorded++
		}
	}
	if len(bad) == 0 {
		return found, nil
	}
	err = db.Stored(ctx, func(f file.Stored) error {
		if what, is := bad[nameOf(f)]; is {
			found.bad = append(found.bad, what)
		}
		return nil
	})
	return found, err
}

// nameOf returns the first key of a stored file.
func nameOf(f file.Stored) string {
	if len(f.Keys) == 0 {
		return f.Prefix
	}
	return f.Keys[0]
}

// areas lists the contents of the store: keys in order, with sizes. Keys with a recorded checksum
// are listed too.
type areas struct {
	keys  []string
	sizes map[string]int64
	sums  map[string]file.Stored
}

func listAreas(ctx context.Context, files *blob.Bucket, sums []file.Stored) (a areas, err error) {
	a.sizes, a.sums = map[string]int64{}, map[string]file.Stored{}
	for _, f := range sums {
		a.keys, a.sums[f.Keys[0]] = append(a.keys, f.Keys[0]), f
	}
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
	a.keys = slices.Compact(a.keys)
	return a, nil
}

// unsummed reports whether a blob has no recorded checksum.
func (a areas) unsummed(key string) bool { return a.sums[key].SHA256 == "" }

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

// compare returns the fault of a stored file by its keys and sizes, "" for none.
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
		if sum, is := a.sums[key]; is && n != sum.Size {
			return fmt.Sprintf("%s (%d bytes, not %d)", key, n, sum.Size)
		}
		size += n
	}
	if f.Size >= 0 && size != f.Size {
		return fmt.Sprintf("%s (%d bytes, not %d)", keys[0], size, f.Size)
	}
	return ""
}

// read reads a stored file completely and returns its fault, "" for none.
func (found *findings) read(ctx context.Context, files *blob.Bucket, f file.Stored, there areas) (string, error) {
	whole := sha256.New()
	for _, key := range there.under(f) {
		one := sha256.New()
		if err := copyBlob(ctx, files, key, io.MultiWriter(whole, one)); errs.Is(err, errs.NotFound) {
			return key + " (missing)", nil
		} else if err != nil {
			return fmt.Sprintf("%s (%v)", key, err), ctx.Err()
		}
		sum := hex.EncodeToString(one.Sum(nil))
		switch known := there.sums[key].SHA256; {
		case known == "" && f.SHA256 == "":
			found.sums = append(found.sums, file.Stored{Keys: []string{key}, Size: there.sizes[key], SHA256: sum})
		case known != "" && known != sum:
			return key + " (other content)", nil
		}
	}
	if f.SHA256 != "" && hex.EncodeToString(whole.Sum(nil)) != f.SHA256 {
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

// checkQuarantine counts the files without a row, and reports sweeps that wait for an
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
