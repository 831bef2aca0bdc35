package app

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/app/console"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/bioindex/source"
	"cohortium/internal/platform/config"
)

// TestKilledServerFinishesItsIndexes kills the whole server at each step of building and verifying
// an index, on both stacks. The next process finishes by itself; each build takes effect once, and
// no file remains.
func TestKilledServerFinishesItsIndexes(t *testing.T) {
	onBothStacks(t, func(t *testing.T, settings config.Settings) {
		s := &site{settings: settings}
		addPeople(t, s.settings)
		addSGCPeople(t, s.settings)
		addContributor(t, s.settings)
		s.start(t)
		var table strings.Builder
		table.WriteString("chr\tpos\tgene\n")
		for i := range 5000 {
			fmt.Fprintf(&table, "%d\t%d\tG%d\n", 1+i%22, 1000+7919*i%99991, i%100) // unsorted
		}
		for _, point := range []string{"begun", "computed", "stored", "done"} {
			var x subject
			s.dieAt(t, bioindex.KindBuild+":"+point, func() {
				s.uploader.want(t, http.StatusCreated, http.MethodPost, "/api/indexes", map[string]any{
					"name": "killed when " + point, "schema": "chr:pos", "genome_build": "GRCh37",
					"source": map[string]string{"kind": "upload", "id": s.uploader.upload(t, point+".tsv", []byte(table.String()))},
				}, &x)
			})
			s.uploader.await(t, "/api/indexes/"+x.ID, takenOver, "ready")
			s.checkIndex(t, x.ID, 0)
		}
		var x subject
		s.uploader.want(t, http.StatusCreated, http.MethodPost, "/api/indexes", map[string]any{
			"name": "verified", "schema": "gene", "source": map[string]string{"kind": "upload", "id": s.uploader.upload(t, "v.tsv", []byte(table.String()))},
		}, &x)
		s.uploader.await(t, "/api/indexes/"+x.ID, takenOver, "ready")
		s.dieAt(t, bioindex.KindVerify+":computed", func() {
			s.uploader.want(t, http.StatusOK, http.MethodPost, "/api/indexes/"+x.ID+"/verify", map[string]any{"queries": 17}, nil)
		})
		s.checkIndex(t, x.ID, 17)
		s.stop(t)
		checkIndexFiles(t, s.settings, 5)
	})
}

// checkIndex requires an index that was built once, answers queries, and was verified with this
// many queries, any number for 0.
func (s *site) checkIndex(t *testing.T, id string, queries int) {
	t.Helper()
	var x struct {
		Build struct {
			Rows, Arity int
			Proof       struct{ Queries, Differ int }
		}
	}
	for end := time.Now().Add(takenOver); ; time.Sleep(20 * time.Millisecond) {
		s.uploader.want(t, http.StatusOK, http.MethodGet, "/api/indexes/"+id, nil, &x)
		if queries == 0 || x.Build.Proof.Queries == queries || time.Now().After(end) {
			break
		}
	}
	if x.Build.Rows != 5000 || x.Build.Proof.Differ != 0 || x.Build.Proof.Queries == 0 || queries > 0 && x.Build.Proof.Queries != queries {
		t.Errorf("%+v", x)
	}
	var history struct{ Items []struct{ Action string } }
	s.uploader.want(t, http.StatusOK, http.MethodGet, "/api/indexes/"+id+"/history", nil, &history)
	built := 0
	for _, e := range history.Items {
		if e.Action == "built" {
			built++
		}
	}
	var n struct{ Count int }
	path := map[bool]string{true: "?q=G7", false: "?q=1:1-200000"}[queries > 0]
	s.uploader.want(t, http.StatusOK, http.MethodGet, "/api/bio/count/"+id+path, nil, &n)
	if want := map[bool]int{true: 50, false: 228}[queries > 0]; built != 1 || n.Count != want {
		t.Errorf("built %d times, %d rows of %s, want %d", built, n.Count, path, want)
	}
}

// checkIndexFiles requires two files per index after lost attempts are swept, and no working files.
func checkIndexFiles(t *testing.T, settings config.Settings, indexes int) {
	t.Helper()
	k, err := openStack(t.Context(), settings, newLog(io.Discard), tuning{})
	must(t, err)
	defer func() { must(t, k.Close()) }()
	k.blobs.KeepOrphans(0)
	later := func() time.Time { return console.Now().Add(25 * time.Hour) } // orphans are old enough then
	sources := source.Files{Uploads: k.uploads, Datasets: k.datasets, Hermes: k.hermes}
	must(t, bioindex.NewService(k.store.Indexes(), sources, k.uploads, k.blobs, k.datasets, later, newID, bioindex.Config{}).Sweep(t.Context()))
	n := 0
	must(t, k.blobs.List(t.Context(), "indexes/", func(blob.Object) error { n++; return nil }))
	if n != 2*indexes {
		t.Errorf("%d files of %d indexes", n, indexes)
	}
}
