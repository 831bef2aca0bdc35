package page

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// Input describes a page to create: of a table and a document, or a copy of a page.
type Input struct {
	TableID  string
	Document json.RawMessage
	CopyOf   string
	Area     auth.Area // "" for that of the source, else the caller's first one
}

// Create creates a page of a table of the caller, or a copy of a page that they may see. It is
// private. errs.Rule with the fields table, document, area, copy_of; errs.Rule (quota_reached) when
// the caller's quota is used up.
func (s *Service) Create(ctx context.Context, by *auth.Identity, in Input) (_ *View, err error) {
	defer errs.Wrap(&err, "page.Create(%q, %q)", in.TableID, in.CopyOf)
	now := s.now()
	p := &Page{
		ID: s.newID(), Owner: record.Person{ID: by.User.ID, UserName: by.User.UserName}, Sharing: Private,
		CreatedAt: now, UpdatedAt: now, UpdatedBy: by.User.UserName, Version: 1,
	}
	document, err := s.begin(ctx, by, p, in)
	if err != nil {
		return nil, err
	}
	if p.Area, err = s.areaOf(ctx, by, p.TableID, in.Area); err != nil {
		return nil, err
	}
	if err := s.judge(ctx, p, document); err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		if err := tx.CreatePage(ctx, p, document); err != nil {
			return err
		}
		if err := s.hasRoom(ctx, tx, p.Owner.ID); err != nil {
			return err
		}
		h := record.Event{Action: "made", Kind: audit.Created, After: map[string]string{"title": p.Title, "table": p.TableID}}
		if in.CopyOf != "" {
			h.Detail, h.After["copy_of"] = "as a copy", in.CopyOf
		}
		return s.note(ctx, tx, by, p.ID, h)
	})
	if err != nil {
		return nil, err
	}
	return s.Page(ctx, by, p.ID)
}

// begin returns the first draft of a page and sets its table.
func (s *Service) begin(ctx context.Context, by *auth.Identity, p *Page, in Input) (json.RawMessage, error) {
	switch {
	case in.CopyOf != "" && (in.TableID != "" || in.Document != nil):
		return nil, errs.AtField("copy_of", "A copy has the table and the document of its page; leave those out.")
	case in.CopyOf != "":
		from, err := s.Page(ctx, by, in.CopyOf)
		if err != nil {
			return nil, err
		}
		p.TableID = from.TableID
		if !from.Can.Edit {
			p.TableID = from.shown()
		}
		p.Copied = from.Copied || from.Owner.ID != by.User.ID
		return from.Document, nil
	case in.TableID == "":
		return nil, errs.AtField("table", "Choose the table that the page shows.")
	}
	if err := s.ownTable(ctx, by, in.TableID); err != nil {
		return nil, err
	}
	p.TableID = in.TableID
	return compact(in.Document)
}

// ownTable rejects a table that is not the caller's.
func (s *Service) ownTable(ctx context.Context, by *auth.Identity, id string) error {
	table, err := s.tables.Table(ctx, id)
	if err != nil && !errs.Is(err, errs.NotFound) {
		return err
	}
	if err != nil || table.OwnerID != by.User.ID && !by.IsAdmin() {
		return errs.AtField("table", "You have no table with this id.")
	}
	return nil
}

// areaOf returns the area of a page: that of the source of its table, else the one that the caller
// chose among their own.
func (s *Service) areaOf(ctx context.Context, by *auth.Identity, tableID string, chosen auth.Area) (auth.Area, error) {
	source, err := s.tables.Source(ctx, tableID)
	if err != nil {
		return "", err
	}
	if source.Area != "" && by.In(source.Area) {
		return source.Area, nil
	}
	for _, area := range []auth.Area{auth.AreaDatasets, auth.AreaHermes, auth.AreaSGC} {
		if by.In(area) && (chosen == "" || chosen == area) {
			return area, nil
		}
	}
	return "", errs.AtField("area", "Choose an area in which you have a role.")
}

func (s *Service) hasRoom(ctx context.Context, tx Tx, ownerID string) error {
	room, err := s.roomOf(ctx, tx, ownerID)
	if err == nil && !room.Fits(0) {
		return errs.New(
			errs.Rule,
			"quota_reached",
			"You have %d pages, which is as many as an account may have, those in the bin too. Delete one permanently first.",
			room.Limit,
		)
	}
	return err
}

// compact returns a document as it is stored: any JSON object, without blanks. Faults are shown and
// never prevent saving; only documents of a newer version of the program cannot be checked and are
// rejected.
func compact(document json.RawMessage) (json.RawMessage, error) {
	var out bytes.Buffer
	if err := json.Compact(&out, document); err != nil || out.Len() == 0 || out.Bytes()[0] != '{' {
		return nil, errs.New(
			errs.Rule,
			"not_a_document",
			"A document is an object in JSON.",
		).WithFields(
			errs.Field{Field: "document", Message: "This is none."},
		)
	}
	if out.Len() > MaxDocument {
		return nil, errs.New(errs.TooLarge, "too_large", "This document is larger than 1 MiB.")
	}
	var head struct {
		Version any `json:"version"`
	}
	if err := json.Unmarshal(out.Bytes(), &head); err != nil {
		return nil, err
	}
	if version, ok := head.Version.(float64); ok && version > DocumentVersion {
		sentence := newerSentence(version)
		return nil, errs.New(errs.Rule, "newer_version", "%s", sentence).WithFields(errs.Field{Field: "document", Message: sentence})
	}
	return out.Bytes(), nil
}

// judge notes the title and text of a draft, and its number of problems.
func (s *Service) judge(ctx context.Context, p *Page, document json.RawMessage) error {
	problems, err := s.problemsOf(ctx, document, p.TableID)
	if err != nil {
		return err
	}
	p.Errors, p.Warnings = Count(problems)
	p.Title, _ = wordsOf(document)
	return nil
}

// wordsOf returns the title of a document and the first words about it, without marks.
func wordsOf(document json.RawMessage) (title, about string) {
	var in struct {
		Title any `json:"title"`
		About any `json:"about"`
	}
	if json.Unmarshal(document, &in) != nil {
		return "", ""
	}
	title, _ = in.Title.(string)
	about, _ = in.About.(string)
	return errs.Shortened(strings.TrimSpace(title), 200), errs.Shortened(withoutMarks(about), 200)
}

// withoutMarks returns a Markdown text as one line of words.
func withoutMarks(text string) string {
	text = markedLink.ReplaceAllString(text, "$1")
	words := strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || strings.ContainsRune("*_#>`|", r) })
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return strings.Trim(w, "-=") == "" }), " ")
}
