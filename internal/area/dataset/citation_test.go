package dataset

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func viewOf(m Metadata) *View {
	return &View{
		Dataset: &Dataset{ID: "d1", Metadata: m, CreatedAt: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), Version: 3, Sharing: Private},
		Study:   &StudyView{Study: &Study{Name: "North", Institution: "University"}}, PublicationURL: publicationURL(m.PubID),
	}
}

func TestCitation(t *testing.T) {
	s := &Service{cfg: Config{BaseURL: "https://data.example.org/"}.withDefaults()}
	m := sound()
	if got, want := s.citation(
		viewOf(m),
	), "Ann (2026): Name [data set, version 3]. North, University. Cohortium. https://data.example.org/datasets/d1"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	s.cfg.BaseURL, s.cfg.Publisher = "", "Consortium"
	m.Contributor, m.PubID, m.Publication = "PI", "29212778", "Title.\n Journal"
	if got, want := s.citation(
		viewOf(m),
	), "PI (2026): Name [data set, version 3]. North, University. Consortium. Publication: Title. Journal https://pubmed.ncbi.nlm.nih.gov/29212778/"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestMissingFields(t *testing.T) {
	checked := func(status CheckStatus) *PhenotypeView {
		return &PhenotypeView{Phenotype: &Phenotype{Code: "T2D"}, File: &FileView{File: &File{}, Check: &CheckView{Check: &Check{Status: status}}}}
	}
	complete := func() *View {
		v := viewOf(sound())
		v.Terms, v.Technology, v.Phenotypes = []Term{{"EFO:1", ""}}, "Array", []*PhenotypeView{checked(CheckPassed)}
		return v
	}
	for _, c := range []struct {
		name   string
		change func(v *View)
		want   string // a word of the only message; "" for none
	}{
		{"nothing", func(*View) {}, ""},
		{"people", func(v *View) { v.GlobalSampleSize = 0 }, "number of participants."},
		{"phenotypes", func(v *View) { v.Phenotypes = nil }, "Add a phenotype"},
		{"a file", func(v *View) { v.Phenotypes[0].File = nil }, "Add the file of T2D"},
		{"columns", func(v *View) { v.Phenotypes[0] = checked(CheckQuestions) }, "Confirm the columns of the file of T2D"},
		{"a better file", func(v *View) { v.Phenotypes[0] = checked(CheckFailed) }, "refuses the file of T2D"},
		{"the build", func(v *View) { v.Phenotypes[0].File.Build = "n/a" }, "genome build"},
		{"ancestries", func(v *View) { v.Ancestry = "Mixed" }, "each ancestry"},
		{"a term", func(v *View) { v.Terms = nil }, "ontology"},
		{"technology", func(v *View) { v.Technology = "" }, "genotyping technology"},
		{"the publication", func(v *View) { v.Status = "open" }, "PMID"},
		{"a licence", func(v *View) { v.Sharing = Public }, "licence"},
	} {
		v := complete()
		c.change(v)
		got := v.missing()
		if c.want == "" && len(got) == 0 || len(got) == 1 && c.want != "" && strings.Contains(got[0], c.want) {
			continue
		}
		t.Errorf("%s: %s", c.name, cmp.Diff([]string{c.want}, got))
	}
}
