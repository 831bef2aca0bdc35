package sumstats

import (
	"archive/zip"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"cohortium/internal/gwas/textfile"

	"github.com/biogo/hts/bgzf"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// goodTable is a table of n rows that reads without a finding.
func goodTable(n int) []byte {
	rng := rand.New(rand.NewPCG(3, 4))
	var b bytes.Buffer
	b.WriteString("chr\tpos\tea\toa\tbeta\tse\tp\n")
	for i := range n {
		fmt.Fprintf(&b, "%d\t%d\tA\tG\t%.6f\t0.1\t%.6f\n", 1+i*22/n, 1000+i, rng.NormFloat64(), rng.Float64())
	}
	return b.Bytes()
}

func gzipped(t testing.TB, b []byte) []byte {
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

func zstandard(t testing.TB, b []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(b, nil)
}

// zipped makes an archive of alternating names and contents; stored without
// compression and with sizes up front when store is set.
func zipped(t testing.TB, store bool, files ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		var w io.Writer
		var err error
		if store {
			content := []byte(files[i+1])
			w, err = z.CreateRaw(&zip.FileHeader{Name: files[i], Method: zip.Store, CRC32: crcOf(content), CompressedSize64: uint64(len(content)), UncompressedSize64: uint64(len(content))})
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

// bzip2Table is a table of one row, packed by bzip2 1.0.8 (nothing in Go packs it).
const bzip2Table = "425a68393141592653592c264c7000000fdd80003000016a0020803a40dc00200022b35261a9ea7ea1ea429931320c8ccd9b1984e5044b4b1a170ca3b5b48e212f4ec08fc5dc914e14240b09931c00"

func TestBzip2AndBgzip(t *testing.T) {
	packed, err := hex.DecodeString(bzip2Table)
	if err != nil {
		t.Fatal(err)
	}
	row := one(t, packed, ReadOptions{Mapping: simple})
	if row.Position != 5 || row.Beta != 0.1 {
		t.Errorf("%+v", row)
	}
	_, _, err = readRows(t, packed[:len(packed)-8], ReadOptions{Mapping: simple})
	var fault *textfile.FileError
	if !errors.As(err, &fault) || fault.Code != textfile.CodeTruncated {
		t.Errorf("cut bzip2: %v", err)
	}
	var blocks bytes.Buffer
	w := bgzf.NewWriter(&blocks, 1)
	if _, err := w.Write(goodTable(5000)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	in := inspectBytes(t, "x", blocks.Bytes())
	rows, _, err := readRows(t, blocks.Bytes(), ReadOptions{Mapping: simple})
	if in.Compression != "bgzip" || err != nil || len(rows) != 5000 {
		t.Errorf("%s, %d rows, %v", in.Compression, len(rows), err)
	}
}

func utf16Bytes(s string, big bool) []byte {
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

// TestContainers reads the same rows out of every container.
func TestContainers(t *testing.T) {
	plain := goodTable(200)
	text := string(plain)
	for name, file := range map[string][]byte{
		"plain": plain, "no final line end": plain[:len(plain)-1], "gzip": gzipped(t, plain), "zstd": zstandard(t, plain),
		"gzip in members":   append(gzipped(t, plain[:3000]), gzipped(t, plain[3000:])...),
		"zip":               zipped(t, false, "a.tsv", text),
		"zip stored":        zipped(t, true, "a.tsv", text),
		"zip of a Mac":      zipped(t, false, "a.tsv", text, "__MACOSX/._a.tsv", "fork"),
		"zip with a folder": zipped(t, false, "data/", "", "data/a.tsv", text),
		"byte order mark":   append([]byte{0xef, 0xbb, 0xbf}, plain...),
		"UTF-16 LE":         utf16Bytes(text, false),
		"UTF-16 BE":         utf16Bytes(text, true),
		"CRLF":              []byte(strings.ReplaceAll(text, "\n", "\r\n")),
		"CR":                []byte(strings.ReplaceAll(text, "\n", "\r")),
		"mixed line ends":   []byte(strings.Replace(strings.Replace(text, "\n", "\r\n", 50), "\n", "\r", 3)),
		"spaces":            []byte(" " + strings.ReplaceAll(strings.ReplaceAll(text, "\t", "   "), "\n", "\n  ")),
		"space":             []byte(strings.ReplaceAll(text, "\t", " ")),
		"comma":             []byte(strings.ReplaceAll(text, "\t", ",")),
		"semicolon":         []byte(strings.ReplaceAll(text, "\t", ";")),
		"pipe":              []byte(strings.ReplaceAll(text, "\t", "|")),
		"quoted":            []byte("\"" + strings.ReplaceAll(strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\t", "\",\""), "\n", "\"\n\"") + "\"\n"),
		"header by spaces":  []byte(strings.Replace(text, "\t", " ", 6)),
		"comments":          []byte("# made by hand\n## more\n" + text + "# the end\n"),
		"hash header":       []byte("#" + text),
		"blank lines":       []byte("\n\n" + strings.ReplaceAll(text, "\n", "\n\n")),
		"trailing tabs":     []byte(strings.ReplaceAll(text, "\n", "\t\n")),
	} {
		t.Run(name, func(t *testing.T) {
			rows, account, err := readRows(t, file, ReadOptions{Mapping: simple})
			if err != nil || len(rows) != 200 || account.RowsIn != 200 {
				t.Fatalf("%d rows of %d, %v, %+v", len(rows), account.RowsIn, err, account.Excluded)
			}
			if last := rows[199]; last.Position != 1199 || last.Chromosome != 22 {
				t.Errorf("last row %+v", last)
			}
			if in := inspectBytes(t, name, file); in.RowsLookedAt != 200 || in.Blocked() {
				t.Errorf("inspected %d rows, %+v", in.RowsLookedAt, in.Findings)
			}
		})
	}
}

// TestDamageIsPlaced wants the byte of the stored file at which the damage shows.
func TestDamageIsPlaced(t *testing.T) {
	good := gzipped(t, goodTable(3000))
	_, _, err := readRows(t, append(good, "garbage behind the end"...), ReadOptions{Mapping: simple})
	var fault *textfile.FileError
	if !errors.As(err, &fault) || fault.Code != textfile.CodeDamaged || fault.Byte != int64(len(good)) {
		t.Errorf("%v, want byte %d", err, len(good))
	}
}
