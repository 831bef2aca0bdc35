package httpapi

import (
	"net/http"
	"regexp"
	"strconv"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
)

func ptr[T any](v T) *T { return &v }

// some is a pointer to a text, nil for the empty one.
func some(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// orZero is what a pointer points to, the zero value for nil.
func orZero[T any](p *T) T {
	var zero T
	if p == nil {
		return zero
	}
	return *p
}

// pageSize is the size of a page when none is asked for.
func pageSize(limit *int) int {
	if limit == nil {
		return 50
	}
	return *limit
}

// cursorOf is where a list goes on, nil on its last page.
func cursorOf(next listing.Place) *string {
	if next.ID == "" {
		return nil
	}
	return ptr(next.Text())
}

// etag is a version as ETag and If-Match have it.
var etag = regexp.MustCompile(`^"(0|[1-9][0-9]*)"$`)

// ifMatch is the version that a caller changes, in the one form in which versions are sent.
func ifMatch(header string) (int64, error) {
	if m := etag.FindStringSubmatch(header); m != nil {
		if version, err := strconv.ParseInt(m[1], 10, 64); err == nil {
			return version, nil
		}
	}
	return 0, errs.New(errs.Invalid, "bad_version",
		`If-Match must be the version that you change, in double quotes, such as "3". Read the object and send the version that it has; * and lists are not supported.`)
}

// csvAnswer is a table to save.
type csvAnswer struct {
	name  string
	table []byte
}

// VisitDownloadMetadataResponse writes the answer.
func (a csvAnswer) VisitDownloadMetadataResponse(w http.ResponseWriter) error { return a.write(w) }

// VisitDownloadSgcPhenotypesResponse writes the answer.
func (a csvAnswer) VisitDownloadSgcPhenotypesResponse(w http.ResponseWriter) error { return a.write(w) }

// VisitDownloadSgcTotalsResponse writes the answer.
func (a csvAnswer) VisitDownloadSgcTotalsResponse(w http.ResponseWriter) error { return a.write(w) }

// VisitDownloadHermesPhenotypesResponse writes the answer.
func (a csvAnswer) VisitDownloadHermesPhenotypesResponse(w http.ResponseWriter) error {
	return a.write(w)
}

func (a csvAnswer) write(w http.ResponseWriter) error {
	asAttachment(w, a.name, "text/csv; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(a.table)))
	_, err := w.Write(a.table)
	return err
}
