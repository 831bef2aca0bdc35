package recognise

import (
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/variant"
)

// softwareOf maps each file of testdata/software to its software.
var softwareOf = map[string]string{
	"gwas-ssf.tsv":                "gwas-ssf",
	"gwas-catalog-harmonised.tsv": "gwas-catalog-harmonised",
	"metal.tbl":                   "metal",
	"metal-samplesize.tbl":        "metal",
	"regenie.regenie":             "regenie",
	"saige.txt":                   "saige",
	"saige-old.txt":               "saige",
	"bolt-lmm.stats":              "bolt-lmm",
	"plink.assoc.linear":          "plink",
	"plink.assoc.logistic":        "plink",
	"plink.assoc":                 "plink-assoc",
	"plink.meta":                  "plink-meta",
	"plink2.glm.linear":           "plink2",
	"plink2.glm.logistic.hybrid":  "plink2",
	"snptest.out":                 "snptest",
	"fastgwa.fastGWA":             "fastgwa",
	"gcta-cojo.ma":                "gcta-cojo",
	"gemma.assoc.txt":             "gemma",
	"genesis.tsv":                 "genesis",
	"bgenie.out":                  "bgenie",
	"finngen.tsv":                 "finngen",
	"finngen-r4.tsv":              "finngen",
	"pan-ukbb.tsv":                "pan-ukbb",
	"pan-ukbb-lnp.tsv":            "pan-ukbb",
	"neale-ukb.tsv":               "neale-ukb",
	"daner.tsv":                   "daner",
	"pgc-vcf.tsv":                 "pgc-vcf",
	"ldsc.sumstats":               "ldsc",
	"opengwas.csv":                "opengwas",
	"twosamplemr.csv":             "twosamplemr",
	"mr-mega.result":              "mr-mega",
	"gwama.out":                   "gwama",
	"mtcojo.cma":                  "mtcojo",
	"gwas.vcf":                    "gwas-vcf",
	"no-header.txt":               "unknown",
	"bed-like.tsv":                "unknown",
	"or-ratio-se.txt":             "unknown",
}

// TestSoftwareReadsAlike reads the same thirty variants from the output of every
// software and demands the same rows: a flipped effect, a frequency of the wrong
// allele or a P on the wrong scale shows at once.
func TestSoftwareReadsAlike(t *testing.T) {
	dict := variant.NewDict()
	want := softwareTruth(t)
	// Answers that a person must add where the file itself has none.
	answers := map[string]sumstats.Mapping{
		"no-header.txt": {sumstats.FieldEAF: "column_6", sumstats.FieldBeta: "column_7", sumstats.FieldSE: "column_8", sumstats.FieldP: "column_9"},
	}
	for name, software := range softwareOf {
		t.Run(name, func(t *testing.T) {
			in := inspectBytes(t, name, sumstatstest.ReadFile(t, filepath.Join("testdata/software", name)))
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
				compareRow(t, name, dict, &rows[i], &want[i])
			}
		})
	}
}

