package page

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// maxPeople limits the named people that a page is shared with.
const maxPeople = 200

// ConflictError reports that another user has changed a page meanwhile.
type ConflictError = record.ConflictError[View]

// change lets fn change a page that the caller may change, and stores it with its history, all in
// one transaction. fn returns nil when it changed nothing, and an event without a kind for a change
// that needs no entry. *ConflictError when the version is not the current one.
func (s *Service) change(ctx context.Context, by *auth.Identity, id string, expected record.Expected,
	fn func(tx Tx, p *Page) (*record.Event, error),
) (*View, error) {
	return s.alteration(by).Change(ctx, id, expected, fn)
}

// alteration returns how a caller changes pages.
func (s *Service) alteration(by *auth.Identity) *record.Alteration[Tx, *Page, View] {
	return &record.Alteration[Tx, *Page, View]{
		What: "page",
		Seen: func(ctx context.Context, id string) error {
			_, _, err := s.pageFor(ctx, by, id)
			return err
		},
		InTx: s.store.InTx,
		Read: func(ctx context.Context, tx Tx, id string) (*Page, record.Access, error) {
			read, err := tx.Page(ctx, id)
			return admitted(by, read, err)
		},
		Version: func(p *Page) int64 { return p.Version },
		Store: func(ctx context.Context, tx Tx, p *Page, h record.Event) error {
			p.UpdatedAt, p.UpdatedBy = s.now(), by.Actor()
			if err := tx.UpdatePage(ctx, p); err != nil || h.Kind == "" {
				return err
			}
			return s.note(ctx, tx, by, p.ID, h)
		},
		Show:      func(ctx context.Context, id string) (*View, error) { return s.Page(ctx, by, id) },
		UpdatedBy: func(v *View) string { return v.UpdatedBy },
		MayEdit:   mustEdit,
		Bin:       func(p *Page) **time.Time { return &p.DeletedAt },
	}
}

// editSession is how long a page must be unchanged before its next change gets a new entry.
const editSession = time.Hour

// SaveDraft saves a document as the draft, whatever its faults. This happens every few seconds
// while a user works; the history notes the start of the work once. errs.Rule (not_a_document,
// newer_version), errs.TooLarge.
func (s *Service) SaveDraft(ctx context.Context, by *auth.Identity, id string, version int64, document json.RawMessage) (_ *View, err error) {
	defer errs.Wrap(&err, "page.SaveDraft(%q, %d)", id, version)
	kept, err := compact(document)
	if err != nil {
		return nil, err
	}
	p, r, err := s.pageFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if err := mustEdit(p, r); err != nil {
		return nil, err
	}
	if err := s.judge(ctx, p, kept); err != nil {
		return nil, err
	}
	return s.change(ctx, by, id, record.At(version), func(tx Tx, now *Page) (*record.Event, error) {
		if now.TableID == p.TableID { // else it was judged with its former table, and is judged again at the next change
			now.Errors, now.Warnings = p.Errors, p.Warnings
		}
		now.Title = p.Title
		h := &record.Event{}
		if s.now().Sub(now.UpdatedAt) >= editSession || now.UpdatedBy != by.Actor() {
			h = &record.Event{Action: "edited", Kind: audit.Changed}
		}
		return h, tx.SetDraft(ctx, id, kept)
	})
}

// Change changes fields of a page besides its document; nil fields stay unchanged.
type Change struct {
	TableID *string
	Owner   *string // user name
}

// Update sets another table of the caller, or another owner, who gets the rights of the former one.
// errs.Rule (table, owner, sharing).
func (s *Service) Update(ctx context.Context, by *auth.Identity, id string, version int64, c Change) (_ *View, err error) {
	defer errs.Wrap(&err, "page.Update(%q, %d)", id, version)
	p, r, err := s.pageFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if err := mustEdit(p, r); err != nil {
		return nil, err
	}
	next := *p
	if c.TableID != nil && *c.TableID != p.TableID {
		if err := s.giveTable(ctx, by, &next, *c.TableID); err != nil {
			return nil, err
		}
	}
	if c.Owner != nil {
		if next.Owner, err = s.finder(p).Person(ctx, "owner", *c.Owner); err != nil {
			return nil, err
		}
	}
	var given *Page
	view, err := s.change(ctx, by, id, record.At(version), func(_ Tx, p *Page) (*record.Event, error) {
		before := p.sheet()
		given = p
		p.Owner, p.TableID, p.Copied, p.Errors, p.Warnings = next.Owner, next.TableID, next.Copied, next.Errors, next.Warnings
		changes := record.Changes(before, p.sheet())
		if len(changes) == 0 {
			return nil, nil
		}
		return &record.Event{Action: "changed", Detail: record.Labels(changes), Kind: audit.Changed, Changes: changes}, nil
	})
	if errs.Is(err, errs.NotFound) && given != nil { // it is hidden from the caller now
		return &View{Page: given, Document: json.RawMessage("{}")}, nil
	}
	return view, err
}

