package freezecmd

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"cohortium/internal/area/freeze"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/ssf"
	"cohortium/internal/platform/phrase"
)

// The verdicts on a cell.
const (
	passed  = "passed"
	warning = "warning"
	failed  = "failed"
	blocked = "blocked"
	notMade = "not made"
)

// outcome is a cell after the run. The numbers are those of its first job.
type outcome struct {
	*freeze.Cell
	Verdict      string      `json:"verdict"`
	Notes        []string    `json:"notes"`
	NVariants    int64       `json:"n_variants"`
	NSignificant int64       `json:"n_genome_wide_significant"`
	NLoci        int64       `json:"n_loci"`
	LambdaGC     meta.Number `json:"lambda_gc"`
	NMax         meta.Number `json:"n_max"`
}

// locus is a lead variant of a cell.
type locus struct {
	*outcome
	meta.Locus
}

// summarise writes the files of the whole freeze and prints the cells. bad reports a cell that is
// blocked or failed.
func (r *runner) summarise(tasks []*task) (bad bool, err error) {
	missing := meta.Number(math.NaN())
	var cells []*outcome
	var loci []locus
	for _, c := range r.plan.Cells {
		c.Seconds, c.Bytes = 0, 0 // estimates
		o := &outcome{Cell: c, Notes: []string{}, LambdaGC: missing, NMax: missing}
		for _, l := range c.Lacks {
			o.Notes = append(o.Notes, l.Sentence)
		}
		switch c.Status {
		case freeze.Short, freeze.Skipped:
			o.Verdict = notMade
		case freeze.Blocked:
			o.Verdict = blocked
		default:
			found, err := o.judge(tasks)
			if err != nil {
				return false, err
			}
			loci = append(loci, found...)
		}
		bad = bad || o.Verdict == blocked || o.Verdict == failed
		cells = append(cells, o)
	}
	slices.SortStableFunc(loci, func(a, b locus) int { return cmp.Compare(b.NegLog10P, a.NegLog10P) })
	text, errText := json.MarshalIndent(struct {
		*freeze.Document
		Cells []*outcome `json:"cells"`
	}{r.doc, cells}, "", "  ")
	sums, errSums := r.checksums(tasks)
	differences, errDifferences := differenceTable(tasks)
	if err := errors.Join(errText, errSums, errDifferences); err != nil {
		return false, err
	}
	for name, text := range map[string][]byte{"freeze.json": append(text, '\n'), "cells.tsv": cellTable(cells), "top_loci.tsv": lociTable(loci),
		"sex_differences.tsv": differences, "SHA256SUMS": sums} {
		if err := writeFile(filepath.Join(r.dir, name), text); err != nil {
			return false, err
		}
	}
	return bad, r.print(cells)
}

// judge sets verdict and numbers of a cell that was to be made, and returns its lead variants.
func (o *outcome) judge(tasks []*task) (loci []locus, err error) {
	o.Verdict = passed
	if len(o.Notes) > 0 {
		o.Verdict = warning
	}
	for _, t := range tasks {
		if t.cell != o.Cell {
			continue
		}
		if t.err != nil {
			o.Verdict = failed
			o.Notes = append(o.Notes, t.job.Name+": "+strings.TrimSpace(t.err.Error()))
			continue
		}
		if len(t.job.Of) > 0 { // its inputs are results of the freeze
			continue
		}
		s, err := t.summary()
		if err != nil {
			return nil, err
		}
		for _, text := range s.Warnings {
			if !slices.Contains(o.Notes, text) {
				o.Notes = append(o.Notes, text)
			}
			if o.Verdict == passed {
				o.Verdict = warning
			}
		}
		if t.job != &o.Jobs[0] {
			continue
		}
		o.NVariants, o.NSignificant, o.NLoci, o.LambdaGC, o.NMax = s.NVariants, s.NSignificant, s.NLoci, s.LambdaGC, s.NMax
		for _, l := range s.TopLoci {
			loci = append(loci, locus{o, l})
		}
	}
	return loci, nil
}

// checksums returns the checksums of all results, as sha256sum reads them.
func (r *runner) checksums(tasks []*task) ([]byte, error) {
	var lines []string
	for _, t := range tasks {
		if t.err != nil {
			continue
		}
		d := readDone(t.base + ending)
		folder, err := filepath.Rel(r.dir, filepath.Dir(t.base))
		if d == nil || err != nil {
			return nil, fmt.Errorf("%s%s is missing: run the freeze again", t.base, ending)
		}
		for _, f := range d.Files {
			lines = append(lines, fmt.Sprintf("%s  %s/%s\n", f.SHA256, filepath.ToSlash(folder), f.Name))
		}
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[64:], b[64:]) }) // by name
	return []byte(strings.Join(lines, "")), nil
}

