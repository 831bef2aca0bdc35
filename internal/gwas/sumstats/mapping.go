package sumstats

import "cohortium/internal/gwas/textfile"

// Mapping maps fields to columns: canonical field to the header as written in the file (after
// removal of a byte order mark, quotes and a leading #).
type Mapping map[Field]string

// names reports whether a header names a column of the mapping.
func (m Mapping) names(header string) bool {
	column := textfile.CleanHeader([]byte(header))
	for _, mapped := range m {
		if mapped == column {
			return true
		}
	}
	return false
}

// With returns the mapping with some fields decided otherwise. A field of over with an empty column
// becomes unmapped. A column that over claims is taken from the field that held it; of the two
// alleles, that field gets the other one's column in exchange, so that naming the effect allele
// settles both.
func (m Mapping) With(over Mapping) Mapping {
	out := make(Mapping, len(m)+len(over))
	for field, column := range m {
		if _, decided := over[field]; !decided {
			out[field] = column
		}
	}
	for field, column := range over {
		for other, held := range out {
			if _, decided := over[other]; held != column || decided || field.shares() || other.shares() {
				continue
			}
			delete(out, other)
			if freed := m[field]; field.IsOtherOf(other) && freed != "" && freed != column {
				out[other] = freed
			}
		}
		if column != "" {
			out[field] = column
		}
	}
	return out
}

// shares reports whether f refers to alleles that other fields hold, and may use the same column as
// they do.
func (f Field) shares() bool {
	return f.NamesAllele() || f == FieldReferenceAllele || f == FieldAlternateAllele
}

// IsOtherOf reports whether f and g are the two alleles of an effect.
func (f Field) IsOtherOf(g Field) bool {
	return f == FieldEffectAllele && g == FieldOtherAllele || f == FieldOtherAllele && g == FieldEffectAllele
}
