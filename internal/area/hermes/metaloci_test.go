package hermes_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/gwas/locusreport"
	"cohortium/internal/gwas/regionindex"
)

// linkages has phased genotypes of one ancestry group, or fails.
type linkages struct {
	group string
	panel *hermes.LDPanel
	err   error
}

func (l *linkages) Haplotypes(_ context.Context, _ genome.Build, groups []string) (*hermes.LDPanel, error) {
	for _, g := range groups {
		if l.err != nil || g == l.group {
			return l.panel, l.err
		}
	}
	return nil, nil
}

// twoBlocks returns phased genotypes at the variants of a result, by turns of two independent blocks.
func twoBlocks(t *testing.T, rows [][]string) *ld.Source {
	t.Helper()
	var vcf, data, index bytes.Buffer
	vcf.WriteString("##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ta\tb\tc\td\n")
	for i, r := range rows {
		carriers := []string{"1|0\t0|1\t1|0\t0|1", "1|1\t0|0\t1|1\t0|0"}[i%2]
		fmt.Fprintf(&vcf, "%s\t%s\t.\t%s\t%s\t.\t.\t.\tGT\t%s\n", r[0], r[1], r[3], r[2], carriers)
	}
	w := regionindex.NewWriter(&data, regionindex.WriterOptions{})
	_, err := ld.PrepareGenotypes(t.Context(), &vcf, w, func(genome.Chromosome, int32, []byte) {})
	must(t, errors.Join(err, w.Close(), w.WriteIndex(&index)))
	s, err := ld.Open(bytes.NewReader(data.Bytes()), int64(data.Len()), &index)
	must(t, err)
	return s
}

func reportOf(t *testing.T, m *hermes.MetaView) *locusreport.Report {
	t.Helper()
	var s struct {
		Report *locusreport.Report `json:"loci_report"`
	}
	must(t, json.Unmarshal(m.Summary, &s))
	if s.Report == nil || int64(len(s.Report.Loci)) != *m.NLoci || *m.NLoci == 0 {
		t.Fatalf("report %+v of %d loci", s.Report, *m.NLoci)
	}
	return s.Report
}

// Loci are judged with the LD of the studies' ancestry only; otherwise the reason is stated, and
// inputs.json names panel and parameters.
func TestLociOfAMetaAnalysisAreJudgedWithLDOfItsAncestry(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		b.ancestry = "EU"
		ids := []string{b.approve(t, "Oslo", 2), b.approve(t, "Turin", 3)}
		none := b.combined(t, "None", ids)
		if r := reportOf(t, none); r.LD != nil || !strings.Contains(r.Missing, "EUR participants") || r.Unjudged != len(r.Loci) {
			t.Errorf("without LD: %+v", r)
		}
		rows, _ := b.linesOf(t, none.ID, "results.tsv.gz")
		b.linkages = linkages{group: "EUR", panel: &hermes.LDPanel{Source: twoBlocks(t, rows),
			Panel: locusreport.Panel{Name: "eur", Ancestry: "EUR", People: 4, SHA256: "abc"}}}
		with := b.combined(t, "With", ids)
		report := reportOf(t, with)
		if report.LD == nil || report.LD.Name != "eur" || report.Missing != "" || report.Loci[0].InPanel == 0 || report.Loci[0].Compared == 0 {
			t.Errorf("with LD: %+v", report)
		}
		var inputs struct {
			Loci locusreport.Settings `json:"loci"`
		}
		must(t, json.Unmarshal(b.metaFile(t, with.ID, "inputs.json"), &inputs))
		if inputs.Loci.LD == nil || *inputs.Loci.LD != *report.LD || inputs.Loci.Window != 500_000 || inputs.Loci.Coverage != 0.95 {
			t.Errorf("inputs.json has %+v", inputs.Loci)
		}
		b.exported(t, with, report)
		b.linkages = linkages{err: errors.New("damaged")}
		if r := reportOf(t, b.combined(t, "Damaged", ids)); !strings.Contains(r.Missing, "cannot be read") {
			t.Errorf("damaged: %q", r.Missing)
		}
		b.linkages = linkages{group: "EUR", panel: &hermes.LDPanel{}}
		b.ancestry = "EA"
		both, err := b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{Name: "Both", Phenotype: "ALL_HF",
			Datasets: []string{ids[0], b.approve(t, "Kyoto", 1)},
			Options:  hermes.MetaOptions{Scheme: "ivw", MinStudies: 2, Palindromic: "frequency", MultiAncestry: true}})
		must(t, err)
		must(t, b.RunJob(t.Context(), both.JobID, b.claim(t, both.JobID)))
		both, err = b.Meta(t.Context(), b.reviewer, both.ID)
		must(t, err)
		if r := reportOf(t, both); r.LD != nil || !strings.Contains(r.Missing, "several ancestries (EAS, EUR)") ||
			r.Loci[0].Reasons[0] != "several_ancestries" {
			t.Errorf("two ancestries: %+v", r)
		}
	})
}

// exported checks that top-loci.csv and the stored variants have what the page shows.
func (b *bench) exported(t *testing.T, m *hermes.MetaView, report *locusreport.Report) {
	t.Helper()
	lines, err := csv.NewReader(bytes.NewReader(b.metaFile(t, m.ID, hermes.FileTopLoci))).ReadAll()
	must(t, err)
	column := map[string]int{}
	for i, name := range lines[0] {
		column[name] = i
	}
	for i := range report.Loci {
		l, line := &report.Loci[i], lines[i+1]
		if line[column["verdict"]] != string(l.Verdict) || line[column["credible_sets"]] != strconv.Itoa(len(l.Sets)) ||
			line[column["outliers"]] != strconv.Itoa(l.Outliers) {
			t.Errorf("locus %d is %v, want %+v", i, line, l)
		}
		region, err := genome.ParseRegion(l.Region)
		must(t, err)
		stored, settings, err := b.StoredLocus(t.Context(), m.ID, genome.Region{Chromosome: region.Chromosome, Start: l.Position, End: l.Position})
		must(t, err)
		if len(stored.Variants) != l.Variants || stored.Locus.Lead != l.Lead || *settings.LD != *report.LD {
			t.Errorf("stored: %d variants of %s, want %d of %s", len(stored.Variants), stored.Locus.Lead, l.Variants, l.Lead)
		}
	}
	if none, _, err := b.StoredLocus(t.Context(), m.ID, genome.Region{Chromosome: 22, Start: 1, End: 2}); err != nil || none != nil {
		t.Errorf("elsewhere: %+v, %v", none, err)
	}
}
