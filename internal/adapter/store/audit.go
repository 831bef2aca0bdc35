package store

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

var (
	_ audit.Store = (*Store)(nil)
	_ audit.Tx    = (*tx)(nil)
)

// InAuditTx implements audit.Store.
func (s *Store) InAuditTx(ctx context.Context, fn func(audit.Tx) error) error {
	return s.inTx(ctx, func(t *tx) error { return fn(t) })
}

// LastAudit implements audit.Tx.
func (t *tx) LastAudit(ctx context.Context) (seq int64, hash string, err error) {
	defer errs.Wrap(&err, "store.Tx.LastAudit")
	if t.enterAudit != nil {
		if err := t.enterAudit(ctx); err != nil {
			return 0, "", err
		}
	}
	head, err := t.q.GetAuditHeadForUpdate(ctx)
	return head.Seq, head.Hash, missing(err, "note of the newest entry of the audit trail")
}

// InsertAudit implements audit.Tx.
func (t *tx) InsertAudit(ctx context.Context, e *audit.Event) (err error) {
	defer errs.Wrap(&err, "store.Tx.InsertAudit(%d, %q)", e.Seq, e.Action)
	before, err := valuesText(e.Before)
	if err != nil {
		return err
	}
	after, err := valuesText(e.After)
	if err != nil {
		return err
	}
	err = t.q.InsertAuditEvent(ctx, sqlcgen.InsertAuditEventParams{
		Seq: e.Seq, AtUs: e.At.UnixMicro(), Actor: e.Actor, ActorID: e.ActorID, Address: e.Address, RequestID: e.RequestID,
		Action: string(e.Action), Object: e.Object, ObjectID: e.ObjectID, Refused: e.Refused, Detail: e.Detail,
		BeforeValues: before, AfterValues: after, PreviousHash: e.PreviousHash, Hash: e.Hash, SearchKey: auditSearchKey(e),
	})
	if err != nil {
		return err
	}
	if err := t.noteNames(ctx, e); err != nil {
		return problem(err)
	}
	n, err := t.q.MoveAuditHead(ctx, sqlcgen.MoveAuditHeadParams{
		Seq: e.Seq, Hash: e.Hash, PreviousSeq: e.Seq - 1, PreviousHash: e.PreviousHash,
	})
	if err == nil && n == 0 {
		err = fmt.Errorf("the entry does not follow the newest")
	}
	return err
}

// HasAudit implements audit.Tx.
func (t *tx) HasAudit(ctx context.Context, e *audit.Event, from time.Time) (_ bool, err error) {
	defer errs.Wrap(&err, "store.Tx.HasAudit(%q, %q)", e.Object, e.ObjectID)
	return t.q.HasAuditEvent(ctx, sqlcgen.HasAuditEventParams{
		Object: e.Object, ObjectID: e.ObjectID, Action: string(e.Action), Detail: e.Detail, ActorID: e.ActorID, Address: e.Address,
		FromUs: micro(from),
	})
}

func auditSearchKey(e *audit.Event) string {
	return searchKey(e.Actor, e.ObjectID, e.Detail, e.Address, e.RequestID)
}

// valuesText writes values as JSON, equal values always as equal text.
func valuesText(values map[string]string) (string, error) {
	if len(values) == 0 {
		return "", nil
	}
	text, err := json.Marshal(values)
	return string(text), err
}

// toEvent reads a row. Differences from the form of InsertAudit are reported in Damage, as the hash
// covers the meaning of the row, not its bytes.
func toEvent(r *sqlcgen.AuditEvent) *audit.Event {
	e := &audit.Event{
		Seq: r.Seq, At: time.UnixMicro(r.AtUs).UTC(), Actor: r.Actor, ActorID: r.ActorID, Address: r.Address, RequestID: r.RequestID,
		Action: audit.Action(r.Action), Object: r.Object, ObjectID: r.ObjectID, Refused: r.Refused, Detail: r.Detail,
		PreviousHash: r.PreviousHash, Hash: r.Hash,
	}
	var sound [2]bool
	e.Before, sound[0] = valuesOf(r.BeforeValues)
	e.After, sound[1] = valuesOf(r.AfterValues)
	switch {
	case !sound[0] || !sound[1]:
		e.Damage = "The values before and after are not stored as the trail writes them: the row was changed."
	case r.SearchKey != auditSearchKey(e):
		e.Damage = "The words that a search looks at are not those of the entry: the row was changed."
	}
	return e
}

