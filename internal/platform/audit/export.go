package audit

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
	"time"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/spreadsheet"
)

// The formats of an export.
const (
	CSV   = "csv"   // a table for spreadsheets
	JSONL = "jsonl" // one JSON object per line, as Event; enough to verify the chain elsewhere
)

// Export writes the entries that a filter selects, newest first, page by page.
// errs.Invalid for another format than CSV and JSONL, before anything is written.
func (l *Log) Export(ctx context.Context, w io.Writer, f Filter, format string) (err error) {
	defer errs.Wrap(&err, "audit.Export(%q)", format)
	var out table
	switch format {
	case CSV:
		out = newCSVTable(w)
	case JSONL:
		out = newLines(w)
	default:
		return errs.New(errs.Invalid, "bad_format", "The trail can be exported as csv or jsonl, not as %q.", format)
	}
	f.Limit, f.Uncounted, f.Facets, f.Before = maxPage, true, false, 0
	for {
		page, err := l.Search(ctx, f)
		if err != nil {
			return err
		}
		for i := range page.Items {
			if err := out.write(&page.Items[i]); err != nil {
				return err
			}
		}
		if err := out.flush(); err != nil || page.Next == 0 {
			return err
		}
		f.Before = page.Next
	}
}

type table interface {
	write(*Event) error
	flush() error
}

type csvTable struct{ w *csv.Writer }

// csvHead names the columns of the CSV.
func csvHead() []string {
	return []string{
		"seq", "at", "actor", "actor_id", "address", "request_id", "action", "object", "object_id",
		"refused", "detail", "before", "after", "previous_hash", "hash", "actor_name", "object_name",
	}
}

func newCSVTable(w io.Writer) csvTable {
	t := csvTable{csv.NewWriter(w)}
	t.w.UseCRLF = true       // RFC 4180
	_ = t.w.Write(csvHead()) // into the buffer; flush returns its error
	return t
}

func (t csvTable) write(e *Event) error {
	before, err := valuesCell(e.Before)
	if err != nil {
		return err
	}
	after, err := valuesCell(e.After)
	if err != nil {
		return err
	}
	text := spreadsheet.Text
	return t.w.Write([]string{
		strconv.FormatInt(e.Seq, 10), e.At.Format(time.RFC3339Nano), text(e.Actor), text(e.ActorID), text(e.Address), text(e.RequestID),
		text(string(e.Action)), text(e.Object), text(e.ObjectID), strconv.FormatBool(e.Refused), text(e.Detail),
		before, after, text(e.PreviousHash), text(e.Hash), text(e.ActorName), text(e.ObjectName),
	})
}

func (t csvTable) flush() error {
	t.w.Flush()
	return t.w.Error()
}

// valuesCell writes values as a JSON object, which no spreadsheet takes for a formula.
func valuesCell(values map[string]string) (string, error) {
	if len(values) == 0 {
		return "", nil
	}
	text, err := json.Marshal(values)
	return string(text), err
}

type lines struct{ e *json.Encoder }

func newLines(w io.Writer) lines {
	l := lines{json.NewEncoder(w)}
	l.e.SetEscapeHTML(false)
	return l
}

func (l lines) write(e *Event) error { return l.e.Encode(e) }
func (l lines) flush() error         { return nil }
