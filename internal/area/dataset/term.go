package dataset

import (
	"regexp"
	"strings"

	"cohortium/internal/platform/errs"
)

// ontology is an ontology for traits: the prefix of its CURIEs, the start of its addresses, and the
// form of a term in them.
type ontology struct {
	prefix string
	base   string
	local  *regexp.Regexp
}

const purl = "http://purl.obolibrary.org/obo/"

var digits = regexp.MustCompile(`^[0-9]{1,10}$`)

func ontologies() []ontology {
	return []ontology{
		{"EFO", "http://www.ebi.ac.uk/efo/EFO_", digits},
		{"MONDO", purl + "MONDO_", digits},
		{"HP", purl + "HP_", digits},
		{"ORPHA", "http://www.orpha.net/ORDO/Orphanet_", digits},
		{"DOID", purl + "DOID_", digits},
		{"OBA", purl + "OBA_", regexp.MustCompile(`^(VT)?[0-9]{1,10}$`)},
		{"UBERON", purl + "UBERON_", digits},
	}
}

// ParseTerm parses a term of EFO, MONDO, HP, ORPHA, DOID, OBA or UBERON, such as EFO:0000305,
// EFO_0000305 or its address, and returns its CURIE. errs.Rule (field terms) otherwise.
func ParseTerm(text string) (curie string, err error) {
	id := strings.TrimSpace(text)
	if lower := strings.ToLower(id); strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://") {
		id = id[strings.LastIndexAny(id, "/#")+1:]
	}
	prefix, local, ok := strings.Cut(id, ":")
	if !ok {
		prefix, local, _ = strings.Cut(id, "_")
	}
	prefix, local = strings.ToUpper(strings.TrimSpace(prefix)), strings.ToUpper(strings.TrimSpace(local))
	if prefix == "ORPHANET" {
		prefix = "ORPHA"
	}
	for _, o := range ontologies() {
		if o.prefix == prefix && o.local.MatchString(local) {
			return prefix + ":" + local, nil
		}
	}
	return "", errs.AtField("terms", "“"+errs.Shortened(id, 60)+"” is not a term such as EFO:0000305. EFO, MONDO, HP, ORPHA, DOID, OBA and UBERON are known.")
}

// URL returns the address of the term in its ontology, "" for an invalid term.
func (t Term) URL() string {
	prefix, local, _ := strings.Cut(t.CURIE, ":")
	for _, o := range ontologies() {
		if o.prefix == prefix {
			return o.base + local
		}
	}
	return ""
}
