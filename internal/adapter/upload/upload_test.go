package upload_test

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	mrand "math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/blob/s3test"
	"cohortium/internal/adapter/store/pgtest"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/adapter/upload"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

var (
	cluster pgtest.Cluster
	server  s3test.Server
)

type runner func() int

func (r runner) Run() int { return r() }

func TestMain(m *testing.M) {
	if os.Getenv(envListen) != "" {
		serveUntilKilled()
	}
	os.Exit(server.Run(runner(func() int { return cluster.Run(m) })))
}

func TestFolderAndSQLite(t *testing.T) {
	suite(t, 20, func(t *testing.T) (string, string) {
		return "sqlite://" + t.TempDir() + "/test.db", "file://" + t.TempDir()
	})
}

func TestS3AndPostgres(t *testing.T) {
	suite(t, 6, func(t *testing.T) (string, string) { return cluster.Database(t), server.Bucket(t) })
}

func suite(t *testing.T, kills int, stack func(*testing.T) (database, blobs string)) {
	for _, c := range []struct {
		name string
		run  func(*testing.T, *bench)
	}{
		{"an upload in pieces", testPieces},
		{"creation with upload", testCreationWithUpload},
		{"an empty file", testEmpty},
		{"wrong offsets", testWrongOffsets},
		{"parallel and overlapping requests", testParallel},
		{"a body that breaks off is kept", testBrokenOff},
		{"checksums", testChecksums},
		{"limits", testLimits},
		{"a file that the server takes in itself", testKept},
		{"other people's uploads", testOwners},
		{"termination", testTermination},
		{"expiry and sweep", testExpiry},
		{"a registered file stays", testRegistered},
		{"odd names", testOddNames},
		{"ranges", testRanges},
		{"bytes that the store changed", testChanged},
		{"protocol errors", testProtocolErrors},
		{"the protocol, case by case", testProtocol},
		{"kill of the server inside a request", func(t *testing.T, b *bench) { testKill(t, b, kills) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			database, blobs := stack(t)
			c.run(t, newBench(t, database, blobs))
		})
	}
}

func testPieces(t *testing.T, b *bench) {
	data := noise(400_000)
	path := b.create(t, len(data), "Upload-Metadata", "filename "+base64.StdEncoding.EncodeToString([]byte("a.gz"))+",type eA==")
	_, err := b.service.OpenFile(t.Context(), idOf(path))
	if !errs.Is(err, errs.Conflict) {
		t.Errorf("an incomplete file opens: %v", err)
	}
	for at := 0; at < len(data); at += 150_000 {
		end := min(at+150_000, len(data))
		r := b.patch(t, path, at, data[at:end])
		wantStatus(t, r, http.StatusNoContent)
		if got := r.offset(t); got != int64(end) {
			t.Errorf("offset = %d, want %d", got, end)
		}
		b.wantOffset(t, path, int64(end))
		b.restart(t)
	}
	b.wantFile(t, path, data)
	r := b.call(t, "HEAD", path, nil)
	if r.header.Get("Upload-Length") != strconv.Itoa(len(data)) || !strings.Contains(r.header.Get("Upload-Metadata"), "filename YS5neg==") {
		t.Errorf("headers = %v", r.header)
	}
	pending, err := b.service.PendingFiles(t.Context(), "u1")
	must(t, err)
	if len(pending) != 1 || pending[0].Name != "a.gz" || !pending[0].Complete {
		t.Errorf("pending = %v", pending)
	}
	wantStatus(t, b.patch(t, path, len(data), nil), http.StatusNoContent)
	events, _, err := b.store.AuditEvents(t.Context(), audit.Filter{Action: string(audit.FileUploaded), Limit: 10})
	must(t, err)
	if len(events) != 1 || events[0].ObjectID != idOf(path) || events[0].Detail != "a.gz" {
		t.Errorf("the audit trail says %v", events)
	}
}

func testCreationWithUpload(t *testing.T, b *bench) {
	data := noise(100_000)
	r := b.call(t, "POST", upload.Path, bytes.NewReader(data), "Upload-Length", strconv.Itoa(len(data)), "Content-Type", "application/offset+octet-stream")
	wantStatus(t, r, http.StatusCreated)
	b.wantFile(t, r.header.Get("Location"), data)
}

func testEmpty(t *testing.T, b *bench) { b.wantFile(t, b.create(t, 0), nil) }

func testWrongOffsets(t *testing.T, b *bench) {
	path := b.create(t, 100)
	wantStatus(t, b.patch(t, path, 0, noise(40)), http.StatusNoContent)
	for _, offset := range []int{0, 39, 41, 100} {
		wantRefusal(t, b.patch(t, path, offset, noise(10)), http.StatusConflict, "wrong_offset")
	}
	wantStatus(t, b.patch(t, path, -1, noise(10)), http.StatusBadRequest)
	b.wantOffset(t, path, 40)
}

