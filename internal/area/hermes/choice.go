package hermes

import (
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// Choice is one allowed value of a field and its label.
type Choice struct {
	Value string
	Label string
}

// The stored names of the genome builds.
const (
	Hg19   = "hg19"
	GRCh38 = "grch38"
	NCBI36 = "ncbi36"
)

// BuildUnknown is the answer of an uploader who does not know the build.
const BuildUnknown = "n/a"

// BuildWord returns the name of a build in the metadata form, "" for an unknown build.
func BuildWord(b genome.Build) string {
	switch b {
	case genome.GRCh37:
		return Hg19
	case genome.GRCh38:
		return GRCh38
	case genome.NCBI36:
		return NCBI36
	}
	return ""
}

// Ancestries returns the allowed values of ancestry.
func Ancestries() []Choice {
	return []Choice{
		{"AF", "African"},
		{"AA", "African American"},
		{"SSAF", "Sub-Saharan African"},
		{"EA", "East Asian"},
		{"EU", "European"},
		{"HS", "Hispanic"},
		{"NAM", "Indigenous American"},
		{"SA", "South Asian"},
		{"Mixed", "Mixed"},
		{"GME", "Greater Middle Eastern"},
	}
}

// PanelGroups returns the ancestry groups that a reference panel may describe.
func PanelGroups() []string {
	return []string{"AFR", "AMR", "EAS", "EUR", "SAS", "CSA", "MID", "ALL"}
}

// GroupsFor returns the ancestry groups of reference data that suit an ancestry, best first. A
// mixed study has none, because no group has its frequencies.
func GroupsFor(ancestry string) []string {
	switch ancestry {
	case "AF", "AA", "SSAF":
		return []string{"AFR", "ALL"}
	case "EA":
		return []string{"EAS", "ALL"}
	case "EU":
		return []string{"EUR", "ALL"}
	case "HS", "NAM":
		return []string{"AMR", "ALL"}
	case "SA":
		return []string{"SAS", "CSA", "ALL"}
	case "GME":
		return []string{"MID", "SAS", "ALL"}
	}
	return []string{"ALL"}
}

// The values of sex stratification.
const (
	Everybody  = "Not sex stratified"
	MaleOnly   = "Male only"
	FemaleOnly = "Female only"
)

// Sexes returns the allowed values of sex stratification.
func Sexes() []Choice {
	return []Choice{
		{Everybody, Everybody},
		{MaleOnly, MaleOnly},
		{FemaleOnly, FemaleOnly},
	}
}

// CaseAscertainments returns the allowed values of case ascertainment.
func CaseAscertainments() []Choice {
	return []Choice{
		{"Electronic Health Records", "Electronic health records"},
		{"Research Study", "Research study"},
	}
}

// CaseTypes returns the allowed values of case type.
func CaseTypes() []Choice {
	return []Choice{
		{"Prevalent", "Prevalent"},
		{"Incident", "Incident"},
		{"Prevalent+Incident", "Prevalent and incident"},
	}
}

// GenomeBuilds returns the builds that the form offers, also those that the server refuses (see
// Service.GenomeBuilds).
func GenomeBuilds() []Choice {
	return []Choice{
		{Hg19, genome.GRCh37.Label()},
		{GRCh38, genome.GRCh38.Label()},
		{NCBI36, genome.NCBI36.Label()},
		{BuildUnknown, "Not known"},
	}
}

// labelOf returns the label of a value; the value itself if the list does not contain it.
func labelOf(choices []Choice, value string) string {
	for _, c := range choices {
		if c.Value == value {
			return c.Label
		}
	}
	return value
}

// buildLabel returns the label of a stored build.
func buildLabel(word string) string { return labelOf(GenomeBuilds(), word) }

// lists returns the allowed values of metadata fields that have a list, by key.
func lists() map[string][]Choice {
	return map[string][]Choice{
		"sex": Sexes(), "ancestry": Ancestries(), "caseAscertainment": CaseAscertainments(), "caseType": CaseTypes(),
		"relatedIndividualsRemoved": yesNo(), "effectScale": EffectScales(), "zeroBased": yesNo(), "genomeBuild": GenomeBuilds(),
	}
}

func yesNo() []Choice { return []Choice{{"Yes", "Yes"}, {"No", "No"}} }

// EffectScales returns the allowed scales of the effects.
func EffectScales() []Choice {
	return []Choice{
		{string(sumstats.LogOdds), "Log odds (logistic model)"},
		{string(sumstats.LinearBinary), "Linear model of a yes/no trait (BOLT-LMM, fastGWA)"},
		{string(sumstats.LinearUnits), "Unit of the trait"},
		{string(sumstats.Standardised), "Standard deviations of the trait"},
		{string(sumstats.LogHazard), "Log hazard (Cox model)"},
	}
}

// oneOf formats the accepted values of a list for a message.
func oneOf(choices []Choice) string {
	words := make([]string, len(choices))
	for i, c := range choices {
		words[i] = c.Value
		if !strings.EqualFold(c.Value, c.Label) {
			words[i] += " (" + c.Label + ")"
		}
	}
	return "Choose one of: " + strings.Join(words, ", ") + "."
}

func allowed(choices []Choice, value string) bool {
	for _, c := range choices {
		if c.Value == value {
			return true
		}
	}
	return false
}
