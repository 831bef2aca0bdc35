package recognise

import (
	"bytes"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
)

const vcfHead = "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tstudy\n"

// A row of several alternates is left out with its reason, and the file is usable.
func TestVCFRowOfSeveralAlternatesIsExcluded(t *testing.T) {
	var b strings.Builder
	b.WriteString(vcfHead)
	for i := range 40 {
		fmt.Fprintf(&b, "1\t%d\trs%d\tA\tG\t.\tPASS\t.\tES:SE:LP:AF\t0.1:0.05:1.34:0.2\n", 1000+i, i+1)
	}
	b.WriteString("1\t2000\trs99\tA\tG,T\t.\tPASS\t.\tES:SE:LP:AF\t0.1,0.2:0.05,0.06:1.34,2:0.2,0.1\n")
	file := []byte(b.String())
	r, err := Check(opener(file), CheckOptions{})
	if err != nil || r.Blocked() {
		t.Fatalf("%v, %+v", err, r.Findings)
	}
	if got := sumstatstest.Reasons(r.Account.Excluded); r.Account.RowsOut != 40 || got["multi_allelic"] != 1 || len(got) != 1 {
		t.Errorf("%d rows, %v", r.Account.RowsOut, got)
	}
	if in := r.Inspection; !hasFinding(in, "multi_allelic", sumstats.Info) || hasFinding(in, "decimal_comma", sumstats.Block) {
		t.Errorf("%+v", in.Findings)
	}
}

// PLINK 2 writes A,T for the other alleles of a variant with several; such rows are left out one by
// one, and the mapping stays.
func TestPlink2KeepsItsMappingWithMultiAllelicRows(t *testing.T) {
	in := inspectTable(t, "CHROM POS ID REF ALT A1 OMITTED A1_FREQ TEST OBS_CT BETA SE P", 100, func(i int) string {
		alleles := "A G G A"
		if i%5 == 0 {
			alleles = "A G,T G A,T"
		}
		return fmt.Sprintf("1 %d rs%d %s 0.2 ADD 500 0.1 0.05 0.0455", 1000+i, i+1, alleles)
	})
	if in.Format != "plink2" || len(in.Questions()) != 0 {
		t.Errorf("%s, %+v", in.Format, in.Questions())
	}
}

// The sample is bounded in bytes: 3.6 MB of gzip must not take 650 MB.
func TestSampleIsBoundedInBytes(t *testing.T) {
	const columns, rows, most, mostLater = 1900, 9000, 16 << 20, 4 << 20
	var b bytes.Buffer
	b.WriteString("chr\tpos\tea\toa\tbeta\tse\tp")
	for i := range columns {
		fmt.Fprintf(&b, "\tx%d", i)
	}
	tail := strings.Repeat("\t0", columns) + "\n"
	for i := range rows {
		fmt.Fprintf(&b, "\n1\t%d\tA\tG\t0.1\t0.05\t0.0455", 1000+i)
		b.WriteString(strings.TrimSuffix(tail, "\n"))
	}
	file := sumstatstest.Gzipped(t, b.Bytes())
	for _, whole := range []bool{false, true} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		in, err := Inspect(Source{Reader: bytes.NewReader(file)}, InspectOptions{Whole: whole})
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		// A row takes 3.8 kB of text and 15.3 kB of places, and up to a third more.
		if fit := most/19_000 + 1 + mostLater/19_000 + 1; in.RowsLookedAt > fit || in.RowsLookedAt < fit/2 {
			t.Errorf("whole %v: %d rows looked at, at most %d fit", whole, in.RowsLookedAt, fit)
		}
		if taken := after.TotalAlloc - before.TotalAlloc; !whole && taken > 200<<20 {
			t.Errorf("whole %v: %d MB allocated", whole, taken>>20)
		}
		if whole && in.Rows != rows {
			t.Errorf("%d rows counted", in.Rows)
		}
	}
}

// names of frequencies, the allele they belong to, and a header that has it.
var frequencyNames = map[string][2]string{
	"A1_FREQ": {"A1", "A1 A2"}, "A1FREQ": {"ALLELE1", "ALLELE1 ALLELE0"}, "FREQ1": {"AL1", "AL1 AL2"}, "AF1": {"A1", "A1 A2"}, "freq_a1": {"a1", "a1 a2"},
	"AF_Allele2": {"Allele2", "Allele1 Allele2"}, "ALT_FREQ": {"ALT", "REF ALT"}, "AF_ALT": {"ALT", "REF ALT"}, "ALT_FREQS": {"ALT", "REF ALT"},
	"freqb": {"alleleB", "alleleA alleleB"}, "a2freq": {"A2", "A1 A2"}, "ref_allele_frequency": {"reference_allele", "reference_allele alternate_allele"},
}

