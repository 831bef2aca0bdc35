package sumstats

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/variant"
)

// softwareOf says which software wrote each file of testdata/software.
var softwareOf = map[string]string{
	"gwas-ssf.tsv": "gwas-ssf", "gwas-catalog-harmonised.tsv": "gwas-catalog-harmonised", "metal.tbl": "metal", "metal-samplesize.tbl": "metal",
	"regenie.regenie": "regenie", "saige.txt": "saige", "saige-old.txt": "saige", "bolt-lmm.stats": "bolt-lmm",
	"plink.assoc.linear": "plink", "plink.assoc.logistic": "plink", "plink.assoc": "plink-assoc", "plink.meta": "plink-meta",
	"plink2.glm.linear": "plink2", "plink2.glm.logistic.hybrid": "plink2", "snptest.out": "snptest", "fastgwa.fastGWA": "fastgwa",
	"gcta-cojo.ma": "gcta-cojo", "gemma.assoc.txt": "gemma", "bgenie.out": "bgenie", "finngen.tsv": "finngen", "finngen-r4.tsv": "finngen",
	"pan-ukbb.tsv": "pan-ukbb", "pan-ukbb-lnp.tsv": "pan-ukbb", "neale-ukb.tsv": "neale-ukb", "daner.tsv": "daner", "pgc-vcf.tsv": "pgc-vcf",
	"ldsc.sumstats": "ldsc", "opengwas.csv": "opengwas", "twosamplemr.csv": "twosamplemr", "mr-mega.result": "mr-mega", "gwas.vcf": "gwas-vcf",
	"no-header.txt": "unknown", "bed-like.tsv": "unknown", "or-ratio-se.txt": "unknown",
}

// TestSoftwareReadsAlike reads the same thirty variants from the output of every
// software and demands the same rows: a flipped effect, a frequency of the wrong
// allele or a P on the wrong scale shows at once.
func TestSoftwareReadsAlike(t *testing.T) {
	dict := variant.NewDict()
	want := readSoftware(t, "gwas-ssf.tsv", dict, nil)
	if len(want) != 30 {
		t.Fatalf("%d reference rows", len(want))
	}
	// What a person must add where the file itself cannot say it.
	answers := map[string]Mapping{
		"no-header.txt": {FieldEAF: "column_6", FieldBeta: "column_7", FieldSE: "column_8", FieldP: "column_9"},
	}
	for name, software := range softwareOf {
		t.Run(name, func(t *testing.T) {
			in := inspectBytes(t, name, readFile(t, filepath.Join("testdata/software", name)))
			if in.Format != software {
				t.Fatalf("recognised as %q", in.Format)
			}
			if strings.HasPrefix(name, "plink.assoc.l") {
				return // its rows name one allele only: TestPlinkLacksOtherAllele reads them
			}
			rows := readSoftware(t, name, dict, answers[name])
			if len(rows) != len(want) {
				t.Fatalf("%d rows", len(rows))
			}
			for i := range rows {
				compareRow(t, name, &rows[i], &want[i])
			}
		})
	}
}

func readSoftware(t *testing.T, name string, dict *variant.Dict, answers Mapping) []Row {
	t.Helper()
	file := readFile(t, filepath.Join("testdata/software", name))
	in := inspectBytes(t, name, file)
	d := in.Decide(Answers{Map: in.Mapping(true).With(answers), Whole: true})
	opt := ReadOptions{Mapping: d.Mapping, Format: in.Format, Dict: dict, ByRSID: d.Mapping.OnlyRSID()}
	opt.ZAsEffect = name == "ldsc.sumstats" || name == "metal-samplesize.tbl"
	if in.Totals != nil {
		opt.NCases, opt.NControls = in.Totals.NCases, in.Totals.NControls
	}
	rows, account, err := readRows(t, file, opt)
	if err != nil {
		t.Fatalf("%v; %+v", err, account.Excluded)
	}
	if name == "or-ratio-se.txt" { // twenty times the effects, so that the scale of the error matters
		for i := range rows {
			rows[i].Beta, rows[i].SE = rows[i].Beta/20, rows[i].SE/20
		}
	}
	return rows
}

