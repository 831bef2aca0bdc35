package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// answers returns everything that can be read about each subject that has a revision.
func answers(t *testing.T, s *store.Store) map[string]string {
	t.Helper()
	ctx := t.Context()
	users, err := s.Accounts().Users(ctx)
	must(t, err)
	live, _, err := s.Datasets().Datasets(ctx, dataset.Filter{})
	must(t, err)
	binned, _, err := s.Datasets().Datasets(ctx, dataset.Filter{Bin: true})
	must(t, err)
	uploads, _, err := s.Hermes().Uploads(ctx, hermes.UploadFilter{})
	must(t, err)
	runs, err := s.Hermes().QCRunsByID(ctx, []string{"r1"})
	must(t, err)
	jobs, err := s.JobsByID(ctx, []string{"j1"})
	must(t, err)
	ties, err := s.Hermes().Ties(ctx)
	must(t, err)
	cohorts, _, err := s.SGC().Cohorts(ctx, sgc.CohortFilter{})
	must(t, err)
	return map[string]string{
		"accounts": asJSON(t, users), "datasets": asJSON(t, live, binned), "uploads": asJSON(t, uploads, runs, jobs, ties), "cohorts": asJSON(t, cohorts),
	}
}

func asJSON(t *testing.T, values ...any) string {
	t.Helper()
	text, err := json.Marshal(values)
	must(t, err)
	return string(text)
}

func revisions(t *testing.T, s *store.Store) map[string]int64 {
	t.Helper()
	r, err := s.Revisions(t.Context())
	must(t, err)
	return map[string]int64{"accounts": r.Accounts, "datasets": r.Datasets, "uploads": r.Uploads, "cohorts": r.Cohorts}
}

// testRevisions: every change of the readable data of a subject raises its revision.
func testRevisions(t *testing.T, s *store.Store) {
	for _, id := range []string{"ann", "bob"} {
		AddUser(t, s, id)
	}
	AddFile(t, s, "u1", "ann")
	addStudy(t, s, newStudy("s1", "ann"))
	for _, w := range slices.Concat(accountWrites(), datasetWrites(), uploadWrites(), cohortWrites()) {
		before, had := answers(t, s), revisions(t, s)
		must(t, w.write(t.Context(), s))
		after, have := answers(t, s), revisions(t, s)
		if after[w.subject] == before[w.subject] {
			t.Errorf("%s changes nothing that is told of %s", w.name, w.subject)
		}
		for subject := range after {
			if after[subject] != before[subject] && have[subject] <= had[subject] {
				t.Errorf("%s changes what is told of %s, whose revision stays %d", w.name, subject, have[subject])
			}
		}
	}
}

// testRevisionsStay: a change that is rolled back, or that no list shows, raises no revision.
func testRevisionsStay(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "ann")
	addStudy(t, s, newStudy("s1", "ann"))
	other := NewJob("j1")
	other.Area = auth.AreaDatasets
	enqueue(t, s, other)
	had := revisions(t, s)
	refused := errors.New("refused")
	err := inDatasets(ctx, s, func(tx dataset.Tx) error {
		return errors.Join(tx.CreateDataset(ctx, newDataset("d1", "ann", "s1")), refused)
	})
	if !errors.Is(err, refused) {
		t.Error(err)
	}
	_, err = s.ClaimJob(ctx, "j1", "lease", "worker", Epoch) // of another area than the list's
	must(t, err)
	_, err = s.BeatJob(ctx, "j1", "lease", "Sorting", 1, 2, Epoch)
	must(t, err)
	must(t, s.Accounts().InTx(ctx, func(tx auth.Tx) error {
		return tx.CreateSession(ctx, &auth.Session{ID: "x1", TokenHash: "hash", UserID: "ann", CreatedAt: Epoch, LastSeenAt: Epoch, ExpiresAt: Epoch})
	}))
	must(t, s.Accounts().TouchSession(ctx, "hash", Epoch))
	if have := revisions(t, s); !maps.Equal(had, have) {
		t.Errorf("revisions %v, had %v", have, had)
	}
}

// write is one kind of change.
type write struct {
	name, subject string
	write         func(ctx context.Context, s *store.Store) error
}

func writesOf[Tx any](
	subject string,
	in func(context.Context, *store.Store, func(Tx) error) error,
) func(name string, fn func(context.Context, Tx) error) write {
	return func(name string, fn func(context.Context, Tx) error) write {
		return write{name, subject, func(ctx context.Context, s *store.Store) error {
			return in(ctx, s, func(tx Tx) error { return fn(ctx, tx) })
		}}
	}
}

