package bioindex

import (
	"context"
	"slices"
	"strings"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// maxPeople limits the named people that an index is shared with.
const maxPeople = 200

// ConflictError reports that another user has changed an index meanwhile.
type ConflictError = record.ConflictError[View]

// change lets fn change an index that the caller may change, and stores it with its history, all in
// one transaction. fn returns nil when it changed nothing. *ConflictError when the version is not
// the current one.
func (s *Service) change(ctx context.Context, by *auth.Identity, id string, expected record.Expected,
	fn func(tx Tx, x *Index) (*record.Event, error),
) (*View, error) {
	return s.alteration(by).Change(ctx, id, expected, fn)
}

// alteration returns how a caller changes indexes.
func (s *Service) alteration(by *auth.Identity) *record.Alteration[Tx, *Index, View] {
	return &record.Alteration[Tx, *Index, View]{
		What: "index",
		Seen: func(ctx context.Context, id string) error {
			_, _, err := s.indexFor(ctx, by, id)
			return err
		},
		InTx: s.store.InTx,
		Read: func(ctx context.Context, tx Tx, id string) (*Index, record.Access, error) {
			read, err := tx.Index(ctx, id)
			return admitted(by, read, err)
		},
		Version: func(x *Index) int64 { return x.Version },
		Store: func(ctx context.Context, tx Tx, x *Index, h record.Event) error {
			x.UpdatedAt, x.UpdatedBy = s.now(), by.Actor()
			if err := tx.UpdateIndex(ctx, x); err != nil {
				return err
			}
			return s.note(ctx, tx, by, x.ID, h)
		},
		Show:      func(ctx context.Context, id string) (*View, error) { return s.Index(ctx, by, id) },
		UpdatedBy: func(v *View) string { return v.UpdatedBy },
		MayEdit:   mustEdit,
		Bin:       func(x *Index) **time.Time { return &x.DeletedAt },
	}
}

// Rename renames an index. errs.Rule (name).
func (s *Service) Rename(ctx context.Context, by *auth.Identity, id string, version int64, name string) (_ *View, err error) {
	defer errs.Wrap(&err, "bioindex.Rename(%q, %d)", id, version)
	return s.change(ctx, by, id, record.At(version), func(_ Tx, x *Index) (*record.Event, error) {
		name, err := nameOK(name)
		if err != nil || name == x.Name {
			return nil, err
		}
		h := &record.Event{Action: "renamed", Kind: audit.Changed, Changes: []record.Change{{Key: "name", Field: "Name", Before: x.Name, After: name}}}
		x.Name = name
		return h, nil
	})
}

// Share sets who may query an index. errs.Rule (sharing, people).
func (s *Service) Share(ctx context.Context, by *auth.Identity, id string, version int64, sharing Sharing, names []string) (_ *View, err error) {
	defer errs.Wrap(&err, "bioindex.Share(%q, %d, %q)", id, version, sharing)
	x, r, err := s.indexFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if err := mustEdit(x, r); err != nil {
		return nil, err
	}
	people, err := s.peopleOf(ctx, x, names)
	if err != nil {
		return nil, err
	}
	if err := s.mayShare(ctx, x, sharing); err != nil {
		return nil, err
	}
	return s.change(ctx, by, id, record.At(version), func(_ Tx, x *Index) (*record.Event, error) {
		before, was := x.readers(), x.Sharing
		x.Sharing, x.People = sharing, people
		return record.Reshared("query", record.Changes(before, x.readers()), was == Public, sharing == Public), nil
	})
}

// peopleOf finds people who have a role in the area of an index.
func (s *Service) peopleOf(ctx context.Context, x *Index, names []string) ([]record.Person, error) {
	finder := &record.Finder{
		Accounts: s.cfg.Accounts, Works: func(id *auth.Identity) bool { return id.In(x.Area) }, With: "this index",
		Known: append(slices.Clone(x.People), x.Owner), Most: maxPeople,
		TooMany: "These are too many people; share it with everybody of the area, or with fewer of them.",
	}
	return finder.People(ctx, "people", names)
}

// mayShare rejects publishing an index of a file that is not public.
func (s *Service) mayShare(ctx context.Context, x *Index, sharing Sharing) error {
	if !slices.Contains(Sharings(), sharing) {
		return errs.AtField("sharing", "Choose private, named, area or public.")
	}
	if sharing != Public {
		return nil
	}
	open, err := s.mayRead(ctx, nil, x)
	if err != nil || open {
		return err
	}
	if x.Source.Kind == FromDataset {
		return errs.AtField("sharing", "The data set that this index is made of is not public. Make it public first.")
	}
	return errs.AtField("sharing", "Results of HERMES are not public, and neither is an index of them. Share it with people or with everybody in HERMES.")
}

// readers returns who may query an index, as people see it.
func (x *Index) readers() []record.Value {
	words := map[Sharing]string{Private: "Private", Named: "Named people", Area: "Everybody of the area", Public: "Public"}
	return []record.Value{
		record.Of("sharing", "Sharing", words[x.Sharing]),
		record.Of("people", "Shared with people", strings.Join(record.Names(x.People), ", ")),
	}
}

// Delete puts an index into the bin, where it answers no queries; with forever it deletes one that
// is in the bin. errs.Conflict (in_bin, not_in_bin).
func (s *Service) Delete(ctx context.Context, by *auth.Identity, id string, forever bool) (err error) {
	defer errs.Wrap(&err, "bioindex.Delete(%q, %t)", id, forever)
	if forever {
		return s.deleteForever(ctx, by, id)
	}
	_, err = s.change(ctx, by, id, record.Any(), func(tx Tx, x *Index) (*record.Event, error) {
		now := s.now()
		x.DeletedAt = &now
		return &record.Event{Action: "put into the bin", Kind: audit.Deleted}, s.stop(ctx, tx, by, x)
	})
	return err
}

// Restore takes an index out of the bin. errs.Conflict (not_in_bin).
func (s *Service) Restore(ctx context.Context, by *auth.Identity, id string) (_ *View, err error) {
	defer errs.Wrap(&err, "bioindex.Restore(%q)", id)
	return s.alteration(by).Restore(ctx, id)
}

func (s *Service) deleteForever(ctx context.Context, by *auth.Identity, id string) error {
	x, r, err := s.indexFor(ctx, by, id)
	if err != nil {
		return err
	}
	if x.DeletedAt == nil {
		if err := mustEdit(x, r); err != nil {
			return err
		}
		return record.NotInBin("index")
	}
	return s.purge(ctx, by, id)
}

// purge deletes an index that is still in the bin, with its files and its upload if no other index
// uses it. Remaining files are swept, and so are all files of an index whose time in the bin is
// over (by is nil).
func (s *Service) purge(ctx context.Context, by *auth.Identity, id string) error {
	var uploadID string
	err := s.store.InTx(ctx, func(tx Tx) error {
		x, err := tx.Index(ctx, id)
		if err != nil {
			return err
		}
		if x.DeletedAt == nil { // another request was faster
			return record.NotInBin("index")
		}
		if uploadID, err = tx.DeleteIndex(ctx, id); err != nil {
			return err
		}
		return record.Trail(ctx, tx, s.now(), record.Event{
			Object: ObjectIndex, ObjectID: id, By: by.Actor(), Kind: audit.Deleted,
		}, "removed for ever "+x.Name)
	})
	if err != nil {
		return err
	}
	s.cfg.Crash("bioindex: rows of deleted indexes removed")
	ctx = context.WithoutCancel(ctx) // finish the deletion
	remove := s.files.DeleteFile
	if by == nil {
		remove = s.files.ForgetFile
	} else {
		err = s.blobs.DeletePrefix(ctx, indexPrefix(id))
	}
	if err == nil && uploadID != "" {
		err = remove(ctx, uploadID)
	}
	if err != nil {
		s.cfg.Log.WarnContext(ctx, "files of a deleted index stay behind", "index", id, "err", err)
	}
	return nil
}

// History returns the history of an index, newest first, for callers who may change it.
func (s *Service) History(ctx context.Context, by *auth.Identity, id string) (_ []record.Entry, err error) {
	defer errs.Wrap(&err, "bioindex.History(%q)", id)
	x, r, err := s.indexFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if r < record.Owner {
		return nil, mustEdit(x, r)
	}
	return s.store.History(ctx, ObjectIndex, x.ID)
}
