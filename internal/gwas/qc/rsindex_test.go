package qc

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/rsindex"
)

// TestRSIndexIsOfTheCleanFile looks up every rs number of the text of the clean file.
func TestRSIndexIsOfTheCleanFile(t *testing.T) {
	m := soundStudy()
	_, out := check(t, m.study(), m.vcf(), m.opt)
	raw := out.files[FileRSIndex].Bytes()
	index, err := rsindex.Open(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.text(t, FileClean)), "\n")
	column := -1
	for i, name := range strings.Split(lines[0], "\t") {
		if name == "rsid" {
			column = i
		}
	}
	looked := 0
	for _, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		number, err := strconv.ParseUint(strings.TrimPrefix(cells[column], "rs"), 10, 64)
		if err != nil {
			continue // a row without one
		}
		c, _ := genome.ParseChromosome([]byte(cells[0]))
		position, err := strconv.Atoi(cells[1])
		if err != nil {
			t.Fatal(line)
		}
		found, err := index.Find(number, 10)
		if err != nil {
			t.Fatal(err)
		}
		in := false
		for _, s := range found {
			in = in || s.Contains(c, int32(position))
		}
		if !in {
			t.Fatalf("rs%d at %s:%d is in none of %v", number, c, position, found)
		}
		looked++
	}
	if looked < 100 {
		t.Errorf("only %d rows of %d have an rs number", looked, len(lines)-1)
	}
}
