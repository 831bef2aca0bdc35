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
		name := strings.NewReplacer(
			"{cases}",
			text(math.Round(s.n*s.share)),
			"{controls}",
			text(s.n-math.Round(s.n*s.share)),
			"{build}",
			strconv.Itoa(s.build),
		).Replace(
			column[:i],
		)
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
