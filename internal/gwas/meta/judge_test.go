package meta_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/studyset"
	"cohortium/internal/gwas/sumstats"
)

// TestAnswered has for each doubt the options that answer it and some that do not.
func TestAnswered(t *testing.T) {
	names := []string{"a", "b", "c"}
	overlap := func(a, b string) meta.Overlap { return meta.Overlap{A: a, B: b, Correlation: 0.9} }
	size := func(o *meta.Options) { o.Scheme = meta.SampleSize }
	for _, c := range []struct {
		name string
		v    studyset.Verdict
		edit func(o *meta.Options)
		want bool
	}{
		{"nothing", studyset.Verdict{Code: studyset.Units}, func(*meta.Options) {}, false},
		{"confirmed", studyset.Verdict{Code: studyset.Units}, func(o *meta.Options) { o.Confirmed = []studyset.Code{studyset.Units} }, true},
		{"another confirmed", studyset.Verdict{Code: studyset.Units}, func(o *meta.Options) { o.Confirmed = []studyset.Code{studyset.Inflation} }, false},
		{"contradicted", studyset.Verdict{Code: studyset.Units, Contradicted: true}, func(o *meta.Options) { o.Confirmed = []studyset.Code{studyset.Units} }, false},
		{"units of z scores", studyset.Verdict{Code: studyset.Units}, size, true},
		{"sizes that weigh", studyset.Verdict{Code: studyset.EffectiveN}, size, false},
		{"sizes that do not", studyset.Verdict{Code: studyset.EffectiveN}, func(*meta.Options) {}, true},
		{"a frequency that turns", studyset.Verdict{Code: studyset.Frequency}, func(*meta.Options) {}, false},
		{"a frequency without use", studyset.Verdict{Code: studyset.Frequency}, func(o *meta.Options) { o.Palindromic = meta.DropAll }, true},
		{"a frequency of axes", studyset.Verdict{Code: studyset.Frequency}, func(o *meta.Options) { o.Palindromic, o.Scheme = meta.DropAll, meta.MetaRegression }, false},
		{"an overlap", studyset.Verdict{Code: studyset.SharedPeople, Studies: []int{0, 2}}, func(o *meta.Options) { size(o); o.Overlaps = []meta.Overlap{overlap("c", "a")} }, true},
		{"of another scheme", studyset.Verdict{Code: studyset.SharedPeople, Studies: []int{0, 2}}, func(o *meta.Options) { o.Overlaps = []meta.Overlap{overlap("c", "a")} }, false},
		{"of others", studyset.Verdict{Code: studyset.SharedPeople, Studies: []int{0, 2}}, func(o *meta.Options) { size(o); o.Overlaps = []meta.Overlap{overlap("b", "a")} }, false},
		{"of two of three", studyset.Verdict{Code: studyset.SharedPeople, Studies: []int{0, 1, 2}},
			func(o *meta.Options) { size(o); o.Overlaps = []meta.Overlap{overlap("b", "a"), overlap("c", "a")} }, false},
		{"of all three", studyset.Verdict{Code: studyset.SharedPeople, Studies: []int{0, 1, 2}},
			func(o *meta.Options) {
				size(o)
				o.Overlaps = []meta.Overlap{overlap("b", "a"), overlap("c", "a"), overlap("c", "b")}
			}, true},
		{"estimated", studyset.Verdict{Code: studyset.SharedPeople, Studies: []int{0, 1, 2}}, func(o *meta.Options) { size(o); o.EstimateOverlap = true }, true},
		{"few shared", studyset.Verdict{Code: studyset.FewShared}, size, false},
	} {
		opt := meta.DefaultOptions()
		c.edit(&opt)
		if got := opt.Answered(c.v, names); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	opt := meta.DefaultOptions()
	opt.Confirmed = []studyset.Code{studyset.Build}
	if err := opt.Validate(); err == nil || !strings.Contains(err.Error(), `"build" cannot be confirmed: use one of shared_people, few_shared,`) {
		t.Error(err)
	}
}

// noFiles takes no file of a result.
type noFiles struct{}

func (noFiles) Create(string) (io.WriteCloser, error) { return nil, nil }

// TestWriteFilesJudges holds that no path bypasses the judgement.
func TestWriteFilesJudges(t *testing.T) {
	var rows []sumstats.Row
	for i := range 60 {
		rows = append(rows, row(1+i%22, int32(1000+i/22), "A", "G", 0.01*float64(i%7), 0.02, 0.3))
	}
	slices.SortFunc(rows, func(a, b sumstats.Row) int { return meta.ByPosition.Compare(&a, &b) })
	a := meta.Analysis{Studies: []meta.Study{memoryStudy("a", rows), memoryStudy("b", rows)}, Options: meta.DefaultOptions(), Dict: testDict,
		Warnings: []string{"of a file"}, Inputs: func(*meta.Summary) (any, error) { return nil, nil }}
	_, err := a.WriteFiles(context.Background(), noFiles{}, nil)
	var doubt *meta.DoubtError
	if !errors.As(err, &doubt) || len(doubt.Verdicts) != 1 || !strings.HasPrefix(doubt.Error(), "a and b are the same study: ") {
		t.Fatal(err)
	}
	a.Options.Confirmed = []studyset.Code{studyset.SharedPeople}
	s, err := a.WriteFiles(context.Background(), noFiles{}, nil)
	if err != nil || len(s.Warnings) != 2 || s.Warnings[0] != "of a file" || s.Warnings[1] != doubt.Verdicts[0].Sentence {
		t.Errorf("%v, %+v", err, s)
	}
	a.Studies[1] = memoryStudy("b", nil)
	if _, err := a.WriteFiles(context.Background(), noFiles{}, nil); err == nil || !strings.Contains(err.Error(), "b: the file has no rows") {
		t.Error(err)
	}
	bad := slices.Clone(rows)
	for i := range bad {
		bad[i].SE = 0
	}
	a.Studies[1] = memoryStudy("b", bad)
	if _, err := a.WriteFiles(
		context.Background(),
		noFiles{},
		nil,
	); err == nil ||
		!strings.Contains(err.Error(), "b: none of its 60 rows can be used: effect_missing 60") {
		t.Error(err)
	}
}
