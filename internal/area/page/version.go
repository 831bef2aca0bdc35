package page

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/oneline"
	"cohortium/internal/platform/record"
)

const maxName = 200 // characters

// Draft is the number of the draft among versions.
const Draft = 0

// KeepVersion stores the draft as a version. errs.Rule (name, quota_reached).
func (s *Service) KeepVersion(ctx context.Context, by *auth.Identity, id, name string) (_ *Version, err error) {
	defer errs.Wrap(&err, "page.KeepVersion(%q)", id)
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return nil, errs.AtField("name", "Enter a name for the version.")
	case utf8.RuneCountInString(name) > maxName:
		return nil, errs.AtField("name", "A name has at most 200 characters.")
	}
	if fault := oneline.Fault(name); fault != "" {
		return nil, errs.AtField("name", fault)
	}
	var kept *Version
	_, err = s.change(ctx, by, id, record.Any(), func(tx Tx, p *Page) (*record.Event, error) {
		var err error
		kept, err = s.keep(ctx, tx, by, p, name)
		return &record.Event{Action: "kept a version", Detail: quoted(name), Kind: audit.Changed}, err
	})
	return kept, err
}

// keep stores the draft of a locked page as a version.
func (s *Service) keep(ctx context.Context, tx Tx, by *auth.Identity, p *Page, name string) (*Version, error) {
	draft, err := tx.Draft(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	if p.Versions >= s.cfg.MaxVersions {
		return nil, errs.New(errs.Rule, "quota_reached", "This page has %d versions, which is as many as there may be. Go on with a copy of it.", p.Versions)
	}
	p.Versions++
	v := &Version{PageID: p.ID, Number: p.Versions, Name: name, TableID: p.TableID, Document: draft, By: by.Actor(), At: s.now()}
	return v, tx.CreateVersion(ctx, v)
}

// keepUnlessKept returns the newest version when it equals the draft, else a new one.
func (s *Service) keepUnlessKept(ctx context.Context, tx Tx, by *auth.Identity, p *Page, name string) (*Version, error) {
	draft, err := tx.Draft(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	newest, err := tx.Newest(ctx, p.ID)
	switch {
	case errs.Is(err, errs.NotFound):
	case err != nil:
		return nil, err
	case bytes.Equal(newest.Document, draft) && newest.TableID == p.TableID:
		return newest, nil
	}
	return s.keep(ctx, tx, by, p, name)
}

// ownPage returns a page that the caller may change.
func (s *Service) ownPage(ctx context.Context, by *auth.Identity, id string) (*Page, error) {
	p, r, err := s.pageFor(ctx, by, id)
	if err == nil && r < record.Owner {
		err = mustEdit(p, r)
	}
	return p, err
}

// Versions lists the versions of a page without their documents, the last first, for callers who
// may change it.
func (s *Service) Versions(ctx context.Context, by *auth.Identity, id string) (_ []*Version, err error) {
	defer errs.Wrap(&err, "page.Versions(%q)", id)
	if _, err := s.ownPage(ctx, by, id); err != nil {
		return nil, err
	}
	return s.store.Versions(ctx, id)
}

// Version returns a version of a page for callers who may change it.
func (s *Service) Version(ctx context.Context, by *auth.Identity, id string, number int64) (_ *Version, err error) {
	defer errs.Wrap(&err, "page.Version(%q, %d)", id, number)
	if _, err := s.ownPage(ctx, by, id); err != nil {
		return nil, err
	}
	return s.version(ctx, id, number)
}

func (s *Service) version(ctx context.Context, id string, number int64) (*Version, error) {
	v, err := s.store.Version(ctx, id, number)
	if errs.Is(err, errs.NotFound) {
		err = errs.Missing("version").Because(err)
	}
	return v, err
}

// Compare returns the differences of a version from another one, or from the draft: before is the
// other, after the version.
func (s *Service) Compare(ctx context.Context, by *auth.Identity, id string, number, against int64) (_ []Difference, err error) {
	defer errs.Wrap(&err, "page.Compare(%q, %d, %d)", id, number, against)
	after, err := s.Version(ctx, by, id, number)
	if err != nil {
		return nil, err
	}
	var before json.RawMessage
	if against == Draft {
		before, err = s.store.Draft(ctx, id)
	} else if v, failed := s.version(ctx, id, against); failed != nil {
		err = failed
	} else {
		before = v.Document
	}
	if err != nil {
		return nil, err
	}
	return Differences(before, after.Document)
}

// RestoreVersion makes a version the draft again. The current draft is stored as a version, so that
// nothing is lost; the page keeps its table.
func (s *Service) RestoreVersion(ctx context.Context, by *auth.Identity, id string, version, number int64) (_ *View, err error) {
	defer errs.Wrap(&err, "page.RestoreVersion(%q, %d)", id, number)
	v, err := s.Version(ctx, by, id, number)
	if err != nil {
		return nil, err
	}
	p, err := s.ownPage(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if err := s.judge(ctx, p, v.Document); err != nil {
		return nil, err
	}
	return s.change(ctx, by, id, record.At(version), func(tx Tx, now *Page) (*record.Event, error) {
		if _, err := s.keepUnlessKept(ctx, tx, by, now, fmt.Sprintf("Before version %d was restored", number)); err != nil {
			return nil, err
		}
		now.Title, now.Errors, now.Warnings = p.Title, p.Errors, p.Warnings
		return &record.Event{Action: "restored a version", Detail: quoted(v.Name), Kind: audit.Restored}, tx.SetDraft(ctx, id, v.Document)
	})
}
