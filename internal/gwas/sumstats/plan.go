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
	vcf    *VCF
	col    [numFields]int16 // column of each field, −1 when it has none

	build   genome.Build
	dict    *variant.Dict
	opt     ReadOptions
	totals  Totals
	missing map[string]bool // further tokens for a missing value

	tests      []cellTest
	lastColumn int // that a row must reach when Lenient

	frequencies []frequencySource
	hasP        bool        // a column states P on some scale
	toLogOdds   bool        // effects are of a linear model and become log odds
	zScale      EffectScale // on which a Z without an effect becomes one
}

// newPlan resolves a mapping by which rows can be complete. Every fault is a
// FileError that names the column.
func newPlan(l *Layout, opt ReadOptions) (*plan, error) {
	p, err := resolve(l, opt)
	if err != nil {
		return nil, err
	}
	return p, p.checkComplete()
}

// resolve finds the columns of a mapping.
func resolve(l *Layout, opt ReadOptions) (*plan, error) {
	p := &plan{header: l.Header, text: l.Layout, vcf: l.VCF, build: opt.Build, dict: opt.Dict, opt: opt}
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
		p.lastColumn = max(p.lastColumn, i)
	}
	if err := p.cellTests(place); err != nil {
		return nil, err
	}
	for _, token := range opt.MissingTokens {
		if p.missing == nil {
			p.missing = map[string]bool{}
		}
		p.missing[token] = true
	}
	p.totals = Totals{N: opt.N, NCases: opt.NCases, NControls: opt.NControls}.Settled()
	p.frequencies = p.frequencySources()
	p.hasP = p.hasAny(fP, fNegLog10P, fLnP, fLog10P)
	p.toLogOdds = opt.Scale == LinearBinary && p.caseControl()
	p.zScale = p.scaleOfZ()
	return p, nil
}

// NoField reports that a mapping names an unknown field.
func NoField(field Field) error {
	return mappingError(fmt.Sprintf("There is no field %q.", field), "Use one of: "+fieldNames()+".")
}

// NoColumn reports that a mapping names a column that is not in the header.
func NoColumn(field Field, column string, header []string) error {
	return mappingError(fmt.Sprintf("The mapping takes %s from column %q, which the file does not have.", field, column),
		"Its columns are: "+strings.Join(header, ", ")+".")
}

// CodeMapping is the code of a mapping that the file cannot be read with.
const CodeMapping textfile.ErrorCode = "mapping"

func mappingError(what, remedy string) error {
	return &textfile.FileError{Code: CodeMapping, What: what, Remedy: remedy}
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

// checkComplete reports whether rows of this mapping can be complete at all.
func (p *plan) checkComplete() error {
	if lacks := p.opt.Mapping.Lacks(Use{ByRSID: p.opt.ByRSID}); len(lacks) > 0 {
		return NothingFor(lacks, p.header)
	}
	return p.checkFrequencyAllele()
}

// checkFrequencyAllele requires the allele of a frequency whose field does not name one.
func (p *plan) checkFrequencyAllele() error {
	for _, f := range [...]fieldID{fAlleleFrequency, fAlleleFrequencyControls} {
		if p.has(f) && !p.has(fFrequencyAllele) {
			return mappingError(fmt.Sprintf("Column %q holds the frequency of an allele, and it is not said of which.", p.header[p.col[f]]),
				fmt.Sprintf("Map %s to the column of that allele; or map the frequency to %s, %s or %s.",
					FieldFrequencyAllele, FieldEAF, FieldOAF, FieldMAF))
		}
	}
	return nil
}
