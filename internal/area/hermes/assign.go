package hermes

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// Assign sets the reviewer of a submission. An empty name lets any reviewer decide. The reviewer must
// be allowed to review this submission. errs.Conflict if it is decided, or has changed since the
// caller read it.
func (s *Service) Assign(ctx context.Context, id *auth.Identity, uploadID, userName string, version int64) (_ *UploadView, err error) {
	defer errs.Wrap(&err, "hermes.Assign(%q)", uploadID)
	if _, err := s.uploadFor(ctx, id, uploadID, auth.Visible); err != nil {
		return nil, err
	}
	person, err := s.reviewerNamed(ctx, userName)
	if err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		u, err := tx.Upload(ctx, uploadID)
		if err != nil {
			return err
		}
		if u.Version != version {
			return changed()
		}
		return s.assign(ctx, tx, u, id.User, person)
	})
	if err != nil {
		return nil, err
	}
	s.mailNotices(ctx)
	return s.Upload(ctx, id, uploadID)
}

// reviewerNamed finds an account that may review a submission; it returns the zero Person for an
// empty name.
func (s *Service) reviewerNamed(ctx context.Context, userName string) (record.Person, error) {
	userName = strings.TrimSpace(userName)
	if userName == "" {
		return record.Person{}, nil
	}
	var accounts record.Accounts
	if s.cfg.Accounts != nil {
		accounts = s.cfg.Accounts
	}
	find := record.Finder{Accounts: accounts, Works: reviews, With: "reviews"}
	person, err := find.Person(ctx, "reviewer", userName)
	if err != nil {
		return record.Person{}, err
	}
	return person, nil
}

func (s *Service) assign(ctx context.Context, tx Tx, u *Submission, by *auth.User, to record.Person) error {
	if u.Status.decided() {
		return errs.New(errs.Conflict, "decided", "This submission %s: there is nothing to review.", statusPhrase(u.Status))
	}
	if to.ID != "" {
		j, err := newJury(ctx, tx)
		if err != nil {
			return err
		}
		if why := j.barred(to.ID, u); why != "" {
			return errs.AtField("reviewer", j.unfit(why, u))
		}
	}
	if to.ID == u.Reviewer.ID {
		return nil
	}
	h := record.Event{By: by.UserName, Object: objectUpload, ObjectID: u.ID, Action: "assigned", Detail: "to " + to.UserName, Kind: audit.MetadataChanged}
	if to.ID == "" {
		h.Action, h.Detail = "left to any reviewer", "was assigned to "+u.Reviewer.UserName
	}
	h.Before, h.After = map[string]string{"reviewer": u.Reviewer.UserName}, map[string]string{"reviewer": to.UserName}
	u.Reviewer = to
	if err := tx.UpdateUpload(ctx, u); err != nil {
		return err
	}
	if err := s.history(ctx, tx, h); err != nil || to.ID == "" {
		return err
	}
	return s.tell(ctx, tx, u, by, by.UserName+" asks you to review "+u.DatasetName+".", to.ID)
}

// Reviewer is an account that may review, with the number of submissions assigned to it.
type Reviewer struct {
	Member
	Waiting int64
}

// Reviewers lists the accounts that may review, by user name, and counts the submissions that wait
// for review without a reviewer.
func (s *Service) Reviewers(ctx context.Context) (list []Reviewer, unassigned int64, err error) {
	defer errs.Wrap(&err, "hermes.Reviewers")
	counts, err := s.store.CountByReviewer(ctx)
	if err != nil {
		return nil, 0, err
	}
	staff, err := reviewers(ctx, s.store)
	if err != nil {
		return nil, 0, err
	}
	for _, m := range staff {
		list = append(list, Reviewer{Member: m, Waiting: counts[m.UserName]})
	}
	return list, counts[""], nil
}

// reviewers returns the active accounts with a reviewing role, by user name; the administrators if
// there are none.
func reviewers(ctx context.Context, from Staff) ([]Member, error) {
	var out []Member
	for _, r := range auth.Roles() {
		if r.Area != auth.AreaHermes || !slices.Contains(r.Permissions, auth.ApproveUpload) {
			continue
		}
		staff, err := from.ActiveWithRole(ctx, r.Name)
		if err != nil {
			return nil, err
		}
		out = append(out, staff...)
	}
	if len(out) == 0 {
		return from.ActiveWithRole(ctx, auth.RoleAdmin)
	}
	slices.SortFunc(out, func(a, b Member) int { return cmp.Or(cmp.Compare(a.UserName, b.UserName), cmp.Compare(a.ID, b.ID)) })
	return slices.Compact(out), nil
}

// reviewersOf returns the accounts that a submission waits for: its reviewer, or all who may review
// it.
func reviewersOf(ctx context.Context, from benches, u *Submission) ([]string, error) {
	if u.Reviewer.ID != "" {
		return []string{u.Reviewer.ID}, nil
	}
	j, err := newJury(ctx, from)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, m := range j.staff {
		if j.barred(m.ID, u) == "" {
			ids = append(ids, m.ID)
		}
	}
	return ids, nil
}
