package blob_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/blob/s3test"
	"cohortium/internal/platform/errs"
)

var server s3test.Server

func TestMain(m *testing.M) { os.Exit(server.Run(m)) }

func TestFolder(t *testing.T) {
	suite(t, func(t *testing.T) string { return "file://" + t.TempDir() })
}

func TestS3(t *testing.T) { suite(t, func(t *testing.T) string { return server.Bucket(t) }) }

// TestMissingBucket opens a bucket that was not created.
func TestMissingBucket(t *testing.T) {
	address := strings.Replace(server.Bucket(t), "s3://", "s3://not-", 1)
	b, err := blob.Open(t.Context(), address)
	must(t, err)
	if err := b.Check(t.Context()); errs.CodeOf(err) != "no_bucket" {
		t.Errorf("a missing bucket is %v", err)
	}
	must(t, b.Close())
}

func TestMemory(t *testing.T) { suite(t, func(*testing.T) string { return "mem://" }) }

// suite tests the behaviour of every store of blobs.
func suite(t *testing.T, url func(*testing.T) string) {
	for _, c := range []struct {
		name string
		run  func(*testing.T, *blob.Bucket)
	}{
		{"put and read", testPut},
		{"a failed put leaves what was there", testFailedPut},
		{"ranges", testRanges},
		{"absent blobs", testAbsent},
		{"odd keys are refused", testKeys},
		{"lists and prefixes", testPrefixes},
		{"sweep", testSweep},
		{"identity", testIdentity},
		{"reader at", testReaderAt},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(t, open(t, url(t))) })
	}
}

func open(t *testing.T, url string) *blob.Bucket {
	t.Helper()
	b, err := blob.Open(t.Context(), url)
	must(t, err)
	t.Cleanup(func() { must(t, b.Close()) })
	must(t, b.Check(t.Context()))
	return b
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func noise(n int) []byte {
	data := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{7}).Read(data)
	return data
}

func put(t *testing.T, b *blob.Bucket, key string, data []byte) {
	t.Helper()
	size, sum, err := b.Put(t.Context(), key, bytes.NewReader(data))
	must(t, err)
	want := sha256.Sum256(data)
	if size != int64(len(data)) || sum != hex.EncodeToString(want[:]) {
		t.Errorf("put %s: size %d, sum %s", key, size, sum)
	}
}

func get(t *testing.T, b *blob.Bucket, key string, offset, length int64) []byte {
	t.Helper()
	r, err := b.OpenRange(t.Context(), key, offset, length)
	must(t, err)
	defer r.Close()
	data, err := io.ReadAll(r)
	must(t, err)
	return data
}

func testPut(t *testing.T, b *blob.Bucket) {
	for _, n := range []int{0, 1, 70_000, 12 << 20} {
		data := noise(n)
		put(t, b, "a/b/file.gz", data)
		if got := get(t, b, "a/b/file.gz", 0, -1); !bytes.Equal(got, data) {
			t.Errorf("%d bytes came back as %d others", n, len(got))
		}
		if size, err := b.Size(t.Context(), "a/b/file.gz"); err != nil || size != int64(n) {
			t.Errorf("size = %d, %v; want %d", size, err, n)
		}
	}
}

