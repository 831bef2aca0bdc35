package fasta

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"strings"
	"testing"
)

// The index of the made file is that of `samtools faidx`, however the text is cut.
func TestIndexer(t *testing.T) {
	z, err := gzip.NewReader(bytes.NewReader(read(t, made)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{1, 7, 61, 4096, len(text)} {
		var x Indexer
		for rest := text; len(rest) > 0; rest = rest[min(size, len(rest)):] {
			if _, err := x.Write(rest[:min(size, len(rest))]); err != nil {
				t.Fatal(err)
			}
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		if got := AppendIndex(nil, x.Entries); !bytes.Equal(got, read(t, made+IndexEnd)) {
			t.Errorf("in pieces of %d:\n%s", size, got)
		}
	}
}

func TestAppendGzipIndex(t *testing.T) {
	want := read(t, made+GzipEnd)
	starts, err := parseGzipIndex(want, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	got := AppendGzipIndex(nil, func(yield func(file, text int64) bool) {
		for _, s := range starts {
			yield(s.file, s.text)
		}
	})
	if !bytes.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
}

func TestIndexerRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "no sequence",
		"ACGT\n":                  "line 1 has bases before",
		">\nACGT\n":               "line 1 names no sequence",
		">1\nAC-T\n":              "line 2 has '-'",
		">1\nACGT\nAC\nACGT\n":    "line 4, in sequence 1, follows",
		">1\nACGT\n\nACGT\n":      "line 4, in sequence 1, follows",
		">1\nACGT\nACGTA\n":       "line 3 of 1 has 5 bases, the lines before 4",
		">1\nACGT\r\nACGT\nACG\n": "line 4, in sequence 1, follows",
	} {
		var x Indexer
		_, err := io.Copy(&x, strings.NewReader(text))
		if err == nil {
			err = x.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	// Accepted text can be read by its index, also without a last line end.
	for _, text := range []string{">1 x\nACGT\nAC", ">1\tx\r\nACGT\r\nAC\r\n", ">1\nACGTAC\n\n>2\nA\n"} {
		var x Indexer
		if _, err := io.Copy(&x, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		f, err := Open(write(t, map[string][]byte{"a": []byte(text), "a.fai": AppendIndex(nil, x.Entries)}, "a"))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := f.Sequence(1, 1, 6); err != nil || string(got) != "ACGTAC" {
			t.Errorf("%q: %q, %v", text, got, err)
		}
		if err := f.Close(); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
}
