package httpapi

import (
	"context"
	"net/http"
	"strconv"

	"cohortium/internal/platform/audit"
)

// rawAnswer is a JSON value that is written as it is.
type rawAnswer []byte

func (a rawAnswer) write(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "application/json")
	_, err := w.Write(a)
	return err
}

// csvAnswer is a table to save.
type csvAnswer struct {
	name  string
	table []byte
}

func (a csvAnswer) write(w http.ResponseWriter) error {
	asAttachment(w, a.name, "text/csv; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(a.table)))
	_, err := w.Write(a.table)
	return err
}

// texts are words of the domain as plain ones.
func texts[T ~string](items []T) []string {
	out := make([]string, len(items))
	for i, item := range items {
		out[i] = string(item)
	}
	return out
}

// list is items as JSON wants it: empty rather than null.
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// named gives texts another type of text.
func named[To, From ~string](in []From) []To {
	out := make([]To, len(in))
	for i, text := range in {
		out[i] = To(text)
	}
	return out
}

// each converts a list, which is never null.
func each[To, From any](in []From, convert func(From) To) []To {
	out := make([]To, len(in))
	for i, v := range in {
		out[i] = convert(v)
	}
	return out
}

// exported notes that a table leaves the server and returns it as an answer.
func (a *answers) exported(ctx context.Context, object, id, name string, table []byte) (csvAnswer, error) {
	err := a.audit.Record(ctx, audit.Entry{Action: audit.Exported, Object: object, ObjectID: id, Detail: name})
	return csvAnswer{name: name, table: table}, err
}
