package storetest

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
)

// Checksums as in reports; none contains another.
var (
	sumAB     = strings.Repeat("ab", 32)
	sumAC     = strings.Repeat("ac", 32)
	sumOld    = strings.Repeat("01", 32)
	sumAbsent = strings.Repeat("ff", 32)
)

// naming returns a report that names files somewhere in it, one of them twice, next to a text that
// is not a checksum and a checksum of something else.
func naming(sums ...string) json.RawMessage {
	type file struct {
		SHA256 string `json:"sha256"`
	}
	report := struct {
		Panel file   `json:"panel"`
		Other string `json:"file_sha256"`
		Lists []file `json:"lists"`
	}{Panel: file{sums[0]}, Other: sumAbsent, Lists: []file{{"unknown"}, {sums[0]}}}
	for _, sum := range sums[1:] {
		report.Lists = append(report.Lists, file{sum})
	}
	text, err := json.Marshal(report)
	if err != nil {
		panic(err)
	}
	return text
}

// Only the current report of a data set counts.
func testReportsNaming(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	reports := []struct {
		upload, run, current string
		report               json.RawMessage
	}{
		{"d1", "r1", "r1", naming(sumAB)},
		{"d2", "r2", "", naming(sumAB)},
		{"d3", "r3", "r3", naming(sumAC)},
		{"d4", "r4", "r4", naming(sumOld, sumAB)},
	}
	for _, r := range reports {
		u := addUpload(t, s, NewUpload(r.upload, "u1"))
		must(t, inTx(t, s, func(tx hermes.Tx) error {
			run := NewQCRun(r.run, r.upload)
			if err := tx.CreateQCRun(ctx, run); err != nil {
				return err
			}
			run.Report, u.RunID = r.report, r.current
			if err := tx.UpdateQCRun(ctx, run); err != nil {
				return err
			}
			return tx.UpdateUpload(ctx, u)
		}))
	}
	sets, analyses, err := s.Reporting(ctx)
	must(t, err)
	if diff := cmp.Diff(map[string]int64{sumAB: 2, sumAC: 1, sumOld: 1}, sets); diff != "" || len(analyses) > 0 {
		t.Errorf("%s, and %v", diff, analyses)
	}
	for _, tt := range []struct {
		sum   string
		limit int
		names []string
		total int64
	}{
		{sumAB, 5, []string{"Data set d1", "Data set d4"}, 2},
		{sumAB, 1, []string{"Data set d1"}, 2},
		{sumAbsent, 5, nil, 0},
	} {
		list, total, err := s.UploadsReporting(ctx, tt.sum, tt.limit)
		must(t, err)
		var names []string
		for _, u := range list {
			names = append(names, u.DatasetName)
		}
		if len(names) != len(tt.names) || total != tt.total || len(names) > 0 && names[0] != tt.names[0] {
			t.Errorf("%q, at most %d: %q of %d, want %q of %d", tt.sum, tt.limit, names, total, tt.names, tt.total)
		}
	}
}

// Reports of the registry count by data set, of the newest check of a current file;
// meta-analyses by their summary.
func testReportsOfOtherAreasNaming(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	holdingData(t, s, "d1", "u1")
	for version, id := range []string{"f1", "f2", "f3"} { // f3 replaces f2
		completeUpload(t, s, "up"+id, "u1", 7)
		file := fileVersion(id, "d1", "up"+id, version+1, 7)
		if id == "f1" {
			file.ParentID = "another"
		}
		inData(t, s, func(ctx context.Context, tx dataset.Tx) error { return tx.AddFile(ctx, file) })
	}
	report := func(check, file, sum string) {
		c := newCheck(t, s, check, file, "d1", Epoch)
		c.Report = naming(sum)
		inData(t, s, func(ctx context.Context, tx dataset.Tx) error { return tx.UpdateCheck(ctx, c) })
	}
	report("c1", "f1", sumOld)
	report("c2", "f1", sumAB)
	report("c3", "f2", sumAC)
	report("c4", "f3", sumAB)
	meta := newMeta("m1")
	meta.Summary = naming(sumAB)
	must(t, inTx(t, s, func(tx hermes.Tx) error {
		if err := tx.CreateMeta(ctx, meta); err != nil {
			return err
		}
		return tx.UpdateMeta(ctx, meta)
	}))
	sets, analyses, err := s.Reporting(ctx)
	must(t, err)
	once := map[string]int64{sumAB: 1}
	if diff := cmp.Diff(once, sets) + cmp.Diff(once, analyses); diff != "" {
		t.Error(diff)
	}
}
