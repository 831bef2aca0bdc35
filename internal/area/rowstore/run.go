package rowstore

import (
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/resultfile"
	"cohortium/internal/gwas/segment"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/private"
)

type attempt = job.Attempt[Tx, struct{}]

// executor brings the store up to date, step by step. Each step stores a segment under a new key,
// and then switches rows in one transaction.
func (s *Service) executor() *job.Executor[Tx, struct{}] {
	return job.NewExecutor(job.Work[Tx, struct{}]{
		Area: "rowstore", Objects: map[string]string{KindRows: "row store"},
		Store: s.store, Blobs: s.blobs, TempDir: s.cfg.TempDir, Now: s.now, Crash: s.cfg.Crash,
		Failed: "The server could not bring the rows of all results together. It tries again in a while",
		Load:   func(context.Context, Tx, *job.Job) (struct{}, error) { return struct{}{}, nil },
		Do:     s.do,
		MayCancel: func(context.Context, *auth.Identity, *job.Job) error {
			return errs.New(errs.Forbidden, "forbidden", "This job belongs to the server and cannot be cancelled.")
		},
	})
}

// jobFor is how long a job goes on taking steps. Another one continues, behind the jobs that wait.
const jobFor = 5 * time.Minute

// do takes steps until nothing is left to do.
func (s *Service) do(ctx context.Context, a *attempt, _ struct{}) error {
	dir, err := a.Dir()
	if err != nil {
		return err
	}
	until := s.now().Add(jobFor)
	for done := int64(0); ; done++ {
		n, err := s.plan(ctx)
		if err != nil {
			return err
		}
		if n.none() {
			return a.Finish(ctx, func(Tx, struct{}) error { return nil })
		}
		if done > 0 && s.now().After(until) {
			return a.Finish(ctx, func(tx Tx, _ struct{}) error { return s.enqueueIn(ctx, tx, 2) }) // this one included
		}
		a.Stage("Bringing rows together", done, 0)
		if err := s.take(ctx, a, dir, n); err != nil {
			return err
		}
	}
}

// take takes a step: it writes and stores the new segment, and switches to it.
func (s *Service) take(ctx context.Context, a *attempt, dir string, n step) error {
	work, err := os.MkdirTemp(dir, "step-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	made := &Segment{ID: s.newID(), CreatedAt: s.now()}
	results, err := s.write(ctx, work, n)
	if errors.Is(err, segment.ErrFormat) { // beyond the directory, which plan has read: its results are written again
		results, n.add, err = nil, nil, nil
		s.cfg.Log.WarnContext(ctx, "rows of results are damaged and will be written again", "segments", len(n.replace))
	}
	if err != nil {
		return err
	}
	a.Crash("written")
	if len(results) > 0 {
		if made.Bytes, err = s.put(ctx, work, made.ID); err != nil {
			return err
		}
	}
	a.Crash("stored")
	err = a.InTx(ctx, func(tx Tx) error {
		for _, old := range n.replace {
			if err := tx.DeleteSegment(ctx, old.ID); err != nil {
				return err
			}
		}
		if len(results) == 0 {
			return nil
		}
		return tx.CreateSegment(ctx, made, results)
	})
	if err != nil {
		return err
	}
	a.Crash("switched")
	for _, old := range n.replace {
		if err := s.blobs.DeletePrefix(context.WithoutCancel(ctx), blobPrefix+old.ID+"/"); err != nil {
			s.cfg.Log.WarnContext(ctx, "files of rows stay behind", "segment", old.ID, "err", err)
		}
	}
	return nil
}

// The files of a step in its working folder.
const (
	rowsFile    = "rows"
	numbersFile = "numbers"
)

// put stores the files of a new segment, and returns the size of the rows.
func (s *Service) put(ctx context.Context, work, id string) (size int64, err error) {
	for name, key := range map[string]string{rowsFile: RowsKey(id), numbersFile: NumbersKey(id)} {
		f, err := os.Open(filepath.Join(work, name))
		if err != nil {
			return 0, err
		}
		n, _, err := s.blobs.Put(ctx, key, f)
		if err := errors.Join(err, f.Close()); err != nil {
			return 0, err
		}
		if name == rowsFile {
			size = n
		}
	}
	return size, nil
}

// write writes the rows of a step and returns the keys of its results by number; none when nothing
// is left.
func (s *Service) write(ctx context.Context, work string, n step) (results []string, err error) {
	var inputs []segment.Input
	number := func(keys []string) func(int) int {
		numbers := make([]int, len(keys))
		for i, key := range keys {
			numbers[i] = -1
			if n.needed[key] {
				numbers[i], results = len(results), append(results, key)
			}
		}
		return func(result int) int { return numbers[result] }
	}
	for _, old := range n.replace {
		if old.lost || old.needed == 0 {
			continue
		}
		o, err := s.open(ctx, old.ID)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, segment.Input{Segment: o.Segment, Number: number(old.results)})
	}
	for i, key := range n.add {
		f, err := private.Create(filepath.Join(work, strconv.Itoa(i)))
		if err != nil {
			return nil, err
		}
		defer f.Close()
		one, err := s.copyRows(ctx, work, f, key)
		if unusable(err) {
			s.leaveOut(ctx, key, err)
			continue
		}
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, segment.Input{Segment: one, Number: number([]string{key})})
	}
	if len(results) == 0 {
		return nil, nil
	}
	return results, s.merge(ctx, work, inputs, len(results))
}

