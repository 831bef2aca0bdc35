package recognise

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
)

// infoVCF returns a GWAS-VCF of forty rows whose alternate allele has 0.3 in INFO, after its other
// content.
func infoVCF(declared, format, values, samples string) []byte {
	var b strings.Builder
	b.WriteString("##fileformat=VCFv4.2\n" + declared + "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\t" + samples + "\n")
	for i := range 40 {
		more := strings.Repeat("\t"+values, strings.Count(samples, "\t"))
		fmt.Fprintf(&b, "1\t%d\trs%d\tA\tG\t.\tPASS\tEAF=0.9;AF=0.3;RSMAF=0.1\t%s\t%s%s\n", 1000+i, i+1, format, values, more)
	}
	return []byte(b.String())
}

const infoDeclared = "##INFO=<ID=AF,Number=A,Type=Float,Description=\"Allele Frequency\">\n"

// AF in INFO alone is asked about, because it may be that of a panel, and read as answered.
func TestFrequencyInINFOIsAskedAbout(t *testing.T) {
	file := infoVCF(infoDeclared, "ES:SE:LP", "0.1:0.05:1.34", "study")
	in := inspectBytes(t, "a.vcf", file)
	guess := guessOf(in, sumstats.FieldEAF)
	if guess.Column != sumstats.InfoAF || guess.Confidence != Ask || guess.Likely || !strings.Contains(guess.Reason, "reference panel") {
		t.Fatalf("proposed: %+v", guess)
	}
	if d := in.Decide(Answers{}); len(d.Open) != 1 || d.Open[0].Text != "Whose frequency is INFO_AF?" {
		t.Errorf("open %+v", d.Open)
	}
	for column, want := range map[string]float64{sumstats.InfoAF: 0.3, "": math.NaN()} {
		d := in.Decide(Answers{Map: sumstats.Mapping{sumstats.FieldEAF: column}})
		rows, _, err := sumstatstest.ReadRows(t, file, sumstats.ReadOptions{Mapping: d.Mapping})
		if err != nil || len(d.Open) != 0 || len(rows) != 40 {
			t.Fatalf("as %q: %v, open %v, %d rows", column, err, d.Open, len(rows))
		}
		if got := rows[39].EAF; got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("as %q the frequency is %v, want %v", column, got, want)
		}
	}
}

// It is not asked about where the study has one, where there are several, and where no header
// declares it.
func TestFrequencyInINFOIsLeftAside(t *testing.T) {
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"beside one of the study": {infoVCF(infoDeclared, "ES:SE:LP:AF", "0.1:0.05:1.34:0.2", "study"), "AF"},
		"of two studies":          {infoVCF(infoDeclared, "ES:SE:LP", "0.1:0.05:1.34", "one\ttwo"), ""},
		"not declared":            {infoVCF("", "ES:SE:LP", "0.1:0.05:1.34", "study"), ""},
	} {
		in := inspectBytes(t, "a.vcf", c.file)
		d := in.Decide(Answers{})
		if got := d.Mapping[sumstats.FieldEAF]; got != c.want || len(d.Open) != 0 {
			t.Errorf("%s: frequency from %q, mapping %v, open %+v", name, got, d.Mapping, d.Open)
		}
	}
	for info, want := range map[string]string{"AF=0.25": "0.25", "AC=3;AF=0.5": "0.5", "AF=": "", ".": "", "": "", "AAF=0.2;;AF=0.1;X": "0.1"} {
		file := []byte(
			"##fileformat=VCFv4.2\n" + infoDeclared + "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ts\n1\t1000\trs1\tA\tG\t.\t.\t" + info + "\tES:SE:LP\t0.1:0.05:1.34\n",
		)
		mapping := sumstats.Mapping{
			sumstats.FieldChromosome: "CHROM", sumstats.FieldPosition: "POS", sumstats.FieldEffectAllele: "ALT", sumstats.FieldOtherAllele: "REF",
			sumstats.FieldBeta: "ES", sumstats.FieldSE: "SE", sumstats.FieldNegLog10P: "LP", sumstats.FieldEAF: sumstats.InfoAF,
		}
		rows, _, err := sumstatstest.ReadRows(t, file, sumstats.ReadOptions{Mapping: mapping})
		if err != nil || len(rows) != 1 {
			t.Fatalf("%q: %v, %d rows", info, err, len(rows))
		}
		if got := strings.TrimPrefix(fmt.Sprint(rows[0].EAF), "NaN"); got != want {
			t.Errorf("%q gives %s, want %q", info, got, want)
		}
	}
}
