package upload_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/adapter/upload"
	"cohortium/internal/area/hermes"
)

func testLimits(t *testing.T, b *bench) {
	create := func(size string, headers ...string) reply {
		return b.call(t, "POST", upload.Path, nil, append([]string{"Upload-Length", size}, headers...)...)
	}
	wantRefusal(t, create(strconv.FormatInt(options.MaxBytes+1, 10)), http.StatusRequestEntityTooLarge, "too_large")
	wantStatus(t, create("-1"), http.StatusBadRequest)
	wantStatus(t, create("99999999999999999999"), http.StatusBadRequest)
	wantRefusal(t, create("1", "Upload-Metadata", "filename "+strings.Repeat("QUFB", 10_000)), http.StatusRequestEntityTooLarge, "metadata_too_large")
	wantStatus(t, b.call(t, "POST", upload.Path, nil, "Upload-Defer-Length", "1"), http.StatusNotImplemented)

	path := b.create(t, 20<<20)
	wantRefusal(t, create(strconv.Itoa(11<<20)), http.StatusTooManyRequests, "too_many_uploads")
	for range options.MaxPending - 1 {
		b.create(t, 10)
	}
	r := create("10")
	wantRefusal(t, r, http.StatusTooManyRequests, "too_many_uploads")
	if r.header.Get("Retry-After") == "" {
		t.Error("no word on when to try again")
	}
	wantStatus(t, create("10", "X-User", "u2"), http.StatusCreated)
	wantStatus(t, b.call(t, "DELETE", path, nil), http.StatusNoContent)
	small := b.create(t, 10)
	wantRefusal(t, b.patch(t, small, 0, noise(11)), http.StatusRequestEntityTooLarge, "too_many_bytes")
	b.wantOffset(t, small, 0)
}

func testOwners(t *testing.T, b *bench) {
	path := b.create(t, 100)
	for _, id := range []string{path, upload.Path + "absent", upload.Path + "..%2f..%2fetc", upload.Path + "%00", upload.Path + "a%20b"} {
		for _, method := range []string{"HEAD", "PATCH", "DELETE"} {
			r := b.call(t, method, id, strings.NewReader("x"), "X-User", "u2", "Upload-Offset", "0")
			wantStatus(t, r, http.StatusNotFound)
			if method != "HEAD" && r.code(t) != "not_found" {
				t.Errorf("%s %s: %s", method, id, r.body)
			}
		}
	}
	for _, method := range []string{"HEAD", "PATCH", "DELETE"} {
		wantStatus(t, b.call(t, method, path, nil, "X-User", "", "Upload-Offset", "0"), http.StatusUnauthorized)
	}
	wantStatus(t, b.call(t, "POST", upload.Path, nil, "X-User", "", "Upload-Length", "1"), http.StatusUnauthorized)
	b.wantOffset(t, path, 0)
}

func testTermination(t *testing.T, b *bench) {
	path := b.create(t, 100_000)
	wantStatus(t, b.patch(t, path, 0, noise(80_000)), http.StatusNoContent)
	wantStatus(t, b.call(t, "DELETE", path, nil), http.StatusNoContent)
	wantStatus(t, b.call(t, "HEAD", path, nil), http.StatusNotFound)
	wantRefusal(t, b.patch(t, path, 80_000, noise(10)), http.StatusNotFound, "not_found")
	wantStatus(t, b.call(t, "DELETE", path, nil), http.StatusNotFound)
	b.wantBlobs(t, idOf(path), 0)
	must(t, b.service.DeleteFile(t.Context(), idOf(path)))
}

func testExpiry(t *testing.T, b *bench) {
	path, kept := b.create(t, 100_000), b.create(t, 100_000)
	wantStatus(t, b.patch(t, path, 0, noise(80_000)), http.StatusNoContent)
	b.clock.Add(3000)
	wantStatus(t, b.patch(t, kept, 0, noise(80_000)), http.StatusNoContent) // and so lives on
	b.clock.Add(1000)
	wantStatus(t, b.call(t, "HEAD", path, nil), http.StatusGone)
	wantRefusal(t, b.patch(t, path, 80_000, noise(10)), http.StatusGone, "upload_expired")
	pending, err := b.service.PendingFiles(t.Context(), "u1")
	must(t, err)
	if len(pending) != 1 || pending[0].ID != idOf(kept) {
		t.Errorf("pending = %v", pending)
	}
	orphan := "uploads/" + idOf(kept) + "/orphan"
	_, _, err = b.blobs.Put(t.Context(), orphan, strings.NewReader("x"))
	must(t, err)
	must(t, b.service.Sweep(t.Context()))
	wantStatus(t, b.call(t, "HEAD", path, nil), http.StatusNotFound)
	b.wantBlobs(t, idOf(path), 0)
	b.wantBlobs(t, idOf(kept), 3) // the orphan is young
	b.wantOffset(t, kept, 80_000)
	must(t, b.store.Exec(t.Context(), "UPDATE upload_files SET expires_at = $1", time.Now().Add(1000*time.Hour)))
	b.clock.Add(2 * 24 * 3600)
	must(t, b.service.Sweep(t.Context()))
	b.wantBlobs(t, idOf(kept), 2)
}

func testRegistered(t *testing.T, b *bench) {
	data := noise(70_000)
	path := b.create(t, len(data))
	wantStatus(t, b.patch(t, path, 0, data), http.StatusNoContent)
	u := storetest.NewUpload("d1", "u1")
	u.FileID = idOf(path)
	must(t, b.store.Hermes().InTx(t.Context(), func(tx hermes.Tx) error { return tx.CreateUpload(t.Context(), u) }))
	b.clock.Add(1_000_000)
	must(t, b.service.Sweep(t.Context()))
	b.wantFile(t, path, data)
	wantRefusal(t, b.call(t, "DELETE", path, nil), http.StatusConflict, "file_in_use")
	b.wantFile(t, path, data)
	if pending, err := b.service.PendingFiles(t.Context(), "u1"); err != nil || len(pending) != 0 {
		t.Errorf("pending = %v, %v", pending, err)
	}
}
