package rowsort

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/guard"

	"pgregory.net/rapid"
)

// drawRow fills every field of a row, whatever fields it has.
func drawRow(t *rapid.T) sumstats.Row {
	var r sumstats.Row
	v := reflect.ValueOf(&r).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		switch f := v.Field(i); f.Kind() {
		case reflect.Float64, reflect.Float32:
			f.SetFloat(float64(rapid.OneOf(rapid.Float32(), rapid.Just(float32(math.NaN()))).Draw(t, name)))
		case reflect.Int32:
			f.SetInt(int64(rapid.Int32().Draw(t, name)))
		default:
			f.SetUint(rapid.Uint64Max(1<<f.Type().Bits()-1).Draw(t, name))
		}
	}
	return r
}

func TestBlockRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(rapid.Custom(drawRow), 1, 20).Draw(t, "rows")
		if rapid.Bool().Draw(t, "constant") {
			for i := range rows {
				rows[i] = rows[0]
			}
		}
		var e, again blockEncoder
		block := slices.Clone(encodeRows(&e, rows))
		got, err := decodeBlock(nil, block)
		if err != nil {
			t.Fatal(err)
		}
		for i := range rows {
			// Every field must come back, also one that is added to Row later.
			if !sameFields(got[i], rows[i]) {
				t.Fatalf("row %d is %+v, want %+v", i, got[i], rows[i])
			}
		}
		if !slices.Equal(encodeRows(&again, got), block) {
			t.Fatal("another block from the same rows")
		}
	})
}

func sameFields(a, b sumstats.Row) bool {
	va, vb := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range va.NumField() {
		if va.Field(i).CanFloat() {
			x, y := va.Field(i).Float(), vb.Field(i).Float()
			if math.Float64bits(x) != math.Float64bits(y) && !(math.IsNaN(x) && math.IsNaN(y)) {
				return false
			}
		} else if !va.Field(i).Equal(vb.Field(i)) {
			return false
		}
	}
	return true
}

func FuzzDecodeBlock(f *testing.F) {
	var e blockEncoder
	f.Add(slices.Clone(encodeRows(&e, randomRows(rand.New(rand.NewPCG(1, 1)), 3, 10))))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, block []byte) {
		defer memtest.Bound(t, 1<<20+16*len(block))()
		if _, err := decodeBlock(nil, block); err != nil && !errors.Is(err, ErrSpillDamaged) {
			t.Fatalf("error without a name: %v", err)
		}
		if len(block) < blockHeaderSize {
			return
		}
		block = slices.Clone(block) // with the right checksum the rest is looked at too
		binary.LittleEndian.PutUint32(block, checksum(block))
		rows, err := decodeBlock(nil, block)
		if err == nil && len(rows) != int(binary.LittleEndian.Uint32(block[4:])) {
			t.Fatalf("%d rows from a block of %d", len(rows), binary.LittleEndian.Uint32(block[4:]))
		}
	})
}

func TestSpillDamageIsNoticed(t *testing.T) {
	rows := randomRows(rand.New(rand.NewPCG(2, 2)), 5000, 500)
	damage := map[string]func(f *spillFile) error{
		"changed byte": func(f *spillFile) error { _, err := f.file.WriteAt([]byte("changed"), f.end.Load()/2); return err },
		"cut off":      func(f *spillFile) error { return f.file.Truncate(f.end.Load() / 2) },
	}
	for name, change := range damage {
		t.Run(name, func(t *testing.T) {
			opt := Options{MemoryBytes: 100_000, TempDir: t.TempDir()}
			s := New(opt)
			defer s.Close()
			if err := s.Add(rows); err != nil {
				t.Fatal(err)
			}
			runs, err := s.finish()
			if err != nil {
				t.Fatal(err)
			}
			if err := change(s.file); err != nil {
				t.Fatal(err)
			}
			r, err := s.mergeDown(runs)
			if err == nil {
				_, err = readAll(r)
			}
			if !errors.Is(err, ErrSpillDamaged) {
				t.Errorf("error %v, want %v", err, ErrSpillDamaged)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			requireEmptyDir(t, opt.TempDir)
		})
	}
}

// TestSortIsAPermutation draws rows, keys and budgets.
func TestSortIsAPermutation(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		rows := randomRows(rand.New(rand.NewPCG(seed, 0)), rapid.IntRange(0, 2000).Draw(t, "rows"), 1+rapid.IntRange(0, 300).Draw(t, "positions"))
		opt := Options{
			By: Key(rapid.IntRange(0, 1).Draw(t, "key")), Workers: rapid.IntRange(1, 3).Draw(t, "workers"),
			MemoryBytes: int64(rapid.IntRange(1, 400_000).Draw(t, "memory")), TempDir: dir,
		}
		r, err := Sort(&sliceReader{rows: rows, step: rapid.IntRange(1, 500).Draw(t, "step")}, opt)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		got, err := readAll(r)
		if err != nil {
			t.Fatal(err)
		}
		o := order{by: opt.By}
		seen := map[uint32]bool{}
		for i := range got {
			if i > 0 && o.compare(&got[i-1], &got[i]) > 0 {
				t.Fatalf("row %d is out of order", i)
			}
			seen[got[i].Line] = true
		}
		if len(got) != len(rows) || len(seen) != len(rows) { // lines are unique in the input
			t.Fatalf("%d rows with %d lines from %d rows", len(got), len(seen), len(rows))
		}
	})
}

