package rowsort

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// sliceReader yields rows in small, uneven batches.
type sliceReader struct {
	rows []sumstats.Row
	step int
	fail error // instead of io.EOF
}

func (r *sliceReader) ReadRows(dst []sumstats.Row) (int, error) {
	n := copy(dst, r.rows[:min(len(r.rows), max(r.step, 1))])
	r.rows = r.rows[n:]
	if len(r.rows) == 0 {
		if r.fail != nil {
			return n, r.fail
		}
		return n, io.EOF
	}
	return n, nil
}

func readAll(r sumstats.RowReader) ([]sumstats.Row, error) {
	var all []sumstats.Row
	buf := make([]sumstats.Row, 1000)
	for {
		n, err := r.ReadRows(buf)
		all = append(all, buf[:n]...)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
	}
}

// randomRows makes rows over few positions, so that ties are common.
func randomRows(rng *rand.Rand, n, positions int) []sumstats.Row {
	rows := make([]sumstats.Row, n)
	for i := range rows {
		rows[i] = sumstats.Row{
			Chromosome: genome.Chromosome(1 + rng.IntN(25)), Position: int32(1 + rng.IntN(positions)),
			Line: uint32(i + 2), RSID: uint64(rng.IntN(positions)),
			EA: variant.Allele(4 + rng.IntN(4)), OA: variant.Allele(4 + rng.IntN(20)),
			Beta: rng.NormFloat64(), SE: rng.Float64(), EAF: math.NaN(), NegLog10P: rng.ExpFloat64(),
			N: 1000, NCases: math.NaN(), NControls: math.NaN(), Info: 1, Flags: sumstats.RowFlags(rng.IntN(64)),
		}
	}
	return rows
}

// sortedCopy returns the reference: a stable sort in memory.
func sortedCopy(rows []sumstats.Row, o order) []sumstats.Row {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b sumstats.Row) int { return o.compare(&a, &b) })
	return rows
}

// requireSame compares rows bit by bit, so that NaN equals NaN.
func requireSame(t *testing.T, got, want []sumstats.Row) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	var g, w blockEncoder
	for i := range got {
		if !bytes.Equal(encodeRows(&g, got[i:i+1]), encodeRows(&w, want[i:i+1])) {
			t.Fatalf("row %d is\n%+v\nwant\n%+v", i, got[i], want[i])
		}
	}
}

func encodeRows(e *blockEncoder, rows []sumstats.Row) []byte {
	return e.encode(len(rows), func(i int) *sumstats.Row { return &rows[i] })
}

func TestSortEqualsSortInMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := randomRows(rng, 12_000, 500)
	ordered := sortedCopy(random, order{})
	nearly := slices.Clone(ordered)
	nearly[7000], nearly[7001] = nearly[7001], nearly[7000]
	reversed := slices.Clone(ordered)
	slices.Reverse(reversed)
	perChromosome := append(slices.Clone(ordered[5000:]), ordered[:5000]...)
	constant := randomRows(rng, 3000, 1)
	for i := range constant {
		constant[i].Chromosome = 1
	}
	inputs := map[string][]sumstats.Row{
		"empty": nil, "one row": random[:1], "random": random, "in order": ordered, "one swap": nearly,
		"reversed": reversed, "chromosomes rotated": perChromosome, "one position": constant,
	}
	for name, rows := range inputs {
		for _, by := range []Key{ByPosition, ByRSID} {
			// From everything in memory to several merge passes.
			for _, memory := range []int64{1, 300_000, 64 << 20} {
				for _, workers := range []int{1, 3} {
					t.Run(fmt.Sprintf("%s/%d/%d bytes/%d workers", name, by, memory, workers), func(t *testing.T) {
						opt := Options{By: by, MemoryBytes: memory, Workers: workers, TempDir: t.TempDir()}
						r, err := Sort(&sliceReader{rows: rows, step: 777}, opt)
						if err != nil {
							t.Fatal(err)
						}
						got, err := readAll(r)
						if err != nil {
							t.Fatal(err)
						}
						requireSame(t, got, sortedCopy(rows, order{by: by}))
						if err := r.Close(); err != nil {
							t.Fatal(err)
						}
						requireEmptyDir(t, opt.TempDir)
					})
				}
			}
		}
	}
}

func requireEmptyDir(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 0 {
		t.Fatalf("left behind: %v", entries)
	}
}

func TestSortedInputNeedsNoMerge(t *testing.T) {
	rows := sortedCopy(randomRows(rand.New(rand.NewPCG(3, 4)), 30_000, 1000), order{})
	s := New(Options{MemoryBytes: 500_000, TempDir: t.TempDir()})
	defer s.Close()
	if err := s.Add(rows); err != nil {
		t.Fatal(err)
	}
	runs, err := s.finish()
	if err != nil {
		t.Fatal(err)
	}
	if len(runs) != 1 {
		t.Errorf("%d runs, want 1", len(runs))
	}
}

func TestErrorsEndTheSort(t *testing.T) {
	rows := randomRows(rand.New(rand.NewPCG(5, 6)), 5000, 500)
	broken := errors.New("line 4711 is broken")
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	tests := map[string]struct {
		src  *sliceReader
		opt  Options
		want error
	}{
		"source":    {&sliceReader{rows: rows, step: 100, fail: broken}, Options{}, broken},
		"cancelled": {&sliceReader{rows: rows, step: 100}, Options{Context: cancelled}, context.Canceled},
		"temporary directory missing": {&sliceReader{rows: rows, step: 100},
			Options{MemoryBytes: 1, TempDir: "/nonexistent/dir"}, os.ErrNotExist},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if test.opt.TempDir == "" {
				test.opt.TempDir = t.TempDir()
				defer requireEmptyDir(t, test.opt.TempDir)
			}
			if _, err := Sort(test.src, test.opt); !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
		})
	}
}
