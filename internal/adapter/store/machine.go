package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// Machine returns the faults of a machine, nil for none.
func (s *Store) Machine(ctx context.Context, host string) (_ *job.MachineFaults, err error) {
	defer errs.Wrap(&err, "store.Machine(%q)", host)
	return toMachine(s.reader().GetMachineFaults(ctx, host))
}

// Machines returns the machines with faults, by name.
func (s *Store) Machines(ctx context.Context) (list []job.MachineFaults, err error) {
	defer errs.Wrap(&err, "store.Machines")
	rows, err := s.reader().ListMachineFaults(ctx)
	for _, r := range rows {
		m, _ := toMachine(r, nil)
		list = append(list, *m)
	}
	return list, problem(err)
}

// OtherMachine reports whether a process of another machine, which does not rest, takes jobs, by a heartbeat since a time.
func (s *Store) OtherMachine(ctx context.Context, host string, since, now time.Time) (is bool, err error) {
	defer errs.Wrap(&err, "store.OtherMachine(%q)", host)
	is, err = s.reader().OtherMachineWorks(ctx, sqlcgen.OtherMachineWorksParams{Host: host, Seen: since, Now: now})
	return is, problem(err)
}

// AddFault records a fault of a machine, and returns its faults with this one.
func (s *Store) AddFault(ctx context.Context, f job.Fault) (after *job.MachineFaults, err error) {
	defer errs.Wrap(&err, "store.AddFault(%q)", f.Host)
	err = s.inTx(ctx, func(t *tx) error {
		before, err := toMachine(t.q.GetMachineFaultsForUpdate(ctx, f.Host))
		if err != nil {
			return err
		}
		after = f.After(before)
		return t.q.PutMachineFaults(ctx, sqlcgen.PutMachineFaultsParams{
			Host: after.Host, Faults: after.Faults, Reason: printable(after.Reason), JobID: after.JobID, FailedAt: after.FailedAt, RestsUntil: after.Rests,
		})
	})
	return after, err
}

// ForgetFaults removes the faults of a machine on which a job succeeded.
func (s *Store) ForgetFaults(ctx context.Context, host string) (err error) {
	defer errs.Wrap(&err, "store.ForgetFaults(%q)", host)
	return problem(s.writer().DeleteMachineFaults(ctx, host))
}

func toMachine(r sqlcgen.MachineFault, err error) (*job.MachineFaults, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &job.MachineFaults{
		Host: r.Host, Faults: r.Faults, Reason: r.Reason, JobID: r.JobID, FailedAt: r.FailedAt.UTC(), Rests: r.RestsUntil.UTC(),
	}, problem(err)
}

// nullTime stores the zero time as NULL.
func nullTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
