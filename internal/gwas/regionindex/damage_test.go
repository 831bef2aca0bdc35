package regionindex

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/guard"
)

func whole(c genome.Chromosome) genome.Region {
	return genome.Region{Chromosome: c, Start: 1, End: math.MaxInt32}
}

// scanAll opens a file and reads all of its rows.
func scanAll(data, index []byte) error {
	r, err := OpenReader(bytes.NewReader(data), int64(len(data)), bytes.NewReader(index))
	if err != nil {
		return err
	}
	for _, name := range r.Contigs() {
		c, _ := genome.ParseChromosome([]byte(name))
		if err := r.Query(context.Background(), whole(c), func([]byte) error { return nil }); err != nil {
			return err
		}
	}
	return nil
}

// TestTruncationIsPlaced wants the byte at which a file without its end ends.
func TestTruncationIsPlaced(t *testing.T) {
	data, index := write(t, makeRows(1, 2000, 1, 2), WriterOptions{})
	for name, err := range map[string]error{
		"data":  scanAll(data[:len(data)-len(endOfFile)], index),
		"index": scanAll(data, index[:len(index)-len(endOfFile)]),
	} {
		cut := map[string]int{"data": len(data), "index": len(index)}[name] - len(endOfFile)
		if want := fmt.Sprintf("byte %d:", cut); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not name %s", name, err, want)
		}
	}
}

func TestDamagedFilesAreNamed(t *testing.T) {
	data, index := write(t, makeRows(1, 2000, 1, 2), WriterOptions{})
	other, otherIndex := write(t, makeRows(2, 9000, 1, 2, 3), WriterOptions{})
	flip := func(p []byte, at int) []byte {
		p = bytes.Clone(p)
		p[at] ^= 0x10
		return p
	}
	tests := map[string]struct {
		data, index []byte
		want        error
	}{
		"data cut in a block":          {data[:len(data)/2], index, ErrTruncated},
		"data without last block":      {data[:len(data)-len(endOfFile)], index, ErrTruncated},
		"no data":                      {nil, index, ErrTruncated},
		"bit of a payload":             {flip(data, len(data)/2), index, ErrDamaged},
		"magic of the first block":     {flip(data, 1), index, ErrDamaged},
		"index cut":                    {data, index[:len(index)/2], ErrTruncated},
		"index without last block":     {data, index[:len(index)-len(endOfFile)], ErrTruncated},
		"no index":                     {data, nil, ErrTruncated},
		"bit of the index":             {data, flip(index, 200), ErrDamaged},
		"index of a longer file":       {data, otherIndex, ErrIndex},
		"index of a shorter file":      {other, index, ErrIndex},
		"index that is a table":        {data, data, ErrIndex},
		"index that is not compressed": {data, []byte("TBI\x01and then something of no use"), ErrDamaged},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			err := scanAll(test.data, test.index)
			// Offsets of another file may point into the middle of its blocks.
			if !errors.Is(err, test.want) && (!errors.Is(test.want, ErrIndex) || !errors.Is(err, ErrDamaged)) {
				t.Errorf("error %v, want %v", err, test.want)
			}
		})
	}
}

// TestAnyBitOfTheDataIsChecked flips bits everywhere: a query may fail but may never return other
// rows. Bits that no reader looks at, such as the time in a gzip header, may be anything.
func TestAnyBitOfTheDataIsChecked(t *testing.T) {
	rows := makeRows(3, 300, 1)
	data, index := write(t, rows, WriterOptions{})
	want := linearScan(rows, whole(1))
	rng := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		at, bit := rng.IntN(len(data)), byte(1)<<rng.IntN(8)
		data[at] ^= bit
		if r, err := OpenReader(bytes.NewReader(data), int64(len(data)), bytes.NewReader(index)); err == nil {
			if got, err := ask(r, whole(1)); err == nil && !slices.Equal(got, want) {
				t.Fatalf("bit %#x of byte %d changes rows without an error", bit, at)
			}
		}
		data[at] ^= bit
	}
}

