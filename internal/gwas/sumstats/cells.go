package sumstats

import (
	"bytes"
	"math"
	"unicode/utf8"

	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
)

// rowParser turns lines into rows by a plan. It is not safe for concurrent use and reuses its
// memory; the counts of the current chunk are in tally.
type rowParser struct {
	plan  *plan
	tally *tally
	spans []textfile.Span
	kind  textfile.Kind // of the current line
	line  []byte
	no    uint32 // line number of the current line
	row   *Row

	unquoted bool // no line of the chunk holds a quote

	fault      reasonID // the first reason to leave the row out
	faultField fieldID
	faultValue []byte

	stateEA, stateOA variant.Allele // as the file spells them, before strand and trimming

	logScale bool    // the effect of this row is a ratio's logarithm already
	z        float64 // Z of the row, NaN without
	pZero    bool    // P was given as 0
	pLimit   float64 // −log10 of a P that was given as a limit, NaN without
	ratioOf  float64 // the odds or hazard ratio, NaN without
	called   [len(callFields)]float64
}

// cell returns the text of a mapped field with blanks trimmed.
func (p *rowParser) cell(f fieldID) []byte {
	b := p.spans[p.plan.col[f]].Of(p.line)
	if len(b) > 0 && (b[0] <= ' ' || b[0] >= utf8.RuneSelf || b[len(b)-1] <= ' ' || b[len(b)-1] >= utf8.RuneSelf) {
		b = textfile.TrimCell(b)
	}
	return b
}

// reject marks the row as left out, keeping the reason that comes first in the
// order of reasons.
func (p *rowParser) reject(r reasonID, f fieldID, value []byte) {
	if p.fault == rNone || r < p.fault {
		p.fault, p.faultField, p.faultValue = r, f, value
	}
}

func (p *rowParser) repaired(r reasonID, value []byte) { p.tally.note(r, p.no, value) }

// number reads a mapped field; a value that is absent, or no finite number, is
// NaN and counted as such for the column.
func (p *rowParser) number(f fieldID) (float64, numberState) {
	b := p.cell(f)
	v, state := parseNumber(b)
	if p.plan.missing != nil && p.plan.missing[string(b)] {
		v, state = math.NaN(), numberMissing
	}
	p.countState(f, state)
	if state == numberComma {
		p.reject(rDecimalComma, f, b)
	}
	return v, state
}

func (p *rowParser) countState(f fieldID, state numberState) {
	switch state {
	case numberOK, numberLimit:
	case numberMissing:
		p.tally.missing[f]++
	default:
		p.invalid(f)
	}
}

// invalid counts a value that is invalid as written and after repair.
func (p *rowParser) invalid(f fieldID) {
	p.tally.invalidBefore[f]++
	p.tally.invalidAfter[f]++
}

// optional reads a number that a row may lack; NaN when absent or unreadable.
func (p *rowParser) optional(f fieldID) float64 {
	if p.plan.col[f] < 0 {
		return math.NaN()
	}
	v, state := p.number(f)
	if state != numberOK {
		return math.NaN()
	}
	return v
}

// isMissing is IsMissing with the further tokens of the plan.
func (p *rowParser) isMissing(b []byte) bool {
	return IsMissing(b) || p.plan.missing != nil && p.plan.missing[string(b)]
}

// allele reads one allele; ok is false when the row cannot use it.
func (p *rowParser) allele(f fieldID, b []byte) variant.Allele {
	if len(b) == 1 {
		if c := b[0]; c == 'A' || c == 'C' || c == 'G' || c == 'T' {
			a, _ := p.plan.dict.Parse(b)
			return a
		}
		if a, ok := variant.Numbered(b); ok {
			p.tally.invalidBefore[f]++
			p.repaired(rAlleleNumbered, b)
			return a
		}
	}
	if p.plan.opt.KeepGaps && string(b) == "-" {
		return variant.Gap
	}
	a, ok := p.plan.dict.Parse(b)
	switch {
	case ok && a.Symbolic():
		if !p.plan.opt.KeepSymbolic {
			p.reject(rAlleleSymbolic, f, b)
		}
		return a
	case ok:
		if hasLower(b) {
			p.tally.invalidBefore[f]++
			p.repaired(rAlleleCase, b)
		}
		return a
	case len(b) > variant.MaxLength:
		p.invalid(f)
		p.reject(rAlleleTooLong, f, b)
	case IsSymbol(b):
		p.invalid(f)
		p.reject(rAlleleSymbolic, f, b)
	case IsTrue(b):
		p.tally.invalidBefore[f]++
		p.repaired(rAlleleTrue, b)
		return variant.T
	case p.isMissing(b):
		p.tally.missing[f]++
		p.reject(rAlleleMissing, f, b)
	default:
		p.invalid(f)
		if bytes.IndexByte(b, ',') >= 0 {
			p.reject(rMultiAllelic, f, b)
		} else {
			p.reject(rAlleleInvalid, f, b)
		}
	}
	return variant.Missing
}

// IsTrue reports whether a cell is a T that R or a spreadsheet has turned into a truth value.
func IsTrue(b []byte) bool {
	switch string(b) {
	case "TRUE", "True", "true":
		return true
	}
	return false
}

func hasLower(b []byte) bool {
	for _, c := range b {
		if c >= 'a' {
			return true
		}
	}
	return false
}

// IsSymbol reports whether a cell is a symbol for an allele of unstated sequence.
func IsSymbol(b []byte) bool {
	switch {
	case len(b) == 1:
		return bytes.IndexByte([]byte("RrNn*-.0"), b[0]) >= 0
	case len(b) > 2:
		return b[0] == '<' && b[len(b)-1] == '>'
	}
	return false
}