func testFailedPut(t *testing.T, b *blob.Bucket) {
	put(t, b, "x/old", []byte("old"))
	broken := errors.New("the connection broke")
	for _, key := range []string{"x/old", "x/new"} {
		r := io.MultiReader(bytes.NewReader(noise(6<<20)), iotest.ErrReader(broken))
		if _, _, err := b.Put(t.Context(), key, r); !errors.Is(err, broken) {
			t.Errorf("put %s from a broken reader: %v", key, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := b.Put(ctx, "x/new", strings.NewReader("late")); err == nil {
		t.Error("put in an ended context succeeds")
	}
	if got := get(t, b, "x/old", 0, -1); string(got) != "old" {
		t.Errorf("old blob is now %q", got)
	}
	if got := keys(t, b, "x/"); got != "x/old" {
		t.Errorf("keys = %s, want x/old", got)
	}
}

func testRanges(t *testing.T, b *blob.Bucket) {
	put(t, b, "x/f", []byte("0123456789"))
	for _, c := range []struct {
		offset, length int64
		want           string
	}{
		{0, -1, "0123456789"}, {3, 4, "3456"}, {8, 10, "89"}, {9, -1, "9"}, {10, -1, ""}, {10, 5, ""}, {99, 1, ""}, {4, 0, ""},
	} {
		if got := get(t, b, "x/f", c.offset, c.length); string(got) != c.want {
			t.Errorf("range %d+%d = %q, want %q", c.offset, c.length, got, c.want)
		}
	}
}

func testAbsent(t *testing.T, b *blob.Bucket) {
	_, err := b.Size(t.Context(), "no/such")
	wantMissing(t, err)
	_, err = b.OpenRange(t.Context(), "no/such", 0, -1)
	wantMissing(t, err)
	_, err = b.OpenRange(t.Context(), "no/such", 5, 1)
	wantMissing(t, err)
	_, _, err = b.ReaderAt(t.Context(), "no/such")
	wantMissing(t, err)
	must(t, b.Delete(t.Context(), "no/such"))
	must(t, b.DeletePrefix(t.Context(), "no/"))
}

func wantMissing(t *testing.T, err error) {
	t.Helper()
	if !errs.Is(err, errs.NotFound) {
		t.Errorf("error = %v, want not found", err)
	}
}

func testKeys(t *testing.T, b *blob.Bucket) {
	for _, key := range []string{"", "/", "/a", "a/", "a//b", "..", "a/../b", "../a", ".hidden", "a/.b", "a b", "a\x00", "é", `a\b`, "a%2fb", strings.Repeat("a", 600)} {
		if _, _, err := b.Put(t.Context(), key, strings.NewReader("x")); err == nil {
			t.Errorf("key %q is taken", key)
		}
		if _, err := b.OpenRange(t.Context(), key, 0, -1); err == nil || errs.Is(err, errs.NotFound) {
			t.Errorf("key %q is looked for: %v", key, err)
		}
	}
	for _, prefix := range []string{"", "/", "a", "../", "a/../"} {
		if err := b.DeletePrefix(t.Context(), prefix); err == nil {
			t.Errorf("prefix %q is taken", prefix)
		}
	}
}

func keys(t *testing.T, b *blob.Bucket, prefix string) string {
	t.Helper()
	var all []string
	must(t, b.List(t.Context(), prefix, func(o blob.Object) error {
		all = append(all, o.Key)
		return nil
	}))
	return strings.Join(all, " ")
}

func testPrefixes(t *testing.T, b *blob.Bucket) {
	for _, key := range []string{"u/1/a", "u/1/b/c", "u/10/a", "u/2/a"} {
		put(t, b, key, []byte(key))
	}
	if got := keys(t, b, "u/1/"); got != "u/1/a u/1/b/c" {
		t.Errorf("keys under u/1/ = %s", got)
	}
	must(t, b.DeletePrefix(t.Context(), "u/1/"))
	if got := keys(t, b, "u/"); got != "u/10/a u/2/a" {
		t.Errorf("keys after deletion = %s", got)
	}
	must(t, b.Delete(t.Context(), "u/2/a"))
	if got := keys(t, b, "u/"); got != "u/10/a" {
		t.Errorf("keys after deletion = %s", got)
	}
	put(t, b, "u/1/a", []byte("again"))
}

func testReaderAt(t *testing.T, b *blob.Bucket) {
	data := noise(1_000_000)
	put(t, b, "x/f", data)
	r, size, err := b.ReaderAt(t.Context(), "x/f")
	must(t, err)
	if size != int64(len(data)) {
		t.Errorf("size = %d", size)
	}
	var wg sync.WaitGroup
	for worker := range 3 {
		rng := rand.New(rand.NewPCG(1, uint64(worker)))
		wg.Go(func() {
			for range 30 {
				offset, length := rng.IntN(len(data)), 1+rng.IntN(400_000)
				p := make([]byte, length)
				n, err := r.ReadAt(p, int64(offset))
				want := data[offset:min(offset+length, len(data))]
				if !bytes.Equal(p[:n], want) || (err == nil) != (n == length) || (err != nil && err != io.EOF) {
					t.Errorf("%d bytes at %d: got %d, %v", length, offset, n, err)
				}
			}
		})
	}
	wg.Wait()
	if n, err := r.ReadAt(make([]byte, 1), size); n != 0 || err != io.EOF {
		t.Errorf("at the end: %d, %v", n, err)
	}
}

// TestFolderHoldsOnlyBlobs checks the disk: private, no temporary files, no metadata files, no
// empty folders after deletion.
func TestFolderHoldsOnlyBlobs(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "here")
	b := open(t, "file://"+dir)
	put(t, b, "u/1/a", []byte("x"))
	_, _, _ = b.Put(t.Context(), "u/2/a", iotest.ErrReader(errors.New("broken")))
	var files []string
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if info, infoErr := d.Info(); infoErr == nil && info.Mode().Perm()&0o077 != 0 && d.IsDir() {
			t.Errorf("%s has mode %s", path, info.Mode())
		}
		if !d.IsDir() {
			files = append(files, strings.TrimPrefix(path, dir))
		}
		return err
	}))
	if len(files) != 1 || files[0] != "/u/1/a" {
		t.Errorf("files = %v", files)
	}
	must(t, b.DeletePrefix(t.Context(), "u/1/"))
	if _, err := os.Stat(filepath.Join(dir, "u", "1")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the empty folder stays: %v", err)
	}
}

func TestBadURLs(t *testing.T) {
	for _, url := range []string{"", "/tmp/x", "gs://bucket", "s3://", "s3://b?nonsense=1", "%zz"} {
		if _, err := blob.Open(t.Context(), url); !errs.Is(err, errs.Invalid) {
			t.Errorf("%q: %v, want a clear refusal", url, err)
		}
	}
}
