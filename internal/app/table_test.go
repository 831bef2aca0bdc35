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
	"cohortium/internal/area/pagetable"
	tablesource "cohortium/internal/area/pagetable/source"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/fetch"
)

// TestKilledServerFinishesItsTables kills the whole server at each step of making a table, on both
// stacks. The next process finishes by itself; each table is created once, and no file remains.
func TestKilledServerFinishesItsTables(t *testing.T) {
	onBothStacks(t, func(t *testing.T, settings config.Settings) {
		s := &site{settings: settings}
		addPeople(t, s.settings)
		addSGCPeople(t, s.settings)
		addContributor(t, s.settings)
		s.start(t)
		var table strings.Builder
		table.WriteString("chr\tpos\tp\n")
		for i := range 5000 {
			fmt.Fprintf(&table, "%d\t%d\t0.%04d\n", 1+i%22, 1000+i, 1+i)
		}
		points := []string{"begun", "computed", "stored", "done"}
		for i, point := range points {
			source := map[string]string{"kind": "text", "text": table.String(), "name": point}
			if i%2 == 0 {
				source = map[string]string{"kind": "upload", "id": s.uploader.upload(t, point+".tsv", []byte(table.String()))}
			}
			var x subject
			s.dieAt(t, pagetable.KindMake+":"+point, func() {
				s.uploader.want(t, http.StatusAccepted, http.MethodPost, "/api/tables", map[string]any{"source": source}, &x)
			})
			s.checkTable(t, x.ID)
		}
		s.stop(t)
		checkTableFiles(t, s.settings, len(points))
	})
}

// checkTable waits for a table and checks that it is complete.
func (s *site) checkTable(t *testing.T, id string) {
	t.Helper()
	var x struct {
		State       string
		Rows, Bytes int
		Overview    bool
	}
	for end := time.Now().Add(takenOver); x.State != "ready" && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		s.uploader.want(t, http.StatusOK, http.MethodGet, "/api/tables/"+id, nil, &x)
	}
	var plots struct{ QQ struct{ N int } }
	s.uploader.want(t, http.StatusOK, http.MethodGet, "/api/tables/"+id+"/overview", nil, &plots)
	if x.Rows != 5000 || x.Bytes == 0 || !x.Overview || plots.QQ.N != 5000 {
		t.Errorf("%+v, %+v", x, plots)
	}
}

// checkTableFiles requires two files per table after lost attempts and texts are swept, and no
// working files.
func checkTableFiles(t *testing.T, settings config.Settings, tables int) {
	t.Helper()
	k, err := openStack(t.Context(), settings, newLog(io.Discard), tuning{})
	must(t, err)
	defer func() { must(t, k.Close()) }()
	k.blobs.KeepOrphans(0)
	later := func() time.Time { return console.Now().Add(25 * time.Hour) } // orphans are old enough then
	sources := tablesource.Files{Sources: k.indexSources(), Indexes: k.indexes}
	must(
		t,
		pagetable.NewService(
			k.store.PageTables(),
			sources,
			tablesource.Web{Client: fetch.NewClient(fetch.Config{Off: true})},
			k.blobs,
			later,
			newID,
			pagetable.Config{},
		).Sweep(
			t.Context(),
		),
	)
	n := 0
	must(t, k.blobs.List(t.Context(), "tables/", func(blob.Object) error { n++; return nil }))
	if n != 2*tables {
		t.Errorf("%d files of %d tables", n, tables)
	}
}
