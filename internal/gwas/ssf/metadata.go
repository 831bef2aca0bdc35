package ssf

import (
	"fmt"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
)

// Metadata is the content of the YAML next to a GWAS-SSF table. Empty values are written as null
// with a remark that a deposit needs them.
type Metadata struct {
	Build                 genome.Build
	TraitDescription      string
	Ontology              []string // terms of the trait, such as EFO_0000305
	SampleSize            int64
	Cases, Controls       int64    // both 0 when the study is not case-control
	AncestryCategories    []string // broad categories of the GWAS Catalog
	GenotypingTechnology  string
	Sex                   string // M, F, combined or NR
	Software              string // analysis software and version; needed when a P is 0
	PZero                 bool   // some P is 0
	DataFileName, DataMD5 string
	Sorted, Harmonised    bool
	DateLastModified      string // YYYY-MM-DD
	Notes                 string // of the authors; "" for none
}

const requiredForDeposit = "required for a deposit"

// YAML returns the metadata document of a GWAS-SSF table.
func (m Metadata) YAML() []byte {
	var b strings.Builder
	text := func(key, value, need string) {
		if value == "" {
			fmt.Fprintf(&b, "%s: null  # %s\n", key, need)
			return
		}
		fmt.Fprintf(&b, "%s: %s\n", key, strconv.Quote(value))
	}
	b.WriteString("# Study meta-data\n")
	text("date_metadata_last_modified", m.DateLastModified, requiredForDeposit)
	b.WriteString("\n# Genotyping Information\n")
	text("genome_assembly", string(m.Build), requiredForDeposit)
	b.WriteString("coordinate_system: 1-based\n")
	yamlList(&b, "", "genotyping_technology", m.GenotypingTechnology)
	b.WriteString("\n# Summary Statistic information\n")
	text("data_file_name", m.DataFileName, requiredForDeposit)
	b.WriteString("file_type: GWAS-SSF v1.0\n")
	text("data_file_md5sum", m.DataMD5, requiredForDeposit)
	need := "required when a P value is 0"
	if m.PZero {
		need = requiredForDeposit + ": a P value is 0"
	}
	text("analysis_software", m.Software, need)
	if m.Notes != "" {
		text("author_notes", m.Notes, "")
	}
	fmt.Fprintf(&b, "is_harmonised: %v\nis_sorted: %v\n", m.Harmonised, m.Sorted)
	b.WriteString("\n# Trait Information\n")
	yamlList(&b, "", "trait_description", m.TraitDescription)
	if len(m.Ontology) > 0 {
		yamlList(&b, "", "ontology_mapping", m.Ontology...)
	}
	b.WriteString("\n# Sample Information\n")
	m.samples(&b)
	text("sex", m.Sex, "one of M, F, combined, NR")
	return []byte(b.String())
}

// samples writes the one sample of the study.
func (m Metadata) samples(b *strings.Builder) {
	b.WriteString("samples:\n")
	if m.SampleSize > 0 {
		fmt.Fprintf(b, "  - sample_size: %d\n", m.SampleSize)
	} else {
		b.WriteString("  - sample_size: null  # " + requiredForDeposit + "\n")
	}
	yamlList(b, "    ", "sample_ancestry_category", m.AncestryCategories...)
	if m.Cases > 0 || m.Controls > 0 {
		fmt.Fprintf(b, "    case_control_study: true\n    case_count: %d\n    control_count: %d\n", m.Cases, m.Controls)
	} else {
		b.WriteString("    case_control_study: false\n")
	}
}

// yamlList writes a list of texts that a deposit needs; empty ones are left out.
func yamlList(b *strings.Builder, indent, key string, values ...string) {
	var items strings.Builder
	for _, v := range values {
		if v != "" {
			fmt.Fprintf(&items, "%s  - %s\n", indent, strconv.Quote(v))
		}
	}
	if items.Len() == 0 {
		fmt.Fprintf(b, "%s%s: null  # %s\n", indent, key, requiredForDeposit)
		return
	}
	fmt.Fprintf(b, "%s%s:\n%s", indent, key, items.String())
}

// Lacking lists the keys that a deposit needs and that are not known.
func (m Metadata) Lacking() []string {
	var keys []string
	for _, k := range []struct {
		key   string
		known bool
	}{
		{"genome_assembly", m.Build != ""}, {"genotyping_technology", m.GenotypingTechnology != ""},
		{"trait_description", m.TraitDescription != ""}, {"sample_ancestry_category", len(m.AncestryCategories) > 0},
		{"sample_size", m.SampleSize > 0}, {"analysis_software", m.Software != "" || !m.PZero},
	} {
		if !k.known {
			keys = append(keys, k.key)
		}
	}
	return keys
}
