package httpapi

import (
	"net/http"
	"strconv"
	"strings"

	"cohortium/internal/errs"
	"cohortium/internal/listing"
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

// ifMatch is the version that a caller changes.
func ifMatch(header string) (int64, error) {
	version, err := strconv.ParseInt(strings.Trim(header, `"`), 10, 64)
	if err != nil {
		return 0, errs.New(errs.Invalid, "bad_version", "The header If-Match holds the version that is changed, in quotes.").Because(err)
	}
	return version, nil
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
