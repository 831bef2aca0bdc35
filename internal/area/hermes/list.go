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

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/spreadsheet"
)

// UploadPage is a page of submissions.
type UploadPage struct {
	Items   []*UploadView
	Total   int64
	Next    listing.Place // start of the next page; zero on the last page
	Summary *UploadSummary
	Facets  listing.Facets // nil unless the filter asks for them
}

// Uploads lists the submissions that the caller may see. An uploader filter can only narrow this.
func (s *Service) Uploads(ctx context.Context, id *auth.Identity, f UploadFilter) (*UploadPage, error) {
	f.UploaderID = onlyOwn(id)
	caller, err := s.caller(ctx, id)
	if err != nil {
		return nil, err
	}
	if f.WaitingForYou {
		f.WaitingFor = caller
	}
	limit := f.Limit
	f.Limit = limit + 1 // one extra row shows whether there is a next page
	rows, total, err := s.store.Uploads(ctx, f)
	if err != nil {
		return nil, err
	}
	page := &UploadPage{Total: total}
	if f.Facets {
		if page.Facets, err = s.store.UploadFacets(ctx, f); err != nil {
			return nil, err
		}
	}
	views, err := s.views(ctx, id, rows)
	if err != nil {
		return nil, err
	}
	page.Items, page.Next = listing.PageOf(views, limit, func(v *UploadView) listing.Place { return v.place(f.Sort) })
	if page.Summary, err = s.store.UploadSummary(ctx, f.UploaderID); err != nil {
		return nil, err
	}
	page.Summary.ForCaller, err = s.store.CountUploads(ctx, UploadFilter{UploaderID: f.UploaderID, WaitingFor: caller})
	return page, err
}

// caller describes an account for the review queue.
func (s *Service) caller(ctx context.Context, id *auth.Identity) (*Caller, error) {
	c := &Caller{ID: id.User.ID, Reviews: reviews(id)}
	if !c.Reviews {
		return c, nil
	}
	ties, err := s.store.Ties(ctx)
	kin := auth.NewKinship(ties)
	c.NotOf, c.NotAfter = kin.BarredFrom(c.ID), kin.ApartFrom(c.ID)
	return c, err
}

// onlyOwn returns the uploader whose submissions a list is limited to, "" for all.
func onlyOwn(id *auth.Identity) string {
	if seesAll(id) {
		return ""
	}
	return id.User.ID
}

// place returns the position of a submission in a list with this sort order.
func (v *UploadView) place(sort string) listing.Place {
	var variants *int64
	var lambda *float64
	if v.Run != nil {
		variants, lambda = v.Run.RowsClean, v.Run.LambdaGC
	}
	switch strings.TrimPrefix(sort, "-") {
	case "variants":
		return listing.Number(variants, v.ID)
	case "lambda":
		return listing.Number(lambda, v.ID)
	case "cases":
		return listing.Number(v.Cases, v.ID)
	case "controls":
		return listing.Number(v.Controls, v.ID)
	case "n_effective":
		if v.Cases == nil {
			return listing.Number(&v.NTotal, v.ID)
		}
		return listing.Number(v.EffectiveN(), v.ID)
	}
	return v.Submission.place(sort)
}

func (u *Submission) place(sort string) listing.Place {
	switch strings.TrimPrefix(sort, "-") {
	case "dataset_name":
		return listing.Place{Key: u.DatasetName, ID: u.ID}
	case "cohort":
		return listing.Place{Key: u.Cohort, ID: u.ID}
	case "qc":
		return listing.Place{Key: strconv.FormatInt(int64(u.QCRank), 10), ID: u.ID}
	case "status":
		return listing.Place{Key: string(u.Status), ID: u.ID}
	}
	return listing.At(u.UploadedAt, u.ID)
}

// visiblePage is the number of submissions that are read at a time.
const visiblePage = 200

// eachVisible calls fn for every submission of a filter that the caller may see, by name.
func (s *Service) eachVisible(ctx context.Context, id *auth.Identity, f UploadFilter, fn func(*Submission) error) error {
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
		f.After = rows[len(rows)-1].place(f.Sort)
	}
}

// MetadataCSV returns the metadata of the submissions with some ids, or of all that the caller may
// see, as CSV with one row each.
func (s *Service) MetadataCSV(ctx context.Context, id *auth.Identity, ids []string) ([]byte, error) {
	keys := metadataKeys()
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.UseCRLF = true // RFC 4180
	head := append([]string{"dataset_name", "id", "file_name", "uploaded_at", "uploaded_by", "status"}, keys...)
	if err := w.Write(head); err != nil {
		return nil, err
	}
	write := func(u *Submission) error {
		line, err := u.csvLine(keys)
		if err != nil {
			return err
		}
		return w.Write(line)
	}
	if err := s.eachOf(ctx, id, ids, write); err != nil {
		return nil, err
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

// eachOf calls fn for the submissions with some ids, or for all that the caller may see if there are
// none.
func (s *Service) eachOf(ctx context.Context, id *auth.Identity, ids []string, fn func(*Submission) error) error {
	if len(ids) == 0 {
		return s.eachVisible(ctx, id, UploadFilter{}, fn)
	}
	for _, uploadID := range ids {
		u, err := s.uploadFor(ctx, id, uploadID, auth.Visible)
		if err != nil {
			return err
		}
		if err := fn(u); err != nil {
			return err
		}
	}
	return nil
}

func (u *Submission) csvLine(keys []string) ([]string, error) {
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

// cell formats a value for a spreadsheet: numbers unchanged, and text so that no program reads it
// as a formula.
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

// metadataKeys returns the keys of the metadata sheet in form order, without the key of the first
// column.
func metadataKeys() []string {
	return slices.DeleteFunc(sheetKeys(), func(key string) bool { return key == keyName })
}
