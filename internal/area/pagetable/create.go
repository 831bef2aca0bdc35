package pagetable

import (
	"context"
	"errors"
	"os"
	"path"
	"strings"
	"unicode/utf8"

	"cohortium/internal/gwas/pagedata"
	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/oneline"
	"cohortium/internal/platform/record"
)

const maxName = 200 // characters

// Input describes a table to create.
type Input struct {
	Source
	Text   string // of a text
	Layout pagedata.Layout
}

// Preview describes the beginning of a source.
type Preview struct {
	*pagedata.Preview
	Name  string
	Bytes int64 // as stored; 0 when unknown
}

// previewBytes is how much of a file at an address is inspected.
const previewBytes = 4 << 20

// Preview inspects the beginning of a source that the caller may read. Nothing is stored. errs.Rule
// (unreadable_file) when it is not a table; errors of Sources and Fetcher.
func (s *Service) Preview(ctx context.Context, by *auth.Identity, in Input) (_ *Preview, err error) {
	defer errs.Wrap(&err, "pagetable.Preview(%s)", in.Kind)
	if err := in.check(); err != nil {
		return nil, err
	}
	switch in.Kind {
	case FromText:
		return inspect(ctx, textSource(in.Name, in.Text), in.Layout)
	case FromURL:
		return s.previewURL(ctx, in)
	}
	f, err := s.sources.Open(ctx, by, in.Source)
	if err != nil {
		return nil, err
	}
	return inspect(ctx, f.source(ctx), in.Layout)
}

func (s *Service) previewURL(ctx context.Context, in Input) (*Preview, error) {
	to, err := os.CreateTemp(s.cfg.TempDir, "preview.")
	if err != nil {
		return nil, file.Unwritable(err, file.WorkingFiles)
	}
	defer os.Remove(to.Name())
	defer to.Close()
	got, err := s.fetcher.Fetch(ctx, in.URL, to, previewBytes, false, nil)
	if err != nil {
		return nil, file.Unwritable(err, file.WorkingFiles)
	}
	p, err := inspect(ctx, pagedata.Source{Name: got.Name, Data: to, Size: min(got.Size, previewBytes), Partial: got.Cut}, in.Layout)
	if p != nil && got.Cut {
		p.Bytes = 0
	}
	return p, err
}

func inspect(ctx context.Context, src pagedata.Source, l pagedata.Layout) (*Preview, error) {
	p, err := pagedata.Inspect(ctx, src, l)
	if err != nil {
		return nil, unreadable(err)
	}
	return &Preview{Preview: p, Name: src.Name, Bytes: src.Size}, nil
}

// accept rejects a source that cannot be made into a table.
func accept(p *Preview, err error) error {
	if err != nil {
		return err
	}
	return unreadable(p.Refusal)
}

// source returns a file as pagedata reads it.
func (f *File) source(ctx context.Context) pagedata.Source {
	return pagedata.Source{Name: f.Name, Data: &file.Window{Ctx: ctx, OpenRange: f.OpenRange, Size: f.Size}, Size: f.Size, Build: f.Build}
}

func textSource(name, text string) pagedata.Source {
	return pagedata.Source{Name: name, Data: strings.NewReader(text), Size: int64(len(text))}
}

// unreadable words the fault of a source for people.
func unreadable(err error) error {
	if what, is := faultOf(err); is {
		return errs.New(errs.Rule, "unreadable_file", "%s", what).Because(err)
	}
	return err
}

// faultOf returns false for errors that are not faults of the source.
func faultOf(err error) (string, bool) {
	var fault *textfile.FileError
	var row *tableindex.RowError
	var column *pagedata.ColumnError
	switch {
	case errors.As(err, &fault) && fault.Code != textfile.CodeRead:
		return errs.Sentence(fault.Error()), true
	case errors.As(err, &row):
		return errs.Sentence(row.Error()), true
	case errors.As(err, &column):
		return column.Error(), true
	}
	return "", false
}

// check rejects an input without a valid source. errs.Rule with the fields source.id, source.url,
// source.text and source.name.
func (in *Input) check() error {
	in.Name = strings.TrimSpace(in.Name)
	switch {
	case in.Kind == FromURL && strings.TrimSpace(in.URL) == "":
		return errs.AtField("source.url", "Enter the address of a table.")
	case in.Kind == FromText && strings.TrimSpace(in.Text) == "":
		return errs.AtField("source.text", "Paste a table.")
	case in.Kind != FromURL && in.Kind != FromText && in.ID == "":
		return errs.AtField("source.id", "Choose what the table is made of.")
	case utf8.RuneCountInString(in.Name) > maxName:
		return errs.AtField("source.name", "A name has at most 200 characters.")
	}
	if fault := oneline.Fault(in.Name); fault != "" {
		return errs.AtField("source.name", fault)
	}
	if in.Kind != FromText {
		in.Text, in.Name = "", ""
	} else if in.Name == "" {
		in.Name = "Pasted table"
	}
	if in.Kind != FromURL {
		in.URL = ""
	}
	return nil
}

