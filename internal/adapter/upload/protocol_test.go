package upload_test

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/upload"
)

// testProtocol checks the requirements of tus 1.0 on a server: core, creation, creation with
// upload, expiration, checksum and termination. Unsupported features are rejected. Offsets,
// parallel requests and interrupted bodies have separate tests.
func testProtocol(t *testing.T, b *bench) {
	t.Run("options", func(t *testing.T) { testOptions(t, b) })
	t.Run("version", func(t *testing.T) { testVersion(t, b) })
	t.Run("creation", func(t *testing.T) { testCreation(t, b) })
	t.Run("head", func(t *testing.T) { testHead(t, b) })
	t.Run("patch", func(t *testing.T) { testPatch(t, b) })
	t.Run("expiration", func(t *testing.T) { testExpires(t, b) })
}

func (r reply) wantHeaders(t *testing.T, want map[string]string) {
	t.Helper()
	for name, value := range want {
		if got := r.header.Get(name); got != value {
			t.Errorf("%s is %q, want %q", name, got, value)
		}
	}
}

// testOptions: the server lists its features without a version in the request.
func testOptions(t *testing.T, b *bench) {
	r := b.call(t, "OPTIONS", upload.Path, nil, "Tus-Resumable", "", "X-User", "")
	wantStatus(t, r, http.StatusOK)
	r.wantHeaders(t, map[string]string{
		"Tus-Resumable": "1.0.0", "Tus-Version": "1.0.0", "Tus-Max-Size": strconv.FormatInt(options.MaxBytes, 10),
		"Tus-Extension": "creation,creation-with-upload,termination,expiration,checksum", "Tus-Checksum-Algorithm": "sha1,sha256",
	})
}

// testVersion: every other request names the version, and every answer does.
func testVersion(t *testing.T, b *bench) {
	path := b.create(t, 10)
	for _, method := range []string{"HEAD", "PATCH", "DELETE"} {
		for _, version := range []string{"", "0.2.2", "2.0.0", "1.0"} {
			r := b.call(t, method, path, strings.NewReader("x"), "Tus-Resumable", version, "Upload-Offset", "0")
			if method == "HEAD" && version == "" { // to ask without a version is harmless
				wantStatus(t, r, http.StatusOK)
				continue
			}
			wantStatus(t, r, http.StatusPreconditionFailed)
			r.wantHeaders(t, map[string]string{"Tus-Version": "1.0.0", "Tus-Resumable": "1.0.0"})
		}
	}
	wantStatus(t, b.call(t, "POST", upload.Path, nil, "Tus-Resumable", "0.2.2", "Upload-Length", "1"), http.StatusPreconditionFailed)
	b.wantOffset(t, path, 0)
	for name, r := range map[string]reply{
		"HEAD": b.call(t, "HEAD", path, nil), "a refusal": b.patch(t, path, 5, []byte("x")), "an absent upload": b.call(t, "HEAD", upload.Path+"absent", nil),
		"PATCH": b.patch(t, path, 0, []byte("x")), "POST": b.call(t, "POST", upload.Path, nil, "Upload-Length", "1"), "DELETE": b.call(t, "DELETE", path, nil),
	} {
		if got := r.header.Get("Tus-Resumable"); got != "1.0.0" {
			t.Errorf("%s: Tus-Resumable %q", name, got)
		}
	}
}

func testCreation(t *testing.T, b *bench) {
	done := func(r reply) {
		t.Helper()
		if path := r.header.Get("Location"); path != "" { // makes room for the next
			wantStatus(t, b.call(t, "DELETE", path, nil), http.StatusNoContent)
		}
	}
	for name, c := range map[string]struct {
		headers []string
		status  int
	}{
		"no length":                  {nil, http.StatusBadRequest},
		"a length in words":          {[]string{"Upload-Length", "ten"}, http.StatusBadRequest},
		"a negative length":          {[]string{"Upload-Length", "-1"}, http.StatusBadRequest},
		"a length with a sign":       {[]string{"Upload-Length", "+1"}, http.StatusCreated},
		"no bytes":                   {[]string{"Upload-Length", "0"}, http.StatusCreated},
		"as many as are taken":       {[]string{"Upload-Length", strconv.FormatInt(options.MaxBytes, 10)}, http.StatusCreated},
		"one more":                   {[]string{"Upload-Length", strconv.FormatInt(options.MaxBytes+1, 10)}, http.StatusRequestEntityTooLarge},
		"a length that comes later":  {[]string{"Upload-Defer-Length", "1"}, http.StatusNotImplemented},
		"a part of several":          {[]string{"Upload-Length", "1", "Upload-Concat", "partial"}, http.StatusCreated},
		"metadata without values":    {[]string{"Upload-Length", "1", "Upload-Metadata", "secret,filename YQ=="}, http.StatusCreated},
		"metadata that is no base64": {[]string{"Upload-Length", "1", "Upload-Metadata", "filename ***"}, http.StatusCreated},
	} {
		r := b.call(t, "POST", upload.Path, nil, c.headers...)
		if r.status != c.status {
			t.Errorf("%s: status %d %s, want %d", name, r.status, r.body, c.status)
		}
		done(r)
	}
	// Some bytes with the creation, the rest later; a request without parts has no body.
	data := noise(1000)
	r := b.call(t, "POST", upload.Path, bytes.NewReader(data[:400]), "Upload-Length", "1000", "Content-Type", "application/offset+octet-stream",
		"Upload-Metadata", "filename "+base64.StdEncoding.EncodeToString([]byte("a b.tsv")))
	wantStatus(t, r, http.StatusCreated)
	if got := r.offset(t); got != 400 {
		t.Errorf("offset %d after the creation", got)
	}
	wantStatus(t, b.patch(t, r.header.Get("Location"), 400, data[400:]), http.StatusNoContent)
	b.wantFile(t, r.header.Get("Location"), data)
	done(r)
	r = b.call(t, "POST", upload.Path, strings.NewReader("{}"), "Upload-Length", "10", "Content-Type", "application/json")
	if path := r.header.Get("Location"); path != "" {
		b.wantOffset(t, path, 0)
	}
	done(r)
	r = b.call(t, "POST", upload.Path, bytes.NewReader(data[:11]), "Upload-Length", "10", "Content-Type", "application/offset+octet-stream")
	wantStatus(t, r, http.StatusRequestEntityTooLarge)
	done(r)
}

