package app

import (
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// level is the reaction of an entry to a matter.
type level int

const (
	silent level = iota
	warns
	stops // it asks or refuses
)

func (l level) String() string { return [...]string{"silent", "warns", "stops"}[l] }

// verdict is the kind of a matter.
type verdict int

const (
	sure         verdict = iota // no fault
	doubt                       // a question that an answer overrules
	nameOpen                    // a question that the names do not answer
	contradicted                // refused, whatever is stated
	noted                       // a warning
	putAside                    // a column that is not used until the question is answered
)

// entryFile is one small study with one matter.
type entryFile struct {
	name     string
	columns  string // header:kind of each column
	rows     int
	change   func(i int, r *entryRow)
	text     func(text string) string // changes the text of the table
	evidence string                   // pattern that every entry's message must match
	scripted string                   // what a METAL script must report: one by errors reads no P
	byN      bool                     // the script combines by sample size, which reads P
	verdict  verdict
	at       map[string]level // where an entry differs, with the reason in TestEveryEntryReadsAFileAlike
}

// entryRow is one association: the numbers of a row as written.
type entryRow struct {
	chromosome, pos37, pos38, pos int
	rsid                          uint64
	ea, oa                        string
	eaf, beta, se, z, p           float64
	n, cases, controls            float64
}

// plainColumns have unambiguous names.
const plainColumns = "CHR:chr POS:pos SNP:rs EA:ea NEA:oa EAF:eaf BETA:beta SE:se P:p N:n"

// columnKinds write one cell each.
var columnKinds = map[string]func(r *entryRow) string{
	"chr":      func(r *entryRow) string { return fmt.Sprint(r.chromosome) },
	"pos":      func(r *entryRow) string { return fmt.Sprint(r.pos) },
	"rs":       func(r *entryRow) string { return fmt.Sprint("rs", r.rsid) },
	"ea":       func(r *entryRow) string { return r.ea },
	"oa":       func(r *entryRow) string { return r.oa },
	"eaf":      number(func(r *entryRow) float64 { return r.eaf }),
	"beta":     number(func(r *entryRow) float64 { return r.beta }),
	"or":       number(func(r *entryRow) float64 { return math.Exp(r.beta) }),
	"turned":   number(func(r *entryRow) float64 { return math.Exp(-r.beta) }),
	"se":       number(func(r *entryRow) float64 { return r.se }),
	"variance": number(func(r *entryRow) float64 { return r.se * r.se }),
	"p":        number(func(r *entryRow) float64 { return r.p }),
	"n":        number(func(r *entryRow) float64 { return r.n }),
	"cases":    number(func(r *entryRow) float64 { return r.cases }),
	"controls": number(func(r *entryRow) float64 { return r.controls }),
	"list":     func(r *entryRow) string { return fmt.Sprintf("%.4f,%.4f", r.eaf, r.eaf/2) },
	"half":     number(func(r *entryRow) float64 { return 2 / (1/r.cases + 1/r.controls) }),
}

func number(of func(r *entryRow) float64) func(r *entryRow) string {
	return func(r *entryRow) string { return fmt.Sprintf("%.6g", of(r)) }
}

// Entries that differ: those that read only the start of a file or refuse only wrong positions, those
// that do not read the other columns, those that refuse only wrong positions, and those that do not
// know the build.
var (
	atBeginning = map[string]level{"preview": silent, "push": silent, "index": warns, "index of the server": warns, "page table": warns}
	notRead     = map[string]level{"METAL script": silent}
	noPosition  = map[string]level{"index": warns, "index of the server": warns, "page table": warns}
	notDeclared = map[string]level{"inspect": silent, "preview": silent, "push": silent}
)

// entryFiles are one file per verdict. Every entry that declares a build declares GRCh37.
var entryFiles = []entryFile{
	{name: "honest", verdict: sure, evidence: "known variant|odds ratios|of the other|count from|rounded|studies|one-sided|square root|Which allele|half of"},

	{
		name:     "EAF of the other allele",
		verdict:  doubt,
		evidence: `EAF is nearer to the frequency of the other allele than to that of the effect allele at \d{3} of \d{3} known`,
		change:   func(_ int, r *entryRow) { r.eaf = 1 - r.eaf },
	},
	{name: "MAF under EAF", verdict: doubt, evidence: `EAF is the frequency of the rarer allele: it is nearer to that of the other allele at \d+ of`,
		change: func(_ int, r *entryRow) { r.eaf = min(r.eaf, 1-r.eaf) }},
	{
		name:     "odds ratios under BETA",
		columns:  "CHR:chr POS:pos SNP:rs EA:ea NEA:oa EAF:eaf BETA:or SE:se P:p N:n",
		verdict:  doubt,
		evidence: `P follows from BETA and SE in [\d,]+ of [\d,]+ rows, with the logarithm of BETA in [\d,]+`,
		scripted: `1,000 of 1,000 values of BETA are above 0`,
	},
	{name: "odds ratios under BETA without SE", byN: true, columns: "CHR:chr POS:pos SNP:rs EA:ea NEA:oa EAF:eaf BETA:or P:p N:n", verdict: doubt,
		evidence: `1,000 of 1,000 values of BETA are above 0, and they lie on both sides of 1`},
	{name: "variance under SE", columns: "CHR:chr POS:pos SNP:rs EA:ea NEA:oa EAF:eaf BETA:beta SE:variance P:p N:n", verdict: doubt,
		evidence: `with the square root of SE in [\d,]+`},
	{name: "ln OR = −BETA", columns: "CHR:chr POS:pos SNP:rs EA:ea NEA:oa EAF:eaf BETA:beta OR:turned SE:se P:p N:n", verdict: doubt,
		evidence: `ln OR = −BETA in [\d,]+ of`},
	{name: "one-sided P", byN: true, verdict: doubt, evidence: `as a one-sided P value in [\d,]+`,
		change: func(_ int, r *entryRow) { r.p = math.Erfc(r.z/math.Sqrt2) / 2 }},
	{
		name:     "alleles open",
		columns:  "SNP:rs CHR:chr BP:pos A1:ea A2:oa EAF:eaf P:p BETA:beta SE:se N:n",
		verdict:  nameOpen,
		evidence: `Which allele do the effects belong to\?`,
	},

	{name: "positions from 0", verdict: contradicted, evidence: `The positions count from 0.*1,000 of 1,000 known variants are one base after the position`,
		change: func(_ int, r *entryRow) { r.pos-- }},
	{name: "rounded positions", verdict: contradicted, evidence: `The positions are rounded: [\d,]+ of [\d,]+ positions beyond 10,000 are multiples of 100`,
		change: func(_ int, r *entryRow) { r.pos = r.pos / 1000 * 1000 }},
	{name: "rows of two builds", verdict: contradicted, evidence: `496 of 990 known variants lie at their GRCh37 .* 494 at that of GRCh38`,
		change: func(i int, r *entryRow) {
			if i%2 == 0 {
				r.pos = r.pos38
			}
		}},
	{
		name:     "another build than declared",
		verdict:  contradicted,
		evidence: `declared to be on GRCh37.*looks like GRCh38|GRCh38.*declared|positions of this file are on GRCh38`,
		at:       notDeclared,
		change:   func(_ int, r *entryRow) { r.pos = r.pos38 },
	},
	{name: "alleles 1 and 2", verdict: contradicted, evidence: `The alleles in EA are 1 and 2 in 1,000 of 1,000 rows`, at: noPosition,
		change: func(i int, r *entryRow) {
			r.ea, r.oa = "1", "2"
			if i%2 == 0 {
				r.ea, r.oa = r.oa, r.ea
			}
		}},
	{name: "another build behind the beginning", rows: 14_500, verdict: contradicted, at: map[string]level{"preview": silent, "push": silent},
		evidence: `lie at their GRCh37 .* at that of GRCh38|Rows of both genome builds are mixed`,
		change: func(i int, r *entryRow) {
			if i >= 12_500 {
				r.pos = r.pos38
			}
		}},
	{
		name:     "a column that changes its meaning",
		rows:     14_500,
		verdict:  contradicted,
		evidence: `change their meaning in the middle of the file, at about line 1[1-3],?\d{3}`,
		at:       atBeginning,
		change: func(i int, r *entryRow) {
			if i >= 12_500 {
				r.beta = math.Exp(r.beta)
			}
		},
	},

	{
		name:     "a second header in another order",
		verdict:  contradicted,
		evidence: `line 401: A second header has the same names in another order|A second header has the same names in another order: the columns change places here`,
		text:     headedAgain(400),
	},
	{name: "a second header behind the beginning", rows: 14_500, verdict: contradicted, at: map[string]level{"preview": silent},
		evidence: `A second header has the same names in another order`, text: headedAgain(14_000)},
	{name: "a name twice", verdict: contradicted, evidence: `The header has the same name twice: P`, at: map[string]level{"page table": silent},
		text: func(text string) string { return strings.Replace(text, "\tN\n", "\tP\n", 1) }},
	{name: "printed by psql", verdict: contradicted, evidence: `This is a table as psql, MySQL, DuckDB or Markdown print it`,
		text: func(text string) string {
			header, rows, _ := strings.Cut(strings.ReplaceAll(text, "\t", " | "), "\n")
			return header + "\n" + strings.Repeat("-----+", strings.Count(header, "|")) + "-----\n" + rows
		}},
	{name: "lists of frequencies", columns: "CHR:chr POS:pos SNP:rs EA:ea NEA:oa EAF:list BETA:beta SE:se P:p N:n", verdict: contradicted, at: noPosition,
		evidence: `The column EAF holds lists of numbers, such as 0\.\d+,0\.\d+`},

	{name: "P of another analysis", byN: true, verdict: noted, evidence: `Only [\d,]+ of 1,000 rows have a P value that agrees`,
		change: func(i int, r *entryRow) {
			if i%3 == 0 {
				r.p = math.Mod(r.p*7.31+0.17, 1)
			}
		}},
	{
		name:     "half of the effective N",
		columns:  "CHR:chr POS:pos SNP:rs EA:ea NEA:oa EAF:eaf BETA:beta SE:se P:p N_CASES:cases N_CONTROLS:controls NEFF:half",
		verdict:  noted,
		evidence: `NEFF is half of 4/\(1/cases \+ 1/controls\) in 1,000 of 1,000 rows`,
		at:       notRead,
	},
	{name: "a frequency that is not used", columns: "CHR:chr POS:pos SNP:rs EA:ea NEA:oa AF_1000G:eaf BETA:beta SE:se P:p N:n", verdict: noted,
		evidence: `The column AF_1000G looks like a frequency and is not used`, at: map[string]level{"HERMES": silent}},
	{
		name:     "half of the effective N under N",
		byN:      true,
		columns:  "CHR:chr POS:pos SNP:rs EA:ea NEA:oa EAF:eaf BETA:beta SE:se P:p N_CASES:cases N_CONTROLS:controls N:half",
		verdict:  putAside,
		evidence: `N is half of 4/\(1/cases \+ 1/controls\) in 1,000 of 1,000 rows`,
	},
	{name: "N counts studies", verdict: putAside, evidence: `The largest N is 30, fewer people than a genome-wide study has`,
		change: func(i int, r *entryRow) { r.n = float64(28 + i%3) }},
}

// write returns the text of a file.
func (f *entryFile) write(rows []entryRow) []byte {
	names, kinds := f.header()
	text := []byte(strings.Join(names, "\t") + "\n")
	for i := range f.count() {
		r := rows[i*len(rows)/f.count()] // from all chromosomes
		if f.change != nil {
			f.change(i, &r)
		}
		for k, kind := range kinds {
			text = append(append(text, columnKinds[kind](&r)...), "\t\n"[min(k+1, len(kinds))/len(kinds)])
		}
	}
	if f.text != nil {
		return []byte(f.text(string(text)))
	}
	return text
}

// headedAgain inserts a header with swapped alleles before a line.
func headedAgain(line int) func(text string) string {
	return func(text string) string {
		lines := strings.SplitAfter(text, "\n")
		return strings.Join(slices.Insert(lines, line, strings.Replace(lines[0], "EA\tNEA", "NEA\tEA", 1)), "")
	}
}

func (f *entryFile) count() int {
	if f.rows > 0 {
		return f.rows
	}
	return 1000
}

func (f *entryFile) header() (names, kinds []string) {
	columns := f.columns
	if columns == "" {
		columns = plainColumns
	}
	for _, column := range strings.Fields(columns) {
		name, kind, _ := strings.Cut(column, ":")
		names, kinds = append(names, name), append(kinds, kind)
	}
	return names, kinds
}

// fieldsByName maps the names of created columns to fields.
var fieldsByName = map[string]string{
	"CHR":        "chromosome",
	"POS":        "base_pair_location",
	"BP":         "base_pair_location",
	"SNP":        "rsid",
	"EA":         "effect_allele",
	"NEA":        "other_allele",
	"A1":         "effect_allele",
	"A2":         "other_allele",
	"EAF":        "effect_allele_frequency",
	"BETA":       "beta",
	"OR":         "odds_ratio",
	"SE":         "standard_error",
	"P":          "p_value",
	"N":          "n",
	"N_CASES":    "n_cases",
	"N_CONTROLS": "n_controls",
	"NEFF":       "n_eff",
}

// mapping returns the mapping of a person who confirms every column by its name.
func (f *entryFile) mapping() map[string]string {
	m := map[string]string{}
	names, _ := f.header()
	for _, name := range names {
		if field := fieldsByName[name]; field != "" {
			m[field] = name
		}
	}
	return m
}

// entryRows are associations of real common variants, with errors that follow from
// frequency and size, 1/√(2f(1−f)Nφ(1−φ)) for a share φ of cases.
func entryRows(t *testing.T, n int, seed uint64) []entryRow {
	t.Helper()
	file, err := os.Open("../gwas/recognise/markers.bin.gz")
	must(t, err)
	defer file.Close()
	z, err := gzip.NewReader(file)
	must(t, err)
	raw, err := io.ReadAll(z)
	must(t, err)
	next := func() int {
		v, size := binary.Uvarint(raw)
		raw = raw[size:]
		return int(v)
	}
	var rows []entryRow
	var r entryRow
	random, shift, all := rand.New(rand.NewPCG(40, seed)), 0, next()
	for i := range all {
		if step := next(); step > 0 {
			r.chromosome, r.pos37, shift = r.chromosome+step, 0, 0
		}
		r.pos37 += next()
		zigzag := next()
		shift += zigzag>>1 ^ -(zigzag & 1)
		r.pos38, r.rsid = r.pos37+shift, uint64(next())
		code := next()
		if code == 0 {
			continue
		}
		r.oa, r.ea = "ACGT"[(code-1)/4:][:1], "ACGT"[(code-1)%4:][:1]
		percent := next()
		for range 4 {
			next()
		}
		if len(rows) < n*(i+1)/all {
			rows = append(rows, r.filled(random, percent))
		}
	}
	if len(rows) < n {
		t.Fatalf("%d variants", len(rows))
	}
	return rows
}

func (r entryRow) filled(random *rand.Rand, percent int) entryRow {
	r.pos, r.cases, r.controls, r.n = r.pos37, 8000, 12_000, 20_000
	r.eaf = min(max(float64(percent)/100+0.01*random.NormFloat64(), 0.02), 0.98)
	if random.IntN(2) == 0 {
		r.ea, r.oa, r.eaf = r.oa, r.ea, 1-r.eaf
	}
	share := r.cases / r.n
	r.se = 1 / math.Sqrt(2*r.eaf*(1-r.eaf)*r.n*share*(1-share))
	r.z = 1.1 * random.NormFloat64()
	r.beta, r.p = r.z*r.se, math.Erfc(math.Abs(r.z)/math.Sqrt2)
	return r
}
