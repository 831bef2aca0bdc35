package sumstatstest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"testing"
	"unicode/utf16"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// GoodTable returns a table of n rows that reads without a finding.
func GoodTable(n int) []byte {
	rng := rand.New(rand.NewPCG(3, 4))
	var b bytes.Buffer
	b.WriteString("chr\tpos\tea\toa\tbeta\tse\tp\n")
	for i := range n {
		fmt.Fprintf(&b, "%d\t%d\tA\tG\t%.6f\t0.1\t%.6f\n", 1+i*22/n, 1000+i, rng.NormFloat64(), rng.Float64())
	}
	return b.Bytes()
}

// Gzipped returns b as one gzip member.
func Gzipped(t testing.TB, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Zstandard returns b packed by Zstandard.
func Zstandard(t testing.TB, b []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(b, nil)
}

// Zipped makes an archive of alternating names and contents; stored without
// compression and with sizes up front when store is set.
func Zipped(t testing.TB, store bool, files ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		var w io.Writer
		var err error
		if store {
			content := []byte(files[i+1])
			w, err = z.CreateRaw(
				&zip.FileHeader{
					Name:               files[i],
					Method:             zip.Store,
					CRC32:              crcOf(content),
					CompressedSize64:   uint64(len(content)),
					UncompressedSize64: uint64(len(content)),
				},
			)
		} else {
			w, err = z.Create(files[i])
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, files[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func crcOf(b []byte) uint32 { return crc32.ChecksumIEEE(b) }

// Bzip2Table is a table of one row, packed by bzip2 1.0.8 (nothing in Go packs it).
const Bzip2Table = "425a68393141592653592c264c7000000fdd80003000016a0020803a40dc00200022b35261a9ea7ea1ea429931320c8ccd9b1984e5044b4b1a170ca3b5b48e212f4ec08fc5dc914e14240b09931c00"

// UTF16 returns s in UTF-16 behind a byte order mark.
func UTF16(s string, big bool) []byte {
	out := []byte{0xff, 0xfe}
	if big {
		out = []byte{0xfe, 0xff}
	}
	for _, u := range utf16.Encode([]rune(s)) {
		if big {
			out = append(out, byte(u>>8), byte(u))
		} else {
			out = append(out, byte(u), byte(u>>8))
		}
	}
	return out
}
