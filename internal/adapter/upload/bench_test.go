package upload_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	mrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/adapter/upload"
	"cohortium/internal/platform/errs"
)

// bench is a service behind HTTP on one stack.
type bench struct {
	database, blobsURL string
	store              *store.Store
	blobs              *blob.Bucket
	service            *upload.Service
	url                string
	clock              atomic.Int64 // seconds that the clock was advanced
}

var options = upload.Options{MaxBytes: 20 << 20, MaxPending: 4, MaxPendingBytes: 30 << 20, PartBytes: 64 << 10, Expire: time.Hour}

func newBench(t *testing.T, database, blobsURL string) *bench {
	t.Helper()
	b := &bench{database: database, blobsURL: blobsURL, store: storetest.Open(t, database)}
	var err error
	b.blobs, err = blob.Open(t.Context(), blobsURL)
	must(t, err)
	b.blobs.KeepOrphans(0) // so that a sweep deletes what it finds
	t.Cleanup(func() { must(t, b.blobs.Close()) })
	storetest.AddUser(t, b.store, "u1")
	storetest.AddUser(t, b.store, "u2")
	b.restart(t)
	return b
}

// restart replaces service and server, like a restart of the program.
func (b *bench) restart(t *testing.T) { b.restartWith(t, options) }

func (b *bench) restartWith(t *testing.T, opt upload.Options) {
	now := func() time.Time { return time.Now().Add(time.Duration(b.clock.Load()) * time.Second) }
	b.service = upload.NewService(b.store, b.blobs, now, rand.Text, opt)
	s := httptest.NewServer(b.service.Handler(identify))
	t.Cleanup(s.Close)
	b.url = s.URL
}

func identify(r *http.Request) (string, error) {
	if id := r.Header.Get("X-User"); id != "" {
		return id, nil
	}
	return "", errs.New(errs.Unauthenticated, "unauthenticated", "Sign in first.")
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func noise(n int) []byte {
	data := make([]byte, n)
	_, _ = mrand.NewChaCha8([32]byte{3}).Read(data)
	return data
}

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// reply is an answer with its body read.
type reply struct {
	status int
	header http.Header
	body   string
}

func (r reply) offset(t *testing.T) int64 {
	t.Helper()
	n, err := strconv.ParseInt(r.header.Get("Upload-Offset"), 10, 64)
	must(t, err)
	return n
}

func (r reply) code(t *testing.T) string {
	t.Helper()
	var body struct{ Detail, Code string }
	if err := json.Unmarshal([]byte(r.body), &body); err != nil || body.Detail == "" {
		t.Errorf("answer %d %q is no error of ours: %v", r.status, r.body, err)
	}
	return body.Code
}

func wantStatus(t *testing.T, r reply, status int) {
	t.Helper()
	if r.status != status {
		t.Errorf("status %d %s, want %d", r.status, r.body, status)
	}
}

func wantRefusal(t *testing.T, r reply, status int, code string) {
	t.Helper()
	if r.status != status || r.code(t) != code {
		t.Errorf("answer %d %s, want %d %s", r.status, r.body, status, code)
	}
}

// call makes a request as u1; headers come in pairs.
func (b *bench) call(t *testing.T, method, path string, body io.Reader, headers ...string) reply {
	t.Helper()
	r, err := b.try(t.Context(), method, path, body, headers...)
	must(t, err)
	return r
}

func (b *bench) try(ctx context.Context, method, path string, body io.Reader, headers ...string) (reply, error) {
	req, err := http.NewRequestWithContext(ctx, method, b.url+path, body)
	if err != nil {
		return reply{}, err
	}
	req.Header.Set("Tus-Resumable", "1.0.0")
	req.Header.Set("X-User", "u1")
	if method == http.MethodPatch {
		req.Header.Set("Content-Type", "application/offset+octet-stream")
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return reply{res.StatusCode, res.Header, string(text)}, err
}

func (b *bench) create(t *testing.T, size int, headers ...string) string {
	t.Helper()
	r := b.call(t, "POST", upload.Path, nil, append([]string{"Upload-Length", strconv.Itoa(size)}, headers...)...)
	wantStatus(t, r, http.StatusCreated)
	path := r.header.Get("Location")
	if !strings.HasPrefix(path, upload.Path) || r.header.Get("Upload-Expires") == "" {
		t.Errorf("headers of creation = %v", r.header)
	}
	return path
}

func (b *bench) patch(t *testing.T, path string, offset int, data []byte, headers ...string) reply {
	t.Helper()
	return b.call(t, "PATCH", path, bytes.NewReader(data), append([]string{"Upload-Offset", strconv.Itoa(offset)}, headers...)...)
}

func (b *bench) wantOffset(t *testing.T, path string, want int64) {
	t.Helper()
	r := b.call(t, "HEAD", path, nil)
	wantStatus(t, r, http.StatusOK)
	if got := r.offset(t); got != want {
		t.Errorf("offset = %d, want %d", got, want)
	}
}

func idOf(path string) string { return strings.TrimPrefix(path, upload.Path) }

// wantFile checks that a file is complete and contains data.
func (b *bench) wantFile(t *testing.T, path string, data []byte) {
	t.Helper()
	info, err := b.service.File(t.Context(), idOf(path))
	must(t, err)
	if !info.Complete || info.SHA256 != sum(data) || info.Size != int64(len(data)) || info.Offset != info.Size {
		t.Errorf("file = %+v, want it complete with sum %s", info, sum(data))
	}
	r, err := b.service.OpenFile(t.Context(), idOf(path))
	must(t, err)
	defer r.Close()
	got, err := io.ReadAll(r)
	must(t, err)
	if !bytes.Equal(got, data) {
		t.Errorf("%d bytes came back as %d others", len(data), len(got))
	}
}
