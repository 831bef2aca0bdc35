package store

import (
	"context"

	"cohortium/internal/errs"
	"cohortium/internal/hermes"
	"cohortium/internal/store/sqlcgen"
)

// History implements hermes.Store.
func (s *Store) History(ctx context.Context, object, id string) (list []hermes.HistoryEntry, err error) {
	defer errs.Wrap(&err, "store.History(%q, %q)", object, id)
	rows, err := s.reader().ListHistory(ctx, sqlcgen.ListHistoryParams{Object: object, ObjectID: id})
	for _, r := range rows {
		list = append(list, hermes.HistoryEntry{
			Area: r.Area, Object: r.Object, ObjectID: r.ObjectID, At: r.At.UTC(), By: r.ByWhom, Action: r.Action, Detail: r.Detail,
		})
	}
	return list, problem(err)
}

// AddHistory implements hermes.Tx.
func (t *tx) AddHistory(ctx context.Context, e hermes.HistoryEntry) (err error) {
	defer errs.Wrap(&err, "store.Tx.AddHistory(%q, %q)", e.Object, e.ObjectID)
	return problem(t.q.InsertHistory(ctx, sqlcgen.InsertHistoryParams{
		Area: e.Area, Object: e.Object, ObjectID: e.ObjectID, At: e.At, ByWhom: e.By, Action: e.Action, Detail: printable(e.Detail),
	}))
}
