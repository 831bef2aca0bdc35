package ssf

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cohortium/internal/platform/phrase"
)

// Fault explains why a statement about a study cannot be written, with its key.
type Fault struct{ Key, Message string }

// Sexes are the values of the key sex.
var Sexes = []string{"M", "F", "combined", "NR"}

// Faults lists the invalid statements. A missing statement is not a fault, see Lacking, but cases
// require controls.
func (m *Metadata) Faults() []Fault {
	var out []Fault
	fault := func(key, format string, args ...any) {
		out = append(out, Fault{Key: key, Message: fmt.Sprintf(format, args...)})
	}
	for _, t := range [][2]string{
		{"trait_description", m.TraitDescription}, {"sample_ancestry_category", strings.Join(m.AncestryCategories, " ")},
		{"genotyping_technology", m.GenotypingTechnology}, {"analysis_software", m.Software},
	} {
		if !utf8.ValidString(t[1]) || strings.ContainsFunc(t[1], unicode.IsControl) {
			fault(t[0], "Write this on one line, without tabs and other control characters.")
		}
	}
	if m.Sex != "" && !slices.Contains(Sexes, m.Sex) {
		fault("sex", "Choose one of %s.", strings.Join(Sexes, ", "))
	}
	if m.SampleSize < 0 {
		fault("sample_size", "A sample size is a whole number from 1 on.")
	}
	switch {
	case m.Cases < 0:
		fault("case_count", "A number of cases is a whole number from 1 on.")
	case m.Controls < 0:
		fault("control_count", "A number of controls is a whole number from 1 on.")
	case m.Cases > 0 && m.Controls == 0:
		fault("control_count", "Enter the number of controls too, or remove that of cases.")
	case m.Controls > 0 && m.Cases == 0:
		fault("case_count", "Enter the number of cases too, or remove that of controls.")
	case m.SampleSize > 0 && m.Cases+m.Controls > m.SampleSize:
		fault("sample_size", "%s cases and controls are more than %s people.", phrase.Thousands(m.Cases+m.Controls), phrase.Thousands(m.SampleSize))
	}
	return out
}
