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

// FileInput is a file as somebody sends it.
type FileInput struct {
	Kind    check.Kind
	Name    string // as typed
	Content io.Reader
	Mapping check.Mapping // nil: what the sender chose last, or what the header suggests
	Latin1  bool          // the sender says that text which is not UTF-8 is Latin-1
	Replace bool          // the sender has seen what changes; only to take a file
}

// maxGrid is how many rows a check shows for editing: pages edit so many without
// delay, and no table needs more than one row for each pair of phenotypes, which
// were 5,565 pairs of 106 when the consortium began.
const maxGrid = 10_000

// maxFileName bounds the name of a file, in bytes.
const maxFileName = 1024

// FileCheck is what the rules say about a file, for who sent it only: unlike
// everything that is kept it holds the numbers as they were sent.
type FileCheck struct {
	Header  []string
	Mapping check.Mapping
	Report  check.Report
	Rows    int
	Grid    []table.Row // the first 10,000 rows
	Size    int64
	SHA256  string // of the bytes as they were sent
	// Replaces is what changes in the current table of the kind; nil for the first
	// one, for one that is not taken, and for descriptions.
	Replaces *Replacement

	contentType string
	cases       []check.CasesRow
	pairs       []check.PairRow
}

// CheckFile applies every rule to a file and keeps nothing. What cannot be read
// at all is errs.Rule or errs.TooLarge with a sentence that says where.
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
		found.Replaces = r.replacement(s.newFile(by, r, in, found), found, s.cfg.MinCell)
	}
	return found, err
}

// PutFile checks a file and takes it in the place of the current one of its
// kind; the earlier versions stay. Small numbers are hidden, the validation is
// withdrawn and the mapping is remembered for the sender. *FindingsError with
// the check when a rule is broken; *ReplacementError when it changes the current
// one and the sender has not confirmed that; *ConflictError when the version of
// the cohort is not the current one.
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
	found.Replaces = r.replacement(f, found, s.cfg.MinCell)
	if found.Replaces.any() && !in.Replace {
		return nil, nil, unconfirmed(found)
	}
	view, err := s.save(ctx, by, &change{Record: r.with(f, found), added: f, content: content, mapping: found.Mapping, Event: record.Event{
		Action: "sent " + KindName(f.Kind), Detail: fmt.Sprintf("version %d, %s", f.Version, counted(f.Rows, "row")), Kind: audit.FileUploaded,
		After: map[string]string{"kind": string(f.Kind), "version": fmt.Sprint(f.Version), "rows": fmt.Sprint(f.Rows)},
	}})
	return view, found, err
}

// RemoveFile leaves a cohort without a file of a kind; its versions stay.
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

// OpenFile reads what is kept of a version of a file, of the current one for 0.
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

// check reads a file and applies the rules to it.
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
	found := &FileCheck{Size: int64(len(content)), SHA256: hex.EncodeToString(sum[:]), contentType: "text/tab-separated-values; charset=utf-8"}
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
	found.checkTable(t, in, remembered, r, check.Context{Phenotypes: dictionary, MinCell: s.cfg.MinCell})
	return found, content, nil
}

// checkTable is the one validator of tables.
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

// newFile is the next version of a file. The hash as sent is kept only when
// nothing in the file is hidden: it would confirm a guess.
func (s *Service) newFile(by *auth.Identity, r *Record, in FileInput, found *FileCheck) *File {
	f := &File{
		ID: s.newID(), CohortID: r.ID, Kind: in.Kind, Version: 1, Current: true, FileName: in.Name, ContentType: found.contentType,
		Mapping: found.Mapping, Rows: found.Rows, MinCell: s.cfg.MinCell, UploadedBy: by.User.UserName, UploadedAt: s.now(),
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

// open reports that every number of a file is kept as it was sent.
func (c *FileCheck) open() bool {
	hidden := slices.ContainsFunc(c.cases, func(row check.CasesRow) bool { return !row.Cases.IsExact() || !row.Controls.IsExact() }) ||
		slices.ContainsFunc(c.pairs, func(row check.PairRow) bool { return !row.N.IsExact() })
	return c.Report.Hidden == 0 && !hidden
}

// with puts a new version of a file into a record.
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

// readSent reads a file as far as any may be large.
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
