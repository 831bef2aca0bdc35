package lies

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// kind is the kind of values in a column.
type kind string

// layout is a way to write a study. Its columns are header:kind; =text is a constant.
type layout struct {
	name    string
	columns string
	before  string // lines above the header
	trait   string // "yes/no" or "measured"; "" for both
	effect  string // whose effect it is: "" the alternate allele, "row" one that varies, "minor" the rarer one
	// open reports that the names do not determine the effect allele; unnamed that they do not name
	// a column. A question is legitimate then; see mayAsk.
	open, unnamed bool
	answers       map[string]string // the true answers to those questions, by field
	constantN     bool              // the layout states one size for the study
	derived       bool              // effect and error follow from Z
	lower         bool              // alleles in lower case
}

// layouts are those of programs, exchange formats and consortia.
var layouts = []layout{
	{name: "PLINK 1 --assoc", trait: "yes/no", columns: "CHR:chr SNP:rs BP:pos A1:ea F_A:fca F_U:fco A2:oa CHISQ:chi P:p OR:or SE:se L95:lo U95:hi", effect: "minor"},
	{name: "PLINK 2 linear", trait: "measured", columns: "#CHROM:chr POS:pos ID:rs REF:ref ALT:alt A1:ea A1_FREQ:eaf TEST:=ADD OBS_CT:n BETA:beta SE:se T_STAT:z P:p", effect: "row"},
	{name: "REGENIE", columns: "CHROM:chr GENPOS:pos ID:rs ALLELE0:oa ALLELE1:ea A1FREQ:eaf INFO:info N:n TEST:=ADD BETA:beta SE:se CHISQ:chi LOG10P:mlp EXTRA:=NA"},
	{name: "SAIGE", trait: "yes/no", columns: "CHR:chr POS:pos MarkerID:rs Allele1:oa Allele2:ea AC_Allele2:ac AF_Allele2:eaf MissingRate:=0 BETA:beta SE:se Tstat:z var:=1 p.value:p N_case:nca N_ctrl:nco"},
	{name: "BOLT-LMM", trait: "measured", columns: "SNP:rs CHR:chr BP:pos GENPOS:=0.5 ALLELE1:ea ALLELE0:oa A1FREQ:eaf INFO:info BETA:beta SE:se P_BOLT_LMM_INF:p P_BOLT_LMM:p"},
	{name: "FinnGen", columns: "#chrom:chr pos:pos ref:oa alt:ea rsids:rs nearest_genes:=NA pval:p mlogp:mlp beta:beta sebeta:se af_alt:eaf"},
	{name: "GWAS-SSF", columns: "chromosome:chr base_pair_location:pos effect_allele:ea other_allele:oa beta:beta standard_error:se effect_allele_frequency:eaf p_value:p rsid:rs n:n", effect: "row"},
	{name: "GWAS Catalog before SSF", trait: "yes/no", columns: "variant_id:rs p_value:p chromosome:chr base_pair_location:pos effect_allele:ea other_allele:oa effect_allele_frequency:eaf odds_ratio:or ci_lower:lo ci_upper:hi"},
	{name: "METAL", columns: "Chromosome:chr Position:pos MarkerName:rs Allele1:ea Allele2:oa Freq1:eaf FreqSE:=0.01 Effect:beta StdErr:se P-value:p Direction:=++ TotalSampleSize:n", effect: "row", lower: true},
	{name: "GWAMA", columns: "chromosome:chr position:pos rs_number:rs reference_allele:ea other_allele:oa eaf:eaf beta:beta se:se beta_95L:blo beta_95U:bhi z:z p-value:p _-log10_p-value:mlp q_statistic:=1.1 q_p-value:=0.3 i2:=0.1 n_studies:=2 n_samples:n effects:=++", effect: "row", open: true, answers: map[string]string{"effect_allele": "reference_allele"}},
	{name: "LDSC with places", columns: "SNP:rs CHR:chr BP:pos A1:ea A2:oa FRQ:eaf Z:z P:p N:n", open: true, derived: true, answers: map[string]string{"effect_allele": "A1"}},
	{name: "GIANT 2018", trait: "measured", columns: "CHR:chr POS:pos SNP:rs Tested_Allele:ea Other_Allele:oa Freq_Tested_Allele:eaf BETA:beta SE:se P:p N:n", effect: "row"},
	{name: "PGC daner", trait: "yes/no", columns: "CHR:chr SNP:rs BP:pos A1:ea A2:oa FRQ_A_{cases}:fca FRQ_U_{controls}:fco INFO:info OR:or SE:se P:p", effect: "row", constantN: true},
	{name: "PGC table", trait: "yes/no", before: "##fileFormat=PGCsumstatsV1.0\n", columns: "CHROM:chr ID:rs POS:pos A1:ea A2:oa BETA:beta SE:se PVAL:p NGT:=0 FCAS:fca FCON:fco IMPINFO:info NEFFDIV2:neffhalf NCAS:nca NCON:nco", effect: "row"},
	{name: "GLGC 2021", trait: "measured", columns: "rsID:rs CHROM:chr POS_b{build}:pos REF:oa ALT:ea N:n N_studies:=30 POOLED_ALT_AF:eaf EFFECT_SIZE:beta SE:se pvalue_neg_log10:mlp pvalue:p", open: true, answers: map[string]string{"effect_allele": "ALT"}},
	{name: "MAGMA-like", columns: "SNP:rs CHR:chr BP:pos A1:ea A2:oa P:p BETA:beta SE:se N:n", open: true, answers: map[string]string{"effect_allele": "A1"}},
	{name: "neutral names", columns: "chr:chr pos:pos effect_allele:ea other_allele:oa eaf:eaf info:info beta:beta se:se p:p n:n snp:rs", effect: "row"},
	{name: "renamed", columns: "Chrom:chr Location:pos Marker:rs CodedAllele:ea NoncodedAllele:oa CodedFreq:eaf EffectEst:beta StdErrEst:se Pvalue_LMM:p SampleN:n", effect: "row", unnamed: true, answers: map[string]string{"base_pair_location": "Location", "effect_allele": "CodedAllele", "other_allele": "NoncodedAllele", "effect_allele_frequency": "CodedFreq",
		"beta": "EffectEst", "standard_error": "StdErrEst", "p_value": "Pvalue_LMM", "n": "SampleN"}},
	{name: "REF and ALT", columns: "CHR:chr POS:pos RSID:rs REF:oa ALT:ea AF:eaf BETA:beta SE:se P:p N:n", open: true, answers: map[string]string{"effect_allele": "ALT"}},
	{name: "Allele1 and Allele2", columns: "MarkerName:rs Chr:chr Pos:pos Allele1:ea Allele2:oa Freq1:eaf Effect:beta StdErr:se P:p N:n", effect: "row", open: true, answers: map[string]string{"effect_allele": "Allele1"}},
	{name: "A1 and A2, the rarer allele", columns: "SNP:rs CHR:chr BP:pos A1:ea A2:oa FRQ:eaf BETA:beta SE:se P:p N:n", effect: "minor", open: true, answers: map[string]string{"effect_allele": "A1"}},
	{name: "A1 and A2, the alternate allele", columns: "SNP:rs CHR:chr BP:pos A1:ea A2:oa FRQ:eaf INFO:info BETA:beta SE:se P:p N:n", open: true, answers: map[string]string{"effect_allele": "A1"}},
	{name: "odds ratio, neither frequency nor size", trait: "yes/no", columns: "SNP:rs CHR:chr POS:pos EA:ea NEA:oa OR:or SE:se P:p", effect: "row"},
	{name: "Z alone", columns: "CHR:chr POS:pos RSID:rs EFFECT_ALLELE:ea OTHER_ALLELE:oa EAF:eaf Z:z P:p N:n", effect: "row", derived: true},
	{name: "log10 P alone, cases and controls", trait: "yes/no", columns: "CHR:chr POS:pos SNP:rs EA:ea OA:oa EAF:eaf BETA:beta SE:se MLOG10P:mlp N_CASES:nca N_CONTROLS:nco", effect: "row"},
	{name: "no rs number", columns: "Chromosome:chr Position:pos EffectAllele:ea NonEffectAllele:oa EAF:eaf Beta:beta SE:se Pval:p N:n", effect: "row"},
	{name: "no size", columns: "rsid:rs chr:chr bp:pos ea:ea oa:oa eaf:eaf beta:beta se:se pval:p", effect: "row"},
	{name: "gwaslab", columns: "SNPID:id CHR:chr POS:pos EA:ea NEA:oa STATUS:=1960099 EAF:eaf BETA:beta SE:se P:p N:n", effect: "row"},
	{name: "interval of 95 % alone", trait: "yes/no", columns: "rsid:rs chr:chr pos:pos effect_allele:ea other_allele:oa eaf:eaf OR:or OR_95L:lo OR_95U:hi N:n", effect: "row"},
	{name: "effect and P alone", columns: "rsid:rs chr:chr pos:pos effect_allele:ea other_allele:oa eaf:eaf beta:beta neg_log_10_p_value:mlp n:n", effect: "row"},
	{name: "everything", trait: "yes/no", columns: "SNP:rs CHR:chr BP:pos effect_allele:ea other_allele:oa EAF:eaf INFO:info BETA:beta SE:se Z:z P:p OR:or N:n N_CASES:nca N_CONTROLS:nco", effect: "row"},
}