func cellTable(cells []*outcome) []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, "phenotype\tancestry\tsex\tverdict\tn_studies\tparticipants\tn_variants\tn_loci\tlambda_gc\tn_max\tnotes")
	for _, o := range cells {
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%d\t%s\t%d\t%d\t%s\t%s\t%s\n", o.Phenotype, o.Ancestry, o.Sex, o.Verdict, len(o.Cohorts),
			text(meta.Number(o.Participants)), o.NVariants, o.NLoci, text(o.LambdaGC), text(o.NMax), strings.Map(oneLine, strings.Join(o.Notes, " ")))
	}
	return b.Bytes()
}

func lociTable(loci []locus) []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, "phenotype\tancestry\tsex\tchromosome\tbase_pair_location\teffect_allele\tother_allele\trsid\tgene\tbeta\tstandard_error\tp_value\t"+
		"n\tn_studies\thet_p\tdriven_by")
	for _, l := range loci {
		gene := "NA"
		if l.Near != nil {
			gene = strings.Join(l.Near.Genes, ",")
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", l.Phenotype, l.Ancestry, l.Sex,
			l.Chromosome, l.Position, l.EffectAllele, l.OtherAllele, cmp.Or(l.RSID, "NA"), gene, text(l.Beta), text(l.SE), l.P, text(l.N), l.NStudies,
			l.HetP, cmp.Or(l.DrivenBy, "NA"))
	}
	return b.Bytes()
}

// differenceTable lists the lead variants of the results of both sexes together, and how far females and
// males differ there.
func differenceTable(tasks []*task) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintln(&b, "phenotype\tancestry\tchromosome\tbase_pair_location\teffect_allele\tother_allele\trsid\t"+
		"beta_female\tstandard_error_female\tbeta_male\tstandard_error_male\tbeta_difference\tstandard_error_difference\tp_difference")
	for _, t := range tasks {
		if len(t.job.Of) == 0 || t.err != nil {
			continue
		}
		s, err := t.summary()
		if err != nil {
			return nil, err
		}
		for _, l := range s.TopLoci {
			f, m := l.Studies[0], l.Studies[1] // in the order of the comparison
			d := meta.Differ(float64(f.Beta), float64(f.SE), float64(m.Beta), float64(m.SE))
			fmt.Fprintf(&b, "%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", t.cell.Phenotype, t.cell.Ancestry, l.Chromosome, l.Position,
				l.EffectAllele, l.OtherAllele, cmp.Or(l.RSID, "NA"), text(f.Beta), text(f.SE), text(m.Beta), text(m.SE),
				text(meta.Number(d.Beta)), text(meta.Number(d.SE)), ssf.AppendP(nil, d.NegLog10P))
		}
	}
	return b.Bytes(), nil
}

// text formats a number of a table, NA when it is missing.
func text(n meta.Number) string {
	if math.IsNaN(float64(n)) {
		return "NA"
	}
	return fmt.Sprintf("%.10g", float64(n))
}

func oneLine(r rune) rune {
	if r == '\n' || r == '\t' {
		return ' '
	}
	return r
}

// print prints the cells that the freeze made or could not make.
func (r *runner) print(cells []*outcome) error {
	t := tabwriter.NewWriter(r.env.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "cell\tverdict\tstudies\tvariants\tloci\tlambda")
	count := map[string]int64{}
	for _, o := range cells {
		if count[o.Verdict]++; o.Verdict != notMade {
			fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%s\n", o.Name(), o.Verdict, len(o.Cohorts), o.NVariants, o.NLoci, text(o.LambdaGC))
		}
	}
	fmt.Fprintf(t, "\n%s passed, %d with warnings, %d failed, %d blocked, %d not made\n", phrase.Counted(count[passed], "cell", "cells"),
		count[warning], count[failed], count[blocked], count[notMade])
	if err := t.Flush(); err != nil {
		return err
	}
	for _, o := range cells {
		if o.Verdict == failed || o.Verdict == blocked {
			fmt.Fprintf(r.env.Stdout, "%s: %s\n", o.Name(), strings.Join(o.Notes, " "))
		}
	}
	return nil
}
