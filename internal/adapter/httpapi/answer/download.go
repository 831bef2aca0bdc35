package answer

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/platform/file"
)

// Send serves a file and records the download.
func (a *Answers) Send(w http.ResponseWriter, r *http.Request, d *file.Download, object string) {
	a.SendNoted(w, r, d, func() error {
		return a.RecordDownload(r.Context(), object, r.PathValue("id"), d.Name)
	})
}

// SendNoted serves a file, whole or in ranges, with headers that prevent its content from running
// on this site. It calls note before the first byte is sent.
func (a *Answers) SendNoted(w http.ResponseWriter, r *http.Request, d *file.Download, note func() error) {
	tag := `"` + d.Tag + `"`
	if r.Method != http.MethodHead && r.Header.Get("If-None-Match") != tag { // else nothing is sent
		if err := note(); err != nil {
			a.Fail(w, r, err)
			return
		}
	}
	a.ServeRanges(w, r, d, map[bool]string{false: "private, no-cache", true: PublicCache}[d.Open])
}

// ServeRanges serves a file, whole or in ranges.
func (a *Answers) ServeRanges(w http.ResponseWriter, r *http.Request, d *file.Download, cache string) {
	AsAttachment(w, d.Name, d.ContentType)
	w.Header().Set("ETag", `"`+d.Tag+`"`)
	w.Header().Set("Cache-Control", cache)
	content := &rangeReader{ctx: r.Context(), file: d}
	defer content.close()
	http.ServeContent(w, r, "", d.ModTime, content)
	if content.err != nil && !errors.Is(content.err, context.Canceled) {
		a.log.ErrorContext(r.Context(), "download broke off", "request_id", request.ID(r.Context()), "err", content.err)
		panic(http.ErrAbortHandler) // so that the client does not accept the part as complete
	}
}

// AsAttachment sets the headers of a download.
func AsAttachment(w http.ResponseWriter, name, contentType string) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Disposition", disposition(name))
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
}

// disposition returns the Content-Disposition header: an ASCII name for old clients, and the full
// name encoded by RFC 6266 and RFC 8187.
func disposition(name string) string {
	safe := file.NameOnDisk(name)
	ascii := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII || r == '"' || r == '%' || r == ';' {
			return '_'
		}
		return r
	}, safe)
	encoded := strings.ReplaceAll(url.QueryEscape(safe), "+", "%20")
	return `attachment; filename="` + ascii + `"; filename*=UTF-8''` + encoded
}

// rangeReader reads a file from the offset that http.ServeContent seeks to, and opens it only when
// it is read.
type rangeReader struct {
	ctx    context.Context
	file   *file.Download
	offset int64
	open   io.ReadCloser
	err    error // the error of a read, except io.EOF
}

// Seek moves to an offset without reading.
func (r *rangeReader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.offset
	case io.SeekEnd:
		offset += r.file.Size
	}
	if offset < 0 {
		return 0, errors.New("httpapi: seek before the start")
	}
	if offset != r.offset {
		r.close()
	}
	r.offset = offset
	return offset, nil
}

// Read continues at the offset.
func (r *rangeReader) Read(p []byte) (int, error) {
	if r.offset >= r.file.Size {
		return 0, io.EOF
	}
	if r.open == nil {
		open, err := r.file.OpenRange(r.ctx, r.offset, -1)
		if err != nil {
			r.err = err
			return 0, err
		}
		r.open = open
	}
	n, err := r.open.Read(p)
	r.offset += int64(n)
	if errors.Is(err, io.EOF) && r.offset < r.file.Size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

func (r *rangeReader) close() {
	if r.open != nil {
		r.open.Close() // opened for reading only
		r.open = nil
	}
}

// FrameAncestors is the directive with the sites that may embed an answer.
const FrameAncestors = "frame-ancestors "

// PublicCache lets any cache store a public answer if it asks before each use, so that withdrawn
// content disappears immediately.
const PublicCache = "public, no-cache"

// Sent is a file that is sent whole.
type Sent struct {
	Name, ContentType string
	Size              int64
	Object, ID        string // for the audit trail
}

// SendWhole serves a file with headers that prevent its content from running on this site.
func (a *Answers) SendWhole(w http.ResponseWriter, r *http.Request, f Sent, content io.Reader) {
	if r.Method != http.MethodHead {
		if err := a.RecordDownload(r.Context(), f.Object, f.ID, f.Name); err != nil {
			a.Fail(w, r, err)
			return
		}
	}
	AsAttachment(w, f.Name, f.ContentType)
	w.Header().Set("Content-Length", strconv.FormatInt(f.Size, 10))
	if r.Method == http.MethodHead {
		return
	}
	if _, err := io.Copy(w, content); err != nil && r.Context().Err() == nil {
		a.log.ErrorContext(r.Context(), "download broke off", "request_id", request.ID(r.Context()), "err", err)
		panic(http.ErrAbortHandler) // so that the client does not accept the part as complete
	}
}