// table is a study in a layout, before it is text.
type table struct {
	layout *layout
	study  *study
	header []string
	kinds  []kind
	cells  [][]string
	rows   []trueRow // the truth, row by row as the effect is written
	effect []string  // the effect allele of each row

	// What a lie does to the text.
	declared   string // build that is declared; "" for none
	cut        bool   // the last row ends in its middle
	rowNames   bool   // the rows have a first column that the header lacks
	headerLess int    // a column, from 1, that the header lacks and the rows have
	older      bool   // positions are of a build before GRCh37
	folded     bool   // the frequency is that of the rarer allele
	turned     bool   // the alleles of a chromosome have changed places
	derived    bool   // effect and error follow from Z
	gone       []bool // rows without usable numbers
	mustStay   []bool // rows that may get lost with a word only
}

// newTable writes the study in the layout.
func newTable(s *study, l *layout) *table {
	t := &table{layout: l, study: s, derived: l.derived, rows: s.rows, gone: make([]bool, len(s.rows)), mustStay: make([]bool, len(s.rows))}
	for _, column := range strings.Fields(l.columns) {
		i := strings.LastIndexByte(column, ':')
		name := strings.NewReplacer("{cases}", text(math.Round(s.n*s.share)), "{controls}", text(s.n-math.Round(s.n*s.share)), "{build}", strconv.Itoa(s.build)).Replace(column[:i])
		t.header, t.kinds = append(t.header, name), append(t.kinds, kind(column[i+1:]))
	}
	for i := range s.rows {
		row := &s.rows[i]
		allele := row.alt
		switch {
		case l.effect == "row":
			allele = row.tested
		case l.effect == "minor" && row.freq > 0.5:
			allele = row.ref
		}
		t.effect = append(t.effect, allele)
		cells := make([]string, len(t.kinds))
		for c, k := range t.kinds {
			cells[c] = s.cell(row, allele, k)
			if l.lower && (k == "ea" || k == "oa") {
				cells[c] = strings.ToLower(cells[c])
			}
		}
		t.cells = append(t.cells, cells)
	}
	return t
}

