package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/rule"
)

// Rule is the database as package rule sees it.
type Rule struct {
	*Store
	ruleReads
}

// Rule returns the part of the store that keeps the consortium's rules.
func (s *Store) Rule() *Rule { return &Rule{s, ruleReads{s.reader()}} }

// ruleTx is a transaction as package rule sees it.
type ruleTx struct {
	*tx
	ruleReads
}

// ruleReads reads the rules inside and outside of a transaction.
type ruleReads struct{ from *sqlcgen.Queries }

var (
	_ rule.Store = (*Rule)(nil)
	_ rule.Tx    = ruleTx{}
)

// InTx implements rule.Store.
func (d *Rule) InTx(ctx context.Context, fn func(rule.Tx) error) error {
	return d.inTx(ctx, func(t *tx) error { return fn(ruleTx{t, ruleReads{t.q}}) })
}

// Rules implements rule.Reads.
func (r ruleReads) Rules(ctx context.Context) (_ *rule.Stored, err error) {
	defer errs.Wrap(&err, "store.Rules")
	row, err := r.from.GetRules(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return &rule.Stored{Rules: rule.Standard()}, nil
	}
	if err != nil {
		return nil, problem(err)
	}
	return toRules(row)
}

func toRules(row sqlcgen.ConsortiumRule) (*rule.Stored, error) {
	out := &rule.Stored{Version: row.Version, SetAt: row.SetAt.UTC(), SetBy: row.SetBy}
	return out, json.Unmarshal([]byte(row.Rules), &out.Rules)
}

// AllRules implements rule.Store.
func (d *Rule) AllRules(ctx context.Context) (list []*rule.Stored, err error) {
	defer errs.Wrap(&err, "store.AllRules")
	rows, err := d.reader().ListRules(ctx)
	for _, row := range rows {
		r, err := toRules(row)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, problem(err)
}

// Finished implements rule.Store.
func (d *Rule) Finished(ctx context.Context) (_ rule.Finished, err error) {
	defer errs.Wrap(&err, "store.Finished")
	row, err := d.reader().CountFinished(ctx)
	return rule.Finished{QCRuns: row.QcRuns, Metas: row.Metas}, problem(err)
}

// AddRules implements rule.Tx.
func (t ruleTx) AddRules(ctx context.Context, r *rule.Stored) (err error) {
	defer errs.Wrap(&err, "store.Tx.AddRules(%d)", r.Version)
	text, err := json.Marshal(r.Rules)
	if err != nil {
		return err
	}
	err = t.q.InsertRules(ctx, sqlcgen.InsertRulesParams{Version: r.Version, SetAt: r.SetAt, SetBy: r.SetBy, Rules: string(text)})
	if taken(err) != "" {
		return conflict("changed", "Another user has changed the rules. Load them again.")
	}
	return problem(err)
}

// UsedRules implements rule.Tx.
func (t ruleTx) UsedRules(ctx context.Context) (used rule.Rules, err error) {
	defer errs.Wrap(&err, "store.Tx.UsedRules")
	if used.MinCell, err = t.q.GetLargestMinCell(ctx); err != nil {
		return used, problem(err)
	}
	row, err := t.q.GetNewestQCReport(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return used, nil
	}
	if err != nil {
		return used, problem(err)
	}
	used.TargetBuild, err = (&hermes.QCRun{ID: row.ID, Report: []byte(row.Report)}).Build()
	return used, err
}
