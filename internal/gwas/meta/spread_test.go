package meta_test

import (
	"testing"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// A file of a few loci has no λ of a genome: it is not divided by. Ten windows of a
// million bases are enough.
func TestStudiesOfFewLociAreNotCorrected(t *testing.T) {
	for _, c := range []struct {
		windows  int
		regional bool
		applied  bool
	}{{1, true, false}, {9, true, false}, {10, false, true}, {60, false, true}} {
		var rows []sumstats.Row
		for i := range 200 {
			rows = append(rows, row(1, int32(5_000_000+i*100), "A", "G", 0.1, 0.02, 0.3))
		}
		for w := 1; w < c.windows; w++ {
			rows = append(rows, row(1, int32(5_000_000+w*1_000_000), "A", "G", 0.1, 0.02, 0.3))
		}
		opt := meta.DefaultOptions()
		opt.GenomicControl = true
		_, s := runTable(t, []meta.Study{memoryStudy("a", rows), memoryStudy("b", rows)}, opt)
		for _, study := range s.Studies {
			if study.Regional != c.regional || (study.LambdaApplied > 1) != c.applied || !(study.LambdaGC > 1) {
				t.Errorf("%d windows: %+v", c.windows, study)
			}
		}
	}
}

// A meter is in front of rows that are not sorted yet: a window counts once however
// often rows come back to it.
func TestWindowsCountOnceInAnyOrder(t *testing.T) {
	for _, c := range []struct {
		windows int
		want    bool
	}{{9, false}, {10, true}} {
		var rows []sumstats.Row
		for i := range 200 {
			rows = append(rows, row(1, int32(5_000_000+i%c.windows*1_000_000), "A", "G", 0.1, 0.02, 0.3))
		}
		study := memoryStudy("a", rows)
		meter := meta.NewLambdaMeter(&rowSlice{rows, 7}, &study, meta.DefaultOptions())
		for buffer, err := make([]sumstats.Row, 50), error(nil); err == nil; {
			_, err = meter.ReadRows(buffer)
		}
		if got := meter.Value() > 1; got != c.want {
			t.Errorf("%d windows: λ %v", c.windows, meter.Value())
		}
	}
}
