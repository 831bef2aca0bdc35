package dataset

import (
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ssf"
)

// Code is a value of a coded field and what people call it.
type Code struct {
	Value string
	Label string
}

// Codes are the values of the coded fields, in the order in which people see them.
type Codes struct {
	DataType       []Code
	GenomeBuild    []Code
	Ancestry       []Code
	Sex            []Code
	Status         []Code
	DataSourceType []Code
	Sharing        []Code
}

// notApplicable is the code for "does not apply", the same in several fields.
const notApplicable = "n/a"

// AllCodes gives the codes of every coded field.
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

// ancestryCodes are the categories of the GWAS Catalog, and what is none of them.
func ancestryCodes() (out []Code) {
	for _, c := range ssf.AncestryCategories() {
		out = append(out, Code{c.Code, c.Name})
	}
	return append(out, Code{AncestryMixed, "Mixed ancestry"}, Code{notApplicable, "N/A"})
}

// Codes that rules speak of.
const (
	AncestryMixed     = "Mixed"
	StatusUnpublished = "pre"
	statusOpen        = "open"
	sourceFile        = "file"
)

// BuildCode is the code of a build, the other way round of buildOf.
func BuildCode(b genome.Build) string {
	if b == genome.GRCh38 {
		return "grch38"
	}
	return "hg19"
}

// LabelOf is what people call a value; the value itself when it is no code.
func LabelOf(codes []Code, value string) string {
	if i := slices.IndexFunc(codes, func(c Code) bool { return c.Value == value }); i >= 0 {
		return codes[i].Label
	}
	return value
}

func isCode(codes []Code, value string) bool {
	return slices.ContainsFunc(codes, func(c Code) bool { return c.Value == value })
}
