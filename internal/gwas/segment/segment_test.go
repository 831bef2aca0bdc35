package segment

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"testing"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/resultfile"
	"cohortium/internal/gwas/rsindex"

	"pgregory.net/rapid"
)

// drawnRows draws the rows of some results, in the order of a file: crowded positions, long alleles,
// numbers of every form.
func drawnRows(t *rapid.T, results int) []Row {
	number := rapid.OneOf(
		rapid.Just(math.NaN()), rapid.Float64(), rapid.SampledFrom([]float64{0, math.Copysign(0, -1), math.Inf(1), 1e-300, 1e25, 0.1, -0.25}),
		rapid.Custom(func(t *rapid.T) float64 {
			return float64(rapid.IntRange(-99999, 99999).Draw(t, "digits")) / powers[rapid.IntRange(0, 9).Draw(t, "exponent")]
		}))
	allele := rapid.SampledFrom([]string{"A", "C", "G", "T", "N", "", "ACGT", "<DEL>"})
	var rows []Row
	for range rapid.IntRange(0, 300).Draw(t, "rows") {
		r := Row{Result: rapid.IntRange(0, results-1).Draw(t, "result")}
		r.Chromosome, r.Position = genome.Chromosome(rapid.IntRange(1, 3).Draw(t, "chromosome")), rapid.Int32Range(1, 60).Draw(t, "position")
		if rapid.IntRange(0, 40).Draw(t, "far") == 0 {
			r.Position = math.MaxInt32
		}
		r.EffectAllele, r.OtherAllele = allele.Draw(t, "effect"), allele.Draw(t, "other")
		r.RSID = rapid.SampledFrom([]uint64{0, 1, 2, 3, 7, 1 << 33, math.MaxUint64}).Draw(t, "rs")
		for _, x := range numbers(&r.Row) {
			*x = number.Draw(t, "number")
		}
		rows = append(rows, r)
	}
	sortRows(rows)
	return rows
}

func sortRows(rows []Row) {
	slices.SortStableFunc(rows, func(a, b Row) int {
		switch {
		case a.before(&b):
			return -1
		case b.before(&a):
			return 1
		}
		return 0
	})
}

