package hermes

import (
	"context"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// unfinished reports whether a meta-analysis waits or runs.
func (m *Meta) unfinished() bool { return m.Status == MetaSubmitted || m.Status == MetaRunning }

// deleted is the event of a deletion.
func (m *Meta) deleted(id *auth.Identity) record.Event {
	return record.Event{By: id.User.UserName, Object: objectMeta, ObjectID: m.ID, Action: "deleted", Detail: m.Name, Kind: audit.Deleted, Before: m.facts()}
}

// DeleteMeta removes a meta-analysis with its files. errs.Conflict while it runs, or if a submission
// of the registry was made from it.
func (s *Service) DeleteMeta(ctx context.Context, id *auth.Identity, metaID string) (err error) {
	defer errs.Wrap(&err, "hermes.DeleteMeta(%q)", metaID)
	if _, err := s.metaFor(ctx, id, metaID); err != nil {
		return err
	}
	if !id.Can(auth.AreaHermes, auth.DeleteDataset) {
		return errs.New(errs.Forbidden, "forbidden", "Your account may not delete meta-analyses.")
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		m, err := tx.Meta(ctx, metaID)
		if err != nil {
			return err
		}
		if m.unfinished() {
			return errs.New(errs.Conflict, "running", "This meta-analysis is being computed. Cancel it first.")
		}
		if m.FreezeID != "" {
			return errs.New(errs.Conflict, "of_freeze", "This meta-analysis is a result of a freeze. Delete the freeze, or start it again.")
		}
		if err := s.history(ctx, tx, m.deleted(id)); err != nil {
			return err
		}
		return tx.DeleteMeta(ctx, metaID)
	})
	if err != nil {
		return err
	}
	s.removeMetas(ctx, []string{metaID})
	return nil
}
