package store

import (
	"context"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/operation"
	"cohortium/internal/platform/errs"
)

var _ operation.ScheduleStore = Operation{}

// PutBackup implements operation.Store.
func (o Operation) PutBackup(ctx context.Context, b operation.Backup) (err error) {
	defer errs.Wrap(&err, "store.PutBackup(%q)", b.Place)
	return problem(o.writer().PutBackup(ctx, sqlcgen.PutBackupParams{Place: b.Place, BackupID: b.ID, MadeAt: b.At, SizeBytes: b.Bytes, ReadBack: b.ReadBack}))
}

// NewestBackup implements operation.Store.
func (o Operation) NewestBackup(ctx context.Context) (_ *operation.Backup, err error) {
	defer errs.Wrap(&err, "store.NewestBackup")
	rows, err := o.reader().NewestBackup(ctx)
	if err != nil || len(rows) == 0 {
		return nil, problem(err)
	}
	r := rows[0]
	return &operation.Backup{Place: r.Place, ID: r.BackupID, At: r.MadeAt.UTC(), Bytes: r.SizeBytes, ReadBack: r.ReadBack}, nil
}

// PutSchedule implements operation.ScheduleStore.
func (o Operation) PutSchedule(ctx context.Context, s *operation.Schedule, latest time.Time) (err error) {
	defer errs.Wrap(&err, "store.PutSchedule(%q)", s.Place)
	return problem(o.writer().PutBackupSchedule(ctx, sqlcgen.PutBackupScheduleParams{
		Place: s.Place, EverySeconds: int64(s.Every.Seconds()), Keep: s.Keep, Encrypted: s.Encrypted, SeenAt: s.SeenAt, NextAt: s.NextAt, Latest: latest,
	}))
}

// Schedules implements operation.ScheduleStore.
func (o Operation) Schedules(ctx context.Context) (list []operation.Schedule, err error) {
	defer errs.Wrap(&err, "store.Schedules")
	rows, err := o.reader().ListBackupSchedules(ctx)
	for _, r := range rows {
		list = append(list, operation.Schedule{
			Place: r.Place, Every: time.Duration(r.EverySeconds) * time.Second, Keep: r.Keep, Encrypted: r.Encrypted, SeenAt: r.SeenAt.UTC(),
			NextAt: r.NextAt.UTC(), Host: r.Host, StartedAt: utc(r.StartedAt), HeldUntil: utc(r.HeldUntil), FailedAt: utc(r.FailedAt), Cause: r.Error,
		})
	}
	return list, problem(err)
}

// ClaimBackup implements operation.ScheduleStore.
func (o Operation) ClaimBackup(ctx context.Context, place, lease, host string, now, until time.Time) (_ bool, err error) {
	defer errs.Wrap(&err, "store.ClaimBackup(%q)", place)
	n, err := o.writer().ClaimBackup(ctx, sqlcgen.ClaimBackupParams{Place: place, Lease: lease, Host: printable(host), Now: &now, Until: &until})
	return n > 0, problem(err)
}

// HoldBackup implements operation.ScheduleStore.
func (o Operation) HoldBackup(ctx context.Context, place, lease string, now, until time.Time) (err error) {
	defer errs.Wrap(&err, "store.HoldBackup(%q)", place)
	n, err := o.writer().HoldBackup(ctx, sqlcgen.HoldBackupParams{Place: place, Lease: lease, Now: now, Until: &until})
	return heldBackup(n, err)
}

// EndBackup implements operation.ScheduleStore.
func (o Operation) EndBackup(ctx context.Context, place, lease string, now, next time.Time, cause string) (err error) {
	defer errs.Wrap(&err, "store.EndBackup(%q)", place)
	p := sqlcgen.EndBackupParams{Place: place, Lease: lease, NextAt: next, Error: printable(cause)}
	if cause != "" {
		p.FailedAt = &now
	}
	n, err := o.writer().EndBackup(ctx, p)
	return heldBackup(n, err)
}

func heldBackup(rows int64, err error) error {
	if err == nil && rows == 0 {
		return errs.New(errs.Conflict, "lease_lost", "Another server makes this backup.")
	}
	return problem(err)
}

// ClaimBackupMail implements operation.ScheduleStore.
func (o Operation) ClaimBackupMail(ctx context.Context, place string, now, before time.Time) (_ bool, err error) {
	defer errs.Wrap(&err, "store.ClaimBackupMail(%q)", place)
	n, err := o.writer().ClaimBackupMail(ctx, sqlcgen.ClaimBackupMailParams{Place: place, Now: &now, Before: &before})
	return n > 0, problem(err)
}