const half95 = 1.959963984540054 // 97.5 % quantile of the standard normal distribution

// cell returns one value of a row as the effect of the allele.
func (s *study) cell(r *trueRow, allele string, k kind) string {
	if constant, is := strings.CutPrefix(string(k), "="); is {
		return constant
	}
	beta, freq := r.of(allele)
	switch k {
	case "chr":
		return strconv.Itoa(r.chromosome)
	case "pos":
		return strconv.Itoa(r.position(s.build))
	case "rs":
		return "rs" + strconv.FormatUint(r.rsid, 10)
	case "id":
		return fmt.Sprintf("%d:%d:%s:%s", r.chromosome, r.position(s.build), r.ref, r.alt)
	case "ea":
		return allele
	case "oa":
		return r.other(allele)
	case "ref":
		return r.ref
	case "alt":
		return r.alt
	case "p":
		return fmt.Sprintf("%.6g", r.p())
	}
	return text(s.number(r, beta, freq, k))
}

func (s *study) number(r *trueRow, beta, freq float64, k kind) float64 {
	switch k {
	case "eaf", "fca", "fco":
		return freq
	case "ac":
		return math.Round(2 * r.n * freq)
	case "beta":
		return beta
	case "blo":
		return beta - half95*r.se
	case "bhi":
		return beta + half95*r.se
	case "or":
		return math.Exp(beta)
	case "lo":
		return math.Exp(beta - half95*r.se)
	case "hi":
		return math.Exp(beta + half95*r.se)
	case "se":
		return r.se
	case "z":
		return beta / r.se
	case "chi":
		return r.z() * r.z()
	case "mlp":
		return r.logP()
	case "n":
		return r.n
	case "nca":
		return r.cases
	case "nco":
		return r.controls
	case "neffhalf":
		return 2 / (1/r.cases + 1/r.controls)
	case "info":
		return r.info
	}
	panic("no kind " + k)
}

