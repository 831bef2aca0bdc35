package dataset

import (
	"strings"
	"testing"

	"cohortium/internal/platform/errs"
)

func TestParseTerm(t *testing.T) {
	for _, c := range []struct{ text, curie, url string }{
		{"EFO_0000305", "EFO:0000305", "http://www.ebi.ac.uk/efo/EFO_0000305"},
		{" efo:0000305 ", "EFO:0000305", "http://www.ebi.ac.uk/efo/EFO_0000305"},
		{"http://www.ebi.ac.uk/efo/EFO_0000305", "EFO:0000305", "http://www.ebi.ac.uk/efo/EFO_0000305"},
		{"HTTP://purl.obolibrary.org/obo/MONDO_0005148", "MONDO:0005148", purl + "MONDO_0005148"},
		{"https://identifiers.org/mondo:0005148", "MONDO:0005148", purl + "MONDO_0005148"},
		{"HP:0001627", "HP:0001627", purl + "HP_0001627"},
		{"Orphanet_558", "ORPHA:558", "http://www.orpha.net/ORDO/Orphanet_558"},
		{"http://www.orpha.net/ORDO/Orphanet_558", "ORPHA:558", "http://www.orpha.net/ORDO/Orphanet_558"},
		{"ORPHA:558", "ORPHA:558", "http://www.orpha.net/ORDO/Orphanet_558"},
		{"DOID:0050890", "DOID:0050890", purl + "DOID_0050890"},
		{"OBA_VT0001259", "OBA:VT0001259", purl + "OBA_VT0001259"},
		{"UBERON_0000948", "UBERON:0000948", purl + "UBERON_0000948"},
		{"", "", ""},
		{"EFO", "", ""},
		{"EFO:", "", ""},
		{"EFO:12345678901", "", ""},
		{"EFO:0000305<script>", "", ""},
		{"EFO:٣", "", ""},
		{"CHEBI:1234", "", ""},
		{"VT0001259", "", ""},
		{"http://", "", ""},
		{"javascript:alert(1)", "", ""},
	} {
		got, err := ParseTerm(c.text)
		if got != c.curie || (err == nil) != (c.curie != "") || err != nil && !errs.Is(err, errs.Rule) {
			t.Errorf("%q: %q, %v, want %q", c.text, got, err, c.curie)
		}
		if url := (Term{CURIE: got}).URL(); url != c.url {
			t.Errorf("%q has the address %q, want %q", c.text, url, c.url)
		}
	}
}

// A term, its CURIE and its address are one term.
func FuzzParseTerm(f *testing.F) {
	for _, seed := range []string{"EFO_0000305", "http://www.orpha.net/ORDO/Orphanet_558", "oba:vt0001259", "EFO:ſ"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		curie, err := ParseTerm(text)
		if err != nil {
			return
		}
		for _, other := range []string{curie, Term{CURIE: curie}.URL(), strings.ToLower(curie), strings.Replace(curie, ":", "_", 1)} {
			if again, err := ParseTerm(other); err != nil || again != curie {
				t.Fatalf("%q is %s, and %q is %q, %v", text, curie, other, again, err)
			}
		}
	})
}
