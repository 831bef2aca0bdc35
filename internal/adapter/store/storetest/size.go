package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/job"
)

// Size is the number of things of a consortium.
type Size struct{ Datasets, Uploads, Metas, Accounts, Cohorts int }

// FullSize is the size at which lists and searches are measured.
var FullSize = Size{Datasets: 2000, Uploads: 300, Metas: 100, Accounts: 5000, Cohorts: 300}

// FillToSize creates a consortium: data sets of FillRegistry with two files each, of which one has a check, accepted submissions
// with this report, completed meta-analyses, accounts and cohorts. The names have words that a search finds once, often and in
// every kind.
func FillToSize(t testing.TB, s *store.Store, of Size, report []byte) {
	t.Helper()
	FillRegistry(t, s, of.Datasets, 2)
	fillChecks(t, s, of.Datasets, report)
	fillAccounts(t, s, of.Accounts)
	fillSubmissions(t, s, of, report)
	for i := range of.Cohorts {
		c := newCohort(fmt.Sprintf("c%04d", i), fmt.Sprint("u", i%7))
		c.Name, c.UpdatedAt = fmt.Sprintf("Cohort %d of the north", i), Epoch.Add(time.Duration(i)*time.Minute)
		addCohort(t, s, c)
	}
	tidy := map[store.Engine]string{store.SQLite: "ANALYZE", store.Postgres: "VACUUM ANALYZE"}[s.Engine()]
	if err := s.Exec(t.Context(), tidy); err != nil { // as the engine does by itself, a minute later
		t.Fatal(err)
	}
}

// inChunks calls do in one transaction for each 200 numbers.
func inChunks[T any](t testing.TB, n int, in func(func(T) error) error, do func(tx T, i int) error) {
	t.Helper()
	const atOnce = 200
	for from := 0; from < n; from += atOnce {
		err := in(func(tx T) error {
			for i := from; i < min(from+atOnce, n); i++ {
				if err := do(tx, i); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func fillChecks(t testing.TB, s *store.Store, datasets int, report []byte) {
	t.Helper()
	ctx, rows := t.Context(), int64(1_000_000)
	inChunks(t, datasets, func(do func(dataset.Tx) error) error { return s.Datasets().InTx(ctx, do) }, func(tx dataset.Tx, i int) error {
		c := &dataset.Check{
			ID: fmt.Sprintf("check%05d", i), FileID: fmt.Sprintf("%032x", 2*i), DatasetID: fmt.Sprintf("d%05d", i), Status: dataset.CheckQueued,
			Build: "hg19", JobID: fmt.Sprintf("job%05d", i), CreatedBy: "u1", CreatedAt: Epoch,
		}
		j := &job.Job{
			ID: c.JobID, Kind: dataset.KindCheck, Area: auth.AreaDatasets, SubjectID: c.DatasetID, RunID: c.ID, OwnerID: "u1",
			Memory: job.StandardMemory, UpdatedAt: Epoch,
		}
		if err := errors.Join(job.Enqueue(ctx, tx, j, unlimited, Epoch), job.End(ctx, tx, j, job.Succeeded, "", Epoch), tx.CreateCheck(ctx, c)); err != nil {
			return err
		}
		c.Status, c.FinishedAt, c.RowsIn, c.RowsClean, c.Report, c.Attempt = dataset.CheckPassed, &Epoch, &rows, &rows, report, "1"
		return tx.UpdateCheck(ctx, c)
	})
}

func fillAccounts(t testing.TB, s *store.Store, n int) {
	t.Helper()
	ctx := t.Context()
	inChunks(t, n, func(do func(auth.Tx) error) error { return s.Accounts().InTx(ctx, do) }, func(tx auth.Tx, i int) error {
		return tx.CreateUser(ctx, &auth.User{
			ID: fmt.Sprintf("p%05d", i), UserName: fmt.Sprintf("p%05d@example.org", i), Email: fmt.Sprintf("p%05d@example.org", i),
			FirstName: "Ana", LastName: fmt.Sprint("Ng", i%97), IsActive: true, Roles: []string{[]string{"uploader", "sgc-uploader"}[i%2]},
			Groups: []string{"hermes"}, CreatedAt: Epoch.Add(-time.Duration(i) * time.Minute),
		})
	})
}

func fillSubmissions(t testing.TB, s *store.Store, of Size, report []byte) {
	t.Helper()
	ctx, rows, lambda, n := t.Context(), int64(1_000_000), 1.03, int64(7)
	for i := range of.Uploads {
		AddFile(t, s, fmt.Sprintf("up%04d", i), fmt.Sprint("u", i%20))
	}
	in := func(do func(hermes.Tx) error) error { return s.Hermes().InTx(ctx, do) }
	inChunks(t, of.Uploads, in, func(tx hermes.Tx, i int) error {
		u := NewUpload(fmt.Sprintf("up%04d", i), fmt.Sprint("u", i%20))
		u.DatasetName, u.Cohort = fmt.Sprintf("Cohort %d of the north, release %d", i%40, i), fmt.Sprintf("Cohort %d", i%40)
		u.Phenotype = []string{"ALL_HF", "NI_CM"}[i%2]
		u.UploadedAt = Epoch.Add(time.Duration(i) * time.Minute)
		if err := tx.CreateUpload(ctx, u); err != nil {
			return err
		}
		r := NewQCRun("run"+u.ID, u.ID)
		if err := tx.CreateQCRun(ctx, r); err != nil {
			return err
		}
		r.Status, r.Verdict, r.RowsIn, r.RowsClean, r.LambdaGC, r.StartedAt, r.FinishedAt = hermes.RunCompleted, "warn", &rows, &rows, &lambda, &Epoch, &Epoch
		r.Report, r.Attempt = report, "1"
		if err := tx.UpdateQCRun(ctx, r); err != nil {
			return err
		}
		u.RunID, u.Status = r.ID, hermes.ReviewApproved
		return tx.UpdateUpload(ctx, u)
	})
	inChunks(t, of.Metas, in, func(tx hermes.Tx, i int) error {
		m := newMeta(fmt.Sprintf("m%04d", i))
		m.Name, m.Cautions = fmt.Sprintf("Heart failure of the north, analysis %d", i), nil
		for j := range 10 {
			name := fmt.Sprintf("up%04d", (i+j)%of.Uploads)
			m.Inputs = append(m.Inputs, hermes.MetaInput{
				UploadID: name, RunID: "run" + name, DatasetName: strings.ToUpper(name), Cohort: "c", Ancestry: "EUR", NTotal: 9, Cases: &n,
			})
		}
		if err := tx.CreateMeta(ctx, m); err != nil {
			return err
		}
		m.Status, m.NVariants, m.NLoci, m.LambdaGC, m.FinishedAt = hermes.MetaCompleted, &rows, &n, &lambda, &Epoch
		m.Summary = json.RawMessage(`{"settings":{"build":"GRCh37","scheme":"ivw"},"studies":[]}`)
		return tx.UpdateMeta(ctx, m)
	})
}
