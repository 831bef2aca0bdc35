package rsindex

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/blockfile"
	"cohortium/internal/gwas/genome"

	"pgregory.net/rapid"
)

type row struct {
	number   uint64
	c        genome.Chromosome
	position int32
}

// index writes and opens the index of rows.
func index(t rapid.TB, rows []row, chunk int) (*Index, []byte) {
	t.Helper()
	w := NewWriter("")
	w.limit = chunk
	defer func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}()
	for _, r := range rows {
		if err := w.Add(r.number, r.c, r.position); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if n, err := w.WriteTo(&out); err != nil || n != int64(out.Len()) {
		t.Fatalf("%d bytes said, %d written: %v", n, out.Len(), err)
	}
	x, err := Open(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return x, out.Bytes()
}

// TestFindEqualsAScan draws files and asks for every number that is in them and for
// others: the stretches hold exactly the rows that a scan finds.
func TestFindEqualsAScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]uint64{3, 400, 100_000, MaxNumber}).Draw(t, "most")
		var rows []row
		for c := genome.Chromosome(1); c <= 3; c++ {
			position := int32(1)
			for range rapid.IntRange(0, 1500).Draw(t, "rows") {
				rows = append(rows, row{rapid.Uint64Range(0, most).Draw(t, "number"), c, position})
				position += rapid.Int32Range(0, 5).Draw(t, "gap")
			}
		}
		x, _ := index(t, rows, rapid.SampledFrom([]int{1000, 333, chunkPairs}).Draw(t, "chunk"))
		at := map[uint64][]row{}
		for _, r := range rows {
			at[r.number] = append(at[r.number], r)
		}
		asked := []uint64{1, 2, most, most / 2, MaxNumber}
		for number := range at {
			asked = append(asked, number)
		}
		for _, number := range asked {
			found, err := x.Find(number, len(rows)+1)
			if err != nil {
				t.Fatal(err)
			}
			want := at[number]
			if number == 0 {
				want = nil // no number at all
			}
			for _, r := range want {
				if !slices.ContainsFunc(found, func(s genome.Region) bool { return s.Contains(r.c, r.position) }) {
					t.Fatalf("rs%d at %s:%d is in none of %v", number, r.c, r.position, found)
				}
			}
			for _, s := range found {
				if !slices.ContainsFunc(want, func(r row) bool { return s.Contains(r.c, r.position) }) {
					t.Fatalf("rs%d is said to be in %v, and is not", number, s)
				}
			}
		}
	})
}

func TestNothingAndLimits(t *testing.T) {
	none, _ := index(t, nil, chunkPairs)
	if found, err := none.Find(7, 5); len(found) != 0 || err != nil {
		t.Errorf("an empty index found %v, %v", found, err)
	}
	var rows []row
	for i := range int32(5 * stretchRows) {
		rows = append(rows, row{9, 1, i + 1})
	}
	many, _ := index(t, rows, chunkPairs)
	if found, err := many.Find(9, 3); len(found) != 3 || err != nil {
		t.Errorf("asked for three places of five, got %v, %v", found, err)
	}
	w := NewWriter("")
	if err := errors.Join(w.Add(1, 1, 10), w.Add(1, 1, 9)); err == nil {
		t.Error("rows out of order were taken")
	}
}

// TestThreeBytesARow: a million rows of numbers as dense as those of an imputed
// study (ten million of a thousand million), in no order of place.
func TestThreeBytesARow(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	rows := make([]row, 1_000_000)
	for i := range rows {
		rows[i] = row{1 + r.Uint64N(100*uint64(len(rows))), 1, int32(i + 1)}
	}
	_, raw := index(t, rows, chunkPairs)
	if perRow := float64(len(raw)) / float64(len(rows)); perRow > 2.7 {
		t.Errorf("%.2f bytes a row", perRow)
	}
}

// TestDamage: a changed or missing byte is an error or does not change any answer.
func TestDamage(t *testing.T) {
	var rows []row
	for i := range int32(3000) {
		rows = append(rows, row{uint64(i%700)*977 + 1, 1 + genome.Chromosome(i/1500), i + 1})
	}
	x, raw := index(t, rows, chunkPairs)
	want, err := x.Find(978, 9)
	if err != nil || len(want) == 0 {
		t.Fatal(want, err)
	}
	for at := range raw {
		bad := bytes.Clone(raw)
		bad[at] ^= 0x10
		x, err := Open(bytes.NewReader(bad), int64(len(bad)))
		if err == nil {
			var got []genome.Region
			if got, err = x.Find(978, 9); err == nil && !slices.Equal(got, want) {
				t.Fatalf("byte %d changed: %v instead of %v", at, got, want)
			}
		}
		if err != nil && !errors.Is(err, ErrFormat) {
			t.Fatalf("byte %d changed: %v", at, err)
		}
		if _, err := Open(bytes.NewReader(raw[:at]), int64(at)); !errors.Is(err, ErrFormat) {
			t.Fatalf("cut at byte %d: %v", at, err)
		}
	}
}

// FuzzRead passes any bytes to the reader, with valid checksums: no panic, and memory in proportion
// to the bytes.
func FuzzRead(f *testing.F) {
	_, raw := index(f, []row{{5, 1, 10}, {7, 1, 20}, {5, 2, 3}}, chunkPairs)
	f.Add(raw[:len(raw)-24], uint16(8), uint64(5))
	f.Fuzz(func(t *testing.T, body []byte, blocks uint16, number uint64) {
		defer memtest.Bound(t, 1<<20+16*len(body))()
		at := min(int(blocks), len(body))
		raw := sealed(body[:at], body[at:])
		x, err := Open(bytes.NewReader(raw), int64(len(raw)))
		if err != nil {
			return
		}
		if _, err := x.Find(number, 10); err != nil && !errors.Is(err, ErrFormat) {
			t.Error(err)
		}
	})
}

// sealed joins blocks and a directory with valid checksums, so that the rest is read.
func sealed(blocks, directory []byte) []byte {
	if n := len(blocks) - blockfile.SumBytes; n >= 0 {
		blocks = blockfile.AppendSum(slices.Clone(blocks[:n]))
	}
	return append(slices.Clone(blocks), format.AppendEnd(slices.Clone(directory), int64(len(blocks)))...)
}
