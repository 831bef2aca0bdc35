package inflate

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"cohortium/internal/dev/memtest"
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

// plainTexts compress in different ways; none is larger than a BGZF block.
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
	return map[string][]byte{
		"empty": nil, "one byte": {7}, "zeros": make([]byte, 65_280), "noise": noise, "skewed": skewed,
		"table": tableText(600), "period 3": bytes.Repeat([]byte("abc"), 9000),
		"period 300": bytes.Repeat(noise[:300], 150), "far": append(append(noise[:33_000:33_000], noise[:500]...), 1),
	}
}

func TestBlock(t *testing.T) {
	var f Block // one for all, so that nothing must be left over from the last
	for name, plain := range plainTexts() {
		for level := flate.HuffmanOnly; level <= 9; level++ {
			t.Run(fmt.Sprintf("%s/level %d", name, level), func(t *testing.T) {
				compressed := deflate(t, level, plain)
				for _, behind := range []int{0, 3, 100} { // bytes that follow the stream
					src := append(bytes.Clone(compressed), make([]byte, behind)...)
					dst := make([]byte, len(plain)+Slack)
					if err := f.Expand(dst, len(plain), src, len(compressed)); err != nil {
						t.Fatal(err)
					}
					if !bytes.Equal(dst[:len(plain)], plain) {
						t.Fatal("other bytes")
					}
				}
				for _, size := range []int{len(plain) + 1, len(plain) - 1} {
					if size >= 0 && !errors.Is(f.Expand(make([]byte, size+Slack), size, compressed, len(compressed)), ErrBlock) {
						t.Errorf("no error for %d bytes stated as %d", len(plain), size)
					}
				}
				for _, size := range []int{len(compressed) - 1, len(compressed) + 1} {
					src := append(bytes.Clone(compressed), 0, 0, 0)
					if !errors.Is(f.Expand(make([]byte, len(plain)+Slack), len(plain), src, size), ErrBlock) {
						t.Errorf("no error for a stream of %d bytes stated as %d", len(compressed), size)
					}
				}
			})
		}
	}
}

// FuzzBlock compares with the standard library: it accepts the same streams and returns the same
// bytes.
func FuzzBlock(f *testing.F) {
	for _, plain := range plainTexts() {
		f.Add(deflate(f, 6, plain[:min(len(plain), 2000)]))
		f.Add(deflate(f, flate.HuffmanOnly, plain[:min(len(plain), 300)]))
		f.Add(deflate(f, 0, plain[:min(len(plain), 300)]))
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		defer memtest.Bound(t, 1<<20+16*len(stream))()
		const most = 1 << 16
		src := bytes.NewReader(stream)
		want, err := io.ReadAll(io.LimitReader(flate.NewReader(src), most+1))
		if len(want) > most {
			return
		}
		valid := err == nil && src.Len() == 0 // we insist that nothing follows
		var z Block
		dst := make([]byte, len(want)+Slack)
		ours := z.Expand(dst, len(want), stream, len(stream))
		if valid != (ours == nil) {
			t.Fatalf("we say %v, the standard library %v with %d bytes left", ours, err, src.Len())
		}
		if ours == nil && !bytes.Equal(dst[:len(want)], want) {
			t.Fatal("other bytes")
		}
		if short := len(want) / 2; short < len(want) && z.Expand(dst[:short+Slack], short, stream, len(stream)) == nil {
			t.Fatal("no error for a stream that is longer than stated")
		}
	})
}

// TestEverySize states every wrong size for a stream of all kinds of blocks: what
// a step writes past the end must not confuse the block behind it.
func TestEverySize(t *testing.T) {
	plain := tableText(4)
	var out bytes.Buffer
	for i, level := range []int{flate.HuffmanOnly, 6, 0, 9} {
		w, err := flate.NewWriter(&out, level)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(plain) {
			if _, err := w.Write(line); err != nil {
				t.Fatal(err)
			}
			if err := w.Flush(); err != nil { // adds an empty stored block
				t.Fatal(err)
			}
		}
		if i == 3 {
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := bytes.Repeat(plain, 4)
	var f Block
	for end := range len(want) + 10 {
		dst := make([]byte, end+Slack)
		err := f.Expand(dst, end, out.Bytes(), out.Len())
		if end == len(want) && (err != nil || !bytes.Equal(dst[:end], want)) {
			t.Errorf("%v", err)
		}
		if end != len(want) && !errors.Is(err, ErrBlock) {
			t.Errorf("%d bytes stated as %d: %v", len(want), end, err)
		}
	}
}