// giveTable sets another table of a page, which must not open the page to more people than the
// table's source.
func (s *Service) giveTable(ctx context.Context, by *auth.Identity, p *Page, tableID string) error {
	if err := s.ownTable(ctx, by, tableID); err != nil {
		return err
	}
	p.TableID, p.Copied = tableID, false
	if err := s.mayShare(ctx, p, p.Sharing); err != nil {
		return err
	}
	document, err := s.store.Draft(ctx, p.ID)
	if err != nil {
		return err
	}
	return s.judge(ctx, p, document)
}

// sheet returns the fields of a page besides its document, as people see them.
func (p *Page) sheet() []record.Value {
	words := map[Sharing]string{Private: "Private", People: "Named people", Area: "Everybody of the area", Public: "Public"}
	return []record.Value{
		record.Of("owner", "Owner", p.Owner.UserName), record.Of("table", "Table", p.TableID),
		record.Of("sharing", "Sharing", words[p.Sharing]), record.Of("people", "Shared with people", strings.Join(record.Names(p.People), ", ")),
		record.Of("origins", "Sites that may embed it", strings.Join(p.Origins, ", ")),
	}
}

// Share sets who may see a page. errs.Rule (sharing, people).
func (s *Service) Share(ctx context.Context, by *auth.Identity, id string, version int64, sharing Sharing, names []string) (_ *View, err error) {
	defer errs.Wrap(&err, "page.Share(%q, %d, %q)", id, version, sharing)
	p, r, err := s.pageFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if err := mustEdit(p, r); err != nil {
		return nil, err
	}
	people, err := s.finder(p).People(ctx, "people", names)
	if err != nil {
		return nil, err
	}
	if err := s.mayShare(ctx, p, sharing); err != nil {
		return nil, err
	}
	return s.change(ctx, by, id, record.At(version), func(_ Tx, p *Page) (*record.Event, error) {
		before, was := p.sheet(), p.Sharing
		p.Sharing, p.People = sharing, people
		return record.Reshared("see", record.Changes(before, p.sheet()), was == Public, sharing == Public), nil
	})
}

// finder finds people who have a role in the area of a page.
func (s *Service) finder(p *Page) *record.Finder {
	return &record.Finder{
		Accounts: s.cfg.Accounts, Works: func(id *auth.Identity) bool { return id.In(p.Area) }, With: "this page",
		Known: append(slices.Clone(p.People), p.Owner), Most: maxPeople,
		TooMany: "These are too many people; share it with everybody of the area, or with fewer of them.",
	}
}

// mayShare rejects sharing a page with more people than the sources of its tables, as a draft and
// at its address.
func (s *Service) mayShare(ctx context.Context, p *Page, sharing Sharing) error {
	if !slices.Contains(Sharings(), sharing) {
		return errs.AtField("sharing", "Choose private, people, area or public.")
	}
	if sharing == Private {
		return nil
	}
	tables := []string{p.TableID}
	if p.shown() != p.TableID {
		tables = append(tables, p.shown())
	}
	for _, id := range tables {
		source, err := s.tables.Source(ctx, id)
		if errs.Is(err, errs.NotFound) {
			return errs.AtField("sharing", "The table of this page is gone. Choose another one first.").Because(err)
		}
		if err != nil {
			return err
		}
		if err := source.allows(p, sharing); err != nil {
			return err
		}
	}
	return nil
}

// allows rejects sharing that is wider than that of the source.
func (src *Source) allows(p *Page, sharing Sharing) error {
	if src.Brought && p.Copied {
		return errs.AtField(
			"sharing",
			"Another user uploaded the data of this page, and only they can share it. Create a table from your own data and show that.",
		)
	}
	if slices.Index(Sharings(), sharing) > slices.Index(Sharings(), src.Widest) {
		return errs.AtField("sharing", src.Advice)
	}
	if sharing == Area && src.Area != "" && src.Area != p.Area && src.Widest != Public {
		return errs.AtField("sharing", "The data of this page belong to another area than the page. Share it with people, by name.")
	}
	return nil
}
