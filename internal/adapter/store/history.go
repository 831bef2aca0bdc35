package store

import (
	"context"
	"encoding/json"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

var _ record.Tx = (*tx)(nil)

// History lists the history of a thing of any area, newest first.
func (s *Store) History(ctx context.Context, object, id string) (list []record.Entry, err error) {
	defer errs.Wrap(&err, "store.History(%q, %q)", object, id)
	rows, err := s.reader().ListHistory(ctx, sqlcgen.ListHistoryParams{Object: object, ObjectID: id})
	if err != nil {
		return nil, problem(err)
	}
	for _, r := range rows {
		e := record.Entry{At: r.At.UTC(), By: r.ByWhom, Action: r.Action, Detail: r.Detail}
		if err := json.Unmarshal([]byte(r.Changes), &e.Changes); err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

// AddHistory implements record.Tx.
func (t *tx) AddHistory(ctx context.Context, object, id string, e record.Entry) (err error) {
	defer errs.Wrap(&err, "store.Tx.AddHistory(%q, %q)", object, id)
	changes, err := json.Marshal(e.Changes)
	if err != nil {
		return err
	}
	return problem(t.q.InsertHistory(ctx, sqlcgen.InsertHistoryParams{
		Object: object, ObjectID: id, At: e.At, ByWhom: e.By, Action: e.Action, Detail: printable(e.Detail), Changes: string(changes),
	}))
}
