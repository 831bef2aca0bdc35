package metalscript

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// logOf begins the name of an effect whose logarithm is taken.
const logOf = "log("

// Reading is how the file of a study is read.
type Reading struct {
	// Mapping decides every field but those that place a variant: what the script does not
	// name has no column, however its header is called. Of the place it holds only what
	// the script names.
	Mapping sumstats.Mapping
	// Marker is the column that names the variant: an rs number, or a place.
	Marker string
	// N is the sample size of rows without a column of it, 0 for none.
	N     float64
	Rules sumstats.RowRules
	Notes []Finding
}

// places are the fields that say where a variant is. METAL joins by the name of the marker
// alone, so a script need not name them.
var places = map[sumstats.Field]bool{
	sumstats.FieldChromosome: true, sumstats.FieldPosition: true, sumstats.FieldChrPos: true,
	sumstats.FieldChrPosRefAlt: true, sumstats.FieldRSID: true, sumstats.FieldVariantID: true,
}

// reader resolves the columns of a study.
type reader struct {
	study  *Study
	header []string
	out    Reading
	faults []error
}

// Read resolves the study against the header of its file. Capitals do not matter, as in
// METAL. An error names every column that is missing and what to do: METAL would leave the
// whole file out, or combine it as if it were something else.
func (s *Study) Read(header []string) (Reading, error) {
	r := &reader{study: s, header: header, out: Reading{Mapping: sumstats.Mapping{}}}
	for _, field := range sumstats.Fields() {
		if !places[field] {
			r.out.Mapping[field] = ""
		}
	}
	r.out.Marker = r.needs(s.Marker, "MARKER")
	r.alleles()
	r.effect()
	r.strength()
	r.place()
	r.out.Rules = sumstats.RowRules{Lenient: s.Lenient, DirectionOnly: s.scheme == meta.SampleSize}
	for _, f := range s.Filters {
		column, ok := r.find(f.Column)
		if !ok {
			r.out.Notes = append(r.out.Notes, Finding{Line: f.Line, Text: f.Text,
				Message: fmt.Sprintf("%s has no column %s, so the filter does not apply to it, as in METAL", s.File, f.Column)})
			continue
		}
		f.Column = column
		r.out.Rules.Filters = append(r.out.Rules.Filters, f.CellFilter)
	}
	return r.out, errors.Join(r.faults...)
}

func (r *reader) fault(format string, args ...any) {
	r.faults = append(r.faults, fmt.Errorf("line %d, PROCESS %s: %s", r.study.Line, r.study.File, fmt.Sprintf(format, args...)))
}

// find returns the column of a name. Of columns that differ in capitals only METAL takes the first;
// here the one that is written so counts, and without it they are refused.
func (r *reader) find(name string) (string, bool) {
	name = textfile.CleanHeader([]byte(name))
	var found []string
	for _, column := range r.header {
		if strings.EqualFold(column, name) {
			found = append(found, column)
		}
	}
	if len(found) == 0 {
		return "", false
	}
	if len(found) > 1 && found[0] != name {
		r.fault("columns %s differ in capitals only, and METAL takes the first for %s; rename one of them", strings.Join(found, " and "), name)
	}
	return found[0], true
}

// needs returns a column without which METAL does not read the file.
func (r *reader) needs(name, command string) string {
	column, ok := r.find(name)
	if !ok {
		r.fault("the file has no column %s, and METAL would leave it out; name the column with %s. Its columns are: %s",
			name, command, strings.Join(r.header, ", "))
	}
	return column
}

// alleles maps the alleles and what counts one of them. FLIP turns the effects of both
// schemes, which is the effect of the other allele; the frequency stays that of the first.
func (r *reader) alleles() {
	s, m := r.study, r.out.Mapping
	effect, frequency := sumstats.FieldEffectAllele, sumstats.FieldEAF
	other := sumstats.FieldOtherAllele
	if s.Flip {
		effect, other, frequency = other, effect, sumstats.FieldOAF
	}
	m[effect], m[other] = r.needs(s.EffectAllele, "ALLELE"), r.needs(s.OtherAllele, "ALLELE")
	if column, ok := r.find(s.Frequency); ok {
		m[frequency] = column
	} else if s.NeedsFrequency {
		r.needs(s.Frequency, "FREQ")
	}
	if s.Strand != "" {
		m[sumstats.FieldStrand] = r.needs(s.Strand, "STRAND")
	}
}

// effect maps the column of the effect, or that of the ratio whose logarithm it is.
func (r *reader) effect() {
	name := r.study.Beta
	if column, ok := r.find(name); ok {
		r.out.Mapping[sumstats.FieldBeta] = column
		return
	}
	if len(name) > len(logOf) && strings.EqualFold(name[:len(logOf)], logOf) && strings.HasSuffix(name, ")") {
		r.out.Mapping[sumstats.FieldOddsRatio] = r.needs(strings.TrimSpace(name[len(logOf):len(name)-1]), "EFFECT")
		return
	}
	if strings.ContainsAny(name, "()") {
		r.fault("only the logarithm of a column can be taken, as in EFFECT log(OR); %s is not a column either", name)
		return
	}
	r.needs(name, "EFFECT")
}

// strength maps what weighs a row: its standard error, or its P and its weight. Columns that the
// scheme does not use are not read, so a row that lacks it is kept.
func (r *reader) strength() {
	s, m := r.study, r.out.Mapping
	total := ""
	if name := s.Customs[sumstats.FieldN]; name != "" {
		total = r.needs(name, "LABEL")
	}
	weight, weighted := r.find(s.Weight)
	if s.scheme != meta.SampleSize {
		m[sumstats.FieldSE] = r.needs(s.SE, "STDERR")
		m[sumstats.FieldN] = cmp.Or(total, weight)
		for _, field := range []sumstats.Field{sumstats.FieldNCases, sumstats.FieldNControls} {
			if name := s.Customs[field]; name != "" {
				m[field] = r.needs(name, "LABEL")
			}
		}
		if m[sumstats.FieldN] == "" {
			r.out.N = s.N
		}
		return
	}
	m[sumstats.FieldP] = r.needs(s.P, "PVAL")
	switch {
	case weighted && (total == "" || total == weight):
		m[sumstats.FieldN] = weight
	case weighted:
		m[sumstats.FieldN], m[sumstats.FieldNEff] = total, weight
	case s.N > 0 && total == "":
		r.out.N = s.N
	case s.N > 0:
		r.fault("the file has no column %s of the weight, and a variable sums another column; name the weight with WEIGHT", s.Weight)
	default:
		r.fault("the file has no column %s, and METAL would weight it as one person; name the column with WEIGHT or state DEFAULTWEIGHT. Its columns are: %s",
			s.Weight, strings.Join(r.header, ", "))
	}
}

// place maps the columns of the place that the script names.
func (r *reader) place() {
	if r.study.Chromosome == "" {
		return
	}
	m := r.out.Mapping
	m[sumstats.FieldChromosome], m[sumstats.FieldPosition] = r.needs(r.study.Chromosome, "CHROMOSOME"), r.needs(r.study.Position, "POSITION")
	m[sumstats.FieldChrPos], m[sumstats.FieldChrPosRefAlt] = "", ""
}