func TestLimits(t *testing.T) {
	long := fileRow{1, 5, "1\t5\t" + strings.Repeat("A", 100_000)}
	data, index := write(t, []fileRow{{1, 4, "1\t4\tA"}, long, {1, 6, "1\t6\tA"}}, WriterOptions{})
	open := func(l Limits) (*Reader, error) {
		return OpenReaderLimits(bytes.NewReader(data), int64(len(data)), bytes.NewReader(index), l)
	}
	r, err := open(Limits{CacheBytes: 1})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ask(r, whole(1)); err != nil || len(got) != 3 || got[1] != long.line {
		t.Errorf("%d rows, error %v", len(got), err)
	}
	if r, err = open(Limits{MaxLineBytes: 99_000}); err != nil {
		t.Fatal(err)
	}
	if _, err := ask(r, whole(1)); !errors.Is(err, ErrTooLong) {
		t.Errorf("error %v, want %v", err, ErrTooLong)
	}
	if _, err := open(Limits{MaxIndexBytes: 100}); !errors.Is(err, ErrIndex) {
		t.Errorf("error %v, want %v", err, ErrIndex)
	}
}

func TestCallerEndsQuery(t *testing.T) {
	data, index := write(t, makeRows(4, 1000, 1), WriterOptions{})
	r := open(t, data, index)
	enough := errors.New("enough")
	n := 0
	err := r.Query(context.Background(), whole(1), func([]byte) error {
		if n++; n == 3 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || n != 3 {
		t.Errorf("error %v after %d rows", err, n)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := r.Query(ctx, whole(1), func([]byte) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

func TestQueriesSideBySide(t *testing.T) {
	rows := makeRows(5, 3000, 1, 2)
	data, index := write(t, rows, WriterOptions{})
	// A cache of two blocks, so that memory is reused all the time.
	r, err := OpenReaderLimits(bytes.NewReader(data), int64(len(data)), bytes.NewReader(index), Limits{CacheBytes: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for seed := range uint64(4) {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(seed, 3))
			for range 200 {
				region := randomRegion(rng, rows)
				if got, err := ask(r, region); err != nil || !slices.Equal(got, linearScan(rows, region)) {
					t.Errorf("%s: %d rows, error %v", region, len(got), err)
				}
			}
		})
	}
	wg.Wait()
}

// fullDisk takes n bytes and then fails.
type fullDisk struct{ n int }

var errDiskFull = errors.New("disk full")

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.n -= len(p); d.n < 0 {
		return 0, errDiskFull
	}
	return len(p), nil
}

func TestWriterReportsErrors(t *testing.T) {
	for _, room := range []int{0, 300_000} {
		w := NewWriter(&fullDisk{room}, WriterOptions{})
		for _, r := range makeRows(6, 40_000, 1) {
			if err := w.WriteRow([]byte(r.line), r.chromosome, r.position); err != nil {
				break
			}
		}
		if err := w.Close(); !errors.Is(err, errDiskFull) {
			t.Errorf("Close(): %v", err)
		}
		if err := w.WriteIndex(io.Discard); !errors.Is(err, errDiskFull) {
			t.Errorf("WriteIndex(): %v", err)
		}
	}
}

// breaking panics when it is written to.
type breaking struct{}

func (breaking) Write([]byte) (int, error) { panic("the pipe burst") }

func TestWriterPanicsAreErrors(t *testing.T) {
	w := NewWriter(breaking{}, WriterOptions{})
	for _, r := range makeRows(6, 40_000, 1) {
		if err := w.WriteRow([]byte(r.line), r.chromosome, r.position); err != nil {
			break
		}
	}
	if err := w.Close(); !guard.Panicked(err) {
		t.Errorf("Close(): %v", err)
	}
}

// plainTexts compress in different ways.
func plainTexts() map[string][]byte {
	rng := rand.New(rand.NewPCG(1, 1))
	noise := make([]byte, 40_000)
	for i := range noise {
		noise[i] = byte(rng.Uint32())
	}
	skewed := make([]byte, 60_000) // long codes: byte b is about half as frequent as b−1
	for i := range skewed {
		for rng.IntN(2) == 0 && skewed[i] < 250 {
			skewed[i]++
		}
	}
	var table strings.Builder
	for _, r := range makeRows(2, 600, 1) {
		table.WriteString(r.line + "\n")
	}
	return map[string][]byte{
		"empty": nil, "one byte": {7}, "zeros": make([]byte, 65_280), "noise": noise, "skewed": skewed,
		"table": []byte(table.String()), "period 3": bytes.Repeat([]byte("abc"), 9000),
		"period 300": bytes.Repeat(noise[:300], 150), "far": append(append(noise[:33_000:33_000], noise[:500]...), 1),
	}
}

func TestBGZFWriterRoundTrip(t *testing.T) {
	for name, plain := range plainTexts() {
		for _, opt := range []BGZFOptions{{}, {BlockSize: 1 << 20, Level: 1, Workers: 1}, {BlockSize: 1000, Level: 9, Workers: 3}} {
			t.Run(name, func(t *testing.T) {
				var out bytes.Buffer
				w := NewBGZFWriter(&out, opt)
				if n, err := w.Write(plain); n != len(plain) || err != nil {
					t.Fatal(n, err)
				}
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
				if _, err := w.Write([]byte("x")); err == nil {
					t.Error("Write after Close gives no error")
				}
				got, err := expandIndex(&out, 1<<20)
				if err != nil || !bytes.Equal(got, plain) {
					t.Errorf("other bytes, or error %v", err)
				}
			})
		}
	}
}

// FuzzExpandIndex reads blocks that state any size.
func FuzzExpandIndex(f *testing.F) {
	_, index := write(f, makeRows(7, 30, 1, 2), WriterOptions{})
	f.Add(index)
	liar := bytes.Clone(endOfFile)
	binary.LittleEndian.PutUint32(liar[len(liar)-4:], maxPayload)
	f.Add(append(bytes.Repeat(liar, 1000), endOfFile...)) // 64 MiB of nothing
	f.Fuzz(func(t *testing.T, p []byte) {
		defer memtest.Bound(t, 1<<20+2*mostRatio*len(p))()
		_, _ = expandIndex(bytes.NewReader(p), 64<<20)
	})
}

func FuzzDecodeIndex(f *testing.F) {
	_, index := write(f, makeRows(7, 30, 1, 2), WriterOptions{})
	raw, err := expandIndex(bytes.NewReader(index), 1<<20)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add(raw[:40])
	most := binary.LittleEndian.AppendUint32(nil, math.MaxInt32)
	f.Add(slices.Concat([]byte(tabixMagic), most, make([]byte, 28)))                                            // contigs
	f.Add(slices.Concat([]byte(tabixMagic), []byte{1, 0, 0, 0}, make([]byte, 24), most))                        // names
	f.Add(slices.Concat([]byte(tabixMagic), []byte{1, 0, 0, 0}, make([]byte, 24), []byte{1, 0, 0, 0, 0}, most)) // bins
	f.Fuzz(func(t *testing.T, p []byte) {
		defer memtest.Bound(t, 1<<20+16*len(p))()
		x, err := decodeIndex(p)
		if err != nil {
			return
		}
		for i := range x.contigs {
			for _, s := range x.contigs[i].plan(0, maxEnd) {
				if s.end <= s.begin {
					t.Fatalf("plan holds %v", s)
				}
			}
		}
		again, err := decodeIndex(x.encode(nil))
		if err != nil {
			t.Fatal(err)
		}
		if len(again.contigs) != len(x.contigs) || again.table != x.table {
			t.Fatal("encode and decode give another index")
		}
	})
}

// FuzzBlock feeds a whole file of one block, and an index that points at it.
func FuzzBlock(f *testing.F) {
	data, index := write(f, makeRows(8, 30, 1), WriterOptions{})
	f.Add(data)
	f.Add(data[:len(data)-len(endOfFile)])
	f.Fuzz(func(t *testing.T, p []byte) {
		defer memtest.Bound(t, 1<<20+16*len(p))()
		p = slices.Concat(p, endOfFile) // the input of a fuzz target must not be written to
		if err := scanAll(p, index); err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrTruncated) &&
			!errors.Is(err, ErrIndex) && !errors.Is(err, ErrTooLong) {
			t.Fatalf("error without a name: %v", err)
		}
	})
}
