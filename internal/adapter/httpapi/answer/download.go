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
	"unicode/utf8"

	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/platform/file"
)

// Send serves a file and puts that on record.
func (a *Answers) Send(w http.ResponseWriter, r *http.Request, d *file.Download, object string) {
	a.SendNoted(w, r, d, func() error {
		return a.RecordDownload(r.Context(), object, r.PathValue("id"), d.Name)
	})
}

// SendNoted serves a file, whole or in ranges, so that nothing in it can run in
// the name of this site. Before its first byte leaves, note is called.
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
		panic(http.ErrAbortHandler) // the client must not take what it has for the whole
	}
}

// AsAttachment sets the headers of a file to save.
func AsAttachment(w http.ResponseWriter, name, contentType string) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Disposition", disposition(name))
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
}

// disposition is the header that names an attachment: an ASCII name for old
// clients, and the whole one as RFC 6266 and RFC 8187 encode it.
func disposition(name string) string {
	safe := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune(`/\`, r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(shortened(name), "_"))
	if strings.Trim(safe, ". ") == "" {
		safe = "file"
	}
	ascii := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII || r == '"' || r == '%' || r == ';' {
			return '_'
		}
		return r
	}, safe)
	encoded := strings.ReplaceAll(url.QueryEscape(safe), "+", "%20")
	return `attachment; filename="` + ascii + `"; filename*=UTF-8''` + encoded
}

// shortened returns a name of at most 200 bytes, since file systems take 255: its beginning
// and its ending, such as .tsv.gz.
func shortened(name string) string {
	const longest, endings = 200, 16
	if len(name) <= longest {
		return name
	}
	ending := name[len(name)-endings:]
	if at := strings.IndexByte(ending, '.'); at >= 0 {
		ending = ending[at:]
	} else {
		ending = ""
	}
	beginning := name[:longest-len(ending)]
	for len(beginning) > 0 && !utf8.RuneStart(name[len(beginning)]) {
		beginning = beginning[:len(beginning)-1]
	}
	return beginning + ending
}

// rangeReader reads a file from wherever http.ServeContent seeks to, and opens
// it there only when it is read.
type rangeReader struct {
	ctx    context.Context
	file   *file.Download
	offset int64
	open   io.ReadCloser
	err    error // what broke a read, io.EOF aside
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

// Read reads on from the offset.
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
		r.open.Close() // only read from
		r.open = nil
	}
}

// FrameAncestors is the directive about the sites whose frames may show an answer.
const FrameAncestors = "frame-ancestors "

// PublicCache lets any cache keep an answer that everybody gets, as long as it
// asks before each use: what is withdrawn is gone at once.
const PublicCache = "public, no-cache"

// Sent is a file that leaves the server whole.
type Sent struct {
	Name, ContentType string
	Size              int64
	Object, ID        string // for the audit trail
}

// SendWhole serves a file so that nothing in it can run in the name of this site.
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
		panic(http.ErrAbortHandler) // the client must not take what it has for the whole
	}
}
