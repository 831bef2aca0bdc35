package sumstats

import (
	"maps"
	"slices"
	"strings"
)

// Use is the purpose of a file, as far as it decides which fields it needs.
type Use struct {
	ByRSID    bool // variants are identified by rs identifier: chromosome and position are not needed
	Frequency bool // the frequency is needed
}

// Need is something that a file cannot do without: of the sets in AnyOf one has
// to be mapped completely.
type Need struct {
	Field    Field // which the others can replace
	Name     string
	Question string
	AnyOf    [][]Field
	group    string // of fields that replace each other, in the documentation
}

// fieldsOf makes a set of each field.
func fieldsOf(fields ...Field) (sets [][]Field) {
	for _, f := range fields {
		sets = append(sets, []Field{f})
	}
	return sets
}

// The sets of more than one field.
var (
	interval       = []Field{FieldCILower, FieldCIUpper}
	refAndAlt      = []Field{FieldReferenceAllele, FieldAlternateAllele}
	genotypeCounts = []Field{FieldCountAA, FieldCountAB, FieldCountBB}
)

// needs is the one list of what a file must have. The reader, the findings of an inspection, the
// documentation, the server and the pages all use it.
var needs = []Need{
	{Field: FieldChromosome, Name: "chromosome", group: "place", Question: "Which column holds the chromosome?",
		AnyOf: fieldsOf(FieldChromosome, FieldChrPos, FieldChrPosRefAlt)},
	{Field: FieldPosition, Name: "base_pair_location", group: "place", Question: "Which column holds the position?",
		AnyOf: fieldsOf(FieldPosition, FieldChrPos, FieldChrPosRefAlt)},
	{Field: FieldRSID, Name: "rsid", Question: "Which column holds the rs identifier?", AnyOf: fieldsOf(FieldRSID)},
	{Field: FieldEffectAllele, Name: "effect_allele", Question: "Which column holds the effect allele?",
		AnyOf: fieldsOf(FieldEffectAllele, FieldChrPosRefAlt, FieldAlleles)},
	{Field: FieldOtherAllele, Name: "other_allele", Question: "Which column holds the other allele?",
		AnyOf: [][]Field{{FieldOtherAllele}, refAndAlt, {FieldChrPosRefAlt}, {FieldAlleles}}},
	{Field: FieldBeta, Name: "beta (or odds_ratio, hazard_ratio, z)", group: "effect",
		Question: "Which column holds the effect: beta, an odds ratio, a hazard ratio or Z?",
		AnyOf:    fieldsOf(FieldBeta, FieldOddsRatio, FieldHazardRatio, FieldZ)},
	{Field: FieldP, Name: "standard_error (or an interval, or p_value)", group: "strength",
		Question: "Which column holds the P value? A standard error or a confidence interval will do as well.",
		AnyOf: append(fieldsOf(FieldP, FieldNegLog10P, FieldLnP, FieldLog10P, FieldZ,
			FieldSE, FieldSEOfRatio), interval)},
	{Field: FieldEAF, Name: "effect_allele_frequency",
		Question: "Which column holds the frequency of the effect allele (or the minor allele frequency)?",
		AnyOf: append(fieldsOf(FieldEAF, FieldMAF, FieldOAF, FieldEAFControls), genotypeCounts,
			[]Field{FieldAlleleFrequency, FieldFrequencyAllele}, []Field{FieldAlleleFrequencyControls, FieldFrequencyAllele})},
}

// Needs lists what a file must have for a use.
func Needs(use Use) []Need {
	return slices.DeleteFunc(slices.Clone(needs), func(n Need) bool {
		switch n.Field {
		case FieldChromosome, FieldPosition:
			return use.ByRSID
		case FieldRSID:
			return !use.ByRSID
		case FieldEAF:
			return !use.Frequency
		}
		return false
	})
}

// Lacks returns the needs of a use that a mapping lacks.
func (m Mapping) Lacks(use Use) []Need {
	return slices.DeleteFunc(Needs(use), func(n Need) bool {
		return slices.ContainsFunc(n.AnyOf, func(set []Field) bool { return m.HasAll(set...) })
	})
}