// rows are statements without any rule, each a separate change: no table of a subject relies on
// writes to another one.
func rows(subject string, statements ...string) (out []write) {
	for _, text := range statements {
		out = append(out, write{text, subject, func(ctx context.Context, s *store.Store) error { return s.Exec(ctx, text) }})
	}
	return out
}

func accountWrites() []write {
	in := writesOf("accounts", func(ctx context.Context, s *store.Store, fn func(auth.Tx) error) error {
		return s.Accounts().InTx(ctx, fn)
	})
	change := func(name string, change func(*auth.User)) write {
		return in(name, func(ctx context.Context, tx auth.Tx) error {
			u, err := tx.User(ctx, "ann")
			if err != nil {
				return err
			}
			change(u)
			return tx.UpdateUser(ctx, u)
		})
	}
	return append([]write{
		in("a new account", func(ctx context.Context, tx auth.Tx) error {
			return tx.CreateUser(ctx, &auth.User{ID: "eve", UserName: "eve", IsActive: true, CreatedAt: Epoch})
		}),
		change("another role", func(u *auth.User) { u.Roles = []string{"curator"} }),
		change("no role", func(u *auth.User) { u.Roles = nil }),
		change("another group", func(u *auth.User) { u.Groups = []string{"club"} }),
		change("another permission", func(u *auth.User) { u.Grants = []auth.Grant{{Area: auth.AreaHermes, Permission: auth.ManageUsers}} }),
		change("a disabled account", func(u *auth.User) { u.IsActive = false }),
		in("an account that is gone", func(ctx context.Context, tx auth.Tx) error { return tx.DeleteUser(ctx, "eve") }),
	}, rows("accounts",
		`INSERT INTO user_roles (user_id, role) VALUES ('ann', 'curator')`, `UPDATE user_roles SET role = 'analyst'`, `DELETE FROM user_roles`,
		`INSERT INTO user_groups (user_id, group_name) VALUES ('ann', 'friends')`, `UPDATE user_groups SET group_name = 'x' WHERE group_name = 'friends'`,
		`DELETE FROM user_groups WHERE group_name = 'x'`, `INSERT INTO user_permissions (user_id, area, permission) VALUES ('ann', 'sgc', 'manage_users')`,
		`UPDATE user_permissions SET area = 'datasets' WHERE area = 'sgc'`, `DELETE FROM user_permissions`)...)
}

func datasetWrites() []write {
	in := writesOf("datasets", inDatasets)
	change := func(name string, change func(*dataset.Dataset)) write {
		return in(name, func(ctx context.Context, tx dataset.Tx) error {
			d, err := tx.Dataset(ctx, "d1")
			if err != nil {
				return err
			}
			change(d)
			return tx.UpdateDataset(ctx, d)
		})
	}
	bob := []dataset.Person{{ID: "bob", UserName: "bob"}}
	phenotype := &dataset.Phenotype{ID: "p1", DatasetID: "d1", Code: "T2D", SampleSize: 10, CreatedAt: Epoch}
	at := Epoch
	gone := in("a data set that is gone", func(ctx context.Context, tx dataset.Tx) error { return tx.DeleteDataset(ctx, "d1") })
	return slices.Concat([]write{
		in("a new data set", func(ctx context.Context, tx dataset.Tx) error {
			return tx.CreateDataset(ctx, newDataset("d1", "ann", "s1"))
		}),
		change("an edit", func(d *dataset.Dataset) { d.Name = "Edited" }),
		change("a co-owner", func(d *dataset.Dataset) { d.CoOwners = bob }),
		change("a reader", func(d *dataset.Dataset) { d.Sharing, d.People = dataset.Named, bob }),
		change("a group of readers", func(d *dataset.Dataset) { d.Groups = []string{"club"} }),
		{"another name of a reader", "datasets", func(ctx context.Context, s *store.Store) error {
			return s.Accounts().InTx(ctx, func(tx auth.Tx) error {
				u, err := tx.User(ctx, "bob")
				if err != nil {
					return err
				}
				u.UserName = "robert"
				return tx.UpdateUser(ctx, u)
			})
		}},
		change("readers that are no more", func(d *dataset.Dataset) { d.People, d.Groups = nil, nil }),
		change("publication", func(d *dataset.Dataset) { d.Sharing = dataset.Public }),
		change("another owner", func(d *dataset.Dataset) { d.Owner, d.CoOwners = bob[0], nil }),
		in("a phenotype", func(ctx context.Context, tx dataset.Tx) error { return tx.CreatePhenotype(ctx, phenotype) }),
		in("another description of a phenotype", func(ctx context.Context, tx dataset.Tx) error {
			p := *phenotype
			p.Description = "Type 2 diabetes"
			return tx.UpdatePhenotype(ctx, &p)
		}),
		in("a phenotype that is gone", func(ctx context.Context, tx dataset.Tx) error { return tx.DeletePhenotype(ctx, "p1") }),
		in("another institution of the study", func(ctx context.Context, tx dataset.Tx) error {
			study, err := tx.Study(ctx, "s1")
			if err != nil {
				return err
			}
			study.Institution = "Elsewhere"
			return tx.UpdateStudy(ctx, study)
		}),
		change("a way into the bin", func(d *dataset.Dataset) { d.DeletedAt = &at }),
		change("a way out of the bin", func(d *dataset.Dataset) { d.DeletedAt = nil }),
	}, rows("datasets", `UPDATE datasets SET bytes = bytes + 1`, `UPDATE studies SET institution = 'Nowhere'`,
		`INSERT INTO dataset_people (dataset_id, user_id, role) VALUES ('d1', 'ann', 'reader')`, `UPDATE dataset_people SET role = 'co-owner'`,
		`DELETE FROM dataset_people`, `INSERT INTO dataset_groups (dataset_id, name) VALUES ('d1', 'club')`, `UPDATE dataset_groups SET name = 'friends'`,
		`DELETE FROM dataset_groups`), []write{gone})
}

