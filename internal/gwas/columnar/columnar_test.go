package columnar

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

func nan() float64 { return math.NaN() }

// makeRows makes sorted rows; long alleles and missing numbers are frequent
// where odd is set.
func makeRows(seed uint64, n int, d *variant.Dict, odd bool) []sumstats.Row {
	rng := rand.New(rand.NewPCG(seed, 1))
	rows := make([]sumstats.Row, n)
	position := int32(0)
	for i := range rows {
		c := genome.Chromosome(1 + 25*i/n)
		if i > 0 && c != rows[i-1].Chromosome {
			position = 0
		}
		position += int32(rng.IntN(500))
		rows[i] = sumstats.Row{
			Chromosome: c, Position: position, Line: uint32(i + 2), RSID: uint64(rng.IntN(1_000_000_000)),
			EA: variant.Allele(4 + rng.IntN(4)), OA: variant.Allele(4 + rng.IntN(4)),
			Beta: math.Round(rng.NormFloat64()*300) / 1e4, SE: math.Round(1+rng.Float64()*100) / 1e4,
			EAF: math.Round(rng.Float64()*1e4) / 1e4, NegLog10P: rng.ExpFloat64(), N: float64(100_000 + rng.IntN(300)),
			NCases: nan(), NControls: nan(), Info: nan(), NEff: float32(nan()), Flags: sumstats.RowFlags(rng.IntN(4)),
		}
		if odd {
			makeOdd(rng, &rows[i], d)
		}
	}
	return rows
}

func makeOdd(rng *rand.Rand, r *sumstats.Row, d *variant.Dict) {
	r.EA, _ = d.Parse([]byte(strings.Repeat("ACGTTGCA"[rng.IntN(4):], 1+rng.IntN(12))))
	for _, field := range []*float64{&r.Beta, &r.SE, &r.EAF, &r.NegLog10P, &r.N} {
		if rng.IntN(3) == 0 {
			*field = nan()
		}
	}
	switch rng.IntN(6) {
	case 0:
		r.OA, r.RSID, r.Info = variant.Deletion, 0, 0.5
	case 1:
		r.OA, r.NCases, r.NEff = variant.Missing, 12, 1234.5
	case 2:
		r.NegLog10P, r.Beta = math.Inf(1), math.Copysign(0, -1)
	}
}

func write(t testing.TB, rows []sumstats.Row, d *variant.Dict, opt Options) []byte {
	t.Helper()
	var out bytes.Buffer
	w := NewWriter(&out, d, opt)
	if err := w.WriteRows(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func readAll(r sumstats.RowReader, size int) ([]sumstats.Row, error) {
	var all []sumstats.Row
	buf := make([]sumstats.Row, size)
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

// text prints a row with the text of its alleles, so that rows of two
// dictionaries compare.
func text(r *sumstats.Row, d *variant.Dict) string {
	plain := *r
	plain.EA, plain.OA = 0, 0
	return fmt.Sprint(plain, math.Signbit(r.Beta), d.Text(r.EA), " ", d.Text(r.OA))
}

func requireSame(t *testing.T, got []sumstats.Row, gotDict *variant.Dict, want []sumstats.Row, wantDict *variant.Dict) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i := range got {
		if g, w := text(&got[i], gotDict), text(&want[i], wantDict); g != w {
			t.Fatalf("row %d is\n%s\nwant\n%s", i, g, w)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	tests := map[string]struct {
		rows      int
		odd       bool
		opt       Options
		batchSize int
	}{
		"empty":            {0, false, Options{}, 10},
		"one row":          {1, true, Options{}, 10},
		"one page":         {pageRows, false, Options{}, 1000},
		"page and a row":   {pageRows + 1, true, Options{}, 100_000},
		"small row groups": {5*pageRows + 77, false, Options{GroupRows: 2 * pageRows, Workers: 1}, 777},
		"odd rows":         {3*pageRows + 5, true, Options{GroupRows: pageRows, Workers: 3}, 4096},
		"several groups":   {10 * pageRows, false, Options{}, 8192},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d, d2 := variant.NewDict(), variant.NewDict()
			rows := makeRows(1, test.rows, d, test.odd)
			data := write(t, rows, d, test.opt)
			r, err := Open(bytes.NewReader(data), int64(len(data)), d2)
			if err != nil {
				t.Fatal(err)
			}
			got, err := readAll(r, test.batchSize)
			if err != nil {
				t.Fatal(err)
			}
			requireSame(t, got, d2, rows, d)
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	d := variant.NewDict()
	rows := makeRows(1, 1_000_000, d, false)
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("%d workers", workers), func(b *testing.B) {
			var size int
			for b.Loop() {
				size = len(write(b, rows, d, Options{Workers: workers}))
			}
			b.ReportMetric(float64(len(rows))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
			b.ReportMetric(float64(size)/float64(len(rows)), "B/row")
		})
	}
}

func BenchmarkRead(b *testing.B) {
	d := variant.NewDict()
	rows := makeRows(1, 1_000_000, d, false)
	data := write(b, rows, d, Options{})
	buf := make([]sumstats.Row, 1024)
	for b.Loop() {
		r, err := Open(bytes.NewReader(data), int64(len(data)), d)
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for {
			k, err := r.ReadRows(buf)
			n += k
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
		}
		if n != len(rows) {
			b.Fatalf("%d rows", n)
		}
	}
	b.ReportMetric(float64(len(rows))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
}
