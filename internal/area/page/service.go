package page

import (
	"context"
	"encoding/json"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// Service holds the rules of pages.
type Service struct {
	store   Store
	tables  Tables
	blobs   Blobs
	checker *Checker
	now     func() time.Time
	newID   func() string
	cfg     Config
	orphans job.Daily // last search for pictures without a page
}

// NewService returns a service; now and newID are the sources of time and of unique ids that are
// safe in keys and addresses.
func NewService(store Store, tables Tables, blobs Blobs, now func() time.Time, newID func() string, cfg Config) (*Service, error) {
	checker, err := NewChecker()
	return &Service{store: store, tables: tables, blobs: blobs, checker: checker, now: now, newID: newID, cfg: cfg.withDefaults()}, err
}

// accessOf returns the access of a caller to a page; by is nil for a stranger. In the bin only
// those who can restore it may see it. The right to read the table's source is checked separately.
func accessOf(by *auth.Identity, p *Page) record.Access {
	switch {
	case by != nil && by.IsAdmin():
		return record.Keeper
	case by != nil && p.Owner.ID == by.User.ID && by.In(p.Area):
		return record.Owner
	case p.DeletedAt != nil:
		return record.Stranger
	case p.Sharing == Public,
		by != nil && by.In(p.Area) && (p.Sharing == Area || p.Sharing == People && record.Has(p.People, by.User.ID)):
		return record.Reader
	}
	return record.Stranger
}

func canOf(r record.Access, p *Page) Can {
	owns, bin := r >= record.Owner, p.DeletedAt != nil
	return Can{Edit: owns && !bin, Share: owns && !bin, Delete: owns, Restore: owns && bin}
}

func admitted(by *auth.Identity, p *Page, err error) (*Page, record.Access, error) {
	return record.Admitted(p, err, "page", func(p *Page) record.Access { return accessOf(by, p) })
}

// pageFor returns a page that the caller may see: it is theirs, or shared with them and so is the
// source of its table.
func (s *Service) pageFor(ctx context.Context, by *auth.Identity, id string) (*Page, record.Access, error) {
	read, err := s.store.Page(ctx, id)
	return s.readable(ctx, by, read, err)
}

func (s *Service) readable(ctx context.Context, by *auth.Identity, read *Page, err error) (*Page, record.Access, error) {
	p, r, err := admitted(by, read, err)
	if err != nil || r >= record.Owner {
		return p, r, err
	}
	may, err := s.tables.MayRead(ctx, by, p.shown())
	if err == nil && !may {
		err = errs.Missing("page")
	}
	if err != nil {
		return nil, record.Stranger, err
	}
	return p, r, nil
}

// SeesTable reports whether a caller may see a page that shows a table. It does not check access to
// the source.
func (s *Service) SeesTable(ctx context.Context, by *auth.Identity, tableID string) (_ bool, err error) {
	defer errs.Wrap(&err, "page.SeesTable(%q)", tableID)
	list, err := s.store.WithTable(ctx, tableID)
	for _, p := range list {
		r := accessOf(by, p)
		if r >= record.Owner || r == record.Reader && p.shown() == tableID {
			return true, nil
		}
	}
	return false, err
}

// UsesTable reports whether any page shows a table or will.
func (s *Service) UsesTable(ctx context.Context, tableID string) (_ bool, err error) {
	defer errs.Wrap(&err, "page.UsesTable(%q)", tableID)
	list, err := s.store.WithTable(ctx, tableID)
	return len(list) > 0, err
}

// Check lists the problems of a document that would show a table of the caller, or one of a page
// that they may see; "" for no table.
func (s *Service) Check(ctx context.Context, by *auth.Identity, document json.RawMessage, tableID string) (_ []Problem, err error) {
	defer errs.Wrap(&err, "page.Check(%q)", tableID)
	if tableID == "" {
		return s.checker.Check(document, nil), nil
	}
	table, err := s.tables.Table(ctx, tableID)
	if errs.Is(err, errs.NotFound) {
		return append(s.checker.Check(document, nil), tableGone()), nil
	}
	if err != nil {
		return nil, err
	}
	if !by.IsAdmin() && table.OwnerID != by.User.ID {
		sees, err := s.SeesTable(ctx, by, tableID)
		if err != nil {
			return nil, err
		}
		if !sees {
			return nil, errs.AtField("table", "You have no table with this id.")
		}
	}
	return s.problems(document, table), nil
}

func (s *Service) problems(document json.RawMessage, table *Table) []Problem {
	if !table.Ready {
		table = nil
	}
	return s.checker.Check(document, table)
}

// problemsOf lists the problems of a document that shows a table.
func (s *Service) problemsOf(ctx context.Context, document json.RawMessage, tableID string) ([]Problem, error) {
	table, err := s.tables.Table(ctx, tableID)
	if errs.Is(err, errs.NotFound) {
		return append(s.checker.Check(document, nil), tableGone()), nil
	}
	if err != nil {
		return nil, err
	}
	return s.problems(document, table), nil
}

func tableGone() Problem {
	return Problem{TableGone, "", Error, "The table of this page is gone. Choose another one.", ""}
}

// mustEdit rejects callers who may only view, and all callers for a page in the bin.
func mustEdit(p *Page, r record.Access) error {
	if r < record.Owner {
		return errs.New(errs.Forbidden, "forbidden", "Only the owner of this page may change it.")
	}
	if p.DeletedAt != nil {
		return record.InBin("page")
	}
	return nil
}

// note records an event of a page, in its history and in the trail.
func (s *Service) note(ctx context.Context, tx Tx, by *auth.Identity, pageID string, h record.Event) error {
	h.Object, h.ObjectID, h.By = ObjectPage, pageID, by.Actor()
	return record.Note(ctx, tx, s.now(), h, h.Sentence())
}