func uploadWrites() []write {
	in := writesOf("uploads", func(ctx context.Context, s *store.Store, fn func(hermes.Tx) error) error {
		return s.Hermes().InTx(ctx, fn)
	})
	run := NewQCRun("r1", "u1")
	run.JobID = "j1"
	gone := in("an upload that is gone", func(ctx context.Context, tx hermes.Tx) error { return tx.DeleteUpload(ctx, "u1") })
	return slices.Concat([]write{
		in("a new upload", func(ctx context.Context, tx hermes.Tx) error { return tx.CreateUpload(ctx, NewUpload("u1", "ann")) }),
		in("a QC run", func(ctx context.Context, tx hermes.Tx) error { return tx.CreateQCRun(ctx, run) }),
		in("its job", func(ctx context.Context, tx hermes.Tx) error { return tx.Enqueue(ctx, NewJob("j1")) }),
		{"a job that begins", "uploads", func(ctx context.Context, s *store.Store) error {
			_, err := s.ClaimJob(ctx, "j1", "lease", "worker", Epoch)
			return err
		}},
		{"progress of a job", "uploads", func(ctx context.Context, s *store.Store) error {
			_, err := s.BeatJob(ctx, "j1", "lease", "Sorting", 1, 2, Epoch)
			return err
		}},
		in("a QC run that has ended", func(ctx context.Context, tx hermes.Tx) error {
			r := *run
			r.Status = hermes.RunFailed
			return tx.UpdateQCRun(ctx, &r)
		}),
		in("acceptance", func(ctx context.Context, tx hermes.Tx) error {
			u, err := tx.Upload(ctx, "u1")
			if err != nil {
				return err
			}
			u.Status, u.ReviewedBy = hermes.ReviewApproved, "bob"
			return tx.UpdateUpload(ctx, u)
		}),
		{"the maker of an account", "uploads", func(ctx context.Context, s *store.Store) error {
			return s.Accounts().InTx(ctx, func(tx auth.Tx) error { return tx.AddMaker(ctx, "ann", "bob", auth.BondMade) })
		}},
		{"an account of a provider", "uploads", func(ctx context.Context, s *store.Store) error {
			return s.Accounts().InTx(ctx, func(tx auth.Tx) error {
				return tx.LinkIdentity(ctx, &auth.AccountIdentity{ID: "i1", UserID: "ann", Issuer: "https://issuer.example", Subject: "s", LinkedAt: Epoch})
			})
		}},
	}, rows(
		"uploads",
		`UPDATE account_makers SET maker_id = 'ann' WHERE user_id = 'ann'`,
		`DELETE FROM account_makers`,
		`DELETE FROM qc_runs`,
		`DELETE FROM jobs`,
	), []write{gone})
}

