package columnar

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/guard"

	"github.com/parquet-go/parquet-go"
)

func openFile(t *testing.T, data []byte, d *variant.Dict) *File {
	t.Helper()
	f, err := OpenFile(bytes.NewReader(data), int64(len(data)), d)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func between(rows []sumstats.Row, from, to Place) []sumstats.Row {
	var in []sumstats.Row
	for i := range rows {
		if p := place(&rows[i]); p.compare(from) >= 0 && p.compare(to) < 0 {
			in = append(in, rows[i])
		}
	}
	return in
}

func TestRangesEqualScan(t *testing.T) {
	d := variant.NewDict()
	rows := makeRows(1, 9*pageRows+99, d, true)
	f := openFile(t, write(t, rows, d, Options{GroupRows: 2 * pageRows}), d)
	rng := rand.New(rand.NewPCG(1, 1))
	ranges := [][2]Place{
		{{}, End}, {End, End}, {{}, {1, 1}}, {{}, place(&rows[0])}, {place(&rows[5]), place(&rows[5])},
		{{26, 1}, End}, {place(&rows[2*pageRows]), place(&rows[2*pageRows+1])},
	}
	for range 60 {
		from, to := rng.IntN(len(rows)), rng.IntN(len(rows))
		ranges = append(ranges, [2]Place{place(&rows[from]), place(&rows[min(to, from+rng.IntN(40_000))])})
	}
	for _, pair := range ranges {
		r := f.Range(pair[0], pair[1])
		got, err := readAll(r, 1+rng.IntN(9000))
		if err != nil {
			t.Fatal(err)
		}
		requireSame(t, got, d, between(rows, pair[0], pair[1]), d)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRegions(t *testing.T) {
	d := variant.NewDict()
	rows := makeRows(2, 2*pageRows, d, false)
	f := openFile(t, write(t, rows, d, Options{}), d)
	for _, region := range []genome.Region{
		{Chromosome: 3, Start: 1, End: math.MaxInt32}, {Chromosome: 25, Start: 1, End: math.MaxInt32},
		{Chromosome: 7, Start: 1000, End: 90_000}, {Chromosome: 7, Start: rows[9000].Position, End: rows[9000].Position},
	} {
		var want []sumstats.Row
		for _, row := range rows {
			if region.Contains(row.Chromosome, row.Position) {
				want = append(want, row)
			}
		}
		got, err := readAll(f.Region(region), 500)
		if err != nil {
			t.Fatal(err)
		}
		requireSame(t, got, d, want, d)
	}
}

// TestSplitHoldsEachRowOnce reads the parts side by side, as a meta-analysis does.
func TestSplitHoldsEachRowOnce(t *testing.T) {
	d := variant.NewDict()
	rows := makeRows(3, 11*pageRows+1, d, false)
	f := openFile(t, write(t, rows, d, Options{GroupRows: 3 * pageRows}), d)
	for _, n := range []int{1, 2, 5, 100} {
		places := append(append([]Place{{}}, f.Split(n)...), End)
		parts := make([][]sumstats.Row, len(places)-1)
		var wg sync.WaitGroup
		for i := range parts {
			wg.Go(func() {
				var err error
				if parts[i], err = readAll(f.Range(places[i], places[i+1]), 5000); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		var all []sumstats.Row
		for _, part := range parts {
			if n < 10 && len(part) > len(rows)/n+2*pageRows {
				t.Errorf("a part of %d has %d of %d rows", n, len(part), len(rows))
			}
			all = append(all, part...)
		}
		requireSame(t, all, d, rows, d)
	}
}

func TestCloseEndsReadAhead(t *testing.T) {
	d := variant.NewDict()
	f := openFile(t, write(t, makeRows(4, 10*pageRows, d, false), d, Options{}), d)
	for _, reads := range []int{0, 1, 20} {
		r := f.All()
		for range reads {
			if _, err := r.ReadRows(make([]sumstats.Row, 1000)); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		<-r.ended
		if _, err := r.ReadRows(make([]sumstats.Row, 1)); err == nil {
			t.Error("no error after Close")
		}
	}
}

func TestMetadata(t *testing.T) {
	d := variant.NewDict()
	f := openFile(t, write(t, nil, d, Options{Metadata: map[string]string{"build": "GRCh38"}}), d)
	if v, ok := f.Metadata("build"); v != "GRCh38" || !ok {
		t.Errorf("build is %q, %v", v, ok)
	}
	if _, ok := f.Metadata("trait"); ok {
		t.Error("a value for a key that was not written")
	}
}

func TestSameRowsSameBytes(t *testing.T) {
	d := variant.NewDict()
	rows := makeRows(5, 3*pageRows, d, true)
	meta := map[string]string{"a": "1", "b": "2", "c": "3", "d": "4"}
	a := write(t, rows, d, Options{Workers: 1, Metadata: meta})
	if b := write(t, rows, d, Options{Workers: 3, Metadata: meta}); !bytes.Equal(a, b) {
		t.Error("the file depends on the number of workers or on chance")
	}
}

// TestFilesOfOthers reads a file with fewer and with further columns in another
// order, whose pages are not aligned.
func TestFilesOfOthers(t *testing.T) {
	type row struct {
		Comment    string   `parquet:"comment"`
		Line       uint32   `parquet:"line"`
		Flags      uint8    `parquet:"flags"`
		Beta       *float64 `parquet:"beta,optional"`
		OA         *string  `parquet:"other_allele,optional"`
		EA         *string  `parquet:"effect_allele,optional"`
		Position   int32    `parquet:"base_pair_location"`
		Chromosome uint8    `parquet:"chromosome"`
	}
	d := variant.NewDict()
	var rows []row
	var want []sumstats.Row
	for i, w := range makeRows(6, 5000, d, false) {
		beta, ea, oa := w.Beta, d.Text(w.EA), d.Text(w.OA)
		rows = append(rows, row{"x", w.Line, uint8(w.Flags), &beta, &oa, &ea, w.Position, uint8(w.Chromosome)})
		w.RSID, w.SE, w.EAF, w.NegLog10P, w.N = 0, nan(), nan(), nan(), nan()
		if i%7 == 0 {
			rows[i].EA, w.EA = nil, variant.Missing
		}
		want = append(want, w)
	}
	var out bytes.Buffer
	w := parquet.NewGenericWriter[row](&out, parquet.PageBufferSize(3000), parquet.MaxRowsPerRowGroup(5000))
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	// The pages of chromosome and position must be aligned for ranges; here
	// the columns are as wide, so they are, while those of alleles are not.
	got, err := readAll(openFile(t, out.Bytes(), d).All(), 333)
	if err != nil {
		t.Fatal(err)
	}
	requireSame(t, got, d, want, d)
}

type failingWriter struct{ n int }

var errDiskFull = errors.New("disk full")

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.n -= len(p); w.n < 0 {
		return 0, errDiskFull
	}
	return len(p), nil
}

func TestWriterReportsErrors(t *testing.T) {
	d := variant.NewDict()
	rows := makeRows(7, 6*pageRows, d, false)
	for _, room := range []int{0, 100_000, 1_000_000} {
		w := NewWriter(&failingWriter{room}, d, Options{GroupRows: pageRows})
		for at := 0; at < len(rows); at += 1000 {
			if err := w.WriteRows(rows[at:min(at+1000, len(rows))]); err != nil {
				break
			}
		}
		if err := w.Close(); !errors.Is(err, errDiskFull) {
			t.Errorf("room for %d bytes: error %v", room, err)
		}
	}
}

// breaking panics when it is written to.
type breaking struct{}

func (breaking) Write([]byte) (int, error) { panic("the pipe burst") }

func TestWriterPanicsAreErrors(t *testing.T) {
	d := variant.NewDict()
	rows := makeRows(7, 3*pageRows, d, false)
	w := NewWriter(breaking{}, d, Options{GroupRows: pageRows})
	for at := 0; at < len(rows); at += 1000 {
		if err := w.WriteRows(rows[at:min(at+1000, len(rows))]); err != nil {
			break
		}
	}
	if err := w.Close(); !guard.Panicked(err) {
		t.Errorf("writer: error %v", err)
	}
}

// TestDamage flips bits and cuts the file: the reader reports ErrDamaged or returns the right
// number of rows, and never panics.
func TestDamage(t *testing.T) {
	d := variant.NewDict()
	data := write(t, makeRows(8, 3000, d, true), d, Options{})
	rng := rand.New(rand.NewPCG(2, 2))
	caught := 0
	for i := range 300 {
		broken := bytes.Clone(data)
		if i%3 == 0 {
			broken = broken[:rng.IntN(len(broken))]
		} else {
			broken[rng.IntN(len(broken))] ^= 1 << rng.IntN(8)
		}
		err := readDamaged(broken)
		if err != nil && !errors.Is(err, ErrDamaged) {
			t.Fatalf("error without a name: %v", err)
		}
		if err != nil {
			caught++
		}
	}
	if caught < 250 {
		t.Errorf("%d of 300 damaged files were noticed", caught)
	}
}

func readDamaged(data []byte) error {
	r, err := Open(bytes.NewReader(data), int64(len(data)), variant.NewDict())
	if err != nil {
		return err
	}
	_, err = readAll(r, 1000)
	return errors.Join(err, r.Close())
}

func FuzzOpen(f *testing.F) {
	d := variant.NewDict()
	f.Add(write(f, makeRows(9, 40, d, true), d, Options{}))
	f.Add(write(f, nil, d, Options{}))
	f.Fuzz(func(t *testing.T, data []byte) {
		opened := memtest.Bound(t, 4<<20+64*len(data)) // pages are held to their bytes one by one; make fuzz holds their sum
		if _, err := OpenFile(bytes.NewReader(data), int64(len(data)), variant.NewDict()); err != nil && !errors.Is(err, ErrDamaged) {
			t.Fatalf("error without a name: %v", err)
		}
		opened()
		if err := readDamaged(data); err != nil && !errors.Is(err, ErrDamaged) {
			t.Fatalf("error without a name: %v", err)
		}
	})
}
