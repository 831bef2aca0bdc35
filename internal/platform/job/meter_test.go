package job_test

import (
	"slices"
	"testing"

	"cohortium/internal/platform/job"
	"cohortium/internal/platform/job/jobtest"
)

func TestMeterRunsFromStartToEndOnce(t *testing.T) {
	rep := &jobtest.Reporter{}
	m := job.NewMeter(rep, job.Part{Name: "a", Word: "First", Weight: 30}, job.Part{Name: "b", Word: "Seldom"}, job.Part{Name: "c", Word: "Last", Weight: 10})
	m.At("a", 0, 0)
	m.At("a", 1, 2)
	m.At("a", 9, 2) // more than expected
	m.At("c", 1, 2)
	m.At("c", 2, 2)
	if want := []int64{0, 375, 750, 875, 1000}; !slices.Equal(rep.Shares, want) {
		t.Errorf("%v, want %v", rep.Shares, want)
	}
	m.At("of another", 5, 7)
	if want := []string{"First", "Last", "of another"}; !slices.Equal(rep.Stages, want) {
		t.Errorf("%v, want %v", rep.Stages, want)
	}
}
