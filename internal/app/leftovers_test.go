package app

import (
	"errors"
	"io"
	"maps"
	"os"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/upload"
	"cohortium/internal/app/console"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/toolrun"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/errs"
)

// checkNothingIsLeft opens the servers' storage and compares blobs and rows: after a sweep each
// blob has its row, and each row its blobs.
func checkNothingIsLeft(t *testing.T, settings config.Settings) {
	t.Helper()
	k, err := openStack(t.Context(), settings, newLog(io.Discard), tuning{})
	must(t, err)
	defer func() { must(t, k.Close()) }()
	k.blobs.KeepOrphans(0)
	later := func() time.Time { return console.Now().Add(25 * time.Hour) } // orphans are old enough then
	// A day later no run, result or file of the tools remains.
	must(t, toolrun.NewService(k.store.ToolRuns(), k.uploads, k.blobs, later, newID, toolrun.Config{}).Sweep(t.Context()))
	must(t, upload.NewService(k.store, k.blobs, later, newID, upload.Options{}).Sweep(t.Context()))
	sweep := func() error {
		return hermes.NewService(k.store.Hermes(), k.uploads, k.blobs, later, newID, hermes.Config{TempDir: settings.Temp()}).Sweep(t.Context())
	}
	if err := sweep(); errs.Is(err, errs.Rule) { // so many attempts were killed that an administrator must approve
		_, err := k.blobs.Approve(t.Context())
		must(t, errors.Join(err, sweep()))
	} else {
		must(t, err)
	}
	must(t, sgc.NewService(k.store.SGC(), k.blobs, later, newID, sgc.Config{}).Sweep(t.Context()))
	must(t, dataset.NewService(k.store.Datasets(), k.uploads, k.blobs, later, newID, dataset.Config{}).Sweep(t.Context()))

	if found, err := findBad(t.Context(), k.store, k.blobs, true); err != nil || found.named == 0 || len(found.bad) > 0 || found.unrecorded > 0 {
		t.Errorf("of %d files that are named, %d have no checksum, and these are missing or damaged: %q, %v", found.named, found.unrecorded, found.bad, err)
	}

	left := map[string]bool{}
	for _, prefix := range []string{"uploads/", "hermes/", "sgc/", "datasets/", "tools/"} {
		must(t, k.blobs.List(t.Context(), prefix, func(o blob.Object) error { left[o.Key] = true; return nil }))
	}
	for key := range expectedBlobs(t, k) {
		if !left[key] {
			t.Errorf("the blob %s is missing", key)
		}
		delete(left, key)
	}
	for key := range maps.Keys(left) {
		if ofLostAttempt(key) {
			continue // until the sweep, a day later
		}
		t.Errorf("the blob %s belongs to nothing", key)
	}
	if entries, err := os.ReadDir(settings.Temp()); err != nil || len(entries) > 0 {
		t.Errorf("working files are left: %v %v", entries, err)
	}
	k.checkHistory(t)
}

// qcFiles are the files of one QC run without a panel.
var qcFiles = []string{
	"report.json",
	"clean.tsv.gz",
	"clean.tsv.gz.tbi",
	"clean.parquet",
	"excluded.tsv.gz",
	"leftout.tsv.gz",
	"leftout.tsv.gz.tbi",
	"variants.sketch",
	"studies.sample",
	"manhattan.json",
	"manhattan.svg",
	"qq.json",
	"qq.svg",
	"pz.json",
	"pz.svg",
}

// ofLostAttempt recognises results of attempts at a run, a meta-analysis or a check.
func ofLostAttempt(key string) bool {
	part := strings.Split(key, "/")
	return len(part) == 7 && part[0] == "hermes" && part[3] == "qc" || len(part) == 5 && part[1] == "ma" || len(part) == 7 && part[3] == "checks"
}

func expectedBlobs(t *testing.T, k *stack) map[string]bool {
	t.Helper()
	want := map[string]bool{}
	sets, _, err := k.store.Hermes().Uploads(t.Context(), hermes.UploadFilter{})
	must(t, err)
	for _, u := range sets {
		k.expectParts(t, want, u.FileID)
		run, err := k.store.Hermes().QCRun(t.Context(), u.RunID)
		must(t, err)
		for _, name := range qcFiles {
			want["hermes/uploads/"+u.ID+"/qc/"+u.RunID+"/"+run.Attempt+"/"+name] = true
		}
	}
	metas, _, err := k.store.Hermes().Metas(t.Context(), hermes.MetaFilter{})
	must(t, err)
	for _, m := range metas {
		for _, f := range m.Files {
			want["hermes/ma/"+m.ID+"/"+m.Attempt+"/"+f.Name] = true
		}
	}
	k.expectCohorts(t, want)
	k.expectChecks(t, want)
	return want
}

// expectParts adds the parts of an uploaded file.
func (k *stack) expectParts(t *testing.T, want map[string]bool, fileID string) {
	t.Helper()
	parts, err := k.store.Parts(t.Context(), fileID)
	must(t, err)
	for _, p := range parts {
		want["uploads/"+p.FileID+"/"+p.ID] = true
	}
}

// checkHistory requires that each meta-analysis was completed once.
func (k *stack) checkHistory(t *testing.T) {
	t.Helper()
	metas, _, err := k.store.Hermes().Metas(t.Context(), hermes.MetaFilter{})
	must(t, err)
	for _, m := range metas {
		entries, err := k.store.Hermes().History(t.Context(), "meta", m.ID)
		must(t, err)
		n := 0
		for _, e := range entries {
			if e.Action == "completed" {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s was completed %d times: %+v", m.Name, n, entries)
		}
	}
}
