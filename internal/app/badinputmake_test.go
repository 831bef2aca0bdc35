package app

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/biogo/hts/bgzf"
	"github.com/klauspost/compress/gzip"
)

func gzipped(t *testing.T, content []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, err := z.Write(content)
	must(t, err)
	must(t, z.Close())
	return out.Bytes()
}

// bgzfEnd is the length of the empty block at the end of a bgzip file.
const bgzfEnd = 28

func bgzipped(t *testing.T, content []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := bgzf.NewWriter(&out, 1)
	_, err := w.Write(content)
	must(t, err)
	must(t, w.Close())
	return out.Bytes()
}

// everyOther changes the cells of every other row.
func everyOther(table []byte, edit func(cells []string) []string) []byte {
	lines := strings.Split(strings.TrimSpace(string(table)), "\n")
	for i := 1; i < len(lines); i += 2 {
		lines[i] = strings.Join(edit(strings.Split(lines[i], "\t")), "\t")
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

// tinyP writes P values of 0 and below the range of float64.
func tinyP(table []byte) []byte {
	lines := strings.Split(string(table), "\n")
	for i, p := range map[int]string{5: "0", 6: "1e-400"} {
		cells := strings.Split(lines[i], "\t")
		cells[7] = p
		lines[i] = strings.Join(cells, "\t")
	}
	return []byte(strings.Join(lines, "\n"))
}

func utf16LE(text []byte) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune(string(text))) {
		out = append(out, byte(u), byte(u>>8))
	}
	return out
}