// merge writes the files of a new segment.
func (s *Service) merge(ctx context.Context, work string, inputs []segment.Input, results int) error {
	return s.create(work, func(rows, numbers *os.File) error {
		w, err := segment.NewWriter(rows, results, work)
		if err != nil {
			return err
		}
		err = segment.Merge(ctx, w, inputs)
		if err == nil {
			err = w.Finish(numbers)
		}
		return errors.Join(err, w.Close())
	})
}

func (s *Service) create(work string, fill func(rows, numbers *os.File) error) error {
	rows, err := private.Create(filepath.Join(work, rowsFile))
	if err != nil {
		return err
	}
	numbers, err := private.Create(filepath.Join(work, numbersFile))
	if err != nil {
		return errors.Join(err, rows.Close())
	}
	return errors.Join(fill(rows, numbers), rows.Close(), numbers.Close())
}

// copyRows writes the rows of one result to a file, and opens it.
func (s *Service) copyRows(ctx context.Context, work string, f *os.File, key string) (*segment.Segment, error) {
	file, err := resultfile.OpenStored(ctx, s.blobs, key)
	if err != nil {
		return nil, err
	}
	w, err := segment.NewWriter(f, 1, work)
	if err != nil {
		return nil, err
	}
	err = addRows(ctx, w, file)
	if err == nil {
		err = w.Finish(io.Discard)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	return segment.Open(f, size)
}

func addRows(ctx context.Context, w *segment.Writer, file *resultfile.File) error {
	for c := genome.Chromosome(1); c <= genome.MaxChromosome; c++ {
		for row, err := range file.Rows(ctx, genome.Region{Chromosome: c, Start: 1, End: math.MaxInt32}) {
			if err != nil {
				return err
			}
			if err := w.Add(&segment.Row{Row: row}); err != nil {
				return err
			}
		}
	}
	return nil
}

// unusable reports whether the rows of a result are absent or damaged. Its pages say so themselves.
func unusable(err error) bool {
	return errs.Is(err, errs.NotFound) || errors.Is(err, regionindex.ErrDamaged) || errors.Is(err, regionindex.ErrIndex) ||
		errors.Is(err, resultfile.ErrColumns)
}

func (s *Service) leaveOut(ctx context.Context, key string, err error) {
	s.mu.Lock()
	s.unreadable[key] = s.now()
	s.mu.Unlock()
	s.cfg.Log.WarnContext(ctx, "rows of a result cannot be read", "key", key, "err", err)
}
