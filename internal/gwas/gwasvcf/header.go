package gwasvcf

import (
	"fmt"
	"math"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
)

// formats are the values of a row, in the words of the specification.
var formats = []string{
	`ES,Number=A,Type=Float,Description="Effect size estimate relative to the alternative allele"`,
	`SE,Number=A,Type=Float,Description="Standard error of effect size estimate"`,
	`LP,Number=A,Type=Float,Description="-log10 p-value for effect estimate"`,
	`AF,Number=A,Type=Float,Description="Alternate allele frequency in the association study"`,
	`SS,Number=A,Type=Float,Description="Sample size used to estimate genetic effect"`,
	`NC,Number=A,Type=Float,Description="Number of cases used to estimate genetic effect"`,
	`ID,Number=1,Type=String,Description="Study variant identifier"`,
}

// metas are the facts of the sample, in the words of the specification.
var metas = []string{
	`TotalVariants,Number=1,Type=Integer,Description="Total number of variants in input"`,
	`VariantsNotRead,Number=1,Type=Integer,Description="Number of variants that could not be read"`,
	`HarmonisedVariants,Number=1,Type=Integer,Description="Total number of harmonised variants"`,
	`VariantsNotHarmonised,Number=1,Type=Integer,Description="Total number of variants that could not be harmonised"`,
	`SwitchedAlleles,Number=1,Type=Integer,Description="Total number of variants strand switched"`,
	`TotalControls,Number=1,Type=Integer,Description="Total number of controls in the association study"`,
	`TotalCases,Number=1,Type=Integer,Description="Total number of cases in the association study"`,
	`StudyType,Number=1,Type=String,Description="Type of GWAS study [Continuous or CaseControl]"`,
}

// header returns the lines before the rows.
func header(s *Study, counts *qc.Turned) []string {
	lines := []string{"##fileformat=VCFv4.2", "##source=" + oneLine(s.Software),
		`##FILTER=<ID=PASS,Description="All filters passed">`}
	for _, f := range formats {
		lines = append(lines, "##FORMAT=<ID="+f+">")
	}
	for _, m := range metas {
		lines = append(lines, "##META=<ID="+m+">")
	}
	name := sampleName(s.Name)
	lines = append(
		lines,
		fmt.Sprintf("##SAMPLE=<ID=%s,TotalVariants=%d,VariantsNotRead=%d,HarmonisedVariants=%d,VariantsNotHarmonised=%d,SwitchedAlleles=%d%s>",
			name, counts.RowsIn, counts.NoResult, counts.RowsOut, counts.LeftOut()-counts.NoResult, counts.Switched, s.people(counts)),
	)
	lines = append(lines,
		fmt.Sprintf("##reference_panel=<ID=%s,Name=%s,SHA256=%s>", "REF", quoted(counts.Panel), counts.SHA256),
		fmt.Sprintf("##left_out=<ID=LeftOut,Rows=%d,NotOnPanel=%d,BothWays=%d,Symbolic=%d,StrandUnknown=%d,NoResult=%d>",
			counts.LeftOut(), counts.NotOnIt, counts.BothWays, counts.Symbolic, counts.Strandless, counts.NoResult))
	for c := genome.Chromosome(1); c.Valid(); c++ {
		lines = append(lines, fmt.Sprintf("##contig=<ID=%s,length=%d,assembly=%s>", c, c.Length(s.Build), s.Build))
	}
	return append(lines, "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\t"+name)
}

// people returns the cases and controls of the study, and its type where they determine it.
func (s *Study) people(counts *qc.Turned) string {
	switch {
	case s.Cases > 0 && s.Controls > 0:
		return fmt.Sprintf(",TotalControls=%.0f,TotalCases=%.0f,StudyType=CaseControl", math.Round(s.Controls), math.Round(s.Cases))
	case counts.WithCases > 0:
		return ",StudyType=CaseControl"
	}
	return ""
}

// sampleName returns the name of a study as a column may be headed and a value of the header may be
// written without quotes.
func sampleName(name string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case r <= ' ' || r == 0x7f || strings.ContainsRune(`,<>="\;:`, r):
			return '_'
		}
		return r
	}, name)
	if clean == "" {
		return "study"
	}
	return clean
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(oneLine(text)) + `"`
}
