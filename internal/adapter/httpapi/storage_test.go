package httpapi_test

import (
	"flag"
	"os"
	"testing"

	"cohortium/internal/adapter/blob/s3test"
	"cohortium/internal/adapter/jobs"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/pgtest"
)

var (
	cluster    pgtest.Cluster
	buckets    s3test.Server
	onPostgres = flag.Bool("postgres", false, "run all tests of the API on PostgreSQL and S3")
)

type runner func() int

func (r runner) Run() int { return r() }

func TestMain(m *testing.M) {
	os.Exit(buckets.Run(runner(func() int { return cluster.Run(m) })))
}

// storage are the addresses of database and files of a site; empty for SQLite and a folder.
type storage struct{ database, blobs string }

func postgresAndS3(t testing.TB) storage { return storage{cluster.Database(t), buckets.Bucket(t)} }

// onBothStacks runs a test on each of the two kinds of storage.
func onBothStacks(t *testing.T, test func(t *testing.T, on storage)) {
	t.Helper()
	t.Parallel()
	t.Run("SQLite and folder", func(t *testing.T) {
		t.Parallel()
		test(t, storage{})
	})
	t.Run("PostgreSQL and S3", func(t *testing.T) {
		t.Parallel()
		test(t, postgresAndS3(t))
	})
}

// storageOf returns the storage among the changes of a site, or that of the flag.
func storageOf(t testing.TB, change []any) storage {
	for _, c := range change {
		if on, is := c.(storage); is {
			return on
		}
	}
	if *onPostgres {
		return postgresAndS3(t)
	}
	return storage{}
}

func migrateQueue(t testing.TB, st *store.Store) {
	t.Helper()
	if st.Engine() == store.Postgres {
		must(t, jobs.Migrate(t.Context(), jobs.Database{Postgres: st.Pool()}))
		return
	}
	db, err := st.QueueDB()
	must(t, err)
	must(t, jobs.Migrate(t.Context(), jobs.Database{SQLite: db}))
	must(t, db.Close())
}
