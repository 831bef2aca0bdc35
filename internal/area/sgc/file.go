package sgc

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
	"cohortium/internal/platform/table"
)

// FileInput is an uploaded file.
type FileInput struct {
	Kind    check.Kind
	Name    string // as typed
	Content io.Reader
	Mapping check.Mapping // nil: the uploader's last choice, or a suggestion from the header
	Latin1  bool          // read text that is not UTF-8 as Latin-1
	Replace bool          // the uploader has seen the changes; needed only to store a file
}

// maxGrid is how many rows a check returns for editing. Pages edit this many without delay, and a
// table needs at most one row per pair of phenotypes, at first 5,565 pairs of 106.
const maxGrid = 10_000

// maxFileName bounds the name of a file, in bytes.
const maxFileName = 1024

// FileCheck is the result of the check of a file, for its uploader only: unlike stored data it
// contains the uploaded numbers.
type FileCheck struct {
	Header  []string
	Mapping check.Mapping
	Report  check.Report
	Rows    int
	Grid    []table.Row // the first 10,000 rows
	Size    int64
	SHA256  string // of the uploaded bytes
	MinCell int64  // of the rules that it was checked with
	// Replaces describes the changes to the current table of the kind; nil for the first one, for a
	// refused one, and for descriptions.
	Replaces *Replacement

	contentType string
	cases       []check.CasesRow
	pairs       []check.PairRow
}

// CheckFile checks a file and stores nothing. An unreadable file is errs.Rule or errs.TooLarge with
// a sentence that includes the place.
func (s *Service) CheckFile(ctx context.Context, by *auth.Identity, cohortID string, in FileInput) (_ *FileCheck, err error) {
	defer errs.Wrap(&err, "sgc.CheckFile(%q, %q)", cohortID, in.Kind)
	c, _, err := s.cohortFor(ctx, by, cohortID)
	if err != nil {
		return nil, err
	}
	r, err := s.record(ctx, c, false)
	if err != nil {
		return nil, err
	}
	found, _, err := s.check(ctx, by, r, in)
	if err == nil && found.Report.Blocking == 0 {
		found.Replaces = r.replacement(s.newFile(by, r, in, found), found, found.MinCell)
	}
	return found, err
}

// PutFile checks a file and replaces the current one of its kind; earlier versions stay. It hides
// small numbers, withdraws the validation and remembers the mapping for the uploader.
// *FindingsError with the check if a rule is broken; *ReplacementError if it changes the current
// file and the uploader has not confirmed that; *ConflictError if the version of the cohort is not
// current.
func (s *Service) PutFile(ctx context.Context, by *auth.Identity, cohortID string, version int64, in FileInput) (_ *CohortView, _ *FileCheck, err error) {
	defer errs.Wrap(&err, "sgc.PutFile(%q, %q, %d)", cohortID, in.Kind, version)
	r, err := s.open(ctx, by, cohortID, version)
	if err != nil {
		return nil, nil, err
	}
	found, content, err := s.check(ctx, by, r, in)
	if err != nil {
		return nil, nil, err
	}
	if found.Report.Blocking > 0 {
		return nil, nil, &FindingsError{Check: found, cause: findings("The file was not accepted: %s to correct.", counted(found.Report.Blocking, "finding"))}
	}
	f := s.newFile(by, r, in, found)
	found.Replaces = r.replacement(f, found, found.MinCell)
	if found.Replaces.any() && !in.Replace {
		return nil, nil, unconfirmed(found)
	}
	view, err := s.save(ctx, by, &change{Record: r.with(f, found), added: f, content: content, mapping: found.Mapping, Event: record.Event{
		Action: "sent " + KindName(f.Kind), Detail: fmt.Sprintf("version %d, %s", f.Version, counted(f.Rows, "row")), Kind: audit.FileUploaded,
		After: map[string]string{"kind": string(f.Kind), "version": fmt.Sprint(f.Version), "rows": fmt.Sprint(f.Rows)},
	}})
	return view, found, err
}

// RemoveFile removes the current file of a kind from a cohort; its versions stay.
func (s *Service) RemoveFile(ctx context.Context, by *auth.Identity, cohortID string, k check.Kind, version int64) (_ *CohortView, err error) {
	defer errs.Wrap(&err, "sgc.RemoveFile(%q, %q, %d)", cohortID, k, version)
	r, err := s.open(ctx, by, cohortID, version)
	if err != nil {
		return nil, err
	}
	f := r.current(k)
	if f == nil {
		return nil, errs.Missing("file")
	}
	f.Current = false
	return s.save(ctx, by, &change{Record: r, retired: k, Event: record.Event{
		Action: "took away " + KindName(k), Detail: fmt.Sprintf("version %d", f.Version), Kind: audit.Changed,
		Before: map[string]string{"kind": string(k), "version": fmt.Sprint(f.Version)},
	}})
}

