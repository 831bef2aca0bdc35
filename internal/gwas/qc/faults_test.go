package qc

import (
	"fmt"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// fortyRows returns forty sound rows on one chromosome, the first an insertion, and the panel that
// has them.
func fortyRows(inStudy, inPanel string) (study, panel string) {
	var s, p strings.Builder
	s.WriteString(plantedHeader)
	p.WriteString("chrom\tpos\tref\talt\taf\n")
	for i := range 40 {
		ref := "A"
		if i == 0 {
			ref = "AT"
		}
		f := 0.2 + 0.01*float64(i)
		fmt.Fprintf(&s, "%s\t%d\tG\t%s\t0.1\t0.05\t%.2f\t0.0455\t1000\t0.9\n", inStudy, 100_000+1000*i, ref, f)
		fmt.Fprintf(&p, "%s\t%d\t%s\tG\t%.2f\n", inPanel, 100_000+1000*i, ref, f)
	}
	return s.String(), p.String()
}

// The X chromosome is one chromosome, whatever study and panel call it.
func TestXMeetsXOfThePanel(t *testing.T) {
	for _, names := range [][2]string{{"23", "X"}, {"X", "23"}, {"chrX", "X"}, {"x", "chrX"}} {
		study, panel := fortyRows(names[0], names[1])
		report, _ := check(t, study, panel, NewOptions(genome.GRCh37))
		if report.RowsClean != 40 || report.Panel.Matched != 40 || report.Chromosomes[22].Clean != 40 {
			t.Errorf("%s in the study, %s in the panel: %d kept, left out %v", names[0], names[1], report.RowsClean, report.ExcludedByReason)
		}
	}
}

// Insertions and deletions are left out when that is requested, and only then.
func TestIndelsStayUnlessTheyAreNotWanted(t *testing.T) {
	study, panel := fortyRows("1", "1")
	for remove, want := range map[bool]int64{false: 40, true: 39} {
		opt := NewOptions(genome.GRCh37)
		opt.RemoveIndels = remove
		report, _ := check(t, study, panel, opt)
		if report.RowsClean != want || report.ExcludedByReason[ReasonIndel] != 40-want {
			t.Errorf("remove %v: %d kept, left out %v", remove, report.RowsClean, report.ExcludedByReason)
		}
	}
}

// Names of columns and files are data, whatever they contain.
func TestNamesOfColumnsMayHoldAnything(t *testing.T) {
	study, _ := fortyRows("1", "1")
	_, body, _ := strings.Cut(study, "\n")
	names := []string{
		"chr; rm -rf /",
		"base pair",
		"effect allele",
		"other $(allele)",
		"beta value (adj.)",
		"s'e",
		`p"value`,
		"freq of EA",
		"P value",
		"N total",
	}
	fields := strings.Fields(plantedHeader)
	opt := NewOptions(genome.GRCh37)
	opt.Mapping, opt.MappingConfirmed = sumstats.Mapping{}, true
	header := make([]string, len(fields))
	for i, field := range fields {
		header[i] = fmt.Sprintf("%s %d", names[i%len(names)], i)
		opt.Mapping[sumstats.Field(field)] = strings.ReplaceAll(header[i], `"`, "")
		header[i] = strings.ReplaceAll(header[i], `"`, "")
	}
	report, _ := check(t, strings.Join(header, "\t")+"\n"+body, "", opt)
	if report.RowsClean != 40 {
		t.Errorf("%d of 40 rows kept; left out %v", report.RowsClean, report.ExcludedByReason)
	}
}
