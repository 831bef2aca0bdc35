package catalog

import (
	"io"
	"math"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/textfile"
)

// Build is the assembly of the catalogue's positions.
const Build = genome.GRCh38

// maxAssociations bounds a list; the catalogue has some seven hundred thousand.
const maxAssociations = 10_000_000

var limits = textfile.Limits{Line: 1 << 20, Columns: 200, Bytes: 16 << 30}

// The columns of the catalogue's download.
var wanted = []string{"CHR_ID", "CHR_POS", "SNPS", "DISEASE/TRAIT", "MAPPED_TRAIT", "MAPPED_TRAIT_URI", "P-VALUE", "PVALUE_MLOG", "PUBMEDID", "STUDY ACCESSION"}

func isName(name string) bool {
	for _, w := range wanted {
		if strings.EqualFold(w, name) {
			return true
		}
	}
	return false
}

type columns struct{ chromosome, position, variant, trait, mapped, terms, p, logP, pubmed, study int }

// Facts count what Read found.
type Facts struct {
	Associations int64 // that count
	// Weak is how many are not genome-wide significant, and Unplaced how many have no
	// position, or are of an interaction of several variants. Neither counts.
	Weak, Unplaced int64
}

type reader struct {
	list  *List
	facts Facts
	cols  columns
	texts map[string]string // texts repeat a lot
}

// Read reads the associations of the GWAS Catalog from its download: tab-separated columns, known
// by name (CHR_ID, CHR_POS, SNPS, DISEASE/TRAIT, P-VALUE, PUBMEDID; MAPPED_TRAIT, MAPPED_TRAIT_URI,
// PVALUE_MLOG and STUDY ACCESSION are optional). Positions are on GRCh38. Errors about the text are
// *textfile.FileError.
func Read(file io.Reader) (*List, *Facts, error) {
	t, err := textfile.OpenTable(file, limits, isName)
	if err != nil {
		return nil, nil, err
	}
	r := &reader{list: &List{Build: Build}, texts: map[string]string{}, cols: columns{
		t.Column("CHR_ID"), t.Column("CHR_POS"), t.Column("SNPS"), t.Column("DISEASE/TRAIT"), t.Column("MAPPED_TRAIT"), t.Column("MAPPED_TRAIT_URI"),
		t.Column("P-VALUE"), t.Column("PVALUE_MLOG"), t.Column("PUBMEDID"), t.Column("STUDY ACCESSION"),
	}}
	if c := &r.cols; min(c.chromosome, c.position, c.variant, c.trait, c.p, c.pubmed) < 0 || t.Layout.Delimiter != textfile.Tab {
		return nil, nil, textfile.Fault(
			int64(t.Layout.HeaderLine),
			"Download all associations from the GWAS Catalog (file “All associations v1.0”) and use them as they come.",
			"This is not a file of associations. Its header lacks the columns CHR_ID, CHR_POS, SNPS, DISEASE/TRAIT, P-VALUE and PUBMEDID between tabs.",
		)
	}
	if err := t.Rows(r.row); err != nil {
		return nil, nil, err
	}
	if r.list.count == 0 {
		return nil, nil, textfile.Fault(0, "Download all associations.", "None of its associations has a position and P below 5e-8.")
	}
	r.facts.Associations = int64(r.list.count)
	r.list.sort()
	return r.list, &r.facts, nil
}

func (r *reader) row(line int64, cells [][]byte) error {
	logP, ok := r.negLog10P(cells)
	if !ok {
		return textfile.Fault(line, "Correct the line, or download the file again.", "%q is not a P value.", cells[r.cols.p])
	}
	if !(logP >= GenomeWide) {
		r.facts.Weak++
		return nil
	}
	a := Association{NegLog10P: logP, Trait: r.text(cells, r.cols.trait), Mapped: r.text(cells, r.cols.mapped), Terms: r.text(cells, r.cols.terms),
		PubMed: r.text(cells, r.cols.pubmed), Study: r.text(cells, r.cols.study)}
	// A haplotype lists its variants, chromosomes and positions between semicolons. An interaction
	// joins them by x and has no single position.
	chromosomes, positions, variants := list(cells[r.cols.chromosome]), list(cells[r.cols.position]), list(cells[r.cols.variant])
	if len(chromosomes) == 0 || len(chromosomes) != len(positions) || len(variants) != len(positions) {
		r.facts.Unplaced++
		return nil
	}
	for i := range positions {
		c, ok := genome.ParseChromosome([]byte(chromosomes[i]))
		position, err := strconv.ParseInt(positions[i], 10, 32)
		if !ok || err != nil || position < 1 {
			r.facts.Unplaced++
			continue
		}
		if r.list.count == maxAssociations {
			return textfile.Fault(line, "Use the file of the GWAS Catalog.", "There are more than %d associations.", maxAssociations)
		}
		a.Chromosome, a.Position, a.Variant = c, int32(position), variants[i]
		r.list.add(&a)
	}
	return nil
}

// list splits a cell at its semicolons.
func list(cell []byte) []string {
	var all []string
	for part := range strings.SplitSeq(string(cell), ";") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// negLog10P prefers the logarithm where the file has it: many readers turn P below 1e-308 into 0.
func (r *reader) negLog10P(cells [][]byte) (float64, bool) {
	if r.cols.logP >= 0 {
		if v, err := strconv.ParseFloat(string(cells[r.cols.logP]), 64); err == nil && v >= 0 && !math.IsInf(v, 0) {
			return v, true
		}
	}
	text := string(cells[r.cols.p])
	mantissa, exponent, scientific := strings.Cut(strings.ToUpper(text), "E")
	m, err := strconv.ParseFloat(mantissa, 64)
	e := 0
	if scientific && err == nil {
		e, err = strconv.Atoi(exponent)
	}
	if err != nil || !(m >= 0) || math.IsInf(m, 0) {
		return 0, false
	}
	if m == 0 { // so strong that it was rounded to nothing
		return math.MaxFloat32, true
	}
	return -math.Log10(m) - float64(e), true
}

// text keeps one copy of repeated bytes.
func (r *reader) text(cells [][]byte, column int) string {
	if column < 0 {
		return ""
	}
	if kept, ok := r.texts[string(cells[column])]; ok {
		return kept
	}
	s := string(cells[column])
	r.texts[s] = s
	return s
}
