package catalogue

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func cited() *Record {
	return &Record{
		Name: "Heart_failure & 100% {odd}\r\nUR  - evil", Creators: []string{"Ann Example", "The A and B Consortium"}, Version: 3,
		Created: time.Date(2025, 12, 31, 23, 0, 0, 0, time.UTC), Publisher: "Cohortium", Study: "North", Institution: "University",
		URL: "https://data.example.org/p/datasets/d1",
	}
}

func TestBibTeX(t *testing.T) {
	got, err := BibTeX(cited())
	if err != nil {
		t.Fatal(err)
	}
	want := `@misc{Heart_failure_100_odd_UR_evil,
  author = {{Ann Example} and {The A and B Consortium}},
  title = {{Heart\_failure \& 100\% \{odd\} UR - evil [data set]}},
  year = {2025},
  version = {3},
  publisher = {{Cohortium}},
  note = {{North, University}},
  url = {https://data.example.org/p/datasets/d1},
}
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A text with line breaks must not become another field.
func TestRIS(t *testing.T) {
	got, err := RIS(cited())
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"TY  - DATA", "AU  - Ann Example", "AU  - The A and B Consortium", "TI  - Heart_failure & 100% {odd} UR - evil", "PY  - 2025", "ET  - 3",
		"PB  - Cohortium", "N1  - North, University", "UR  - https://data.example.org/p/datasets/d1", "ER  - ", "",
	}, "\r\n")
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestACitationOfNothingMuch(t *testing.T) {
	r := &Record{Name: "…", Created: time.Unix(0, 0)}
	bib, _ := BibTeX(r)
	if !strings.HasPrefix(string(bib), "@misc{dataset,\n  title = {{… [data set]}},\n  year = {1970},\n") {
		t.Errorf("%s", bib)
	}
	ris, _ := RIS(r)
	if got := string(ris); got != "TY  - DATA\r\nTI  - …\r\nPY  - 1970\r\nET  - 0\r\nER  - \r\n" {
		t.Errorf("%q", got)
	}
}