// text writes a number with seven digits.
func text(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e9 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', 7, 64)
}

// tellsTurned reports whether something in the file shows alleles that have changed places: their
// frequency, or an effect allele that is the alternate one on all other chromosomes.
func (t *table) tellsTurned() bool {
	return !t.turned || t.layout.effect == "" || t.layout.effect == "row" && t.has("eaf") && !t.folded
}

// column returns the first column of one of the kinds; −1 when there is none.
func (t *table) column(kinds ...kind) int {
	return slices.IndexFunc(t.kinds, func(k kind) bool { return slices.Contains(kinds, k) })
}

func (t *table) has(kinds ...kind) bool {
	for _, k := range kinds {
		if t.column(k) < 0 {
			return false
		}
	}
	return true
}

// unnamed reports whether the header lacks the name of the column of that kind.
func (t *table) unnamed(k kind) bool { return t.headerLess > 0 && t.kinds[t.headerLess-1] == k }

// change rewrites the numbers of all columns of these kinds.
func (t *table) change(to func(i int, x float64) float64, kinds ...kind) {
	for c, k := range t.kinds {
		if !slices.Contains(kinds, k) {
			continue
		}
		for i := range t.cells {
			if x, err := strconv.ParseFloat(t.cells[i][c], 64); err == nil {
				t.cells[i][c] = text(to(i, x))
			}
		}
	}
}

// drop leaves out all columns of these kinds; false where the header already lacks a name.
func (t *table) drop(kinds ...kind) bool {
	for c := len(t.kinds) - 1; c >= 0; c-- {
		if !slices.Contains(kinds, t.kinds[c]) {
			continue
		}
		t.header, t.kinds = slices.Delete(t.header, c, c+1), slices.Delete(t.kinds, c, c+1)
		for i := range t.cells {
			t.cells[i] = slices.Delete(t.cells[i], c, c+1)
		}
	}
	return t.headerLess == 0
}

// add appends a column.
func (t *table) add(name string, k kind, cell func(i int) string) {
	t.header, t.kinds = append(t.header, name), append(t.kinds, k)
	for i := range t.cells {
		t.cells[i] = append(t.cells[i], cell(i))
	}
}

// write returns the bytes of the file.
func (t *table) write(r *rand.Rand) []byte {
	delimiter := []string{"\t", "\t", " ", ","}[r.IntN(4)]
	var b bytes.Buffer
	b.WriteString(t.layout.before)
	header := slices.Clone(t.header)
	if t.headerLess > 0 {
		header = slices.Delete(header, t.headerLess-1, t.headerLess)
	}
	b.WriteString(strings.Join(header, delimiter) + "\n")
	for i, cells := range t.cells {
		line := strings.Join(cells, delimiter)
		if t.rowNames {
			line = strconv.Itoa(i+1) + delimiter + line
		}
		if t.cut && i == len(t.cells)-1 {
			line = strings.Join(cells[:1+r.IntN(len(cells)-2)], delimiter)
			b.WriteString(line)
			break
		}
		b.WriteString(line + "\n")
	}
	if r.IntN(2) == 0 {
		return b.Bytes()
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(b.Bytes()); err != nil {
		panic(err)
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return packed.Bytes()
}

// mayAsk reports whether a question about an honest file is legitimate, because the file does not
// answer it.
//
//   - unnamed: no list of names holds these headers, so what a column is has to be asked.
//   - open: A1 and A2, REF and ALT, Allele1 and Allele2, and GWAMA's reference_allele do not state
//     the effect allele; programs use each of them in both ways. The file answers only if two
//     witnesses agree: known variants whose reference allele is always in the same column, and a
//     frequency that is that of the other column. So a file whose effect allele varies from row to
//     row, or that has no frequency, may be asked about, and one whose effect is always that of the
//     alternate allele, with its frequency, may not.
//
// All other layouts are unambiguous, by the names that only their program writes or by names such
// as effect_allele, and answer every question themselves.
func (t *table) mayAsk() bool {
	l := t.layout
	return l.unnamed || l.open && (l.effect != "" || !t.has("eaf"))
}
