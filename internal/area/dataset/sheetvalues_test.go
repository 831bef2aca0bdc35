package dataset_test

import (
	"slices"
	"strings"
	"testing"

	"cohortium/internal/area/dataset"
)

// The column of the phenotype is recognised by its values if no header names it: each filled cell
// is in the list, and no other column qualifies.
func TestAPhenotypeIsRecognisedByItsValues(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		for text, want := range map[string]string{
			"name,endpoint\na,ALL_HF\nb,\nc,dilated CARDIOMYOPATHY": "endpoint",
			"name,endpoint\na,ALL_HF\nb,My own":                     "",         // one cell that is not in the list
			"name,endpoint\na,\nb,":                                 "",         // no filled cell
			"name,endpoint,site\na,ALL_HF,I_HF":                     "",         // both qualify
			"name,endpoint,trait\na,ALL_HF,My own":                  "trait",    // a header names it
			"name,endpoint,site\na,ALL_HF,North":                    "endpoint", //
			"name,description\na,ALL_HF":                            "",         // a header means something else
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
