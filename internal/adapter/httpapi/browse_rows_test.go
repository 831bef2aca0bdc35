package httpapi_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
)

// Rows are compared with the lines of the file that was handed in, by position; both ends of a
// region are in it.
func TestRowsOverHTTP(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ref, id := s.checkedResult(t, "contributor", "BMI")
	want := positionsOfFTO(t)
	slices.Sort(want)
	first, last := want[3], want[90]
	header, rows := s.rowsOf(t, ref, "16:"+first+"-"+last)
	for i, name := range []string{"chromosome", "base_pair_location", "effect_allele", "other_allele"} {
		if header[i] != name {
			t.Errorf("column %d is %s, want %s", i, header[i], name)
		}
	}
	var got []string
	for _, row := range rows {
		if len(row) != len(header) {
			t.Fatalf("%d cells under %d columns: %v", len(row), len(header), row)
		}
		got = append(got, row[1])
	}
	if !slices.Equal(got, want[3:91]) {
		t.Errorf("%d rows from %s to %s, want %d", len(got), got[0], got[len(got)-1], 88)
	}
	if _, none := s.rowsOf(t, ref, "1:1-1000"); len(none) != 0 {
		t.Errorf("%d rows of a chromosome without rows", len(none))
	}
	if n := len(s.downloads(t, id)); n != 0 {
		t.Errorf("%d downloads recorded for 88 rows", n)
	}
	for downloads, last := range want[199:201] { // up to 200 rows are a page
		s.rowsOf(t, ref, "16:"+want[0]+"-"+last)
		if n := len(s.downloads(t, id)); n != downloads {
			t.Errorf("%d downloads recorded after %d rows, want %d", n, 200+downloads, downloads)
		}
	}
}

func TestRowsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ref, _ := s.checkedResult(t, "contributor", "BMI")
	for query, status := range map[string]int{
		"result=" + ref + "&region=16:9-5": 422, "result=" + ref + "&region=16": 422, "result=" + ref: 422, "region=16:1-5": 422,
		"result=x&region=16:1-5": 422, "result=file:absent&region=16:1-5": 404, "result=" + ref + "&region=16:1-999999999": 422,
		"result=" + ref + "&region=16:1-5": 200,
	} {
		s.pass()
		if w := s.do(t, request{method: "GET", path: "/api/browse/rows?" + query, as: "admin"}); w.Code != status {
			t.Errorf("%s: %d, want %d: %.200s", query, w.Code, status, w.Body)
		}
	}
}

func (s *site) rowsOf(t *testing.T, ref, region string) (header []string, rows [][]string) {
	t.Helper()
	s.pass()
	w := s.do(t, request{method: "GET", path: "/api/browse/rows?" + url.Values{"result": {ref}, "region": {region}}.Encode(), as: "contributor"})
	if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/tab-separated-values") || w.Header().Get("Genome-Build") != "GRCh37" ||
		w.Header().Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %v: %.200s", w.Code, w.Header(), w.Body)
	}
	for i, line := range strings.Split(strings.TrimSuffix(w.Body.String(), "\n"), "\n") {
		cells := strings.Split(line, "\t")
		if i == 0 {
			header = cells
			continue
		}
		rows = append(rows, cells)
	}
	return header, rows
}

// positionsOfFTO returns the positions of the file of checkedResult that are in its checked table.
func positionsOfFTO(t *testing.T) (positions []string) {
	t.Helper()
	packed, err := os.ReadFile("../../../testdata/real/fto_locus_chr16_hg19.tsv.gz")
	must(t, err)
	text, err := gzip.NewReader(bytes.NewReader(packed))
	must(t, err)
	all, err := io.ReadAll(text)
	must(t, err)
	lines := strings.Split(strings.TrimSpace(string(all)), "\n")
	at := slices.IndexFunc(strings.Split(lines[0], "\t"), func(name string) bool { return strings.Contains(strings.ToLower(name), "pos") })
	for _, line := range lines[1:] {
		positions = append(positions, strings.Split(line, "\t")[at])
	}
	return positions
}
