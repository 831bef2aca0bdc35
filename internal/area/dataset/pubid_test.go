package dataset

import (
	"strings"
	"testing"

	"cohortium/internal/platform/errs"
)

func TestParsePubID(t *testing.T) {
	long := "10.1234/" + strings.Repeat("a", 292)
	for _, c := range []struct{ text, kind, value, url string }{
		{"29212778", PMID, "29212778", "https://pubmed.ncbi.nlm.nih.gov/29212778/"},
		{" 0029212778", "", "", ""}, // ten digits
		{"00012778", PMID, "12778", "https://pubmed.ncbi.nlm.nih.gov/12778/"},
		{"PMID: 1", PMID, "1", "https://pubmed.ncbi.nlm.nih.gov/1/"},
		{"https://pubmed.ncbi.nlm.nih.gov/29212778/?term=x", PMID, "29212778", "https://pubmed.ncbi.nlm.nih.gov/29212778/"},
		{"http://www.ncbi.nlm.nih.gov/pubmed/29212778", PMID, "29212778", "https://pubmed.ncbi.nlm.nih.gov/29212778/"},
		{"pmc5816713", PMCID, "PMC5816713", "https://pmc.ncbi.nlm.nih.gov/articles/PMC5816713/"},
		{"PMCID:PMC5816713", PMCID, "PMC5816713", "https://pmc.ncbi.nlm.nih.gov/articles/PMC5816713/"},
		{"https://www.ncbi.nlm.nih.gov/pmc/articles/PMC5816713/", PMCID, "PMC5816713", "https://pmc.ncbi.nlm.nih.gov/articles/PMC5816713/"},
		{"https://pmc.ncbi.nlm.nih.gov/articles/PMC5816713", PMCID, "PMC5816713", "https://pmc.ncbi.nlm.nih.gov/articles/PMC5816713/"},
		{"10.1038/s41588-018-0084-1", DOI, "10.1038/s41588-018-0084-1", "https://doi.org/10.1038/s41588-018-0084-1"},
		{"doi:10.1000/182", DOI, "10.1000/182", "https://doi.org/10.1000/182"},
		{"DOI 10.1000/182", DOI, "10.1000/182", "https://doi.org/10.1000/182"},
		{"https://doi.org/10.1000/182", DOI, "10.1000/182", "https://doi.org/10.1000/182"},
		{"http://dx.doi.org/10.1002%2F%28SICI%291096-8644", DOI, "10.1002/(SICI)1096-8644", "https://doi.org/10.1002/%28SICI%291096-8644"},
		{"10.1002/a<b>#c?d", DOI, "10.1002/a<b>#c?d", "https://doi.org/10.1002/a%3Cb%3E%23c%3Fd"},
		{long, DOI, long, "https://doi.org/" + long},
		{long + "a", "", "", ""},
		{"", "", "", ""},
		{"0", "", "", ""},
		{"PMC", "", "", ""},
		{"PMC0", "", "", ""},
		{"123456789", "", "", ""},
		{"10.1000/", "", "", ""},
		{"10.1000/a b", "", "", ""},
		{"10.1000/a\x00b", "", "", ""},
		{"10.1000/a\u202eb", "", "", ""},
		{"11.1000/182", "", "", ""},
		{"javascript:alert(1)", "", "", ""},
		{"https://evil.example/10.1000/182", "", "", ""},
		{"https://doi.org.evil.example/10.1000/182", "", "", ""},
	} {
		got, err := ParsePubID(c.text)
		if c.kind == "" {
			if !errs.Is(err, errs.Rule) {
				t.Errorf("%q: %+v, %v, want it refused", c.text, got, err)
			}
			continue
		}
		if err != nil || got != (PubID{c.kind, c.value}) || got.URL() != c.url {
			t.Errorf("%q: %+v, %s, %v, want %s %s %s", c.text, got, got.URL(), err, c.kind, c.value, c.url)
		}
	}
}

// A parsed identifier parses again to the same value, and its page is on one of three sites.
func FuzzParsePubID(f *testing.F) {
	for _, seed := range []string{"29212778", "PMC5816713", "doi:10.1000/182", "https://doi.org/10.1002%2F%28SICI%29", "pmid: 1", "10.1/2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePubID(text)
		if err != nil {
			return
		}
		again, err := ParsePubID(p.Value)
		if err != nil || again != p {
			t.Fatalf("%q is %+v, and that is %+v, %v", text, p, again, err)
		}
		page := p.URL()
		for _, site := range []string{"https://pubmed.ncbi.nlm.nih.gov/", "https://pmc.ncbi.nlm.nih.gov/articles/PMC", "https://doi.org/10."} {
			if strings.HasPrefix(page, site) && !strings.ContainsAny(page, " \"<>#?\n") {
				return
			}
		}
		t.Fatalf("%q has the page %q", text, page)
	})
}