// compareRow allows for the digits that a software rounds to.
func compareRow(t *testing.T, name string, got, want *Row) {
	t.Helper()
	near := func(what string, a, b, tolerance float64) {
		if math.IsNaN(a) || math.Abs(a-b) <= tolerance {
			return
		}
		t.Errorf("%s line %d: %s %v, want %v", name, got.Line, what, a, b)
	}
	if got.EA != want.EA || got.OA != want.OA {
		t.Errorf("%s line %d: alleles %b %b, want %b %b", name, got.Line, got.EA, got.OA, want.EA, want.OA)
	}
	if got.RSID != 0 && got.RSID != want.RSID {
		t.Errorf("%s line %d: rs%d, want rs%d", name, got.Line, got.RSID, want.RSID)
	}
	exception := name == "saige.txt" && got.Position == 99_000_000 || got.Chromosome == genome.X
	if got.Position != 0 && !exception && (got.Position != want.Position || got.Chromosome != want.Chromosome) {
		t.Errorf("%s line %d: at %v:%d, want %v:%d", name, got.Line, got.Chromosome, got.Position, want.Chromosome, want.Position)
	}
	if name == "ldsc.sumstats" || name == "metal-samplesize.tbl" {
		near("Z", got.Beta, want.Beta/want.SE, 0.001)
	} else {
		near("beta", got.Beta, want.Beta, 1e-5)
		near("standard error", got.SE, want.SE, 0.003*want.SE+0.01*count64(got.Flags&SEDerived != 0))
	}
	near("−log10 P", got.NegLog10P, want.NegLog10P, 0.002*(1+want.NegLog10P))
	if got.Flags&EAFIsMAF == 0 {
		near("frequency", got.EAF, orElse(want.EAF, got.EAF), 2e-4)
	}
	near("N", got.N, want.N, 30000*count64(name == "daner.tsv" || name == "pgc-vcf.tsv"))
}

func count64(yes bool) float64 { return float64(count(yes)) }

func orElse(v, other float64) float64 {
	if math.IsNaN(v) {
		return other
	}
	return v
}

func TestPlinkLacksOtherAllele(t *testing.T) {
	file := readFile(t, "testdata/software/plink.assoc.linear")
	in := inspectBytes(t, "plink.assoc.linear", file)
	if !in.Blocked() {
		t.Error("nothing says that the other allele is missing")
	}
	_, _, err := readRows(t, file, ReadOptions{Mapping: in.Mapping(true), Format: in.Format})
	if err == nil || !strings.Contains(err.Error(), "other_allele") {
		t.Errorf("error %v", err)
	}
}

func TestEachSoftwareHasAFixture(t *testing.T) {
	covered := map[string]bool{}
	for _, id := range softwareOf {
		covered[id] = true
	}
	covered["gwaslab"] = true // real files
	for _, s := range softwareTable() {
		if !covered[s.id] {
			t.Errorf("no file of %s", s.label)
		}
	}
}

func TestDanerTotals(t *testing.T) {
	in := inspectBytes(t, "daner.tsv", readFile(t, "testdata/software/daner.tsv"))
	if in.Totals == nil || in.Totals.NCases != 12345 || in.Totals.NControls != 23456 {
		t.Errorf("totals %+v", in.Totals)
	}
	rows := readSoftware(t, "daner.tsv", variant.NewDict(), nil)
	if rows[0].NEff != 2*16170.5 || rows[0].N != 12345+23456 {
		t.Errorf("effective N %v, N %v", rows[0].NEff, rows[0].N)
	}
}

func TestSoftwareIgnoresOrderAndCase(t *testing.T) {
	names := []string{"log10p", "A1FREQ", "ALLELE1", "allele0", "ID", "GENPOS", "chrom", "N", "BETA", "SE"}
	var normalised []string
	for _, n := range names {
		normalised = append(normalised, normaliseHeader(n))
	}
	if r, ok := recogniseSoftware(normalised); !ok || r.id != "regenie" {
		t.Errorf("recognised %q, %v", r.id, ok)
	}
	if r, ok := recogniseSoftware([]string{"chr", "pos", "a1", "a2", "beta", "se", "p"}); ok {
		t.Errorf("an ordinary header is taken for %s", r.label)
	}
}

func TestColumnsDocumentEveryField(t *testing.T) {
	docs := Columns()
	if len(docs) != int(numFields) {
		t.Fatalf("%d fields", len(docs))
	}
	seen := map[string]Field{}
	for _, d := range docs {
		if d.Description == "" || d.Type == "" || !d.Field.Known() {
			t.Errorf("field %+v", d)
		}
		for _, h := range append(append([]string{}, d.Headers...), d.Doubtful...) {
			if h != normaliseHeader(h) {
				t.Errorf("%s: header %q is not in normalised form", d.Field, h)
			}
			a, ok := aliasOf(h)
			if !ok {
				t.Errorf("%s: header %q is not found", d.Field, h)
			}
			if other, twice := seen[h]; twice && fieldTable[a.field].field != other && fieldTable[a.field].field != d.Field {
				t.Errorf("header %q stands for %s, %s and %s", h, other, d.Field, fieldTable[a.field].field)
			}
			seen[h] = d.Field
		}
	}
}

func TestReasonsHaveSentences(t *testing.T) {
	repairs := false
	seen := map[Reason]bool{}
	for _, r := range Reasons() {
		if r == "" || r.Sentence() == string(r) || !strings.HasSuffix(r.Sentence(), ".") || seen[r] {
			t.Errorf("reason %q: %q", r, r.Sentence())
		}
		seen[r] = true
		if repairs && !r.Repair() {
			t.Errorf("exclusion %q stands among the repairs", r)
		}
		repairs = r.Repair()
	}
	if len(seen) != int(numReasons)-1 || Reason("x").Repair() || Reason("x").Sentence() != "x" {
		t.Error("the table of reasons is not whole")
	}
}
