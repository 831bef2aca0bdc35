package store_test

import (
	"database/sql"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"

	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/record"
)

// eachAt makes a database of each kind with the first migrations, up to one.
func eachAt(t *testing.T, last int64, test func(t *testing.T, db *sql.DB, p *goose.Provider, address string)) {
	t.Helper()
	for _, c := range []struct {
		name, driver, address string
		dialect               goose.Dialect
	}{
		{"sqlite", "sqlite", "sqlite://" + t.TempDir() + "/test.db", goose.DialectSQLite3},
		{"postgres", "pgx", cluster.Database(t), goose.DialectPostgres},
	} {
		t.Run(c.name, func(t *testing.T) {
			db, err := sql.Open(c.driver, strings.TrimPrefix(c.address, "sqlite://"))
			check(t, err)
			defer db.Close()
			p, err := goose.NewProvider(c.dialect, db, os.DirFS("migrations/"+c.name), goose.WithDisableGlobalRegistry(true))
			check(t, err)
			_, err = p.UpTo(t.Context(), last)
			check(t, err)
			test(t, db, p, c.address)
		})
	}
}

// TestRowsOutliveMigrations: sessions survive an upgrade of the server, and get the columns of
// migration 4; jobs get the area that all of them had. Downgrading keeps both.
func TestRowsOutliveMigrations(t *testing.T) {
	eachAt(t, 3, func(t *testing.T, db *sql.DB, p *goose.Provider, address string) {
		for _, query := range []string{
			`INSERT INTO users (id, user_name, user_key, first_name, last_name, email, is_active, password_hash, created_at)
			 VALUES ('u1', 'Jane', 'jane', '', '', '', TRUE, '', '2026-01-02 03:04:05.000000+00:00')`,
			`INSERT INTO sessions (token_hash, user_id, remember, created_at, last_seen_at, expires_at, user_agent, address)
			 VALUES ('hash', 'u1', TRUE, '2026-01-02 03:04:05.000000+00:00', '2026-01-02 04:04:05.000000+00:00',
			     '2026-02-02 03:04:05.000000+00:00', 'agent', '192.0.2.1')`,
			`INSERT INTO jobs (id, kind, subject_id, run_id, owner_id, state, stage, done, total, attempt, lease, worker, error,
			     cancel_requested, created_at, updated_at)
			 VALUES ('j1', 'qc', 'd1', 'r1', 'u1', 'queued', 'Waiting', 0, 0, 0, '', '', '', FALSE,
			     '2026-01-02 03:04:05.000000+00:00', '2026-01-02 03:04:05.000000+00:00')`,
		} {
			_, err := db.ExecContext(t.Context(), query)
			check(t, err)
		}
		s := storetest.Open(t, address)
		wantMigrated(t, s)
		_, err := p.DownTo(t.Context(), 3)
		check(t, err)
		check(t, s.Migrate(t.Context()))
		wantMigrated(t, s)
	})
}

// TestHistoriesJoin: the history of a data set is unchanged when it joins that of the other areas,
// and on the way back.
func TestHistoriesJoin(t *testing.T) {
	const at = "2026-01-02 03:04:05.000000+00:00"
	eachAt(t, 13, func(t *testing.T, db *sql.DB, p *goose.Provider, address string) {
		for _, query := range []string{
			`INSERT INTO users (id, user_name, user_key, first_name, last_name, email, is_active, password_hash, created_at)
			 VALUES ('u1', 'Jane', 'jane', '', '', '', TRUE, '', '` + at + `')`,
			`INSERT INTO studies VALUES ('s1', 'North', 'north', '', 'Jane', 'u1', '` + at + `', 1, '')`,
			`INSERT INTO datasets VALUES ('d1', 'Mine', 'mine', 's1', '', '', '', '', 0, '', '{}', 'Jane', 'jane', 'u1', 'private',
			     '` + at + `', '` + at + `', 'Jane', NULL, 1, 0, 0, '')`,
			`INSERT INTO dataset_history VALUES ('d1', 2, '` + at + `', 'Jane', 'edited', 'Sex', '[{"field":"Sex","before":"Male","after":"Female"}]')`,
			`INSERT INTO dataset_history VALUES ('d1', 1, '` + at + `', 'Jane', 'registered', '', 'null')`,
			`INSERT INTO history (area, object, object_id, at, by_whom, action, detail) VALUES ('sgc', 'cohort', 'd1', '` + at + `', 'Jane', 'validated', '')`,
		} {
			_, err := db.ExecContext(t.Context(), query)
			check(t, err)
		}
		s := storetest.Open(t, address)
		wantHistories(t, s)
		_, err := p.DownTo(t.Context(), 13)
		check(t, err)
		var entries, area string
		check(t, db.QueryRowContext(t.Context(), `SELECT max(entry) || ' of ' || count(*) FROM dataset_history`).Scan(&entries))
		check(t, db.QueryRowContext(t.Context(), `SELECT area FROM history WHERE object = 'cohort'`).Scan(&area))
		if entries != "2 of 2" || area != "sgc" {
			t.Errorf("on the way back %s entries, and an area %q", entries, area)
		}
		check(t, s.Migrate(t.Context()))
		wantHistories(t, s)
	})
}