func cohortWrites() []write {
	in := writesOf("cohorts", inSGC)
	change := func(name string, change func(*sgc.Cohort)) write {
		return write{name, "cohorts", func(ctx context.Context, s *store.Store) error {
			c, err := s.SGC().Cohort(ctx, "c1")
			if err != nil {
				return err
			}
			change(c)
			return inSGC(ctx, s, func(tx sgc.Tx) error { return tx.UpdateCohort(ctx, c) })
		}}
	}
	c, at := newCohort("c1", "ann"), Epoch
	gone := in("a cohort that is gone", func(ctx context.Context, tx sgc.Tx) error { return tx.DeleteCohort(ctx, "c1") })
	return slices.Concat([]write{
		in("a new cohort", func(ctx context.Context, tx sgc.Tx) error { return tx.CreateCohort(ctx, c) }),
		change("an edit of a cohort", func(c *sgc.Cohort) { c.Name = "Edited" }),
		change("a co-owner of a cohort", func(c *sgc.Cohort) { c.CoOwners = []sgc.Person{{ID: "bob", UserName: "bob"}} }),
		change("another owner of a cohort", func(c *sgc.Cohort) { c.Owner, c.CoOwners = sgc.Person{ID: "bob", UserName: "bob"}, nil }),
		in("a file", func(ctx context.Context, tx sgc.Tx) error {
			return tx.AddFile(ctx, newSGCFile(c, check.CasesMale, 1), sgc.Rows{})
		}),
		in("a file that is retired", func(ctx context.Context, tx sgc.Tx) error { return tx.RetireFile(ctx, "c1", check.CasesMale) }),
		change("validation", func(c *sgc.Cohort) { c.Status, c.ValidatedAt = sgc.Validated, &at }),
	}, rows("cohorts",
		`INSERT INTO sgc_co_owners (cohort_id, user_id, user_name) VALUES ('c1', 'ann', 'ann')`, `UPDATE sgc_co_owners SET user_name = 'anne'`,
		`DELETE FROM sgc_co_owners`, `UPDATE sgc_files SET is_current = TRUE`, `DELETE FROM sgc_files`), []write{gone})
}

// testAccountsOfSessions: the current account is returned, however often its sessions and API
// tokens were read before.
func testAccountsOfSessions(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "ann", "curator")
	must(t, s.Accounts().InTx(ctx, func(tx auth.Tx) error {
		return errors.Join(
			tx.CreateSession(ctx, &auth.Session{ID: "x1", TokenHash: "hash", UserID: "ann", CreatedAt: Epoch, LastSeenAt: Epoch, ExpiresAt: Epoch}),
			tx.CreateAPIToken(ctx, &auth.APIToken{ID: "t1", Hash: "hash", UserID: "ann", Name: "Script", CreatedAt: Epoch, ExpiresAt: Epoch}),
		)
	}))
	for _, w := range append(accountWrites()[1:6], write{name: "another name", write: func(ctx context.Context, s *store.Store) error {
		return s.Exec(ctx, `UPDATE users SET first_name = 'Annabel' WHERE id = 'ann'`)
	}}) {
		_, kept, err := s.Accounts().Session(ctx, "hash")
		must(t, err)
		for _, list := range [][]string{kept.Roles, kept.Groups} { // each caller may change its copy
			for i := range list {
				list[i] = "scribbled"
			}
		}
		must(t, w.write(ctx, s))
		want, err := s.Accounts().User(ctx, "ann")
		must(t, err)
		for range 2 {
			x, got, err := s.Accounts().Session(ctx, "hash")
			must(t, err)
			if asJSON(t, got) != asJSON(t, want) {
				t.Errorf("after %s:\n%s\nwant %s", w.name, asJSON(t, got), asJSON(t, want))
			}
			token, holder, err := s.Accounts().APITokenByHash(ctx, "hash")
			must(t, err)
			if asJSON(t, holder) != asJSON(t, want) {
				t.Errorf("after %s, the token is of\n%s\nwant %s", w.name, asJSON(t, holder), asJSON(t, want))
			}
			if now, err := s.Revisions(ctx); err != nil || *x.Revisions != *now || *token.Revisions != *now {
				t.Errorf("after %s: session and token come with %+v and %+v; want %+v, %v", w.name, x.Revisions, token.Revisions, now, err)
			}
		}
	}
	must(t, s.Accounts().InTx(ctx, func(tx auth.Tx) error { return tx.DeleteSession(ctx, "hash") }))
	_, _, err := s.Accounts().Session(ctx, "hash")
	wantKind(t, err, errs.NotFound)
}
