package qc

import (
	"strings"
	"testing"
)

// Every row that QC itself leaves out is in leftout.tsv.gz with its place and the sentence that
// excluded.tsv.gz has for it, in the same order; those that could not be read are not in it.
func TestLeftOutIsOfTheExcludedRows(t *testing.T) {
	m := soundStudy()
	for i := range 40 {
		m.rows[i*3]["effect_allele_frequency"] = "0" // monomorphic
	}
	_, out := check(t, m.study(), m.vcf(), m.opt)
	var want []string
	for _, line := range strings.Split(strings.TrimSpace(out.text(t, FileExcluded)), "\n")[1:] {
		cells := strings.SplitN(line, "\t", 6)
		row := strings.Fields(cells[5]) // chromosome, position, effect allele, other allele, …
		want = append(want, strings.Join([]string{row[0], row[1], row[2], row[3], cells[1], cells[4]}, "\t"))
	}
	lines := strings.Split(strings.TrimSpace(out.text(t, FileLeftOut)), "\n")
	if lines[0] != placedHeader {
		t.Errorf("%q", lines[0])
	}
	got := lines[1:]
	if len(want) < 40 || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%d rows, want %d; the first is %q, want %q", len(got), len(want), got[0], want[0])
	}
	if out.files[FileLeftOutIndex].Len() == 0 {
		t.Error("it has no index")
	}
}
