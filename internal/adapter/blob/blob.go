// Package blob keeps files as immutable blobs in a folder or in S3, opened by URL. Callers make
// keys from ids, never from user input; invalid keys are rejected here. It imports errs only, of
// this module. The domains know which blobs should exist.
package blob

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	"gocloud.dev/blob/memblob"
	"gocloud.dev/blob/s3blob"
	"gocloud.dev/gcerrors"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/private"
)

// Bucket stores blobs.
type Bucket struct {
	bucket *blob.Bucket
	folder string // root on disk; "" for S3 and memory

	opened     time.Time
	quarantine time.Duration // how long orphans stay
	sums       Sums
	watch      Watch
}

// Watch learns when an operation started, how long it took, and whether the store failed. The
// operation is put, open, size, delete or check.
type Watch func(ctx context.Context, operation string, started time.Time, took time.Duration, failed bool)

// Observe sets what learns of operations. Call it before the first.
func (b *Bucket) Observe(watch Watch) { b.watch = watch }

// observe reports an operation that began at a time.
func (b *Bucket) observe(ctx context.Context, operation string, started time.Time, err error) {
	left := errors.Is(err, context.Canceled) || errs.Is(err, errs.NotFound)
	b.watch(ctx, operation, started, time.Since(started), err != nil && !left)
}

// Object is one blob in a list.
type Object struct {
	Key     string
	Size    int64
	ModTime time.Time
}

// Open opens the bucket at an address: file:///folder (made if absent),
// s3://bucket/prefix?region=…&endpoint=…&use_path_style=true with credentials from the
// environment as the S3 tools have them, or mem:// for tests. The prefix may be absent.
func Open(ctx context.Context, address string) (b *Bucket, err error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, badURL("the blob URL cannot be understood").Because(err)
	}
	defer errs.Wrap(&err, "blob.Open(%s://%s)", u.Scheme, u.Host+u.Path)
	switch u.Scheme {
	case fileblob.Scheme:
		return openFolder(filepath.FromSlash(u.Host + u.Path))
	case s3blob.Scheme:
		bucket, err := new(s3blob.URLOpener).OpenBucketURL(ctx, u)
		if err != nil {
			return nil, badURL("the S3 URL cannot be used: %v", err)
		}
		if prefix := strings.Trim(u.Path, "/"); prefix != "" {
			bucket = blob.PrefixedBucket(bucket, prefix+"/")
		}
		return newBucket(bucket, ""), nil
	case memblob.Scheme:
		return newBucket(memblob.OpenBucket(nil), ""), nil
	}
	return nil, badURL("the blob URL must begin with file://, s3:// or mem://")
}

// Redact returns an address without its parameters, for messages.
func Redact(address string) string {
	address, _, _ = strings.Cut(address, "?")
	return address
}

func newBucket(bucket *blob.Bucket, folder string) *Bucket {
	return &Bucket{
		bucket: bucket, folder: folder, opened: time.Now(), quarantine: Quarantine, sums: noSums{},
		watch: func(context.Context, string, time.Time, time.Duration, bool) {},
	}
}

func badURL(format string, args ...any) *errs.Error {
	return errs.New(errs.Invalid, "blob_url", format, args...)
}

// openFolder keeps temporary files next to the final ones, so that the rename that publishes a blob
// is atomic.
func openFolder(folder string) (*Bucket, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	if err := private.Folder(folder); err != nil {
		return nil, errs.New(errs.Unavailable, "blob_folder", "The folder for files, %s, cannot be made; check who may write there.", folder).Because(err)
	}
	bucket, err := fileblob.OpenBucket(folder, &fileblob.Options{
		NoTempDir: true, Metadata: fileblob.MetadataDontWrite, DirFileMode: private.FolderMode,
	})
	if err != nil {
		return nil, err
	}
	return newBucket(bucket, folder), nil
}

// Close ends the connections of the bucket, which cannot be used afterwards.
func (b *Bucket) Close() error { return b.bucket.Close() }

// Check checks that the store answers, and that the bucket exists.
func (b *Bucket) Check(ctx context.Context) (err error) {
	defer func(started time.Time) { b.observe(ctx, "check", started, err) }(time.Now())
	ok, err := b.bucket.IsAccessible(ctx)
	if err == nil && !ok {
		return errs.New(errs.Unavailable, "no_bucket", "The bucket of the file store does not exist. Create it, or correct the address and its credentials.")
	}
	if err != nil {
		return errs.New(errs.Unavailable, "files", "The file store does not answer.").Because(err)
	}
	return nil
}

