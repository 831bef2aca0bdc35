package regionindex

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// deflate compresses with the standard library.
func deflate(t testing.TB, level int, plain []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, level)
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

func TestInflate(t *testing.T) {
	var f inflater // one for all, so that nothing must be left over from the last
	for name, plain := range plainTexts() {
		for level := flate.HuffmanOnly; level <= 9; level++ {
			t.Run(fmt.Sprintf("%s/level %d", name, level), func(t *testing.T) {
				compressed := deflate(t, level, plain)
				for _, behind := range []int{0, 3, 100} { // bytes that follow the stream
					src := append(bytes.Clone(compressed), make([]byte, behind)...)
					dst := make([]byte, len(plain)+slack)
					if err := f.run(dst, len(plain), src, len(compressed)); err != nil {
						t.Fatal(err)
					}
					if !bytes.Equal(dst[:len(plain)], plain) {
						t.Fatal("other bytes")
					}
				}
				if err := f.run(make([]byte, len(plain)+1+slack), len(plain)+1, compressed, len(compressed)); err == nil {
					t.Error("no error for a stream that is shorter than stated")
				}
				if len(plain) > 0 {
					if err := f.run(make([]byte, len(plain)-1+slack), len(plain)-1, compressed, len(compressed)); err == nil {
						t.Error("no error for a stream that is longer than stated")
					}
				}
			})
		}
	}
}

// FuzzInflate compares with the standard library: the same streams are right,
// and they give the same bytes.
func FuzzInflate(f *testing.F) {
	for _, plain := range plainTexts() {
		f.Add(deflate(f, 6, plain[:min(len(plain), 2000)]))
		f.Add(deflate(f, flate.HuffmanOnly, plain[:min(len(plain), 300)]))
		f.Add(deflate(f, 0, plain[:min(len(plain), 300)]))
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		src := bytes.NewReader(stream)
		want, err := io.ReadAll(io.LimitReader(flate.NewReader(src), maxPayload+1))
		if len(want) > maxPayload {
			return
		}
		valid := err == nil && src.Len() == 0 // we insist that nothing follows
		var z inflater
		dst := make([]byte, len(want)+slack)
		ours := z.run(dst, len(want), stream, len(stream))
		if valid != (ours == nil) {
			t.Fatalf("we say %v, the standard library %v with %d bytes left", ours, err, src.Len())
		}
		if ours == nil && !bytes.Equal(dst[:len(want)], want) {
			t.Fatal("other bytes")
		}
		if short := len(want) / 2; short < len(want) && z.run(dst[:short+slack], short, stream, len(stream)) == nil {
			t.Fatal("no error for a stream that is longer than stated")
		}
	})
}

func BenchmarkInflate(b *testing.B) {
	for _, size := range benchmarkSizes {
		b.Run(fmt.Sprintf("block %d", size), func(b *testing.B) {
			var text strings.Builder
			for _, r := range genomeRows(2000) {
				text.WriteString(r.line + "\n")
			}
			plain := []byte(text.String())[:size]
			compressed := deflate(b, 6, plain)
			dst := make([]byte, size+slack)
			b.SetBytes(int64(size))
			var f inflater
			for b.Loop() {
				if err := f.run(dst, size, compressed, len(compressed)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
