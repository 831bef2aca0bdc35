package tableindex

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/klauspost/compress/gzip"

	"cohortium/internal/gwas/regionindex"
)

// files keeps what a build writes.
type files struct {
	data, index *bytes.Buffer
	calls       int // of Data
}

type closer struct{ io.Writer }

func (closer) Close() error { return nil }

func (f *files) output() Output {
	return Output{
		Data: func() (io.WriteCloser, error) {
			f.calls++
			f.data = &bytes.Buffer{}
			return closer{f.data}, nil
		},
		Index: func() (io.WriteCloser, error) {
			f.index = &bytes.Buffer{}
			return closer{f.index}, nil
		},
	}
}

func gzipped(t testing.TB, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func bgzipped(t testing.TB, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := regionindex.NewBGZFWriter(&b, regionindex.BGZFOptions{BlockSize: 700})
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func sourceOf(name string, text []byte) Source {
	return Source{Name: name, Data: bytes.NewReader(text), Size: int64(len(text))}
}

func schemaOf(t testing.TB, text string) Schema {
	t.Helper()
	s, err := ParseSchema(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// built builds and opens an index. Its blocks are small, so that few rows make many.
func built(t testing.TB, src Source, spec Spec) (*Index, Summary, *files) {
	t.Helper()
	f := &files{}
	sum, err := Build(context.Background(), src, spec, f.output(), Options{TempDir: t.TempDir(), block: 600})
	if err != nil {
		t.Fatalf("building: %v", err)
	}
	return openedFiles(t, src, f, sum), sum, f
}

func openedFiles(t testing.TB, src Source, f *files, sum Summary) *Index {
	t.Helper()
	data, size := src.Data, src.Size
	if !sum.InPlace {
		data, size = bytes.NewReader(f.data.Bytes()), int64(f.data.Len())
	}
	x, err := Open(context.Background(), data, size, bytes.NewReader(f.index.Bytes()))
	if err != nil {
		t.Fatalf("opening: %v", err)
	}
	return x
}

// linesOf returns the rows of an answer.
func linesOf(t testing.TB, x *Index, q Query) []string {
	t.Helper()
	lines := []string{}
	for row, err := range x.Rows(context.Background(), q, 0) {
		if err != nil {
			t.Fatalf("%s: %v", x.queryText(q), err)
		}
		lines = append(lines, string(row.Line))
	}
	return lines
}
