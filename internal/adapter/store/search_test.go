package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/sgc"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// A search by the index finds what reading every object finds, for each caller, while objects are renamed, shared, put in the bin
// and deleted.
func TestSearchFindsWhatReadingFinds(t *testing.T) {
	storetest.OnEach(t, cluster.Database, func(t *testing.T, db *store.Store) {
		seed := uint64(time.Now().UnixNano())
		t.Logf("seed %d", seed)
		w := &searchWalk{db: db, random: rand.New(rand.NewPCG(seed, 1))}
		storetest.FillToSize(t, db, storetest.Size{Datasets: 60, Uploads: 20, Metas: 10, Accounts: 60, Cohorts: 20}, []byte(`{"steps":[]}`))
		must(t, db.Datasets().InTx(t.Context(), func(tx dataset.Tx) error {
			d, err := tx.Dataset(t.Context(), "d00000")
			if err != nil {
				return err
			}
			d.Submitter = strings.Join(oddWords, " ")
			return tx.UpdateDataset(t.Context(), d)
		}))
		for round := range 12 {
			for range 4 * min(round, 1) {
				must(t, w.change(t.Context()))
			}
			for i := range max(6, len(oddWords)*(1-round)) {
				q := w.query()
				if round == 0 { // nothing has changed yet
					q = oddWords[i]
				}
				got := w.answers(t, q)
				restore := store.SearchByReading()
				want := w.answers(t, q)
				restore()
				if round == 0 && got["data sets of all"] == "0: " {
					t.Errorf("%q is not found", q)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("%q (-by reading +by the index):\n%s", q, diff)
				}
				for _, answer := range got {
					w.found += strings.Count(answer, " ")
				}
			}
		}
		if w.found < 200 {
			t.Errorf("the queries found %d things, too few to compare", w.found)
		}
		for _, stale := range []string{
			`SELECT count(*) FROM search_words WHERE kind = 'datasets' AND object_id NOT IN (SELECT id FROM datasets)`,
			`SELECT count(*) FROM search_words WHERE kind = 'users' AND object_id NOT IN (SELECT id FROM users)`,
			`SELECT count(*) FROM search_terms AS k WHERE NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = k.kind AND w.word = k.word)`,
			`SELECT count(*) FROM search_words AS w WHERE NOT EXISTS (SELECT 1 FROM search_terms AS k WHERE w.kind = k.kind AND w.word = k.word)`,
		} {
			n, err := db.Count(t.Context(), stale)
			must(t, err)
			if n != 0 {
				t.Errorf("%d rows: %s", n, stale)
			}
		}
	})
}

// searchWalk changes a registry at random and searches it.
type searchWalk struct {
	db     *store.Store
	random *rand.Rand
	found  int
}

// oddWords are words that a pattern, an array or a split could misread.
var oddWords = []string{
	`100%`, `a_b`, `wow!`, `back\slash`, `"quoted"`, `Łódź`, `Straße`, "Café", "o'hara", `[x]`, `{y}`, "tab\tbed", "no\u00a0break", `\n`, `\u0041`, "é",
	strings.Repeat("long", 80), strings.Repeat("ä", 400),
}

func (w *searchWalk) word() string {
	if w.random.IntN(3) == 0 {
		return oddWords[w.random.IntN(len(oddWords))]
	}
	words := strings.Fields("Author trait cohort Cohort of the north University diabetes heart failure index height 17 p0001 example.org analysis " +
		"release u3 up0012")
	return words[w.random.IntN(len(words))]
}

// query returns one to three words or parts of them.
func (w *searchWalk) query() string {
	var q []string
	for range 1 + w.random.IntN(3) {
		word := []rune(w.word())
		from := w.random.IntN(len(word))
		if w.random.IntN(2) == 0 {
			word = word[from : from+1+w.random.IntN(len(word)-from)]
		}
		q = append(q, string(word))
	}
	return strings.Join(q, " ")
}

