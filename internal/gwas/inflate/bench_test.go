package inflate

import (
	"bytes"
	stdgzip "compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/gzip"
)

// tableText returns a GWAS table of n rows as people send it: 11 columns, sorted, numbers of six
// digits.
func tableText(n int) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	b.WriteString("chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\trsid\tinfo\tn\n")
	position := 1_000_000
	for i := range n {
		position += 1 + rng.IntN(5000)
		effect := rng.IntN(4)
		fmt.Fprintf(&b, "%d\t%d\t%c\t%c\t%.6g\t%.6g\t%.6g\t%.6g\trs%d\t%.6g\t55000\n", 1+i*22/n, position, "ACGT"[effect], "ACGT"[(effect+1+rng.IntN(3))%4],
			rng.NormFloat64()/20, 0.02+rng.ExpFloat64()/50, rng.Float64(), rng.Float64(), 1_020_000_000+i, min(1, 0.75+rng.Float64()/3))
	}
	return b.Bytes()
}

func gzipped(t testing.TB, level int, plain []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := stdgzip.NewWriterLevel(&out, level)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(plain); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// BenchmarkReader expands a table of gzip -6 with this package and with the two
// general ones.
func BenchmarkReader(b *testing.B) {
	plain := tableText(200_000)
	file := gzipped(b, 6, plain)
	for _, tt := range []struct {
		name string
		open func(io.Reader) (io.Reader, error)
	}{
		{"ours", func(r io.Reader) (io.Reader, error) { return NewReader(r) }},
		{"klauspost", func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
		{"standard library", func(r io.Reader) (io.Reader, error) { return stdgzip.NewReader(r) }},
	} {
		b.Run(tt.name, func(b *testing.B) {
			b.SetBytes(int64(len(plain)))
			buf := make([]byte, 64<<10)
			for b.Loop() {
				z, err := tt.open(bytes.NewReader(file))
				if err != nil {
					b.Fatal(err)
				}
				if n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{z}, buf); err != nil || n != int64(len(plain)) {
					b.Fatal(n, err)
				}
			}
		})
	}
}