// written writes rows in pages of few, and opens the file and its index of rs numbers.
func written(t rapid.TB, rows []Row, results, limit int, merge func(*Writer) error) (*Segment, *rsindex.Index, []byte) {
	t.Helper()
	var file, index bytes.Buffer
	w, err := NewWriter(&file, results, "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}()
	w.limit = limit
	for i := range rows {
		if err := w.Add(&rows[i]); err != nil {
			t.Fatal(err)
		}
	}
	if merge != nil {
		if err := merge(w); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Finish(&index); err != nil {
		t.Fatal(err)
	}
	s, err := Open(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	x, err := rsindex.Open(bytes.NewReader(index.Bytes()), int64(index.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return s, x, file.Bytes()
}

// same compares rows to the bit.
func same(a, b *resultfile.Row) bool {
	for i, x := range numbers(a) {
		y := *numbers(b)[i]
		if math.Float64bits(*x) != math.Float64bits(y) && !(math.IsNaN(*x) && math.IsNaN(y)) {
			return false
		}
	}
	return a.ID() == b.ID() && a.RSID == b.RSID
}

func rowsOf(t rapid.TB, s *Segment, region genome.Region, wanted func(int) bool) (rows []Row) {
	t.Helper()
	err := s.Rows(region, wanted, func(r *Row) error { rows = append(rows, *r); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func everything(int) bool { return true }

// TestAFileAnswersAsAScan draws files and asks for regions: rows, best rows and rs numbers are those
// of a scan, to the bit.
func TestAFileAnswersAsAScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const results = 5
		rows := drawnRows(t, results)
		s, x, _ := written(t, rows, results, rapid.SampledFrom([]int{1, 7, 40, pageRows}).Draw(t, "limit"), nil)
		hidden := rapid.IntRange(0, results).Draw(t, "hidden")
		wanted := func(result int) bool { return result != hidden }
		region := genome.Region{Chromosome: genome.Chromosome(rapid.IntRange(1, 4).Draw(t, "c")), Start: rapid.Int32Range(0, 61).Draw(t, "start")}
		region.End = region.Start + rapid.SampledFrom([]int32{0, 3, 20, 60, math.MaxInt32 - 100}).Draw(t, "length")
		var want []Row
		bests := make([]Best, results)
		for i := range rows {
			r := &rows[i]
			if !region.Contains(r.Chromosome, r.Position) || !wanted(r.Result) {
				continue
			}
			want = append(want, *r)
			b := &bests[r.Result]
			if math.IsNaN(r.NegLog10P) {
				continue
			}
			if b.Variants++; b.Variants == 1 || r.NegLog10P > b.Row.NegLog10P {
				b.Row = r.Row
			}
		}
		if got := rowsOf(t, s, region, wanted); !slices.EqualFunc(got, want, func(a, b Row) bool { return a.Result == b.Result && same(&a.Row, &b.Row) }) {
			t.Fatalf("%s: %v, want %v", region, got, want)
		}
		got := make([]Best, results)
		if err := s.Best(region, wanted, got); err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if got[i].Variants != bests[i].Variants || got[i].Variants > 0 && !same(&got[i].Row, &bests[i].Row) {
				t.Fatalf("%s: the best of result %d is %v, want %v", region, i, got[i], bests[i])
			}
		}
		for i := range rows {
			if r := &rows[i]; r.RSID > 0 && r.RSID <= rsindex.MaxNumber {
				stretches, err := x.Find(r.RSID, len(rows))
				if err != nil || !slices.ContainsFunc(stretches, func(at genome.Region) bool { return at.Contains(r.Chromosome, r.Position) }) {
					t.Fatalf("rs%d at %s is not found: %v, %v", r.RSID, r.ID(), stretches, err)
				}
			}
		}
	})
}

// TestMergingEqualsWriting draws files and merges them without one of their results: the file has
// the rows that remain, in order.
func TestMergingEqualsWriting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const results = 3
		limit := rapid.SampledFrom([]int{1, 11, pageRows}).Draw(t, "limit")
		files := rapid.IntRange(1, 4).Draw(t, "files")
		out := rapid.IntRange(0, files*results).Draw(t, "left out")
		var want []Row
		var inputs []Input
		for n := range files {
			rows := drawnRows(t, results)
			s, _, _ := written(t, rows, results, limit, nil)
			number := func(result int) int {
				if result += n * results; result == out {
					return -1
				}
				return result
			}
			inputs = append(inputs, Input{s, number})
			for _, r := range rows {
				if r.Result = number(r.Result); r.Result >= 0 {
					want = append(want, r)
				}
			}
		}
		sortRows(want)
		merged, _, _ := written(t, nil, files*results, limit, func(w *Writer) error { return Merge(t.Context(), w, inputs) })
		var got []Row
		for c := genome.Chromosome(1); c <= 3; c++ {
			got = append(got, rowsOf(t, merged, genome.Region{Chromosome: c, End: math.MaxInt32}, everything)...)
		}
		if !slices.EqualFunc(got, want, func(a, b Row) bool { return a.Result == b.Result && same(&a.Row, &b.Row) }) {
			t.Fatalf("%d rows, want %d: %v, %v", len(got), len(want), got, want)
		}
	})
}

// TestWriterRefuses rows out of order and results that the file does not have.
func TestWriterRefuses(t *testing.T) {
	at := func(c genome.Chromosome, position int32, result int) *Row {
		return &Row{Result: result, Row: resultfile.Row{Chromosome: c, Position: position, EffectAllele: "A", OtherAllele: "C"}}
	}
	for name, second := range map[string]*Row{
		"position": at(2, 9, 0), "chromosome": at(1, 20, 0), "result": at(2, 10, 0), "unknown result": at(2, 10, 2), "no chromosome": at(0, 10, 1),
	} {
		w, err := NewWriter(new(bytes.Buffer), 2, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		w.limit = 1 // so that pages end between the two
		if err := w.Add(at(2, 10, 1)); err != nil {
			t.Error(err)
		}
		if err := w.Add(second); err == nil {
			t.Errorf("%s: no error", name)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, n := range []int{0, MaxResults + 1} {
		if _, err := NewWriter(new(bytes.Buffer), n, ""); err == nil {
			t.Errorf("a file of %d results", n)
		}
	}
}

// TestReadsFewBytes holds what a variant costs: the page of its position, of a file of many.
func TestReadsFewBytes(t *testing.T) {
	var rows []Row
	for position := int32(1); position <= 40_000; position++ {
		for result := range 3 {
			p := float64(position*7919%100_000) / 1000
			rows = append(rows, Row{result, resultfile.Row{
				Chromosome: 1, Position: position * 10, EffectAllele: "A", OtherAllele: "C", Beta: p / 7, SE: 0.01, EAF: 0.25, NegLog10P: p, N: 1000,
				NStudies: math.NaN(), I2: math.NaN(), HetP: math.NaN(),
			}})
		}
	}
	_, _, file := written(t, rows, 3, pageRows, nil)
	data := &counting{bytes.NewReader(file), 0}
	s, err := Open(data, int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	if data.n > 1000 {
		t.Errorf("opening read %d bytes", data.n)
	}
	page := int64(s.pages[1].bytes)
	data.n = 0
	if got := rowsOf(t, s, genome.Region{Chromosome: 1, Start: 200_000, End: 200_000}, everything); len(got) != 3 {
		t.Errorf("%d rows", len(got))
	}
	if data.n < page/2 || data.n > page*2 {
		t.Errorf("a position read %d bytes, a page has %d", data.n, page)
	}
	data.n = 0
	if err := s.Best(genome.Region{Chromosome: 1, Start: 1, End: 399_990}, everything, make([]Best, 3)); err != nil {
		t.Fatal(err)
	}
	if data.n > page*3 {
		t.Errorf("the best of all pages read %d bytes, a page has %d", data.n, page)
	}
}

type counting struct {
	*bytes.Reader
	n int64
}

func (c *counting) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.Reader.ReadAt(p, at)
	c.n += int64(n)
	return n, err
}

// FuzzOpen reads files that are damaged: each answers or is ErrFormat, within bounded memory.
func FuzzOpen(f *testing.F) {
	rows := []Row{
		{0, resultfile.Row{Chromosome: 1, Position: 5, EffectAllele: "A", OtherAllele: "ACGT", Beta: 0.1, NegLog10P: 3, RSID: 7}},
		{1, resultfile.Row{Chromosome: 1, Position: 5, EffectAllele: "C", OtherAllele: "T", Beta: math.Pi, NegLog10P: math.NaN()}},
		{0, resultfile.Row{Chromosome: 2, Position: 1, EffectAllele: "G", OtherAllele: "T", N: 1e30}},
	}
	s, _, file := written(f, rows, 2, 2, nil)
	f.Add(file, byte(0), uint16(0))
	for i := range s.pages { // within blocks, whose checksums are made right again
		f.Add(file, byte(0x41), uint16(s.pages[i].at)+9)
	}
	f.Add(file[:len(file)-1], byte(0), uint16(0))
	f.Fuzz(func(t *testing.T, data []byte, change byte, where uint16) {
		data = slices.Clone(data)
		defer memtest.Bound(t, 64<<20+64*len(data))()
		if int(where) < len(data) {
			data[where] ^= change
		}
		s, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			if !errors.Is(err, ErrFormat) {
				t.Fatal(err)
			}
			return
		}
		region := genome.Region{Chromosome: 1, Start: 0, End: math.MaxInt32}
		for _, err := range []error{
			s.Rows(region, everything, func(*Row) error { return nil }),
			s.Best(region, everything, make([]Best, s.Results())),
			s.Best(genome.Region{Chromosome: 1, Start: 5, End: 5}, everything, make([]Best, s.Results())),
		} {
			if err != nil && !errors.Is(err, ErrFormat) {
				t.Fatal(err)
			}
		}
	})
}

// FuzzPage reads pages as they are behind their checksum and compression.
func FuzzPage(f *testing.F) {
	row := Row{1, resultfile.Row{Chromosome: 1, Position: 5, EffectAllele: "A", OtherAllele: "ACGT", Beta: 0.1, NegLog10P: 3, RSID: 7}}
	f.Add(appendRows(nil, []Row{row, row}, 5), 2)
	f.Fuzz(func(t *testing.T, raw []byte, n int) {
		if n < 0 || n > pageRows {
			return
		}
		defer memtest.Bound(t, 64<<10+16*len(raw)+256*n)()
		in := columns{in: raw}
		p := page{Region: genome.Region{Chromosome: 1, Start: 5, End: 90}}
		if rows, ok := in.rows(
			new(reading),
			&p,
			n,
			3,
			5,
			90,
		); ok &&
			slices.ContainsFunc(rows, func(r Row) bool { return r.Result > 2 || r.Position < 5 || r.Position > 90 }) {
			t.Fatalf("%v", rows)
		}
	})
}

func BenchmarkMerge(b *testing.B) {
	const results, positions = 64, 2000
	var rows []Row
	for position := range int32(positions) {
		for result := range results {
			x := float64(int(position)*7919*(result+3)%100_000) / 1e5
			rows = append(rows, Row{result, resultfile.Row{
				Chromosome: 1, Position: position*300 + 1, EffectAllele: "A", OtherAllele: "C", Beta: x, SE: 0.0123, EAF: x, NegLog10P: x * math.Pi, N: 123456,
				RSID: uint64(position), NStudies: math.NaN(), I2: math.NaN(), HetP: math.NaN(),
			}})
		}
	}
	s, _, file := written(b, rows, results, pageRows, nil)
	b.ReportMetric(float64(len(file))/float64(len(rows)), "bytes/row")
	for b.Loop() {
		written(b, nil, results, pageRows, func(w *Writer) error {
			return Merge(b.Context(), w, []Input{{s, func(n int) int { return n }}})
		})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(rows)), "ns/row")
}