// A name that states the allele of a frequency binds it to that column, whatever the effect allele
// is; without the column it is asked about.
func TestFrequencyNamesBindToTheirAllele(t *testing.T) {
	row := func(i int) string {
		beta, se, x := association(i)
		return fmt.Sprintf("1 %d A G 0.8 %g %g %g", 1000+i, beta, se, math.Pow(10, -x))
	}
	for name, want := range frequencyNames {
		in := inspectTable(t, "chr pos "+want[1]+" "+name+" beta se p", 50, row)
		if f, a := guessOf(
			in,
			sumstats.FieldAlleleFrequency,
		), guessOf(
			in,
			sumstats.FieldFrequencyAllele,
		); f.Column != name || a.Column != want[0] || f.Confidence != Likely ||
			a.Confidence != Likely {
			t.Errorf("%s: %+v %+v", name, f, a)
		}
		if c := guessOf(in, sumstats.FieldEAF); c.Column != "" {
			t.Errorf("%s is taken for that of the effect allele: %+v", name, c)
		}
		in = inspectTable(t, "chr pos effect_allele other_allele "+name+" beta se p", 50, row)
		if c := guessOf(in, sumstats.FieldEAF); c.Column != name || c.Confidence != Ask || c.Question == "" || c.Likely {
			t.Errorf("%s without its allele: %+v", name, c)
		}
	}
	for _, name := range []string{"af", "freq", "allele_frequency", "freq_maf_hapmap"} {
		in := inspectTable(t, "chr pos A1 A2 "+name+" beta se p", 50, row)
		if c := guessOf(in, sumstats.FieldEAF); c.Column != name || c.Confidence != Ask {
			t.Errorf("%s: %+v", name, c)
		}
	}
	for _, name := range []string{"effect_allele_frequency", "eaf", "coded_freq", "freq_tested_allele"} {
		in := inspectTable(t, "chr pos effect_allele other_allele "+name+" beta se p", 50, row)
		if c := guessOf(in, sumstats.FieldEAF); c.Column != name || c.Confidence != Likely {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

// The frequency stays with its allele when a person answers that the effect is of the other one.
func TestDecideKeepsTheFrequencyWithItsAllele(t *testing.T) {
	in := inspectTable(t, "chr pos A1 A2 A1_FREQ beta se p", 50, func(i int) string { return fmt.Sprintf("1 %d A G 0.8 0.1 0.05 0.0455", 1000+i) })
	for effect, want := range map[string]sumstats.Mapping{
		"A1": {sumstats.FieldEffectAllele: "A1", sumstats.FieldOtherAllele: "A2", sumstats.FieldEAF: "A1_FREQ"},
		"A2": {sumstats.FieldEffectAllele: "A2", sumstats.FieldOtherAllele: "A1", sumstats.FieldAlleleFrequency: "A1_FREQ", sumstats.FieldFrequencyAllele: "A1"},
	} {
		d := in.Decide(Answers{Map: sumstats.Mapping{sumstats.FieldEffectAllele: effect}})
		if len(d.Open) > 0 || len(d.Lacks) > 0 {
			t.Errorf("%s: open %+v, lacks %+v", effect, d.Open, d.Lacks)
		}
		for _, f := range []sumstats.Field{sumstats.FieldEffectAllele, sumstats.FieldOtherAllele, sumstats.FieldEAF, sumstats.FieldAlleleFrequency, sumstats.FieldFrequencyAllele} {
			if d.Mapping[f] != want[f] {
				t.Errorf("effect allele %s: %s is %q, want %q", effect, f, d.Mapping[f], want[f])
			}
		}
	}
}

// Columns that the table of a recognised software does not name are mapped by their names all the
// same, where those mean the same whichever allele the effect is of.
func TestRecognisedSoftwareIsComplementedByNames(t *testing.T) {
	const ssf = "chromosome base_pair_location effect_allele other_allele beta standard_error p_value "
	for name, want := range map[string]sumstats.Field{
		"n_case": sumstats.FieldNCases, "n_control": sumstats.FieldNControls, "totalsamplesize": sumstats.FieldN, "rs_id": sumstats.FieldRSID, "minus_log_10_p_value": sumstats.FieldNegLog10P,
		"neff": sumstats.FieldNEff, "freq_effect_allele": sumstats.FieldEAF, "hwe_p": sumstats.FieldHWE, "number_of_studies": sumstats.FieldNStudies,
	} {
		in := inspectTable(t, ssf+name, 50, func(i int) string {
			beta, se, x := association(i)
			value := map[sumstats.Field]string{sumstats.FieldRSID: fmt.Sprintf("rs%d", i+1), sumstats.FieldNegLog10P: fmt.Sprintf("%.9g", x), sumstats.FieldEAF: "0.7"}[want]
			if value == "" {
				value = "50"
			}
			return fmt.Sprintf("1 %d A G %g %g %.9g %s", 1000+i, beta, se, math.Pow(10, -x), value)
		})
		if c := guessOf(in, want); in.Format != "gwas-ssf" || c.Column != name || c.Confidence == Ask {
			t.Errorf("%s: %s, %+v", name, in.Format, c)
		}
	}
	// Columns from before a harmonisation may be of the other allele.
	in := inspectTable(t, "hm_chrom hm_pos hm_effect_allele hm_other_allele hm_beta standard_error p_value eaf n_case", 50, func(i int) string {
		return fmt.Sprintf("1 %d A G 0.1 0.05 0.0455 0.3 500", 1000+i)
	})
	if m := in.Mapping(true); in.Format != "gwas-catalog-harmonised" || m[sumstats.FieldEAF] != "" || m[sumstats.FieldNCases] != "n_case" {
		t.Errorf("%s: %v", in.Format, m)
	}
}

// The logarithm next to a P that was rounded to 0 is read.
func TestLogarithmServesWherePWasRounded(t *testing.T) {
	file := sumstatstest.Table(
		"chromosome base_pair_location effect_allele other_allele beta standard_error p_value minus_log_10_p_value",
		"1 5 A G 4 0.1 0 349.135976",
		"1 6 A G 0.1 0.1 0.3173 0.49853",
	)
	rows, _, err := sumstatstest.ReadRows(t, file, sumstats.ReadOptions{Mapping: inspectBytes(t, "x", file).Decide(Answers{}).Mapping})
	if err != nil || len(rows) != 2 || rows[0].NegLog10P != 349.135976 || rows[0].Flags&(sumstats.PFromZ|sumstats.PUnderflow) != 0 {
		t.Errorf("%v, %+v", err, rows)
	}
}

// REF, ALT and effect allele together are read per row, whatever the software.
func TestOtherAlleleFromReferenceForEverySoftware(t *testing.T) {
	for software, header := range map[string]string{
		"gwas-ssf": "chromosome base_pair_location reference_allele alternative_allele effect_allele beta standard_error p_value trait cohort",
		"plink2":   "CHROM POS REF ALT A1 BETA SE P ID OBS_CT",
		"unknown":  "chr pos reference_allele alternative_allele effect_allele beta se p trait cohort",
	} {
		file := []string{"1 5 A G G 0.1 0.05 0.0455 x 9", "1 6 A G A 0.1 0.05 0.0455 x 9"}
		in := inspectBytes(t, "x", sumstatstest.Table(header, file...))
		d := in.Decide(Answers{})
		rows, account, err := sumstatstest.ReadRows(
			t,
			sumstatstest.Table(header, file...),
			sumstats.ReadOptions{Mapping: d.Mapping, PLINKCodes: PLINKCodes(in.Format)},
		)
		if in.Format != software || err != nil || len(rows) != 2 {
			t.Errorf("%s: %s, %v, %d rows, %+v", software, in.Format, err, len(rows), account.Excluded)
			continue
		}
		if rows[0].OA == rows[1].OA || rows[0].EA == rows[1].EA || rows[0].EA == rows[0].OA {
			t.Errorf("%s: %+v", software, rows)
		}
	}
}

// The frequency of a column is turned to the effect allele row by row.
func TestFrequencyOfAnotherAlleleIsTurned(t *testing.T) {
	file := sumstatstest.Table("chr pos REF ALT effect_allele ALT_FREQ beta se p", "1 5 A G G 0.3 0.1 0.05 0.0455", "1 6 A G A 0.3 0.1 0.05 0.0455")
	in := inspectBytes(t, "x", file)
	d := in.Decide(Answers{})
	rows, account, err := sumstatstest.ReadRows(t, file, sumstats.ReadOptions{Mapping: d.Mapping})
	if err != nil || len(rows) != 2 || len(d.Open) != 0 {
		t.Fatalf("%v, %d rows, open %v, %+v", err, len(rows), openFields(d), account.Excluded)
	}
	for i, want := range []float64{0.3, 0.7} {
		if math.Abs(rows[i].EAF-want) > 1e-12 {
			t.Errorf("row %d: %v, want %v", i, rows[i].EAF, want)
		}
	}
}

// A column that was taken by its name is reported, unless it was answered or the software is known.
func TestColumnsTakenByNameAreReported(t *testing.T) {
	told := func(r *CheckReport) string {
		for _, f := range r.Findings {
			if f.Code == "by_name" {
				return f.Message
			}
		}
		return ""
	}
	file := sumstatstest.Table("chr pos effect_allele other_allele eaf beta se p", "1 5 A G 0.3 0.1 0.05 0.0455", "1 6 A G 0.3 0.1 0.05 0.0455")
	r, err := Prepare(opener(file), CheckOptions{})
	if want := "Taken by their names: effect_allele from effect_allele, other_allele from other_allele, p_value from p, effect_allele_frequency from eaf."; err != nil ||
		told(r) != want {
		t.Errorf("%v, %q", err, told(r))
	}
	r, err = Prepare(
		opener(file),
		CheckOptions{Map: sumstats.Mapping{sumstats.FieldEffectAllele: "effect_allele", sumstats.FieldP: "p", sumstats.FieldEAF: "eaf"}},
	)
	if err != nil || told(r) != "" {
		t.Errorf("answered: %v, %q", err, told(r))
	}
	r, err = Prepare(opener(sumstatstest.ReadFile(t, "testdata/software/gwas-ssf.tsv")), CheckOptions{})
	if err != nil || told(r) != "" {
		t.Errorf("GWAS-SSF: %v, %q", err, told(r))
	}
}