// TestReportsAreSearched: the files named in reports are known also for reports written before they
// were stored separately.
func TestReportsAreSearched(t *testing.T) {
	const at = "2026-01-02 03:04:05.000000+00:00"
	one, two := strings.Repeat("01", 32), strings.Repeat("ab", 32)
	eachAt(t, 29, func(t *testing.T, db *sql.DB, p *goose.Provider, address string) {
		for _, query := range []string{
			`INSERT INTO users (id, user_name, user_key, first_name, last_name, email, is_active, password_hash, created_at)
			 VALUES ('u1', 'Jane', 'jane', '', '', '', TRUE, '', '` + at + `')`,
			`INSERT INTO meta_analyses (id, name, name_key, phenotype, status, options, job_id, created_by, creator_id, created_at, summary, files, error, search_key, cautions)
			 VALUES ('m1', 'One', 'one', 'hf', 'COMPLETED', '{}', 'j1', 'Jane', 'u1', '` + at + `',
			     '{"genes":{"sha256":"` + one + `"},"panels":[{"sha256":"` + two + `"},{"sha256":"` + one + `"}]}', '[]', '', '', '[]'),
			     ('m2', 'Two', 'two', 'hf', 'FAILED', '{}', 'j2', 'Jane', 'u1', '` + at + `', '', '[]', '', '', '[]')`,
		} {
			_, err := db.ExecContext(t.Context(), query)
			check(t, err)
		}
		want := map[string]int64{one: 1, two: 1}
		s := storetest.Open(t, address)
		_, analyses, err := s.Reporting(t.Context())
		check(t, err)
		if diff := cmp.Diff(want, analyses); diff != "" {
			t.Error(diff)
		}
		_, err = p.DownTo(t.Context(), 29)
		check(t, err)
		check(t, s.Migrate(t.Context()))
	})
}

