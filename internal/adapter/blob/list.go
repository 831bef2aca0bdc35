package blob

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"cohortium/internal/platform/errs"
)

// Delete removes a blob; deleting an absent one is not an error.
func (b *Bucket) Delete(ctx context.Context, key string) (err error) {
	defer errs.Wrap(&err, "blob.Delete(%q)", key)
	if err := checkKey(key); err != nil {
		return err
	}
	if err := b.remove(ctx, key); err != nil {
		return err
	}
	return b.sums.DropSum(ctx, key)
}

func (b *Bucket) remove(ctx context.Context, key string) (err error) {
	defer func(started time.Time) { b.observe(ctx, "delete", started, err) }(time.Now())
	if err := b.bucket.Delete(ctx, key); gcerrors.Code(err) != gcerrors.NotFound {
		return problem(err)
	}
	return nil
}

// List calls fn for every blob whose key begins with prefix, which ends with a
// slash, in the order of their keys. An error of fn ends the list.
func (b *Bucket) List(ctx context.Context, prefix string, fn func(Object) error) (err error) {
	defer errs.Wrap(&err, "blob.List(%q)", prefix)
	if err := checkPrefix(prefix); err != nil {
		return err
	}
	return b.list(ctx, prefix, fn)
}

// Sizes calls fn with key and size of every blob. An error of fn ends the list.
func (b *Bucket) Sizes(ctx context.Context, fn func(key string, size int64) error) (err error) {
	defer errs.Wrap(&err, "blob.Sizes")
	return b.list(ctx, "", func(o Object) error { return fn(o.Key, o.Size) })
}

func (b *Bucket) list(ctx context.Context, prefix string, fn func(Object) error) error {
	for objects := b.bucket.List(&blob.ListOptions{Prefix: prefix}); ; {
		o, err := objects.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return problem(err)
		}
		if err := fn(Object{Key: o.Key, Size: o.Size, ModTime: o.ModTime.UTC()}); err != nil {
			return err
		}
	}
}

// Empty reports whether the store has no blob at all.
func (b *Bucket) Empty(ctx context.Context) (bool, error) {
	_, err := b.bucket.List(nil).Next(ctx)
	if errors.Is(err, io.EOF) {
		return true, nil
	}
	return false, problem(err)
}

// DeletePrefix removes every blob whose key begins with prefix, which ends with
// a slash.
func (b *Bucket) DeletePrefix(ctx context.Context, prefix string) (err error) {
	defer errs.Wrap(&err, "blob.DeletePrefix(%q)", prefix)
	err = b.List(ctx, prefix, func(o Object) error { return b.remove(ctx, o.Key) })
	if err != nil {
		return err
	}
	return errors.Join(b.sums.DropSums(ctx, prefix), b.removeFolders(prefix))
}

// removeFolders removes the empty folders that deleted blobs leave on disk. A folder that is being
// written to is not empty and stays.
func (b *Bucket) removeFolders(prefix string) error {
	if b.folder == "" {
		return nil
	}
	var folders []string
	err := filepath.WalkDir(b.path(prefix), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			folders = append(folders, path)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	for _, f := range slices.Backward(folders) {
		_ = os.Remove(f)
	}
	return err
}
