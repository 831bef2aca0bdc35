package qc

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sketch"
	"cohortium/internal/gwas/variant"
)

// TestSketchIsOfTheCleanRows rebuilds the sample from the text of the clean file.
func TestSketchIsOfTheCleanRows(t *testing.T) {
	p := newPlanted(7)
	p.plant(1)
	report, out := check(t, p.study(), p.vcf(), NewOptions(genome.GRCh37))
	dict := variant.NewDict()
	want := sketch.New(dict)
	lines := strings.Split(strings.TrimSpace(out.text(t, FileClean)), "\n")
	for _, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		code, err := strconv.Atoi(cells[0])
		if err != nil {
			t.Fatal(line)
		}
		position, err := strconv.Atoi(cells[1])
		if err != nil {
			t.Fatal(line)
		}
		ea, _ := dict.Parse([]byte(cells[2]))
		oa, _ := dict.Parse([]byte(cells[3]))
		want.Add(sketch.Place(genome.Chromosome(code), int32(position)), ea, oa)
	}
	var text bytes.Buffer
	if _, err := want.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	got := out.files[FileSketch].Bytes()
	if !bytes.Equal(got, text.Bytes()) {
		t.Errorf("the sketch has %d bytes, that of the clean file %d", len(got), text.Len())
	}
	var hashes []uint64
	for at := 8; at < len(got); at += 8 {
		hashes = append(hashes, binary.LittleEndian.Uint64(got[at:]))
	}
	if int64(len(hashes)) != report.RowsClean || !slices.IsSorted(hashes) {
		t.Errorf("%d hashes of %d clean rows", len(hashes), report.RowsClean)
	}
}
