package dataset

import (
	"errors"
	"regexp"
	"strings"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/spreadsheet"
)

// Other accepted names of codes, without case and symbols.

func statusAliases() map[string]string {
	return map[string]string{"published": statusOpen, "public": statusOpen, "prepublication": StatusUnpublished}
}

func buildAliases() map[string]string {
	return map[string]string{
		"grch37":      "hg19",
		"b37":         "hg19",
		"37":          "hg19",
		"build 37":    "hg19",
		"19":          "hg19",
		"hg19 grch37": "hg19",
		"hg38":        "grch38",
		"b38":         "grch38",
		"38":          "grch38",
		"build 38":    "grch38",
		"none":        notApplicable,
		"na":          notApplicable,
	}
}

func sexAliases() map[string]string {
	return map[string]string{
		"m": "male", "males": "male", "men": "male", "male only": "male", "f": "female", "females": "female", "women": "female", "female only": "female",
		"both": "mixed", "combined": "mixed", "all": "mixed", "na": notApplicable,
	}
}

// ancestryAliases returns the codes of the GWAS Catalog's categories.
func ancestryAliases() map[string]string {
	return map[string]string{
		"aus": "ABA", "afa": "AA", "afr": "AF", "african": "AF", "african american": "AA", "saf": "SSAF", "asn": "ASUN", "asian": "ASUN", "cas": "CA",
		"eas": "EA", "sas": "SA", "eur": "EU", "mde": "GME", "mid": "GME", "amr": "HS", "hispanic": "HS", "oce": "OC", "adm": "OAD", "na": notApplicable,
	}
}

// codeOfValue parses a code, its label or an alias.
func codeOfValue(codes []Code, aliases map[string]string, value string) (string, error) {
	plain := plainName(value)
	for _, c := range codes {
		if strings.EqualFold(c.Value, value) || plainName(c.Label) == plain && plain != "" {
			return c.Value, nil
		}
	}
	if code, ok := aliases[plain]; ok {
		return code, nil
	}
	labels := make([]string, len(codes))
	for i, c := range codes {
		labels[i] = c.Label
	}
	if near := meantIn(codes, aliases, value); near != "" {
		return "", fault("“%s” is not known here. Did you mean “%s”? Accepted: %s.", errs.Shortened(value, 60), near, strings.Join(labels, ", "))
	}
	return "", fault("This is none of: %s.", strings.Join(labels, ", "))
}

// fault is a fault of a cell.
func fault(format string, args ...any) error { return errs.New(errs.Rule, "rule", format, args...) }

// parsePeople parses a number of participants, as spreadsheets write it.
func parsePeople(value string) (int64, error) {
	n, err := spreadsheet.Whole(value)
	switch {
	case errors.Is(err, spreadsheet.ErrSeparator):
		return 0, fault("In “%s” the point may separate thousands or decimals. Write the number without separators, such as 1000.", errs.Shortened(value, 60))
	case err != nil || n < 0:
		return 0, fault("A number of people is a whole number such as 1000.")
	}
	return n, nil
}

func parseYes(value string) (*bool, error) {
	yes, no := true, false
	switch plainName(value) {
	case "yes", "y", "true", "t", "1", "dichotomous", "binary", "case control":
		return &yes, nil
	case "no", "n", "false", "f", "0", "quantitative", "continuous":
		return &no, nil
	}
	return nil, fault("Write yes for a dichotomous trait, no for a quantitative one.")
}

// ancestryForm is one part of a list such as “European 900 (Finnish); East Asian 100”.
var ancestryForm = regexp.MustCompile(`^(.*\S)(?:\s*[:=]\s*|\s+)([0-9][0-9, ]*[0-9]|[0-9])\s*(?:\((.*)\))?$`)

// putAncestries parses a list as it is exported, or with semicolons within parentheses, as people
// type them.
func putAncestries(m *Metadata, value string) error {
	if putAncestryParts(m, spreadsheet.Items(value)) == nil {
		return nil
	}
	return putAncestryParts(m, splitOutside(value))
}

func putAncestryParts(m *Metadata, parts []string) error {
	m.AncestryCounts = []AncestrySize{}
	for _, part := range parts {
		found := ancestryForm.FindStringSubmatch(part)
		if found == nil {
			return fault("Write ancestries as in “European 900 (Finnish); East Asian 100”, not “%s”.", errs.Shortened(part, 60))
		}
		code, err := codeOfValue(AllCodes().Ancestry, ancestryAliases(), found[1])
		if err != nil {
			return err
		}
		n, err := parsePeople(strings.TrimSpace(found[2]))
		if err != nil {
			return err
		}
		m.AncestryCounts = append(m.AncestryCounts, AncestrySize{Ancestry: code, N: n, Detail: strings.TrimSpace(found[3])})
	}
	return nil
}

// splitOutside splits a list at semicolons that are not within parentheses.
func splitOutside(list string) (parts []string) {
	depth, from := 0, 0
	add := func(part string) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	for i, r := range list {
		switch {
		case r == '(':
			depth++
		case r == ')' && depth > 0:
			depth--
		case r == ';' && depth == 0:
			add(list[from:i])
			from = i + 1
		}
	}
	add(list[from:])
	return parts
}

// putTerms parses a list such as “EFO:0000305 breast carcinoma; MONDO:0005148”. Text after a
// semicolon that is not a term belongs to the label before it.
func putTerms(m *Metadata, value string) error {
	m.Terms = []Term{}
	for _, part := range spreadsheet.Items(value) {
		id, label, _ := strings.Cut(part, " ")
		curie, err := ParseTerm(id)
		last := len(m.Terms) - 1
		switch {
		case err == nil:
			m.Terms = append(m.Terms, Term{CURIE: curie, Label: strings.TrimSpace(label)})
		case last >= 0 && m.Terms[last].Label != "":
			m.Terms[last].Label += "; " + part
		default:
			return err
		}
	}
	return nil
}
