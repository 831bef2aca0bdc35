package answer

import (
	"context"
	"net/http"
	"strconv"

	"cohortium/internal/platform/audit"
)

// Raw is a JSON value that is written unchanged.
type Raw []byte

// Write writes the answer.
func (a Raw) Write(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "application/json")
	_, err := w.Write(a)
	return err
}

// CSV is a CSV download.
type CSV struct {
	name  string
	table []byte
}

// Write writes the answer.
func (a CSV) Write(w http.ResponseWriter) error {
	AsAttachment(w, a.name, "text/csv; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(a.table)))
	_, err := w.Write(a.table)
	return err
}

// Exported records that a table is sent and returns it as an answer.
func (a *Answers) Exported(ctx context.Context, object, id, name string, table []byte) (CSV, error) {
	err := a.audit.Record(ctx, audit.Entry{Action: audit.Exported, Object: object, ObjectID: id, Detail: name})
	return CSV{name: name, table: table}, err
}
