package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// turn is the order in which queued jobs are taken: of the account with the fewest running jobs, then of the one that was served
// longest ago, then of its kind that was served longest ago, the oldest.
const turn = `(SELECT count(*) FROM jobs r WHERE r.state = 'running' AND r.owner_id = jobs.owner_id),
	(SELECT max(o.started_at) FROM jobs o WHERE o.owner_id = jobs.owner_id) NULLS FIRST,
	(SELECT max(k.started_at) FROM jobs k WHERE k.owner_id = jobs.owner_id AND k.kind = jobs.kind) NULLS FIRST,
	created_at, id`

// need is the memory of a job.
var need = fmt.Sprintf("(CASE WHEN jobs.memory > 0 THEN jobs.memory ELSE %d END)", job.StandardMemory)

// ClaimNextJob takes a queued job, as ClaimJob does; nil when there is none to take. left reports that some are queued: for other
// machines, or until memory is free.
//
// A job that has waited for memory longer than Patience is next: until it fits, the machine takes no other. Otherwise the job whose
// turn it is, and if it does not fit, the first that does.
func (s *Store) ClaimNextJob(ctx context.Context, c job.Claim) (j *job.Job, left bool, err error) {
	defer errs.Wrap(&err, "store.ClaimNextJob(%q)", c.Delivered)
	err = s.inTx(ctx, func(t *tx) error {
		j = nil
		var id string
		if id, left, err = t.chooseJob(ctx, c); err != nil || id == "" {
			return err
		}
		j, err = t.claim(ctx, id, c)
		return err
	})
	return j, left, err
}

// chooseJob returns the id of the job to take, "" for none.
func (t *tx) chooseJob(ctx context.Context, c job.Claim) (id string, left bool, err error) {
	running, err := t.q.MachineMemory(ctx, sqlcgen.MachineMemoryParams{Standard: job.StandardMemory, Machine: c.Machine})
	if err != nil {
		return "", false, err
	}
	free := job.Budget{Bytes: c.Memory, Used: running.Used, Jobs: running.Jobs}.Free()
	if c.Memory > 0 {
		held := t.candidates(c)
		held.add("held_at <= %s", c.Now.Add(-c.Patience))
		id, needs, err := t.first(ctx, held, "held_at, id")
		if err != nil || id != "" {
			return fitting(id, needs, free), needs > free, err
		}
	}
	id, needs, err := t.first(ctx, t.candidates(c), turn)
	if err != nil || id != "" && needs <= free {
		return id, false, err
	}
	if id == "" { // the others are for other machines
		c.Elsewhere, c.Memory = false, 0
		id, _, err = t.first(ctx, t.candidates(c), turn)
		return "", id != "", err
	}
	if err := t.q.HoldJob(ctx, sqlcgen.HoldJobParams{ID: id, HeldAt: &c.Now}); err != nil {
		return "", false, err
	}
	smaller := t.candidates(c)
	smaller.add(need+" <= %s", free)
	id, _, err = t.first(ctx, smaller, turn)
	return id, id == "", err
}

// fitting returns id if the job fits.
func fitting(id string, needs, free int64) string {
	if needs > free {
		return ""
	}
	return id
}

// candidates selects the queued jobs that a worker may take. One that exceeds the budget of this machine is left to a machine at
// work whose budget it does not exceed.
func (t *tx) candidates(c job.Claim) *filter {
	var w filter
	w.add("state = %s", string(job.Queued))
	w.in("kind", c.Kinds)
	w.add("(run_after IS NULL OR run_after <= %s OR id = %s)", c.Now, c.Delivered)
	if c.Elsewhere {
		w.add("failed_on <> %s", string(job.Hosts("").With(c.Machine)))
	}
	if c.Memory > 0 {
		w.add("("+need+` <= %s OR NOT EXISTS (SELECT 1 FROM processes p WHERE p.memory >= `+need+` AND p.host <> %s AND p.workers > 0 AND p.seen_at > %s
			AND NOT EXISTS (SELECT 1 FROM machine_faults m WHERE m.host = p.host AND m.rests_until > %s)))`, c.Memory, c.Machine, c.Seen, c.Now)
	}
	return &w
}

// first returns the first job in an order, and the memory that it needs; "" for none.
func (t *tx) first(ctx context.Context, w *filter, order string) (id string, needs int64, err error) {
	query := "SELECT id, " + need + " FROM jobs" + w.sql() + " ORDER BY " + order + " LIMIT 1 FOR UPDATE SKIP LOCKED"
	err = t.db.QueryRowContext(ctx, query, w.args...).Scan(&id, &needs)
	if errors.Is(err, sql.ErrNoRows) {
		return "", math.MaxInt64, nil
	}
	return id, needs, err
}
