package storetest

import (
	"context"
	"encoding/json"
	"testing"

	"cohortium/internal/dataset"
	"cohortium/internal/hermes"
	"cohortium/internal/store"
)

// Only the current report of a data set counts, and a text means itself.
func testReportsNaming(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	reports := []struct{ upload, run, current, report string }{
		{"d1", "r1", "r1", `{"panel":{"sha256":"ab%c"}}`},
		{"d2", "r2", "", `{"panel":{"sha256":"ab%c"}}`},
		{"d3", "r3", "r3", `{"panel":{"sha256":"abxc"}}`},
		{"d4", "r4", "r4", `{"lift":{"chain":{"sha256":"ab%c"}}}`},
	}
	for _, r := range reports {
		u := addUpload(t, s, NewUpload(r.upload, "u1"))
		must(t, inTx(t, s, func(tx hermes.Tx) error {
			run := NewQCRun(r.run, r.upload)
			if err := tx.CreateQCRun(ctx, run); err != nil {
				return err
			}
			run.Report, u.RunID = json.RawMessage(r.report), r.current
			if err := tx.UpdateQCRun(ctx, run); err != nil {
				return err
			}
			return tx.UpdateUpload(ctx, u)
		}))
	}
	for text, want := range map[string]int64{"ab%c": 2, "abxc": 1, "absent": 0} {
		if sets, analyses, err := s.Reporting(ctx, text); err != nil || sets != want || analyses != 0 {
			t.Errorf("%q: %d data sets and %d meta-analyses, %v; want %d and none", text, sets, analyses, err, want)
		}
	}
	for _, tt := range []struct {
		text  string
		limit int
		names []string
		total int64
	}{
		{"ab%c", 5, []string{"Data set d1", "Data set d4"}, 2},
		{"ab%c", 1, []string{"Data set d1"}, 2},
		{"absent", 5, nil, 0},
	} {
		list, total, err := s.UploadsReporting(ctx, tt.text, tt.limit)
		must(t, err)
		var names []string
		for _, u := range list {
			names = append(names, u.DatasetName)
		}
		if len(names) != len(tt.names) || total != tt.total || len(names) > 0 && names[0] != tt.names[0] {
			t.Errorf("%q, at most %d: %q of %d, want %q of %d", tt.text, tt.limit, names, total, tt.names, tt.total)
		}
	}
}

// Reports of the registry count by data set, of the newest check of a current file;
// meta-analyses by their summary.
func testReportsOfOtherAreasNaming(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	holdingData(t, s, "d1", "u1")
	for version, id := range []string{"f1", "f2", "f3"} { // f3 takes the place of f2
		completeUpload(t, s, "up"+id, "u1", 7)
		file := fileVersion(id, "d1", "up"+id, version+1, 7)
		if id == "f1" {
			file.ParentID = "another"
		}
		inData(t, s, func(ctx context.Context, tx dataset.Tx) error { return tx.AddFile(ctx, file) })
	}
	report := func(check, file, text string) {
		c := newCheck(t, s, check, file, "d1", Epoch)
		c.Report = json.RawMessage(text)
		inData(t, s, func(ctx context.Context, tx dataset.Tx) error { return tx.UpdateCheck(ctx, c) })
	}
	report("c1", "f1", `{"genes":"older"}`)
	report("c2", "f1", `{"genes":"ab%c"}`)
	report("c3", "f2", `{"genes":"replaced"}`)
	report("c4", "f3", `{"genes":"ab%c"}`)
	meta := newMeta("m1")
	meta.Summary = json.RawMessage(`{"genes":"ab%c"}`)
	must(t, inTx(t, s, func(tx hermes.Tx) error {
		if err := tx.CreateMeta(ctx, meta); err != nil {
			return err
		}
		return tx.UpdateMeta(ctx, meta)
	}))
	for text, want := range map[string][2]int64{"ab%c": {1, 1}, "abxc": {}, "older": {}, "replaced": {}} {
		if sets, analyses, err := s.Reporting(ctx, text); err != nil || sets != want[0] || analyses != want[1] {
			t.Errorf("%q: %d data sets and %d meta-analyses, %v; want %v", text, sets, analyses, err, want)
		}
	}
}