func readSoftware(t *testing.T, name string, dict *variant.Dict, answers sumstats.Mapping) []sumstats.Row {
	t.Helper()
	file := sumstatstest.ReadFile(t, filepath.Join("testdata/software", name))
	in := inspectBytes(t, name, file)
	d := in.Decide(Answers{Map: in.Mapping(true).With(answers), Whole: true})
	opt := sumstats.ReadOptions{Mapping: d.Mapping, PLINKCodes: PLINKCodes(in.Format), Dict: dict, ByRSID: d.Mapping.OnlyRSID()}
	opt.ZAsEffect = name == "ldsc.sumstats" || name == "metal-samplesize.tbl"
	if stated, ok := in.Totals.Stated(); ok {
		opt.NCases, opt.NControls = stated.NCases, stated.NControls
	}
	rows, account, err := sumstatstest.ReadRows(t, file, opt)
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

// truthRow is one of the thirty rows, as written in gwas-ssf.tsv.
type truthRow struct {
	chromosome, ea, oa, rsid    string
	position                    int32
	beta, se, eaf, negLog10P, n float64
}

// softwareTruth reads the thirty rows without the reader.
func softwareTruth(t *testing.T) (rows []truthRow) {
	t.Helper()
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if s == "#NA" {
			return math.NaN()
		}
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	lines := strings.Split(strings.TrimSpace(string(sumstatstest.ReadFile(t, "testdata/software/gwas-ssf.tsv"))), "\n")
	for _, line := range lines[1:] {
		c := strings.Split(line, "\t")
		rows = append(rows, truthRow{chromosome: c[0], position: int32(number(c[1])), ea: c[2], oa: c[3], rsid: c[9],
			beta: number(c[4]), se: number(c[5]), eaf: number(c[6]), negLog10P: -math.Log10(number(c[7])), n: number(c[11])})
	}
	if len(rows) != 30 {
		t.Fatalf("%d rows", len(rows))
	}
	return rows
}

// silent lists what the output of a software does not state, by its documentation and header;
// everything else must be read.
var silent = map[string]string{
	"bgenie.out":                  "N",
	"bolt-lmm.stats":              "N",
	"finngen-r4.tsv":              "N",
	"finngen.tsv":                 "N",
	"gemma.assoc.txt":             "N",
	"gwas-catalog-harmonised.tsv": "N",
	"metal.tbl":                   "N",
	"no-header.txt":               "N",
	"pan-ukbb-lnp.tsv":            "N",
	"pan-ukbb.tsv":                "N",
	"plink.assoc":                 "N",
	"bed-like.tsv":                "N frequency",
	"or-ratio-se.txt":             "N frequency",
	"plink.meta":                  "N frequency",
	"metal-samplesize.tbl":        "frequency",
	"ldsc.sumstats":               "frequency",
}

// compareRow allows for the digits that a software rounds to.
func compareRow(t *testing.T, name string, dict *variant.Dict, got *sumstats.Row, want *truthRow) {
	t.Helper()
	near := func(what string, a, b, tolerance float64) {
		told := !slices.Contains(strings.Fields(silent[name]), what) && (what != "frequency" || !vcfWithoutAF(t, name, got.Line))
		switch {
		case !told || math.IsNaN(b):
			if !math.IsNaN(a) && !told {
				t.Errorf("%s line %d: %s is %v, which the file does not tell", name, got.Line, what, a)
			}
		case !(math.Abs(a-b) <= tolerance):
			t.Errorf("%s line %d: %s %v, want %v", name, got.Line, what, a, b)
		}
	}
	if ea, oa := dict.Text(got.EA), dict.Text(got.OA); ea != want.ea || oa != want.oa {
		t.Errorf("%s line %d: alleles %s %s, want %s %s", name, got.Line, ea, oa, want.ea, want.oa)
	}
	if got.RSID != 0 && "rs"+strconv.FormatUint(got.RSID, 10) != want.rsid {
		t.Errorf("%s line %d: rs%d, want %s", name, got.Line, got.RSID, want.rsid)
	}
	exception := name == "saige.txt" && got.Position == 99_000_000 || got.Chromosome == genome.X
	if got.Position != 0 && !exception && (got.Position != want.position || got.Chromosome.String() != want.chromosome) {
		t.Errorf("%s line %d: at %v:%d, want %v:%d", name, got.Line, got.Chromosome, got.Position, want.chromosome, want.position)
	}
	if name == "ldsc.sumstats" || name == "metal-samplesize.tbl" {
		near("Z", got.Beta, want.beta/want.se, 0.001)
	} else {
		near("beta", got.Beta, want.beta, 1e-5)
		near("error", got.SE, want.se, 0.003*want.se+0.01*count64(got.Flags&sumstats.SEDerived != 0))
	}
	near("P", got.NegLog10P, want.negLog10P, 0.002*(1+want.negLog10P))
	near("frequency", got.EAF, want.eaf, 2e-4)
	near("N", got.N, want.n, 30000*count64(name == "daner.tsv" || name == "pgc-vcf.tsv"))
}

// vcfWithoutAF reports that a row of the VCF names no AF in its FORMAT; AF in INFO is that of a
// panel.
func vcfWithoutAF(t *testing.T, name string, line uint32) bool {
	t.Helper()
	if name != "gwas.vcf" {
		return false
	}
	lines := strings.Split(string(sumstatstest.ReadFile(t, "testdata/software/gwas.vcf")), "\n")
	return !strings.Contains(lines[line-1], ":AF:")
}

func count64(yes bool) float64 { return float64(count(yes)) }

func TestPlinkLacksOtherAllele(t *testing.T) {
	file := sumstatstest.ReadFile(t, "testdata/software/plink.assoc.linear")
	in := inspectBytes(t, "plink.assoc.linear", file)
	if !in.Blocked() {
		t.Error("nothing says that the other allele is missing")
	}
	_, _, err := sumstatstest.ReadRows(t, file, sumstats.ReadOptions{Mapping: in.Mapping(true), PLINKCodes: PLINKCodes(in.Format)})
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
	in := inspectBytes(t, "daner.tsv", sumstatstest.ReadFile(t, "testdata/software/daner.tsv"))
	if got, _ := in.Totals.Stated(); got != (StudyTotals{NCases: 12345, NControls: 23456}) {
		t.Errorf("totals %+v", got)
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
	if len(docs) != len(sumstats.Fields()) {
		t.Fatalf("%d fields", len(docs))
	}
	seen := map[string]sumstats.Field{}
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
			if other, twice := seen[h]; twice && a.field != other && a.field != d.Field {
				t.Errorf("header %q stands for %s, %s and %s", h, other, d.Field, a.field)
			}
			seen[h] = d.Field
		}
	}
}
