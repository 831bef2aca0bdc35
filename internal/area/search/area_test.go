package search_test

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/pgtest"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/adapter/upload"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/search"
	"cohortium/internal/area/sgc"
	"cohortium/internal/platform/auth"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) { os.Exit(cluster.Run(m)) }

// A word matches literally, on both engines: signs of patterns are letters, and case and spelling
// of accents do not matter.
func TestWordsMeanThemselves(t *testing.T) {
	storetest.OnEach(t, cluster.Database, wordsMeanThemselves)
}

func wordsMeanThemselves(t *testing.T, db *store.Store) {
	storetest.AddUser(t, db, "ann", "contributor")
	ann := auth.NewIdentity(&auth.User{ID: "ann", UserName: "ann", IsActive: true, Roles: []string{"contributor", "sgc-uploader"}}, nil)
	s := searchOf(t, db, ann, "100% north", "100x south", "a_b", "axb", "wow!", "Łódź Straße", "Café", `back\slash`)
	for _, tt := range []struct {
		q    string
		want []string
	}{
		{"100%", []string{"100% north"}},
		{"%", []string{"100% north"}},
		{"_", []string{"a_b"}},
		{"a_b", []string{"a_b"}},
		{"!", []string{"wow!"}},
		{`k\s`, []string{`back\slash`}},
		{"ŁÓDŹ STRASSE", []string{"Łódź Straße"}},
		{"cafe\u0301", []string{"Café"}},
		{"north 100", []string{"100% north"}},
		{"' OR 1=1 --", nil},
		{"100", []string{"100% north", "100x south"}},
	} {
		for _, group := range s.Search(t.Context(), ann, tt.q, 20) {
			if group.Kind != "study" && group.Kind != "cohort" {
				continue
			}
			var got []string
			for _, hit := range group.Hits {
				got = append(got, hit.Title)
			}
			slices.Sort(got)
			if !slices.Equal(got, tt.want) || group.Total != int64(len(tt.want)) || group.Failed {
				t.Errorf("%q finds of %s: %q of %d, want %q", tt.q, group.Kind, got, group.Total, tt.want)
			}
		}
	}
	for _, group := range s.Search(t.Context(), ann, "100", 1) {
		if (group.Kind == "study" || group.Kind == "cohort") && (len(group.Hits) != 1 || group.Total != 2) {
			t.Errorf("with a limit of 1: %+v", group)
		}
	}
}

// searchOf makes studies and cohorts of these names and a search over them.
func searchOf(t *testing.T, db *store.Store, by *auth.Identity, names ...string) *search.Service {
	t.Helper()
	blobs, err := blob.Open(t.Context(), "mem://")
	must(t, err)
	t.Cleanup(func() { _ = blobs.Close() })
	ids := 0
	newID := func() string { ids++; return fmt.Sprintf("id%05d", ids) }
	now := func() time.Time { return storetest.Epoch }
	registry := dataset.NewService(db.Datasets(), upload.NewService(db, blobs, now, newID, upload.Options{}), blobs, now, newID,
		dataset.Config{Accounts: db.Accounts(), TempDir: t.TempDir(), Workers: 1, Random: rand.Reader})
	cohorts := sgc.NewService(db.SGC(), blobs, now, newID, sgc.Config{Accounts: db.Accounts()})
	for _, name := range names {
		_, err := registry.CreateStudy(t.Context(), by, dataset.StudyInput{Name: name, Institution: "Institute"})
		must(t, err)
		_, err = cohorts.CreateCohort(t.Context(), by, sgc.CohortInput{Name: name, Total: 11, Males: 5, Females: 6})
		must(t, err)
	}
	return search.New(slog.New(slog.DiscardHandler), search.SGC(cohorts), search.Datasets(registry))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
