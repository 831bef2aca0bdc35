package dataset

import (
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ssf"
)

// Code is a value of a coded field and its label.
type Code struct {
	Value string
	Label string
}

// Codes are the values of the coded fields, in display order.
type Codes struct {
	DataType       []Code
	GenomeBuild    []Code
	Ancestry       []Code
	Sex            []Code
	Status         []Code
	DataSourceType []Code
	Sharing        []Code
}

// notApplicable is the code for "does not apply", equal in several fields.
const notApplicable = "n/a"

// AllCodes returns the codes of every coded field.
func AllCodes() Codes {
	return Codes{
		DataType: []Code{
			{"gwas", "GWAS"}, {"exomchip", "Exome chip"}, {"exseq", "Exome sequence analysis"}, {"ichip", "IChip"},
			{"wgs", "Whole genome sequencing"}, {"other", "Other"},
		},
		GenomeBuild:    []Code{{"hg19", genome.GRCh37.Label()}, {"grch38", genome.GRCh38.Label()}, {notApplicable, "N/A"}},
		Ancestry:       ancestryCodes(),
		Sex:            []Code{{"mixed", "Mixed"}, {"male", "Male"}, {"female", "Female"}, {notApplicable, "N/A"}},
		Status:         []Code{{StatusUnpublished, "Pre-publication"}, {statusOpen, "Open access"}},
		DataSourceType: []Code{{"api", "API"}, {sourceFile, "File"}, {"remote", "Remote"}},
		Sharing:        []Code{{string(Private), "Private"}, {string(Named), "Named people and groups"}, {string(Public), "Public"}},
	}
}

// ancestryCodes returns the ancestry categories of the GWAS Catalog, and "not applicable".
func ancestryCodes() (out []Code) {
	for _, c := range ssf.AncestryCategories() {
		out = append(out, Code{c.Code, c.Name})
	}
	return append(out, Code{AncestryMixed, "Mixed ancestry"}, Code{notApplicable, "N/A"})
}

// Codes that have rules.
const (
	AncestryMixed     = "Mixed"
	StatusUnpublished = "pre"
	statusOpen        = "open"
	sourceFile        = "file"
)

// BuildCode returns the code of a build, the inverse of buildOf.
func BuildCode(b genome.Build) string {
	if b == genome.GRCh38 {
		return "grch38"
	}
	return "hg19"
}

// LabelOf returns the label of a value; the value itself if it is not a code.
func LabelOf(codes []Code, value string) string {
	if i := slices.IndexFunc(codes, func(c Code) bool { return c.Value == value }); i >= 0 {
		return codes[i].Label
	}
	return value
}

func isCode(codes []Code, value string) bool {
	return slices.ContainsFunc(codes, func(c Code) bool { return c.Value == value })
}