func TestEqualRowsKeepTheirOrder(t *testing.T) {
	rows := randomRows(rand.New(rand.NewPCG(3, 3)), 20_000, 3)
	for i := range rows {
		rows[i].Chromosome, rows[i].EA, rows[i].OA, rows[i].Line = 1, variant.A, variant.C, 7
		rows[i].Beta = float64(i)
	}
	r, err := Sort(&sliceReader{rows: rows, step: 5000}, Options{MemoryBytes: 200_000, TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	got, err := readAll(r)
	if err != nil {
		t.Fatal(err)
	}
	requireSame(t, got, sortedCopy(rows, order{}))
}

// TestLongAllelesSortByText numbers the same alleles differently in another dictionary: the order
// of rows must not change.
func TestLongAllelesSortByText(t *testing.T) {
	texts := []string{strings.Repeat("ACGT", 10), strings.Repeat("ACGT", 9), strings.Repeat("TTTT", 9), "ACGT", "I", "A"}
	var first []string
	for range 2 {
		d := variant.NewDict()
		var rows []sumstats.Row
		for _, text := range texts {
			a, ok := d.Parse([]byte(text))
			if !ok {
				t.Fatal(text)
			}
			rows = append(rows, sumstats.Row{Chromosome: 1, Position: 5, EA: variant.A, OA: a})
		}
		r, err := Sort(&sliceReader{rows: rows, step: 10}, Options{Dict: d})
		if err != nil {
			t.Fatal(err)
		}
		got, err := readAll(r)
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		for _, row := range got {
			order = append(order, d.Text(row.OA))
		}
		if first != nil && !slices.Equal(order, first) {
			t.Errorf("order %v, and with another dictionary %v", first, order)
		}
		first = order
		slices.Reverse(texts)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCloseWhileReading(t *testing.T) {
	opt := Options{MemoryBytes: 100_000, TempDir: t.TempDir()}
	r, err := Sort(&sliceReader{rows: randomRows(rand.New(rand.NewPCG(6, 6)), 9000, 300), step: 500}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := r.ReadRows(make([]sumstats.Row, 10)); n != 10 || err != nil {
		t.Fatal(n, err)
	}
	for range 2 {
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.ReadRows(make([]sumstats.Row, 10)); !errors.Is(err, ErrClosed) {
		t.Errorf("error %v after Close", err)
	}
	requireEmptyDir(t, opt.TempDir)
}

func TestCancelWhileReading(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	opt := Options{Context: ctx, MemoryBytes: 100_000, TempDir: t.TempDir()}
	r, err := Sort(&sliceReader{rows: randomRows(rand.New(rand.NewPCG(7, 7)), 9000, 300), step: 500}, opt)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := readAll(r); !errors.Is(err, context.Canceled) || errors.Is(err, io.EOF) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	requireEmptyDir(t, opt.TempDir)
}

// TestPanicOfAWorkerIsAnError lets a worker stumble over a chunk without rows.
func TestPanicOfAWorkerIsAnError(t *testing.T) {
	s := New(Options{TempDir: t.TempDir()})
	s.current = newChunk(8)
	s.submit()
	if _, err := s.Reader(); !guard.Panicked(err) {
		t.Errorf("Reader(): %v", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("Close(): %v", err)
	}
}
