package meta_test

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/guard"
)

func TestRefusals(t *testing.T) {
	sorted := memoryStudy("a", []sumstats.Row{row(1, 1, "A", "G", 1, 1, 0.1)})
	unsorted := memoryStudy("b", []sumstats.Row{row(1, 9, "A", "G", 1, 1, 0.1), row(1, 1, "A", "G", 1, 1, 0.1)})
	broken := meta.Study{Name: "c", Open: func(context.Context) (sumstats.RowReader, io.Closer, error) { return nil, nil, io.ErrUnexpectedEOF }}
	crowd := memoryStudy("d", slices.Repeat([]sumstats.Row{row(1, 1, "A", "G", 1, 1, 0.1)}, 1<<20+20_000))
	for _, c := range []struct {
		name    string
		studies []meta.Study
		edit    func(*meta.Options)
		want    error
	}{
		{"unsorted", []meta.Study{sorted, unsorted}, nil, meta.ErrUnsorted},
		{"unreadable", []meta.Study{sorted, broken}, nil, io.ErrUnexpectedEOF},
		{"one place", []meta.Study{sorted, crowd}, nil, meta.ErrCrowded},
		{"no study", nil, nil, nil},
		{"same name", []meta.Study{sorted, sorted}, nil, nil},
		{"λ below 0", []meta.Study{{Name: "e", Open: sorted.Open, LambdaGC: -1}}, nil, nil},
		{"unknown scheme", []meta.Study{sorted}, func(o *meta.Options) { o.Scheme = "x" }, nil},
		{"no minimum", []meta.Study{sorted}, func(o *meta.Options) { o.MinStudies = 0 }, nil},
	} {
		opt := meta.DefaultOptions()
		if c.edit != nil {
			c.edit(&opt)
		}
		_, err := meta.Run(context.Background(), testDict, c.studies, opt, meta.Output{Results: io.Discard, Index: io.Discard}, nil)
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", c.name, err, c.want)
		}
		var study *meta.StudyError
		if c.want != nil && !errors.As(err, &study) {
			t.Errorf("%s: %v does not name the study", c.name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := meta.Run(ctx, testDict, []meta.Study{sorted}, meta.DefaultOptions(), meta.Output{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// failing is a writer that refuses after some bytes.
type failing struct{ left int }

var errDiskFull = errors.New("no space left on device")

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errDiskFull
	}
	return len(p), nil
}

func TestFailingOutputEndsTheRun(t *testing.T) {
	studies := named(simulate(rand.New(rand.NewPCG(91, 92)), 3, 20_000))
	for _, room := range []int{0, 10, 200_000} {
		_, err := meta.Run(context.Background(), testDict, studies, meta.DefaultOptions(), meta.Output{Results: &failing{room}, Index: io.Discard}, nil)
		if !errors.Is(err, errDiskFull) {
			t.Errorf("room for %d bytes: error %v", room, err)
		}
	}
	if _, err := meta.Run(
		context.Background(),
		testDict,
		studies,
		meta.DefaultOptions(),
		meta.Output{Results: io.Discard, Index: &failing{5}},
		nil,
	); !errors.Is(
		err,
		errDiskFull,
	) {
		t.Errorf("index: error %v", err)
	}
}

// breaking panics where it is used.
type breaking struct{}

func (breaking) Write([]byte) (int, error)            { panic("the pipe burst") }
func (breaking) ReadRows([]sumstats.Row) (int, error) { panic("the pipe burst") }
func (breaking) Close() error                         { return nil }

func TestPanicsEndTheRun(t *testing.T) {
	studies := named(simulate(rand.New(rand.NewPCG(91, 92)), 3, 20_000))
	opening, reading := slices.Clone(studies), slices.Clone(studies)
	opening[1].Open = func(context.Context) (sumstats.RowReader, io.Closer, error) { panic("the pipe burst") }
	reading[1].Open = func(context.Context) (sumstats.RowReader, io.Closer, error) { return breaking{}, breaking{}, nil }
	good := meta.Output{Results: io.Discard, Index: io.Discard}
	for name, c := range map[string]struct {
		studies  []meta.Study
		out      meta.Output
		progress func(meta.Progress)
	}{
		"opening":  {opening, good, nil},
		"reading":  {reading, good, nil},
		"results":  {studies, meta.Output{Results: breaking{}, Index: io.Discard}, nil},
		"index":    {studies, meta.Output{Results: io.Discard, Index: breaking{}}, nil},
		"progress": {studies, good, func(meta.Progress) { panic("the pipe burst") }},
	} {
		if _, err := meta.Run(context.Background(), testDict, c.studies, meta.DefaultOptions(), c.out, c.progress); !guard.Panicked(err) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestCancelledHalfway(t *testing.T) {
	studies := named(simulate(rand.New(rand.NewPCG(93, 94)), 3, 50_000))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	calls := 0
	_, err := meta.Run(ctx, testDict, studies, meta.DefaultOptions(), meta.Output{Results: io.Discard, Index: io.Discard}, func(p meta.Progress) {
		if calls++; p.Done > 20_000 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || calls == 0 {
		t.Errorf("error %v after %d calls", err, calls)
	}
}
