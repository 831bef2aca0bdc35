package hermes

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"cohortium/internal/auth"
	"cohortium/internal/spreadsheet"
)

// UploadPage is a page of data sets.
type UploadPage struct {
	Items []*UploadView
	Total int64
	// AfterKey and AfterID continue the list; both are "" on the last page.
	AfterKey string
	AfterID  string
	Summary  *UploadSummary
}

// Uploads lists the data sets that the caller may see. What the filter says
// about whose they are only narrows that.
func (s *Service) Uploads(ctx context.Context, id *auth.Identity, f UploadFilter) (*UploadPage, error) {
	f.UploaderID = onlyOwn(id)
	f.Statuses = waitingStatuses(f.Statuses, f.WaitingOn)
	limit := f.Limit
	f.Limit = limit + 1 // one more tells whether there is a next page
	rows, total, err := s.store.Uploads(ctx, f)
	if err != nil {
		return nil, err
	}
	page := &UploadPage{Total: total}
	if len(rows) > limit {
		rows = rows[:limit]
		last := rows[limit-1]
		page.AfterKey, page.AfterID = last.sortKey(f.Sort), last.ID
	}
	if page.Items, err = s.views(ctx, id, rows); err != nil {
		return nil, err
	}
	page.Summary, err = s.store.UploadSummary(ctx, f.UploaderID)
	return page, err
}

// waitingStatuses narrows statuses, all when there are none, to those in which a data set waits
// for one of these; any does when there are none of them.
func waitingStatuses(statuses []UploadStatus, on []Waiting) []UploadStatus {
	if len(on) == 0 {
		return statuses
	}
	if len(statuses) == 0 {
		statuses = uploadStatuses()
	}
	var waiting []UploadStatus
	for _, status := range statuses {
		if slices.Contains(on, status.WaitsOn()) {
			waiting = append(waiting, status)
		}
	}
	if waiting == nil {
		return []UploadStatus{noStatus} // an empty list would select all
	}
	return waiting
}

// noStatus is that of no data set.
const noStatus UploadStatus = "-"

// onlyOwn is the uploader to whose data sets a list is limited, "" for all.
func onlyOwn(id *auth.Identity) string {
	if seesAll(id) {
		return ""
	}
	return id.User.ID
}

// sortKey is the value of the column that a list is sorted by.
func (u *Upload) sortKey(sort string) string {
	switch strings.TrimPrefix(sort, "-") {
	case "dataset_name":
		return u.DatasetName
	case "cohort":
		return u.Cohort
	case "status":
		return string(u.Status)
	}
	return timeKey(u.UploadedAt)
}

func timeKey(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// visiblePage is how many data sets are read at a time.
const visiblePage = 200

// eachVisible gives fn every data set of a filter that the caller may see, by name.
func (s *Service) eachVisible(ctx context.Context, id *auth.Identity, f UploadFilter, fn func(*Upload) error) error {
	f.UploaderID, f.Sort, f.Limit = onlyOwn(id), "dataset_name", visiblePage
	for {
		rows, _, err := s.store.Uploads(ctx, f)
		if err != nil {
			return err
		}
		for _, u := range rows {
			if err := fn(u); err != nil {
				return err
			}
		}
		if len(rows) < visiblePage {
			return nil
		}
		last := rows[len(rows)-1]
		f.AfterKey, f.AfterID = last.sortKey(f.Sort), last.ID
	}
}

// MetadataCSV is the metadata of every data set that the caller may see, or of one
// of them, one row each, as a table for spreadsheets.
func (s *Service) MetadataCSV(ctx context.Context, id *auth.Identity, uploadID string) ([]byte, error) {
	keys := metadataKeys()
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.UseCRLF = true // RFC 4180
	head := append([]string{"dataset_name", "id", "file_name", "uploaded_at", "uploaded_by", "status"}, keys...)
	if err := w.Write(head); err != nil {
		return nil, err
	}
	write := func(u *Upload) error {
		line, err := u.csvLine(keys)
		if err != nil {
			return err
		}
		return w.Write(line)
	}
	if err := s.eachOrOne(ctx, id, uploadID, write); err != nil {
		return nil, err
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

// eachOrOne gives fn every data set that the caller may see, or the one of an id.
func (s *Service) eachOrOne(ctx context.Context, id *auth.Identity, uploadID string, fn func(*Upload) error) error {
	if uploadID == "" {
		return s.eachVisible(ctx, id, UploadFilter{}, fn)
	}
	u, err := s.uploadFor(ctx, id, uploadID, auth.Visible)
	if err != nil {
		return err
	}
	return fn(u)
}

func (u *Upload) csvLine(keys []string) ([]string, error) {
	d := json.NewDecoder(bytes.NewReader(u.Metadata))
	d.UseNumber()
	var values map[string]any
	if err := d.Decode(&values); err != nil {
		return nil, fmt.Errorf("metadata of %s: %w", u.ID, err)
	}
	line := []string{
		cell(u.DatasetName), u.ID, cell(u.FileName), u.UploadedAt.UTC().Format(time.RFC3339), cell(u.UploadedBy), string(u.Status),
	}
	for _, key := range keys {
		line = append(line, cell(values[key]))
	}
	return line, nil
}

// cell writes a value for a spreadsheet: numbers as they are, and text so that
// no program takes it for a formula.
func cell(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	case string:
		return spreadsheet.Text(v)
	}
	return fmt.Sprint(value)
}

// metadataKeys are the keys of the metadata sheet in the order of the form,
// without the one that the table starts with.
func metadataKeys() []string {
	return slices.DeleteFunc(sheetKeys(), func(key string) bool { return key == keyName })
}