// change changes one object.
func (w *searchWalk) change(ctx context.Context) error {
	id := fmt.Sprintf("d%05d", w.random.IntN(60))
	name := fmt.Sprintf("%s %s %d", w.word(), w.word(), w.random.Int64())
	if w.random.IntN(4) == 0 {
		return w.db.Accounts().InTx(ctx, func(tx auth.Tx) error {
			u, err := tx.User(ctx, fmt.Sprintf("p%05d", w.random.IntN(60)))
			if errs.Is(err, errs.NotFound) {
				return nil
			}
			if err != nil {
				return err
			}
			if w.random.IntN(3) == 0 {
				return tx.DeleteUser(ctx, u.ID)
			}
			u.FirstName = name
			return tx.UpdateUser(ctx, u)
		})
	}
	return w.db.Datasets().InTx(ctx, func(tx dataset.Tx) error {
		d, err := tx.Dataset(ctx, id)
		if errs.Is(err, errs.NotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		at := storetest.Epoch
		switch w.random.IntN(6) {
		case 0:
			return tx.DeleteDataset(ctx, id)
		case 1:
			d.DeletedAt = &at
		case 2:
			d.DeletedAt = nil
		case 3:
			d.Sharing = []dataset.Sharing{dataset.Public, dataset.Private, dataset.Named}[w.random.IntN(3)]
		case 4:
			d.Submitter, d.Description = d.Owner.UserName, name
		default:
			d.Name = name
		}
		return tx.UpdateDataset(ctx, d)
	})
}

// answers returns what each list finds, by caller.
func (w *searchWalk) answers(t *testing.T, q string) map[string]string {
	t.Helper()
	ctx, out := t.Context(), map[string]string{}
	note := func(list string, total int64, err error, ids []string) {
		must(t, err)
		out[list] = fmt.Sprintf("%d: %s", total, strings.Join(ids, " "))
	}
	for name, f := range map[string]dataset.Filter{
		"all": {Reader: &dataset.Reader{UserID: "u1", All: true}}, "bin": {Reader: &dataset.Reader{UserID: "u1", All: true}, Bin: true},
		"u3": {Reader: &dataset.Reader{UserID: "u3", Groups: []string{"club"}}}, "a stranger": {Open: true},
	} {
		f.Q, f.Limit = q, 500
		rows, total, err := w.db.Datasets().Datasets(ctx, f)
		note("data sets of "+name, total, err, idsOf(rows, func(r *dataset.Row) string { return r.ID }))
	}
	studies, total, err := w.db.Datasets().Studies(ctx, dataset.StudyFilter{Q: q, Limit: 500})
	note("studies", total, err, idsOf(studies, func(r *dataset.Study) string { return r.ID }))
	users, total, err := w.db.Accounts().Accounts(ctx, auth.AccountFilter{Query: q, Limit: 500})
	note("accounts", total, err, idsOf(users, func(r auth.AccountRow) string { return r.User.ID }))
	uploads, total, err := w.db.Hermes().Uploads(ctx, hermes.UploadFilter{Query: q, UploaderID: "u3", Limit: 500})
	note("submissions of u3", total, err, idsOf(uploads, func(r *hermes.Submission) string { return r.ID }))
	metas, total, err := w.db.Hermes().Metas(ctx, hermes.MetaFilter{Query: q, Limit: 500})
	note("meta-analyses", total, err, idsOf(metas, func(r *hermes.Meta) string { return r.ID }))
	cohorts, total, err := w.db.SGC().Cohorts(ctx, sgc.CohortFilter{Q: q, MemberID: "u3", Limit: 500})
	note("cohorts of u3", total, err, idsOf(cohorts, func(r *sgc.CohortRow) string { return r.ID }))
	return out
}

func idsOf[T any](list []T, id func(T) string) (ids []string) {
	for _, one := range list {
		ids = append(ids, id(one))
	}
	return ids
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