func valuesOf(text string) (values map[string]string, sound bool) {
	if text == "" {
		return nil, true
	}
	if json.Unmarshal([]byte(text), &values) != nil {
		return nil, false
	}
	again, err := valuesText(values)
	return values, err == nil && again == text
}

// auditColumns are those of table audit_events in the order of sqlcgen.AuditEvent.
const auditColumns = "seq, at_us, actor, actor_id, address, request_id, action, object, object_id, refused, detail, " +
	"before_values, after_values, previous_hash, hash, search_key"

// AuditEvents implements audit.Store.
func (s *Store) AuditEvents(ctx context.Context, f audit.Filter) (page []audit.Event, total int64, err error) {
	defer errs.Wrap(&err, "store.AuditEvents")
	where := auditFilter(f)
	if !f.Uncounted {
		row := s.dialect(s.reads).QueryRowContext(ctx, "SELECT count(*) FROM audit_events"+where.sql(), where.args...)
		if err := row.Scan(&total); err != nil {
			return nil, 0, problem(err)
		}
	}
	if f.Before > 0 {
		where.add("seq < %s", f.Before)
	}
	limit := f.Limit
	if limit <= 0 || limit > maxPage {
		limit = maxPage
	}
	query := fmt.Sprintf("SELECT %s FROM audit_events%s ORDER BY seq DESC LIMIT %d", auditColumns, where.sql(), limit)
	page, err = selectAll(ctx, s, query, where.args, func(row scanner) (audit.Event, error) {
		var r sqlcgen.AuditEvent
		err := row.Scan(&r.Seq, &r.AtUs, &r.Actor, &r.ActorID, &r.Address, &r.RequestID, &r.Action, &r.Object, &r.ObjectID,
			&r.Refused, &r.Detail, &r.BeforeValues, &r.AfterValues, &r.PreviousHash, &r.Hash, &r.SearchKey)
		return *toEvent(&r), err
	})
	if err != nil {
		return nil, 0, err
	}
	return page, total, s.nameEvents(ctx, page)
}

func auditFilter(f audit.Filter) *filter {
	var where filter
	for _, c := range []struct{ column, value string }{
		{"actor", f.Actor}, {"action", f.Action}, {"object", f.Object}, {"object_id", f.ObjectID},
	} {
		if c.value != "" {
			where.add(c.column+" = %s", printable(c.value))
		}
	}
	where.in("action", printables(f.Actions))
	if !f.From.IsZero() {
		where.add("at_us >= %s", micro(f.From))
	}
	if !f.To.IsZero() {
		where.add("at_us < %s", micro(f.To))
	}
	where.eventWords(strings.Fields(fold(printable(f.Q))))
	return &where
}

func printables(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = printable(text)
	}
	return out
}

// micro returns a time in microseconds, rounded up.
func micro(t time.Time) int64 {
	us := t.UnixMicro()
	if t.Nanosecond()%int(time.Microsecond) != 0 {
		us++
	}
	return us
}

// auditWalk is how many entries are read at a time, so that no reader blocks the clean-up of the
// database.
const auditWalk = 500

// WalkAudit implements audit.Store.
func (s *Store) WalkAudit(ctx context.Context, from int64, fn func(*audit.Event) error) (err error) {
	defer errs.Wrap(&err, "store.WalkAudit(%d)", from)
	if from <= 0 {
		from = math.MinInt64 // includes rows below the first
	}
	for {
		rows, err := s.reader().ListAuditEventsFrom(ctx, sqlcgen.ListAuditEventsFromParams{Seq: from, Limit: auditWalk})
		if err != nil {
			return problem(err)
		}
		for i := range rows {
			if err := fn(toEvent(&rows[i])); err != nil {
				return err
			}
		}
		if len(rows) < auditWalk {
			return nil
		}
		from = rows[len(rows)-1].Seq + 1
	}
}
