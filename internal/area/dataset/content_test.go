package dataset

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"
	"unicode/utf8"

	"cohortium/internal/dev/memtest"
)

// FuzzContent checks that any bytes are handled within bounds, with no problem or one sentence.
func FuzzContent(f *testing.F) {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	_, _ = w.Write([]byte("a\tb\n")) // to memory
	_ = w.Close()
	f.Add("a.tsv.gz", z.Bytes(), true)
	f.Add("a.tsv.gz", z.Bytes()[:8], false)
	f.Add("a.zip", []byte("PK\x03\x04PK\x01\x02PK\x05\x06\x00\x00\x00\x00\x01\x00\x01\x00\x2e\x00\x00\x00\x00\x00\x00\x00\x00\x00"), true)
	f.Add("a.zip", []byte("PK\x05\x06"), true)
	f.Add("..", []byte{}, false)
	f.Fuzz(func(t *testing.T, name string, content []byte, whole bool) {
		defer memtest.Bound(t, 1<<20+16*len(content))()
		for _, problem := range []string{problemOfHead(name, content, whole), problemOfZip(content)} {
			if problem != "" && (!strings.HasSuffix(problem, ".") || !utf8.ValidString(problem)) {
				t.Errorf("%q is no sentence", problem)
			}
		}
	})
}

func TestPlainNamesInArchives(t *testing.T) {
	for name, want := range map[string]bool{
		"a": true, "a/b.tsv": true, "..a": true, "a..": true,
		"": false, "/a": false, "a/": false, "..": false, "../a": false, "a/../b": false, "C:a": false, "a\x00": false,
	} {
		if got := isPlain(name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
}
