package answer

import (
	"context"
	"net/http"
	"strconv"

	"cohortium/internal/platform/audit"
)

// Raw is a JSON value that is written as it is.
type Raw []byte

func (a Raw) Write(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "application/json")
	_, err := w.Write(a)
	return err
}

// CSV is a table to save.
type CSV struct {
	name  string
	table []byte
}

func (a CSV) Write(w http.ResponseWriter) error {
	AsAttachment(w, a.name, "text/csv; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(a.table)))
	_, err := w.Write(a.table)
	return err
}

// Texts are words of the domain as plain ones.
func Texts[T ~string](items []T) []string {
	out := make([]string, len(items))
	for i, item := range items {
		out[i] = string(item)
	}
	return out
}

// List is items as JSON wants it: empty rather than null.
func List[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// Named gives texts another type of text.
func Named[To, From ~string](in []From) []To {
	out := make([]To, len(in))
	for i, text := range in {
		out[i] = To(text)
	}
	return out
}

// Each converts a list, which is never null.
func Each[To, From any](in []From, convert func(From) To) []To {
	out := make([]To, len(in))
	for i, v := range in {
		out[i] = convert(v)
	}
	return out
}

// Exported notes that a table leaves the server and returns it as an answer.
func (a *Answers) Exported(ctx context.Context, object, id, name string, table []byte) (CSV, error) {
	err := a.audit.Record(ctx, audit.Entry{Action: audit.Exported, Object: object, ObjectID: id, Detail: name})
	return CSV{name: name, table: table}, err
}