// testParallel lets requests for the same offset race, with different bodies.
func testParallel(t *testing.T, b *bench) {
	path := b.create(t, 300_000)
	base := noise(100_000)
	wantStatus(t, b.patch(t, path, 0, base), http.StatusNoContent)
	bodies := make([][]byte, 5)
	var wg sync.WaitGroup
	var taken atomic.Int64
	winner := make(chan int, len(bodies))
	for i := range bodies {
		bodies[i] = bytes.Repeat([]byte{byte(i)}, 50_000+i)
		wg.Go(func() {
			r := b.patch(t, path, len(base), bodies[i])
			switch r.status {
			case http.StatusNoContent:
				taken.Add(1)
				winner <- i
			case http.StatusConflict, http.StatusLocked:
			default:
				t.Errorf("answer %d %s", r.status, r.body)
			}
		})
	}
	wg.Wait()
	if taken.Load() != 1 {
		t.Fatalf("%d of the parallel requests were taken, want 1", taken.Load())
	}
	whole := append(base, bodies[<-winner]...)
	b.wantOffset(t, path, int64(len(whole)))
	rest := noise(300_000 - len(whole))
	wantStatus(t, b.patch(t, path, len(whole), rest), http.StatusNoContent)
	b.wantFile(t, path, append(whole, rest...))
	b.wantBlobs(t, idOf(path), 2+1+(len(rest)+(64<<10)-1)/(64<<10))
}

// wantBlobs checks that a file has that many blobs: its parts, and no others.
func (b *bench) wantBlobs(t *testing.T, id string, want int) {
	t.Helper()
	var n int
	must(t, b.blobs.List(t.Context(), "uploads/"+id+"/", func(blob.Object) error { n++; return nil }))
	if n != want {
		t.Errorf("blobs of %s = %d, want %d", id, n, want)
	}
}

func testBrokenOff(t *testing.T, b *bench) {
	data := noise(300_000)
	path := b.create(t, len(data))
	broken := io.MultiReader(bytes.NewReader(data[:200_000]), errReader{errors.New("the cable was pulled")})
	req, err := http.NewRequestWithContext(t.Context(), "PATCH", b.url+path, broken)
	must(t, err)
	req.ContentLength = int64(len(data))
	for k, v := range map[string]string{"Tus-Resumable": "1.0.0", "X-User": "u1", "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"} {
		req.Header.Set(k, v)
	}
	if res, err := http.DefaultClient.Do(req); err == nil {
		res.Body.Close()
		t.Fatalf("a broken request was answered %s", res.Status)
	}
	// The server notices the interruption a moment later, and keeps the received bytes.
	var at int64
	for deadline := time.Now().Add(20 * time.Second); at < 130_000 && time.Now().Before(deadline); {
		at = b.call(t, "HEAD", path, nil).offset(t)
	}
	if at < 130_000 || at > 200_000 {
		t.Fatalf("offset after the break = %d", at)
	}
	for r := b.patch(t, path, int(at), data[at:]); r.status != http.StatusNoContent; r = b.patch(t, path, int(at), data[at:]) {
		wantRefusal(t, r, http.StatusConflict, "wrong_offset") // the last piece came in between
		at = b.call(t, "HEAD", path, nil).offset(t)
	}
	b.wantFile(t, path, data)
}

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

func testChecksums(t *testing.T, b *bench) {
	data := noise(200_000)
	path := b.create(t, len(data))
	one := sha1.Sum(data[:100_000])
	two := sha256.Sum256(data[100_000:])
	header := func(name string, sum []byte) []string {
		return []string{"Upload-Checksum", name + " " + base64.StdEncoding.EncodeToString(sum)}
	}
	wantRefusal(t, b.patch(t, path, 0, data[:90_000], header("sha1", one[:])...), 460, "checksum_mismatch")
	wantRefusal(t, b.patch(t, path, 0, data[:90_000], header("crc99", one[:])...), 400, "checksum_algorithm")
	wantRefusal(t, b.patch(t, path, 0, data[:90_000], header("sha1", one[:5])...), 400, "bad_checksum")
	b.wantOffset(t, path, 0)
	b.wantBlobs(t, idOf(path), 0)
	wantStatus(t, b.patch(t, path, 0, data[:100_000], header("sha1", one[:])...), http.StatusNoContent)
	wantStatus(t, b.patch(t, path, 100_000, data[100_000:], header("sha256", two[:])...), http.StatusNoContent)
	b.wantFile(t, path, data)
}