// TestVerdictsAreRanked: QC verdicts are set for files checked before lists could be sorted by
// them.
func TestVerdictsAreRanked(t *testing.T) {
	const at = "2026-01-02 03:04:05.000000+00:00"
	eachAt(t, 30, func(t *testing.T, db *sql.DB, p *goose.Provider, address string) {
		exec := func(query string) {
			t.Helper()
			_, err := db.ExecContext(t.Context(), query)
			check(t, err)
		}
		exec(`INSERT INTO users (id, user_name, user_key, first_name, last_name, email, is_active, password_hash, created_at)
			 VALUES ('u1', 'Jane', 'jane', '', '', '', TRUE, '', '` + at + `')`)
		want := map[string]hermes.QCRank{}
		for id, c := range map[string]struct {
			verdict, report string
			rank            hermes.QCRank
		}{
			"running": {"", "", 0},
			"passed":  {"pass", `{"steps":[{"verdict":"pass"},{"verdict":"not measured"}],"panel":{"fit":{"used":true}}}`, 1},
			"warned":  {"warn", `{"steps":[{"verdict":"warn"},{"verdict":"pass"},{"verdict":"warn"}],"panel":null}`, 4},
			"aside":   {"warn", `{"steps":[{"verdict":"pass"}],"panel":{"fit":{"used":false}}}`, 2},
			"early":   {"warn", `{"steps":[{"verdict":"warn"}],"panel":{"name":"old"}}`, 3},
			"failed":  {"fail", `{"steps":[{"verdict":"fail"},{"verdict":"warn"}]}`, 1003},
		} {
			exec(`INSERT INTO upload_files (id, owner_id, file_name, metadata, size_bytes, received, hash_state, sha256, complete, registered,
				created_at, updated_at, expires_at)
				VALUES ('` + id + `', 'u1', '', '', 1, 1, '', '', TRUE, TRUE, '` + at + `', '` + at + `', '` + at + `')`)
			exec(`INSERT INTO hermes_uploads (id, file_id, dataset_name, dataset_key, cohort, cohort_key, phenotype, ancestry, sex, genome_build, n_total,
				file_name, file_size, sha256, metadata, mapping, status, status_since, run_id, reviewed_by, review_note, uploaded_by, uploader_id,
				uploaded_at, version, search_key)
				VALUES ('` + id + `', '` + id + `', '` + id + `', '` + id + `', '', '', '', '', '', 'hg19', 1, '', 1, '', '{}', '{}', 'FAILED QC', '` + at + `',
				'r-` + id + `', '', '', 'Jane', 'u1', '` + at + `', 1, '')`)
			exec(`INSERT INTO qc_runs (id, upload_id, number, status, verdict, settings, mapping, job_id, created_by, created_at, report, error)
				VALUES ('r-` + id + `', '` + id + `', 1, 'COMPLETED', '` + c.verdict + `', '{}', '{}', 'j', 'Jane', '` + at + `', '` + c.report + `', '')`)
			want[id] = c.rank
		}
		s := storetest.Open(t, address)
		got := map[string]hermes.QCRank{}
		page, _, err := s.Hermes().Uploads(t.Context(), hermes.UploadFilter{})
		check(t, err)
		for _, u := range page {
			got[u.ID] = u.QCRank
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		_, err = p.DownTo(t.Context(), 30)
		check(t, err)
		check(t, s.Migrate(t.Context()))
	})
}

// TestStepsAreCounted: the steps of reports from before they were counted, and those that had nothing
// to judge, which early reports call skipped.
func TestStepsAreCounted(t *testing.T) {
	const at = "2026-01-02 03:04:05.000000+00:00"
	eachAt(t, 38, func(t *testing.T, db *sql.DB, p *goose.Provider, address string) {
		exec := func(query string) {
			t.Helper()
			_, err := db.ExecContext(t.Context(), query)
			check(t, err)
		}
		exec(`INSERT INTO users (id, user_name, user_key, first_name, last_name, email, is_active, password_hash, created_at)
			 VALUES ('u1', 'Jane', 'jane', '', '', '', TRUE, '', '` + at + `')`)
		exec(`INSERT INTO upload_files (id, owner_id, file_name, metadata, size_bytes, received, hash_state, sha256, complete, registered,
			created_at, updated_at, expires_at) VALUES ('f', 'u1', '', '', 1, 1, '', '', TRUE, TRUE, '` + at + `', '` + at + `', '` + at + `')`)
		exec(`INSERT INTO hermes_uploads (id, file_id, dataset_name, dataset_key, cohort, cohort_key, phenotype, ancestry, sex, genome_build, n_total,
			file_name, file_size, sha256, metadata, mapping, status, status_since, run_id, reviewed_by, review_note, uploaded_by, uploader_id,
			uploaded_at, version, search_key) VALUES ('d', 'f', 'd', 'd', '', '', '', '', '', 'hg19', 1, '', 1, '', '{}', '{}', 'FAILED QC', '` + at + `',
			'', '', '', 'Jane', 'u1', '` + at + `', 1, '')`)
		want := map[string][2]int{"running": {}, "early": {3, 1}, "today": {4, 2}}
		for id, report := range map[string]string{
			"running": "",
			"early":   `{"steps":[{"verdict":"pass","skipped":true},{"verdict":"pass","skipped":false},{"verdict":"warn"}]}`,
			"today":   `{"build":"GRCh38","effect_scale":"log_odds","steps":[{"verdict":"not measured"},{"verdict":"pass"},{"verdict":"not measured"},{"verdict":"fail"}]}`,
		} {
			exec(`INSERT INTO qc_runs (id, upload_id, number, status, verdict, settings, mapping, job_id, created_by, created_at, report, error)
				VALUES ('` + id + `', 'd', (SELECT count(*) + 1 FROM qc_runs), 'COMPLETED', '', '{}', '{}', 'j', 'Jane', '` + at + `', '` + report + `', '')`)
		}
		s := storetest.Open(t, address)
		runs, err := s.Hermes().QCRuns(t.Context(), "d")
		check(t, err)
		got := map[string][2]int{}
		for _, r := range runs {
			got[r.ID] = [2]int{r.Steps, r.Unmeasured}
			want := hermes.RunFacts{}
			if r.ID == "today" {
				want = hermes.RunFacts{Build: genome.GRCh38, Scale: sumstats.LogOdds}
			}
			if r.Facts != want {
				t.Errorf("%s has the facts %+v", r.ID, r.Facts)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		_, err = p.DownTo(t.Context(), 38)
		check(t, err)
		check(t, s.Migrate(t.Context()))
	})
}

// TestPublicationIsDated: data sets that were made public before the time was stored get it from
// their history; for others it is unknown.
func TestPublicationIsDated(t *testing.T) {
	at := func(day string) string { return "2026-01-0" + day + " 03:04:05.000000+00:00" }
	eachAt(t, 33, func(t *testing.T, db *sql.DB, p *goose.Provider, address string) {
		exec := func(query string) {
			t.Helper()
			_, err := db.ExecContext(t.Context(), query)
			check(t, err)
		}
		exec(`INSERT INTO users (id, user_name, user_key, first_name, last_name, email, is_active, password_hash, created_at)
			 VALUES ('u1', 'Jane', 'jane', '', '', '', TRUE, '', '` + at("1") + `')`)
		exec(`INSERT INTO studies VALUES ('s1', 'North', 'north', '', 'Jane', 'u1', '` + at("1") + `', 1, '')`)
		for _, id := range []string{"told", "untold"} {
			exec(`INSERT INTO datasets VALUES ('` + id + `', '` + id + `', '` + id + `', 's1', '', '', '', '', 0, '', '{}', 'Jane', 'jane', 'u1', 'public',
			     '` + at("1") + `', '` + at("9") + `', 'Jane', NULL, 1, 0, 0, '')`)
		}
		for day, action := range map[string]string{"2": "edited", "3": "made it public", "4": "made it private", "5": "made it public"} {
			exec(`INSERT INTO history (object, object_id, at, by_whom, action, detail, changes)
				VALUES ('dataset', 'told', '` + at(day) + `', 'Jane', '` + action + `', '', 'null')`)
		}
		s := storetest.Open(t, address)
		told, err := s.Datasets().Dataset(t.Context(), "told")
		check(t, err)
		untold, err := s.Datasets().Dataset(t.Context(), "untold")
		check(t, err)
		if want := time.Date(2026, 1, 3, 3, 4, 5, 0, time.UTC); told.PublishedAt == nil || !told.PublishedAt.Equal(want) || untold.PublishedAt != nil {
			t.Errorf("made public %v, want %v; and %v, want nothing", told.PublishedAt, want, untold.PublishedAt)
		}
		_, err = p.DownTo(t.Context(), 33)
		check(t, err)
		check(t, s.Migrate(t.Context()))
	})
}

// TestEarlierInputsAreCompared: the inputs of current runs are known for data sets from before they
// were stored, and lists can select by editor.
func TestEarlierInputsAreCompared(t *testing.T) {
	const at = "2026-01-02 03:04:05.000000+00:00"
	eachAt(t, 34, func(t *testing.T, db *sql.DB, p *goose.Provider, address string) {
		for _, query := range []string{
			`INSERT INTO users (id, user_name, user_key, first_name, last_name, email, is_active, password_hash, created_at)
			 VALUES ('u1', 'Jane', 'jane', '', '', '', TRUE, '', '` + at + `')`,
			`INSERT INTO upload_files (id, owner_id, file_name, metadata, size_bytes, received, hash_state, sha256, complete, registered,
				created_at, updated_at, expires_at)
				VALUES ('f1', 'u1', '', '', 1, 1, '', '', TRUE, TRUE, '` + at + `', '` + at + `', '` + at + `')`,
			`INSERT INTO hermes_uploads (id, file_id, dataset_name, dataset_key, cohort, cohort_key, phenotype, ancestry, sex, genome_build, n_total,
				file_name, file_size, sha256, metadata, mapping, status, status_since, run_id, reviewed_by, review_note, uploaded_by, uploader_id,
				uploaded_at, version, search_key, waiting_on, review)
				VALUES ('d1', 'f1', 'One', 'one', '', '', '', '', '', 'hg19', 1, '', 1, '', '{"cohort":"C"}', '{}', 'READY FOR REVIEW', '` + at + `',
				'r2', '', '', 'Jane', 'u1', '` + at + `', 1, '', 'reviewer', '{"editors":["e1","e2"]}')`,
			`INSERT INTO qc_runs (id, upload_id, number, status, verdict, settings, mapping, job_id, created_by, created_at, report, error)
				VALUES ('r1', 'd1', 1, 'COMPLETED', '', '{}', '{}', 'j', 'Jane', '` + at + `', '', ''),
				       ('r2', 'd1', 2, 'COMPLETED', '', '{}', '{}', 'j', 'Jane', '` + at + `', '', '')`,
		} {
			_, err := db.ExecContext(t.Context(), query)
			check(t, err)
		}
		s := storetest.Open(t, address)
		runs, err := s.Hermes().QCRunsByID(t.Context(), []string{"r1", "r2"})
		check(t, err)
		if len(runs) != 2 || runs[0].Metadata != nil || string(runs[1].Metadata) != `{"cohort":"C"}` {
			t.Errorf("metadata of the runs: %s, %s", runs[0].Metadata, runs[1].Metadata)
		}
		for who, want := range map[string]int64{"e1": 0, "e2": 0, "e": 1} {
			caller := &hermes.Caller{ID: who, Reviews: true, NotOf: []string{who}, NotAfter: []string{who}}
			n, err := s.Hermes().CountUploads(t.Context(), hermes.UploadFilter{WaitingFor: caller})
			check(t, err)
			if n != want {
				t.Errorf("%d wait for %s, want %d", n, who, want)
			}
		}
		_, err = p.DownTo(t.Context(), 34)
		check(t, err)
		check(t, s.Migrate(t.Context()))
	})
}

func wantHistories(t *testing.T, s *store.Store) {
	t.Helper()
	got, err := s.History(t.Context(), "dataset", "d1")
	check(t, err)
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	want := []record.Entry{
		{At: at, By: "Jane", Action: "edited", Detail: "Sex", Changes: []record.Change{{Field: "Sex", Before: "Male", After: "Female"}}},
		{At: at, By: "Jane", Action: "registered"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("of the data set (-want +got):\n%s", diff)
	}
	got, err = s.History(t.Context(), "cohort", "d1")
	check(t, err)
	if diff := cmp.Diff([]record.Entry{{At: at, By: "Jane", Action: "validated"}}, got); diff != "" {
		t.Errorf("of the cohort (-want +got):\n%s", diff)
	}
}

func wantMigrated(t *testing.T, s *store.Store) {
	t.Helper()
	x, _, err := s.Accounts().Session(t.Context(), "hash")
	check(t, err)
	if x.ID == "" || strings.Contains(x.TokenHash, x.ID) || x.Group != "" || !x.AuthenticatedAt.Equal(x.CreatedAt) || !x.Remember || x.CreatedAt.Hour() != 3 {
		t.Errorf("session %+v", x)
	}
	j, err := s.Job(t.Context(), "j1")
	check(t, err)
	if j.Area != auth.AreaHermes || j.RunID != "r1" || j.CreatedAt.Hour() != 3 {
		t.Errorf("job %+v", j)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