// keyForm is the form of keys: segments of plain characters, which need no escaping in any store.
// No segment begins with a dot.
var keyForm = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$`)

func checkKey(key string) error {
	if len(key) > 512 || !keyForm.MatchString(key) {
		return fmt.Errorf("%q cannot be a blob key", key)
	}
	return nil
}

func checkPrefix(prefix string) error {
	trimmed, ok := strings.CutSuffix(prefix, "/")
	if !ok {
		return fmt.Errorf("%q is no prefix: it must end with a slash", prefix)
	}
	return checkKey(trimmed)
}

// Put stores all of r under key and returns its size and hex SHA-256. The blob is stored in full or
// not at all, and is durable when Put returns. An existing blob is replaced.
func (b *Bucket) Put(ctx context.Context, key string, r io.Reader) (size int64, sum string, err error) {
	defer errs.Wrap(&err, "blob.Put(%q)", key)
	if size, sum, err = b.put(ctx, key, r); err != nil {
		return 0, "", err
	}
	if err := b.sums.PutSum(ctx, key, size, sum); err != nil {
		return 0, "", errors.Join(err, b.remove(context.WithoutCancel(ctx), key))
	}
	return size, sum, nil
}

// put is like Put but does not record the checksum.
func (b *Bucket) put(ctx context.Context, key string, r io.Reader) (size int64, sum string, err error) {
	if err := checkKey(key); err != nil {
		return 0, "", err
	}
	defer func(started time.Time) { b.observe(ctx, "put", started, err) }(time.Now())
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var file *os.File
	w, err := b.bucket.NewWriter(ctx, key, &blob.WriterOptions{
		ContentType: "application/octet-stream", DisableContentTypeDetection: true, MaxConcurrency: 2,
		BeforeWrite: func(as func(any) bool) error {
			if !as(&file) {
				return nil // no file on disk
			}
			return file.Chmod(0o600) // whatever the umask
		},
	})
	if err != nil {
		return 0, "", problem(err)
	}
	hash := sha256.New()
	size, err = io.Copy(w, io.TeeReader(r, hash))
	if err == nil && file != nil {
		err = file.Sync()
	}
	if err != nil {
		cancel() // makes Close discard the written bytes
		return 0, "", problem(errors.Join(err, ignoreCancelled(w.Close())))
	}
	if err := w.Close(); err != nil {
		return 0, "", problem(err)
	}
	return size, hex.EncodeToString(hash.Sum(nil)), problem(b.syncFolder(key))
}

func ignoreCancelled(err error) error {
	if errors.Is(err, context.Canceled) || gcerrors.Code(err) == gcerrors.Canceled {
		return nil
	}
	return err
}

// syncFolder makes the name of a new file durable.
func (b *Bucket) syncFolder(key string) error {
	if b.folder == "" {
		return nil
	}
	for dir := filepath.Dir(b.path(key)); len(dir) >= len(b.folder); dir = filepath.Dir(dir) {
		if err := syncDir(dir); err != nil {
			return err
		}
	}
	return nil
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// path returns the path of a key in the file store; keys need no escaping.
func (b *Bucket) path(key string) string { return filepath.Join(b.folder, filepath.FromSlash(key)) }

// Size returns the size of a blob, errs.NotFound if it is absent.
func (b *Bucket) Size(ctx context.Context, key string) (size int64, err error) {
	defer errs.Wrap(&err, "blob.Size(%q)", key)
	if err := checkKey(key); err != nil {
		return 0, err
	}
	defer func(started time.Time) { b.observe(ctx, "size", started, err) }(time.Now())
	attrs, err := b.bucket.Attributes(ctx, key)
	if err != nil {
		return 0, problem(err)
	}
	return attrs.Size, nil
}

// OpenRange reads length bytes from a 0-based offset, to the end when length is negative; fewer
// where the blob ends before. An absent blob is errs.NotFound. A connection that ends early is
// resumed, and in the end errs.Unavailable.
func (b *Bucket) OpenRange(ctx context.Context, key string, offset, length int64) (r io.ReadCloser, err error) {
	defer errs.Wrap(&err, "blob.OpenRange(%q, %d, %d)", key, offset, length)
	if err := checkKey(key); err != nil {
		return nil, err
	}
	defer func(started time.Time) { b.observe(ctx, "open", started, err) }(time.Now())
	open := func(offset, length int64) (*blob.Reader, error) {
		return b.bucket.NewRangeReader(ctx, key, offset, length, nil)
	}
	reader, err := open(offset, length)
	if err == nil {
		left := max(reader.Size()-offset, 0)
		if length >= 0 {
			left = min(left, length)
		}
		return &whole{ctx: ctx, again: open, r: reader, at: offset, left: left}, nil
	}
	if offset > 0 && gcerrors.Code(err) != gcerrors.NotFound {
		// S3 rejects a range that begins at or after the end.
		if size, sizeErr := b.Size(ctx, key); sizeErr == nil && offset >= size {
			return io.NopCloser(strings.NewReader("")), nil
		}
	}
	return nil, problem(err)
}

// problem converts an error of the store to a kind that callers can act on.
func problem(err error) error {
	var known *errs.Error
	switch {
	case err == nil, errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case gcerrors.Code(err) == gcerrors.NotFound:
		return errs.Missing("file").Because(err)
	case gcerrors.Code(err) == gcerrors.PermissionDenied:
		err = errors.Join(err, fs.ErrPermission)
	}
	return file.Unwritable(err, "file store")
}
