package sumstats

import (
	"fmt"
	"sort"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
)

// plan is a Mapping resolved against the header of one file: what the row parser
// needs to know, and nothing that changes while rows are read.
type plan struct {
	header []string
	text   *textfile.Layout
	vcf    *vcfLayout
	col    [numFields]int16 // column of each field, −1 when it has none

	build      genome.Build
	dict       *variant.Dict
	opt        ReadOptions
	required   [numFields]bool
	plinkCodes bool
	missing    map[string]bool // further tokens for a missing value
}

// newPlan resolves a mapping. Every fault is a FileError that names the column.
func newPlan(l *layout, opt ReadOptions) (*plan, error) {
	p := &plan{header: l.Header, text: l.Layout, vcf: l.vcf, build: opt.Build, dict: opt.Dict, opt: opt}
	for i := range p.col {
		p.col[i] = -1
	}
	place := map[string]int{}
	for i, name := range l.Header {
		place[name] = i
	}
	for field, column := range opt.Mapping {
		f, ok := field.id()
		if !ok {
			return nil, NoField(field)
		}
		i, ok := place[column]
		if !ok {
			return nil, NoColumn(field, column, l.Header)
		}
		p.col[f] = int16(i)
	}
	for _, f := range opt.Require {
		if id, ok := f.id(); ok {
			p.required[id] = true
		}
	}
	for _, token := range opt.MissingTokens {
		if p.missing == nil {
			p.missing = map[string]bool{}
		}
		p.missing[token] = true
	}
	if s, ok := softwareByID(opt.Format); ok {
		p.plinkCodes = s.plinkCodes
	}
	return p, p.checkComplete()
}

// With is the mapping with some fields decided otherwise. A field of over with an
// empty column becomes unmapped. A column that over claims is taken from the field
// that held it; of the two alleles, that field gets the other one's column in
// exchange, so that naming the effect allele settles both.
func (m Mapping) With(over Mapping) Mapping {
	out := make(Mapping, len(m)+len(over))
	for field, column := range m {
		if _, decided := over[field]; !decided {
			out[field] = column
		}
	}
	for field, column := range over {
		for other, held := range out {
			if _, decided := over[other]; held != column || decided {
				continue
			}
			delete(out, other)
			if freed := m[field]; isAllelePair(field, other) && freed != "" && freed != column {
				out[other] = freed
			}
		}
		if column != "" {
			out[field] = column
		}
	}
	return out
}

func isAllelePair(a, b Field) bool {
	return a == FieldEffectAllele && b == FieldOtherAllele || a == FieldOtherAllele && b == FieldEffectAllele
}

func softwareByID(id string) (software, bool) {
	for _, s := range softwareTable() {
		if s.id == id {
			return s, true
		}
	}
	return software{}, false
}

// NoField says that a mapping names a field that there is not.
func NoField(field Field) error {
	return mappingError(fmt.Sprintf("There is no field %q.", field), "Use one of: "+fieldNames()+".")
}

// NoColumn says that a mapping names a column that is not in the header.
func NoColumn(field Field, column string, header []string) error {
	return mappingError(fmt.Sprintf("The mapping takes %s from column %q, which the file does not have.", field, column),
		"Its columns are: "+strings.Join(header, ", ")+".")
}

func mappingError(what, remedy string) error {
	return &FileError{Code: CodeMapping, What: what, Remedy: remedy}
}

func fieldNames() string {
	var names []string
	for _, f := range fieldTable {
		names = append(names, string(f.field))
	}
	sort.Strings(names)
	return strings.Join(names, ", ")
}

func (p *plan) has(f fieldID) bool { return p.col[f] >= 0 }

func (p *plan) hasAny(fields ...fieldID) bool {
	for _, f := range fields {
		if p.has(f) {
			return true
		}
	}
	return false
}

// checkComplete says whether rows of this mapping can be complete at all.
func (p *plan) checkComplete() error {
	var lacking []string
	need := func(ok bool, what string) {
		if !ok {
			lacking = append(lacking, what)
		}
	}
	if p.opt.ByRSID {
		need(p.has(fRSID), "rsid")
	} else {
		need(p.hasAny(fChromosome, fChrPos, fChrPosRefAlt), "chromosome")
		need(p.hasAny(fPosition, fChrPos, fChrPosRefAlt), "base_pair_location")
	}
	need(p.hasAny(fEffectAllele, fChrPosRefAlt), "effect_allele")
	need(p.hasAny(fOtherAllele, fChrPosRefAlt) || p.has(fReferenceAllele) && p.has(fAlternateAllele), "other_allele")
	need(p.hasAny(fBeta, fOddsRatio, fHazardRatio, fZ), "beta (or odds_ratio, hazard_ratio, z)")
	hasP := p.hasAny(fP, fNegLog10P, fLnP, fLog10P, fZ)
	hasSE := p.hasAny(fSE, fSEOfRatio, fZ) || p.has(fCILower) && p.has(fCIUpper)
	need(hasSE || hasP, "standard_error (or an interval, or p_value)")
	if len(lacking) == 0 {
		return nil
	}
	return mappingError("No column is mapped to "+strings.Join(lacking, ", ")+".", "Map it to one of the columns: "+strings.Join(p.header, ", ")+".")
}
