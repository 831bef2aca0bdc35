package page

import (
	"context"
	"regexp"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// ProblemsError holds the problems that prevent publishing a page.
type ProblemsError struct {
	Problems []Problem // errors and warnings
	cause    *errs.Error
}

// Error returns the sentence.
func (e *ProblemsError) Error() string { return e.cause.Error() }

// Unwrap returns an errs.Error of kind Rule, code "problems".
func (e *ProblemsError) Unwrap() error { return e.cause }

// Publishing is how a page is published.
type Publishing struct {
	Slug    string
	Follow  bool
	Sharing Sharing // "" to leave it unchanged
	Picture []byte  // PNG; nil to leave it unchanged
}

var (
	slugForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	slugSays = "Use 3 to 60 lowercase letters, digits and single hyphens between them."
)

// Publish publishes the current draft of a page at an address, for the people whom it is shared
// with. The draft is stored as a version before. *ProblemsError when there are errors; errs.Rule
// (slug, sharing, picture); errs.Conflict (slug_taken, table_not_ready).
func (s *Service) Publish(ctx context.Context, by *auth.Identity, id string, version int64, how Publishing) (_ *View, err error) {
	defer errs.Wrap(&err, "page.Publish(%q, %d, %q)", id, version, how.Slug)
	if len(how.Slug) < 3 || len(how.Slug) > 60 || !slugForm.MatchString(how.Slug) {
		return nil, errs.AtField("slug", slugSays)
	}
	p, r, err := s.pageFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if err := mustEdit(p, r); err != nil {
		return nil, err
	}
	if how.Sharing == "" {
		how.Sharing = p.Sharing
	}
	next := *p
	next.Publication = nil // then only the table of the draft counts
	if err := s.mayShare(ctx, &next, how.Sharing); err != nil {
		return nil, err
	}
	if err := s.mayPublish(ctx, p); err != nil {
		return nil, err
	}
	pictureID, err := s.storePicture(ctx, id, how.Picture)
	if err != nil {
		return nil, err
	}
	return s.change(ctx, by, id, record.At(version), func(tx Tx, p *Page) (*record.Event, error) {
		if pictureID != "" {
			p.PictureID = pictureID
		}
		return s.publish(ctx, tx, by, p, how)
	})
}

// mayPublish rejects a page with errors, or whose table is not ready.
func (s *Service) mayPublish(ctx context.Context, p *Page) error {
	draft, err := s.store.Draft(ctx, p.ID)
	if err != nil {
		return err
	}
	problems, err := s.problemsOf(ctx, draft, p.TableID)
	if err != nil {
		return err
	}
	if failed, _ := Count(problems); failed > 0 {
		cause := errs.New(errs.Rule, "problems", "This page has %d errors. Correct them before you publish it.", failed)
		if failed == 1 {
			cause = errs.New(errs.Rule, "problems", "This page has an error. Correct it before you publish the page.")
		}
		return &ProblemsError{problems, cause}
	}
	table, err := s.tables.Table(ctx, p.TableID)
	if err == nil && !table.Ready {
		return errs.New(errs.Conflict, "table_not_ready", "The table of this page is not ready. Wait until it is, or choose another one.")
	}
	return err
}

// publish publishes a locked page.
func (s *Service) publish(ctx context.Context, tx Tx, by *auth.Identity, p *Page, how Publishing) (*record.Event, error) {
	v, err := s.keepUnlessKept(ctx, tx, by, p, "Published")
	if err != nil {
		return nil, err
	}
	before, was := p.sheet(), p.Sharing
	title, about := wordsOf(v.Document)
	p.Sharing = how.Sharing
	p.Publication = &Publication{
		Slug: how.Slug, Number: v.Number, TableID: p.TableID, Title: title, About: about, Follow: how.Follow, At: s.now(), By: by.Actor(),
	}
	h := &record.Event{
		Action: "published", Detail: "version " + quoted(v.Name) + " at " + PublicPath + how.Slug, Kind: audit.Published,
		Changes: record.Changes(before, p.sheet()),
	}
	if was != how.Sharing {
		h.Action += ", and " + record.Reshared("see", h.Changes, was == Public, how.Sharing == Public).Action + ","
	}
	return h, nil
}

// Unpublish closes the address of a page. errs.Conflict (not_published).
func (s *Service) Unpublish(ctx context.Context, by *auth.Identity, id string, version int64) (_ *View, err error) {
	defer errs.Wrap(&err, "page.Unpublish(%q, %d)", id, version)
	return s.change(ctx, by, id, record.At(version), func(_ Tx, p *Page) (*record.Event, error) {
		if p.Publication == nil {
			return nil, errs.New(errs.Conflict, "not_published", "This page is not published.")
		}
		h := &record.Event{Action: "closed its address", Detail: PublicPath + p.Publication.Slug, Kind: audit.Unpublished}
		p.Publication = nil
		return h, nil
	})
}