// OpenFile opens the stored version of a file, the current one for 0.
func (s *Service) OpenFile(ctx context.Context, by *auth.Identity, cohortID string, k check.Kind, version int) (_ *File, _ io.ReadCloser, err error) {
	defer errs.Wrap(&err, "sgc.OpenFile(%q, %q, %d)", cohortID, k, version)
	c, _, err := s.cohortFor(ctx, by, cohortID)
	if err != nil {
		return nil, nil, err
	}
	files, err := s.store.Files(ctx, c.ID)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range files {
		if f.Kind == k && (f.Version == version || version == 0 && f.Current) {
			content, err := s.blobs.OpenRange(ctx, f.blobKey(), 0, -1)
			return f, content, err
		}
	}
	return nil, nil, errs.Missing("file")
}

// check reads and checks a file.
func (s *Service) check(ctx context.Context, by *auth.Identity, r *Record, in FileInput) (*FileCheck, []byte, error) {
	if !slices.Contains(check.Kinds(), in.Kind) {
		return nil, nil, errs.Missing("kind of file")
	}
	if len(in.Name) > maxFileName {
		return nil, nil, errs.AtField("file_name", "The name of the file is longer than 1,024 bytes.")
	}
	content, err := readSent(in.Content)
	if err != nil {
		return nil, nil, err
	}
	sum := sha256.Sum256(content)
	minCell, err := s.minCell(ctx)
	if err != nil {
		return nil, nil, err
	}
	found := &FileCheck{
		MinCell:     minCell,
		Size:        int64(len(content)),
		SHA256:      hex.EncodeToString(sum[:]),
		contentType: "text/tab-separated-values; charset=utf-8",
	}
	if in.Kind == check.Description {
		found.contentType, err = descriptionType(content)
		return found, content, err
	}
	t, err := table.Read(ctx, bytes.NewReader(content), table.Options{Latin1: in.Latin1})
	if err != nil {
		return nil, nil, err
	}
	remembered, err := s.store.Mapping(ctx, by.User.ID, in.Kind)
	if err != nil {
		return nil, nil, err
	}
	dictionary, _, err := s.dictionary(ctx)
	if err != nil {
		return nil, nil, err
	}
	found.checkTable(t, in, remembered, r, check.Context{Phenotypes: dictionary, MinCell: minCell})
	return found, content, nil
}

// checkTable is the only validator of tables.
func (c *FileCheck) checkTable(t *table.Table, in FileInput, remembered check.Mapping, r *Record, rules check.Context) {
	c.Header, c.Mapping, c.Rows, c.Grid = t.Header, in.Mapping, len(t.Rows), t.Rows[:min(len(t.Rows), maxGrid)]
	if c.Mapping == nil {
		c.Mapping = check.SuggestMapping(in.Kind, t.Header, remembered)
	}
	rules.Sex = in.Kind.Sex()
	rules.Expected = r.size().Of(rules.Sex)
	if isCases(in.Kind) {
		c.cases, c.Report = check.CasesTable(in.Kind, t, c.Mapping, rules)
	} else {
		c.pairs, c.Report = check.PairsTable(in.Kind, t, c.Mapping, r.cases(rules.Sex), rules)
	}
}

// newFile returns the next version of a file. It stores the hash of the uploaded file only if
// nothing in it is hidden, because the hash could confirm a guess.
func (s *Service) newFile(by *auth.Identity, r *Record, in FileInput, found *FileCheck) *File {
	f := &File{
		ID: s.newID(), CohortID: r.ID, Kind: in.Kind, Version: 1, Current: true, FileName: in.Name, ContentType: found.contentType,
		Mapping: found.Mapping, Rows: found.Rows, MinCell: found.MinCell, UploadedBy: by.User.UserName, UploadedAt: s.now(),
	}
	if found.open() {
		f.SHA256 = found.SHA256
	}
	for _, earlier := range r.Files {
		if earlier.Kind == f.Kind {
			f.Version = max(f.Version, earlier.Version+1)
		}
	}
	return f
}

// open reports whether every number of a file is stored as uploaded.
func (c *FileCheck) open() bool {
	hidden := slices.ContainsFunc(c.cases, func(row check.CasesRow) bool { return !row.Cases.IsExact() || !row.Controls.IsExact() }) ||
		slices.ContainsFunc(c.pairs, func(row check.PairRow) bool { return !row.N.IsExact() })
	return c.Report.Hidden == 0 && !hidden
}

// with adds a new version of a file to a record.
func (r *Record) with(f *File, found *FileCheck) *Record {
	for _, earlier := range r.Files {
		if earlier.Kind == f.Kind {
			earlier.Current = false
		}
	}
	r.Files = append(r.Files, f)
	switch {
	case isCases(f.Kind):
		r.Cases[f.ID] = found.cases
	case isPairs(f.Kind):
		r.Pairs[f.ID] = found.pairs
	}
	return r
}

// readSent reads a file up to the size limit.
func readSent(r io.Reader) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(r, table.MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(content) > table.MaxBytes {
		return nil, errs.New(errs.TooLarge, "too_large", "This file is larger than %d MiB. Check what was chosen.", table.MaxBytes>>20)
	}
	return content, nil
}