func testHead(t *testing.T, b *bench) {
	path := b.create(t, 100, "Upload-Metadata", "filename YQ==")
	wantStatus(t, b.patch(t, path, 0, noise(30)), http.StatusNoContent)
	r := b.call(t, "HEAD", path, nil)
	wantStatus(t, r, http.StatusOK)
	r.wantHeaders(t, map[string]string{"Upload-Offset": "30", "Upload-Length": "100", "Cache-Control": "no-store", "Upload-Metadata": "filename YQ=="})
	r = b.call(t, "HEAD", upload.Path+"absent", nil)
	wantStatus(t, r, http.StatusNotFound)
	if r.header.Get("Upload-Offset") != "" || r.body != "" {
		t.Errorf("an absent upload stands at %q: %s", r.header.Get("Upload-Offset"), r.body)
	}
	wantStatus(t, b.call(t, "DELETE", path, nil), http.StatusNoContent)
	wantStatus(t, b.call(t, "HEAD", path, nil), http.StatusNotFound)
}

func testPatch(t *testing.T, b *bench) {
	path := b.create(t, 100)
	for name, c := range map[string]struct {
		headers []string
		status  int
	}{
		"another type of content": {[]string{"Upload-Offset", "0", "Content-Type", "application/octet-stream"}, http.StatusUnsupportedMediaType},
		"no type of content":      {[]string{"Upload-Offset", "0", "Content-Type", ""}, http.StatusUnsupportedMediaType},
		"no offset":               {nil, http.StatusBadRequest},
		"an offset in words":      {[]string{"Upload-Offset", "start"}, http.StatusBadRequest},
		"a negative offset":       {[]string{"Upload-Offset", "-1"}, http.StatusBadRequest},
		"an offset ahead":         {[]string{"Upload-Offset", "1"}, http.StatusConflict},
		"an offset of the end":    {[]string{"Upload-Offset", "100"}, http.StatusConflict},
		"beyond every offset":     {[]string{"Upload-Offset", "99999999999999999999"}, http.StatusBadRequest},
	} {
		if r := b.call(t, "PATCH", path, strings.NewReader("x"), c.headers...); r.status != c.status {
			t.Errorf("%s: status %d %s, want %d", name, r.status, r.body, c.status)
		}
	}
	b.wantOffset(t, path, 0)
	wantStatus(t, b.patch(t, path, 0, nil), http.StatusNoContent) // no bytes are not an error
	r := b.patch(t, path, 0, noise(100))
	wantStatus(t, r, http.StatusNoContent)
	r.wantHeaders(t, map[string]string{"Upload-Offset": "100"})
	wantRefusal(t, b.patch(t, path, 0, noise(100)), http.StatusConflict, "wrong_offset") // sent twice: once is enough
	b.wantFile(t, path, noise(100))
	wantStatus(t, b.call(t, "DELETE", path, nil), http.StatusNoContent)
}

// testExpires: every answer about an upload states until when it is kept.
func testExpires(t *testing.T, b *bench) {
	path := b.create(t, 100)
	for name, r := range map[string]reply{"HEAD": b.call(t, "HEAD", path, nil), "PATCH": b.patch(t, path, 0, noise(10))} {
		at, err := http.ParseTime(r.header.Get("Upload-Expires"))
		if left := time.Until(at); err != nil || left < options.Expire-time.Minute || left > options.Expire+time.Minute {
			t.Errorf("%s: Upload-Expires %q: %v", name, r.header.Get("Upload-Expires"), err)
		}
	}
	wantStatus(t, b.call(t, "DELETE", path, nil), http.StatusNoContent)
}
