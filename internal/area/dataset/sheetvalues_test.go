package dataset_test

import (
	"slices"
	"strings"
	"testing"

	"cohortium/internal/area/dataset"
)

// The column of the phenotype is known by its values when no header names it: each
// filled cell is in the list, and no other column could be it.
func TestAPhenotypeIsRecognisedByItsValues(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		for text, want := range map[string]string{
			"name,endpoint\na,ALL_HF\nb,\nc,dilated CARDIOMYOPATHY": "endpoint",
			"name,endpoint\na,ALL_HF\nb,My own":                     "",         // one cell that is in no list
			"name,endpoint\na,\nb,":                                 "",         // none that says anything
			"name,endpoint,site\na,ALL_HF,I_HF":                     "",         // either could be it
			"name,endpoint,trait\na,ALL_HF,My own":                  "trait",    // a header says it
			"name,endpoint,site\na,ALL_HF,North":                    "endpoint", //
			"name,description\na,ALL_HF":                            "",         // a header says what it is
		} {
			p := o.preview(t, o.cora, dataset.SheetInput{Text: text})
			got := ""
			for i, header := range strings.Split(text[:strings.Index(text, "\n")], ",") {
				if !slices.Contains(p.Unknown, header) && i > 0 && slices.Contains(p.Columns, "phenotype") && header != "description" {
					got = header
				}
			}
			if got != want {
				t.Errorf("%q: the phenotype is in %q, want %q (columns %q, unknown %q)", text, got, want, p.Columns, p.Unknown)
			}
		}
	})
}