// Create makes a table of a source that the caller may read, as a job. errs.Rule as Preview and
// with (quota_reached); errs.RateLimited for too many jobs.
func (s *Service) Create(ctx context.Context, by *auth.Identity, in Input) (_ *View, err error) {
	defer errs.Wrap(&err, "pagetable.Create(%s)", in.Kind)
	if err := in.check(); err != nil {
		return nil, err
	}
	t, err := s.draft(ctx, by, in)
	if err != nil {
		return nil, err
	}
	if err := s.insert(ctx, by, t, in.Text); err != nil {
		return nil, err
	}
	return s.View(ctx, by, t.ID)
}

// draft returns a table that is not stored.
func (s *Service) draft(ctx context.Context, by *auth.Identity, in Input) (*Table, error) {
	t := &Table{
		ID: s.newID(), Name: in.Name, Owner: record.Person{ID: by.User.ID, UserName: by.User.UserName}, Source: in.Source, Layout: in.Layout,
		State: Building, JobID: s.newID(), CreatedAt: s.now(),
	}
	switch in.Kind {
	case FromURL:
		if err := s.fetcher.Check(in.URL); err != nil { // before it is stored anywhere
			return nil, err
		}
		t.Name = nameOfAddress(in.URL)
	case FromText:
		if err := accept(inspect(ctx, textSource(in.Name, in.Text), in.Layout)); err != nil {
			return nil, err
		}
		t.SourceBytes = int64(len(in.Text))
	default:
		f, err := s.sources.Open(ctx, by, in.Source)
		if err != nil {
			return nil, err
		}
		if err := accept(inspect(ctx, f.source(ctx), in.Layout)); err != nil {
			return nil, err
		}
		t.Name, t.Area, t.SourceTag, t.SourceBytes = f.Name, f.Area, f.Tag, f.Size
	}
	if t.Area == "" {
		areas := by.Areas()
		if len(areas) == 0 {
			return nil, errs.New(errs.Forbidden, "forbidden", "You need a role in an area to create tables.")
		}
		t.Area = areas[0]
	}
	return t, nil
}

// nameOfAddress returns the last part of the path of an address.
func nameOfAddress(address string) string {
	address, _, _ = strings.Cut(address, "?")
	address, _, _ = strings.Cut(address, "#")
	if name := path.Base(address); name != "." && name != "/" {
		return errs.Shortened(name, maxName)
	}
	return "table"
}

// insert stores a table with the job that makes it. A text is stored first, so that the job finds
// it.
func (s *Service) insert(ctx context.Context, by *auth.Identity, t *Table, text string) error {
	if t.Source.Kind == FromText {
		if _, _, err := s.blobs.Put(ctx, tablePrefix(t.ID)+fileText, strings.NewReader(text)); err != nil {
			return err
		}
	}
	return s.store.InTx(ctx, func(tx Tx) error {
		if err := tx.CreateTable(ctx, t); err != nil {
			return err
		}
		if err := s.hasRoom(ctx, tx, t.Owner.ID); err != nil {
			return err
		}
		queued := job.Job{ID: t.JobID, Kind: KindMake, Area: t.Area, SubjectID: t.ID, OwnerID: t.Owner.ID, Memory: makeMemory}
		if err := job.Enqueue(ctx, tx, &queued, job.MaxUnfinished, s.now()); err != nil {
			return err
		}
		return s.note(ctx, tx, by, t, record.Event{
			Action: "made", Detail: "of " + t.Name, Kind: audit.Created,
			After: map[string]string{"source": string(t.Source.Kind) + " " + t.Source.ID + t.Source.URL},
		})
	})
}

// hasRoom rejects what exceeds an owner's quota, as this transaction sees it.
func (s *Service) hasRoom(ctx context.Context, tx Tx, ownerID string) error {
	room, err := s.roomOf(ctx, tx, ownerID)
	if err != nil {
		return err
	}
	switch {
	case !room.Tables.Fits(0):
		return errs.New(errs.Rule, "quota_reached", "You have %d tables, the maximum. Delete pages, or tables that no page shows.", room.Tables.Limit)
	case !room.Bytes.Fits(0):
		return errs.New(
			errs.Rule,
			"quota_reached",
			"Your tables would take %s. The maximum is %s. Delete pages, or tables that no page shows.",
			file.SizeText(room.Bytes.Used),
			file.SizeText(room.Bytes.Limit),
		)
	}
	return nil
}

// Renew makes a table again for its owner when its source has changed since, and returns the new
// one; nil when nothing has changed or when its owner may not read the source now.
func (s *Service) Renew(ctx context.Context, id string) (_ *Table, err error) {
	defer errs.Wrap(&err, "pagetable.Renew(%q)", id)
	t, err := s.store.Table(ctx, id)
	if err != nil {
		return nil, err
	}
	by, err := s.identityOf(ctx, t)
	if err != nil {
		return nil, err
	}
	src, f, readable, err := s.current(ctx, by, t)
	if err != nil || !readable || f == nil || f.Tag == t.SourceTag {
		return nil, err
	}
	anew, err := s.draft(ctx, by, Input{Source: src, Layout: t.Layout})
	if err != nil {
		return nil, err
	}
	return anew, s.insert(ctx, nil, anew, "")
}