func testOddNames(t *testing.T, b *bench) {
	for _, name := range storetest.OddNames() {
		path := b.create(t, 1, "Upload-Metadata", "filename "+base64.StdEncoding.EncodeToString([]byte(name)))
		info, err := b.service.File(t.Context(), idOf(path))
		must(t, err)
		if info.Name != name {
			t.Errorf("name %q came back as %q", name, info.Name)
		}
		wantStatus(t, b.call(t, "DELETE", path, nil), http.StatusNoContent)
	}
}

func testRanges(t *testing.T, b *bench) {
	data := noise(200_000)
	path := b.create(t, len(data))
	for at := 0; at < len(data); at += 70_000 {
		wantStatus(t, b.patch(t, path, at, data[at:min(at+70_000, len(data))]), http.StatusNoContent)
	}
	rng := mrand.New(mrand.NewPCG(1, 2))
	for range 20 {
		offset, length := rng.Int64N(210_000), rng.Int64N(210_000)-1
		r, err := b.service.OpenFileRange(t.Context(), idOf(path), offset, length)
		must(t, err)
		got, err := io.ReadAll(r)
		must(t, errors.Join(err, r.Close()))
		start := min(int(offset), len(data))
		end := len(data)
		if length >= 0 {
			end = min(start+int(length), len(data))
		}
		if !bytes.Equal(got, data[start:end]) {
			t.Errorf("range %d+%d: %d bytes, want %d", offset, length, len(got), end-start)
		}
		sized, is := r.(interface {
			io.ReaderAt
			Size() int64
		})
		if !is || sized.Size() != int64(end-start) {
			t.Fatalf("range %d+%d cannot be read at any place", offset, length)
		}
		from, n := rng.IntN(end-start+10), rng.IntN(150_000)
		part := make([]byte, n)
		have, err := sized.ReadAt(part, int64(from))
		want := data[min(start+from, end):min(start+from+n, end)]
		if !bytes.Equal(part[:have], want) || (have < n) != errors.Is(err, io.EOF) || err != nil && !errors.Is(err, io.EOF) {
			t.Errorf("range %d+%d at %d+%d: %d bytes, want %d, %v", offset, length, from, n, have, len(want), err)
		}
	}
}

func testProtocolErrors(t *testing.T, b *bench) {
	path := b.create(t, 100)
	wantStatus(t, b.call(t, "PATCH", path, strings.NewReader("x"), "Upload-Offset", "0", "Tus-Resumable", "0.2.2"), http.StatusPreconditionFailed)
	wantStatus(t, b.call(t, "PATCH", path, strings.NewReader("x"), "Upload-Offset", "0", "Content-Type", "text/plain"), http.StatusUnsupportedMediaType)
	wantStatus(t, b.call(t, "PATCH", path, strings.NewReader("x")), http.StatusBadRequest)
	wantStatus(t, b.call(t, "GET", path, nil), http.StatusMethodNotAllowed)
	wantStatus(t, b.call(t, "POST", path, nil, "X-HTTP-Method-Override", "DELETE"), http.StatusMethodNotAllowed)
	b.wantOffset(t, path, 0)
	r := b.call(t, "OPTIONS", upload.Path, nil, "X-User", "")
	wantStatus(t, r, http.StatusOK)
	if want := "creation,creation-with-upload,termination,expiration,checksum"; r.header.Get("Tus-Extension") != want ||
		r.header.Get("Tus-Max-Size") != fmt.Sprint(options.MaxBytes) {
		t.Errorf("options = %v", r.header)
	}
	if r := b.call(t, "HEAD", path, nil, "Origin", "https://evil.example"); r.header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("the handler speaks for other origins")
	}
}

// testChanged replaces a stored part by other bytes, and by fewer: neither is a fault of the file
// that was uploaded.
func testChanged(t *testing.T, b *bench) {
	data := noise(100_000)
	path := b.create(t, len(data))
	wantStatus(t, b.patch(t, path, 0, data), http.StatusNoContent)
	verified := func() error {
		r, err := b.service.OpenFile(t.Context(), idOf(path))
		must(t, err)
		defer func() { must(t, r.Close()) }()
		return r.(interface{ Verify() error }).Verify()
	}
	must(t, verified())
	parts, err := b.store.Parts(t.Context(), idOf(path))
	must(t, err)
	last := parts[len(parts)-1]
	replace := func(n int64) {
		_, _, err := b.blobs.Put(t.Context(), last.Key(), bytes.NewReader(make([]byte, n)))
		must(t, err)
	}
	replace(last.Size)
	if err := verified(); !errs.Is(err, errs.Unavailable) {
		t.Errorf("other bytes are %v", err)
	}
	replace(last.Size - 1)
	r, err := b.service.OpenFile(t.Context(), idOf(path))
	must(t, err)
	_, err = io.Copy(io.Discard, r)
	must(t, r.Close())
	if !errs.Is(err, errs.Unavailable) || errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("fewer bytes are %v", err)
	}
}