// HasAll reports whether each of the fields has a column.
func (m Mapping) HasAll(fields ...Field) bool {
	return !slices.ContainsFunc(fields, func(f Field) bool { return m[f] == "" })
}

// OnlyRSID reports that rs identifiers are all there is to place variants by.
func (m Mapping) OnlyRSID() bool {
	placed := m[FieldChromosome] != "" || m[FieldPosition] != "" || m[FieldChrPos] != "" || m[FieldChrPosRefAlt] != ""
	return m[FieldRSID] != "" && !placed
}

// MappingFault reports an invalid or missing field of a mapping.
type MappingFault struct {
	Field    Field
	Sentence string
}

// Faults checks a mapping against the header of its file: every field exists, every column exists,
// none is used twice, and the fields that the use needs are there.
func (m Mapping) Faults(header []string, use Use) (faults []MappingFault) {
	fault := func(f Field, sentence string) { faults = append(faults, MappingFault{f, sentence}) }
	usedBy := map[string]Field{}
	for _, field := range slices.Sorted(maps.Keys(m)) {
		column := m[field]
		switch other, twice := usedBy[column]; {
		case !field.Known():
			fault(field, NoField(field).Error())
		case !slices.Contains(header, column):
			fault(field, NoColumn(field, column, header).Error())
		case field.NamesAllele():
		case twice:
			fault(field, "The column "+column+" is mapped to "+string(other)+" already.")
		default:
			usedBy[column] = field
		}
	}
	for _, n := range m.Lacks(use) {
		fault(n.Field, n.Question)
	}
	return faults
}

// NamesAllele reports that a field only points to an allele column, which serves another field
// besides.
func (f Field) NamesAllele() bool { return f == FieldFrequencyAllele }

// Requirement returns, for the documentation, whether a file needs the field: yes, one of, or no.
// The fields of a group can replace each other.
func (f Field) Requirement() (required, group string) {
	for _, n := range needs {
		if n.Field == FieldEAF || n.Field == FieldRSID { // only for some uses
			continue
		}
		if slices.ContainsFunc(n.AnyOf, func(set []Field) bool { return slices.Contains(set, f) }) {
			switch {
			case n.group != "":
				return "one of", n.group
			case f == n.Field:
				return "yes", ""
			}
		}
	}
	return "no", ""
}

// CanDoWithout reports whether a mapping without the field lacks nothing more.
func (m Mapping) CanDoWithout(f Field) bool {
	return len(m.With(Mapping{f: ""}).Lacks(Use{})) == len(m.Lacks(Use{}))
}

// NothingFor returns the error for a mapping that lacks something; hints name where the file has
// it.
func NothingFor(lacks []Need, header []string, hints ...string) error {
	names := make([]string, len(lacks))
	for i, n := range lacks {
		names[i] = n.Name
	}
	remedy := append(hints, "Map it to one of the columns: "+strings.Join(header, ", ")+".")
	return mappingError("No column is mapped to "+strings.Join(names, ", ")+".", strings.Join(remedy, " "))
}

// HasAny reports whether one of the fields has a column.
func (m Mapping) HasAny(fields ...Field) bool {
	return slices.ContainsFunc(fields, func(f Field) bool { return m[f] != "" })
}

// OnlyRSIDWhat describes a file whose variants have rs numbers and no positions. Every command and
// page that needs positions uses these words.
const OnlyRSIDWhat = "The file has rs numbers and no positions."

// OnlyRSIDRemedy returns the advice for such a file: ways are the options of the command or page at
// hand, most direct first; empty ones are skipped.
func OnlyRSIDRemedy(ways ...string) string {
	ways = slices.DeleteFunc(append(slices.Clone(ways), "add chromosome and position to the file"), func(way string) bool { return way == "" })
	last := len(ways) - 1
	if last == 0 {
		return "Add chromosome and position to the file."
	}
	text := strings.Join(ways[:last], ", ") + ", or " + ways[last] + "."
	return strings.ToUpper(text[:1]) + text[1:]
}
