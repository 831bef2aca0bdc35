package dataset

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
	"cohortium/internal/platform/spreadsheet"
)

// The formats of an export.
const (
	CSV  = "csv"  // for spreadsheets, with labels instead of codes
	JSON = "json" // a list of objects, with codes
)

// exportPage is how many data sets an export reads at once.
const exportPage = 400

// Export writes all data sets that a filter selects, in its order. errs.Invalid for formats other
// than CSV and JSON, before anything is written.
func (s *Service) Export(ctx context.Context, by *auth.Identity, w io.Writer, f Filter, format string) (err error) {
	defer errs.Wrap(&err, "dataset.Export(%q)", format)
	var out exportTable
	switch format {
	case CSV:
		out = newCSVTable(w)
	case JSON:
		out = &jsonList{w: w}
	default:
		return errs.New(errs.Invalid, "bad_format", "The list can be exported as csv or json, not as %q.", format)
	}
	f.Limit, f.Uncounted, f.Facets, f.After = exportPage, true, false, listing.Place{}
	for {
		page, err := s.ListDatasets(ctx, by, f)
		if err != nil {
			return err
		}
		ids := make([]string, len(page.Items))
		for i, row := range page.Items {
			ids[i] = row.ID
		}
		_, changed, err := s.inputsChanged(ctx, ids)
		if err != nil {
			return err
		}
		for _, row := range page.Items {
			if err := out.write(row, changed[row.ID]); err != nil {
				return err
			}
		}
		if err := out.flush(page.Next.ID == ""); err != nil || page.Next.ID == "" {
			return err
		}
		f.After = page.Next
	}
}

type exportTable interface {
	// write takes what has changed of the input of the meta-analysis that the data set was made of.
	write(row *Row, inputChanged string) error
	flush(last bool) error
}

type csvTable struct{ w *csv.Writer }

func newCSVTable(w io.Writer) csvTable {
	t := csvTable{csv.NewWriter(w)}
	t.w.UseCRLF = true // RFC 4180
	head := []string{"id"}
	for i := range fields {
		head = append(head, exportName(fields[i].key))
	}
	_ = t.w.Write(append(head, "institution", "phenotypes", "files", "bytes", "sharing", "owner", "co_owners",
		"publication_url", "created_at", "updated_at", "updated_by", "version", "input_changed")) // into the buffer; flush returns its error
	return t
}

// exportName returns the column of a field. For a study, the table contains the name.
func exportName(key string) string {
	if key == fieldStudy {
		return "study"
	}
	return key
}

func (t csvTable) write(row *Row, inputChanged string) error {
	cells := []string{row.ID}
	for _, e := range row.sheet(row.StudyName) {
		cells = append(cells, spreadsheet.Text(e.Text))
	}
	return t.w.Write(append(cells,
		spreadsheet.Text(row.Institution), spreadsheet.Text(spreadsheet.List(row.Phenotypes)),
		strconv.FormatInt(row.Files, 10), strconv.FormatInt(row.Bytes, 10),
		LabelOf(AllCodes().Sharing, string(row.Sharing)), spreadsheet.Text(row.Owner.UserName),
		spreadsheet.Text(spreadsheet.List(record.Names(row.CoOwners))), row.PublicationURL,
		exportTime(row.CreatedAt), exportTime(row.UpdatedAt), spreadsheet.Text(row.UpdatedBy), strconv.FormatInt(row.Version, 10), inputChanged))
}

func exportTime(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func (t csvTable) flush(bool) error {
	t.w.Flush()
	return t.w.Error()
}

// exported is a data set in the JSON list.
type exported struct {
	ID string `json:"id"`
	Metadata
	Study          string   `json:"study"`
	Institution    string   `json:"institution"`
	Phenotypes     []string `json:"phenotypes"`
	Files          int64    `json:"files"`
	Bytes          int64    `json:"bytes"`
	Sharing        Sharing  `json:"sharing"`
	Owner          string   `json:"owner"`
	CoOwners       []string `json:"co_owners"`
	PublicationURL string   `json:"publication_url"`
	CreatedAt      string   `json:"created_at"`
	UpdatedAt      string   `json:"updated_at"`
	UpdatedBy      string   `json:"updated_by"`
	Version        int64    `json:"version"`
	InputChanged   string   `json:"input_changed"` // since its meta-analysis was made; "" when nothing has
}

// jsonList writes a list without keeping it in memory; one object per line.
type jsonList struct {
	w     io.Writer
	began bool
}

func (l *jsonList) write(row *Row, inputChanged string) error {
	text, err := json.Marshal(exported{
		ID: row.ID, Metadata: row.Metadata, Study: row.StudyName, Institution: row.Institution, Phenotypes: append([]string{}, row.Phenotypes...),
		Files: row.Files, Bytes: row.Bytes, Sharing: row.Sharing, Owner: row.Owner.UserName, CoOwners: record.Names(row.CoOwners),
		PublicationURL: row.PublicationURL, CreatedAt: exportTime(row.CreatedAt), UpdatedAt: exportTime(row.UpdatedAt),
		UpdatedBy: row.UpdatedBy, Version: row.Version, InputChanged: inputChanged,
	})
	if err != nil {
		return err
	}
	before := ",\n"
	if !l.began {
		before, l.began = "[\n", true
	}
	_, err = io.WriteString(l.w, before+string(text))
	return err
}

func (l *jsonList) flush(last bool) error {
	if !last {
		return nil
	}
	end := "\n]\n"
	if !l.began {
		end = "[]\n"
	}
	_, err := io.WriteString(l.w, end)
	return err
}
