package dataset

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/platform/record"
)

func sound() Metadata {
	return Metadata{
		Name: "Name", StudyID: "s1", DataType: "gwas", GenomeBuild: "hg19", Ancestry: "EU", Sex: "mixed", GlobalSampleSize: 1000, Status: "pre",
		Submitter: "Ann", SubmitterEmail: "ann@example.org", Description: "Text",
	}
}

func TestMetadataRules(t *testing.T) {
	sizes := func(list ...AncestrySize) func(*Metadata) { return func(m *Metadata) { m.AncestryCounts = list } }
	for _, c := range []struct {
		name   string
		change func(m *Metadata)
		field  string // at fault; "" for a valid one
	}{
		{"nothing special", func(*Metadata) {}, ""},
		{"no name", func(m *Metadata) { m.Name = " \t" }, "name"},
		{"a name that nobody sees", func(m *Metadata) { m.Name = "\u200b\u200b" }, "name"},
		{"the longest name", func(m *Metadata) { m.Name = strings.Repeat("é", 500) }, ""},
		{"a longer name", func(m *Metadata) { m.Name = strings.Repeat("é", 501) }, "name"},
		{"a name with slash and dots", func(m *Metadata) { m.Name = "../a/..\\b" }, ""},
		{"a name of pictures", func(m *Metadata) { m.Name = "👩🏽‍🔬" }, ""},
		{"HTML in the name", func(m *Metadata) { m.Name = "<img src=x onerror=alert(1)>" }, ""},
		{"a name of two lines", func(m *Metadata) { m.Name = "a\nb" }, "name"},
		{"a NUL", func(m *Metadata) { m.Name = "a\x00b" }, "name"},
		{"broken text", func(m *Metadata) { m.Name = "a\xff" }, "name"},
		{"no study", func(m *Metadata) { m.StudyID = "" }, "study_id"},
		{"an unknown source", func(m *Metadata) { m.DataSourceType = "paper" }, "data_source_type"},
		{"an unknown type", func(m *Metadata) { m.DataType = "GWAS" }, "data_type"},
		{"an unknown build", func(m *Metadata) { m.GenomeBuild = "hg38" }, "genome_build"},
		{"an unknown ancestry", func(m *Metadata) { m.Ancestry = "European" }, "ancestry"},
		{"an unknown sex", func(m *Metadata) { m.Sex = "" }, "sex"},
		{"an unknown status", func(m *Metadata) { m.Status = "closed" }, "status"},
		{"nobody", func(m *Metadata) { m.GlobalSampleSize = 0 }, ""},
		{"less than nobody", func(m *Metadata) { m.GlobalSampleSize = -1 }, "global_sample_size"},
		{"everybody twice", func(m *Metadata) { m.GlobalSampleSize = 20_000_000_000 }, "global_sample_size"},
		{"no submitter", func(m *Metadata) { m.Submitter = "" }, "data_submitter"},
		{"no address", func(m *Metadata) { m.SubmitterEmail = "" }, "data_submitter_email"},
		{"no address at all", func(m *Metadata) { m.SubmitterEmail = "ann" }, "data_submitter_email"},
		{"an address without a domain", func(m *Metadata) { m.SubmitterEmail = "ann@localhost" }, "data_submitter_email"},
		{"an address with a name", func(m *Metadata) { m.SubmitterEmail = "Ann <ann@example.org>" }, "data_submitter_email"},
		{"two addresses", func(m *Metadata) { m.SubmitterEmail = "a@example.org, b@example.org" }, "data_submitter_email"},
		{"an address with a line end", func(m *Metadata) { m.SubmitterEmail = "a@example.org\nBcc: b@example.org" }, "data_submitter_email"},
		{"a cleared address", func(m *Metadata) { m.Contributor, m.ContributorEmail = "PI", "  " }, ""},
		{"a wrong second address", func(m *Metadata) { m.ContributorEmail = "@example.org" }, "data_contributor_email"},
		{"no description", func(m *Metadata) { m.Description = "" }, "description"},
		{"a description with a control character", func(m *Metadata) { m.Description = "a\x1bb" }, "description"},
		{"HTML in every text", func(m *Metadata) {
			m.Submitter, m.Contributor, m.Description, m.Publication, m.Technology, m.Licence = "<b>", "<i>", "<script>", "<u>", "<s>", "<p>"
		}, ""},
		{"an odd publication", func(m *Metadata) { m.PubID = "<img>" }, "pub_id"},
		{"a licence of two lines", func(m *Metadata) { m.Licence = "a\nb" }, "license"},
		{"ancestries", sizes(AncestrySize{"EU", 900, "Finnish"}, AncestrySize{"EU", 50, "British"}, AncestrySize{"AF", 50, ""}), ""},
		{"an unknown one", sizes(AncestrySize{"XX", 1, ""}), "ancestry_counts.0.ancestry"},
		{"a negative one", sizes(AncestrySize{"EU", 1, ""}, AncestrySize{"AF", -1, ""}), "ancestry_counts.1.n"},
		{"one twice", sizes(AncestrySize{"EU", 1, "Finnish"}, AncestrySize{"EU", 1, "FINNISH "}), "ancestry_counts.1.ancestry"},
		{"more than there are", sizes(AncestrySize{"EU", 600, ""}, AncestrySize{"AF", 600, ""}), "ancestry_counts"},
		{"too many ancestries", sizes(make([]AncestrySize, 31)...), "ancestry_counts"},
		{"a term that is none", func(m *Metadata) { m.Terms = []Term{{"EFO:0000305", ""}, {"heart", ""}} }, "terms.1.curie"},
		{"a label of two lines", func(m *Metadata) { m.Terms = []Term{{"EFO:0000305", "a\nb"}} }, "terms.0.label"},
		{"too many terms", func(m *Metadata) { m.Terms = make([]Term, 51) }, "terms"},
	} {
		m := sound()
		c.change(&m)
		var fields []string
		for _, f := range m.check() {
			fields = append(fields, f.Field)
		}
		if got := strings.Join(fields, " "); got != c.field {
			t.Errorf("%s: at fault %q, want %q", c.name, got, c.field)
		}
	}
}

func TestMetadataAreKeptInOneForm(t *testing.T) {
	m := sound()
	m.Name, m.Description, m.SubmitterEmail, m.PubID = "  Name ", " a\r\nb ", " ann@example.org", "doi:10.1000/182"
	m.Terms = []Term{{"efo_0000305", " cancer "}, {"EFO:0000305", "again"}, {"HP_1", ""}}
	m.AncestryCounts = []AncestrySize{{"EU", 5, " Finnish "}}
	got, err := m.checked()
	if err != nil {
		t.Fatal(err)
	}
	want := sound()
	want.DataSourceType, want.Description, want.PubID = "file", "a\nb", "10.1000/182"
	want.Terms = []Term{{"EFO:0000305", "cancer"}, {"HP:1", ""}}
	want.AncestryCounts = []AncestrySize{{"EU", 5, "Finnish"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if m.AncestryCounts[0].Detail != " Finnish " {
		t.Error("what was sent is changed")
	}
}

func TestEveryFaultAtOnce(t *testing.T) {
	var m Metadata
	var fields []string
	for _, f := range m.check() {
		fields = append(fields, f.Field)
	}
	want := "name status study_id data_type genome_build ancestry sex description data_submitter data_submitter_email" // as in the form
	if got := strings.Join(fields, " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestChangesAreDescribedInWords(t *testing.T) {
	before, after := sound(), sound()
	after.GenomeBuild, after.AncestryCounts, after.Terms = "grch38", []AncestrySize{{"EU", 5, "Finnish"}}, []Term{{"EFO:1", "x"}}
	got := record.Changes(before.sheet("A"), after.sheet("B"))
	want := []record.Change{
		{Key: "study_id", Field: "Study", Before: "A", After: "B"},
		{Key: "genome_build", Field: "Genome build", Before: "GRCh37 (hg19)", After: "GRCh38 (hg38)"},
		{Key: "ancestry_counts", Field: "People per ancestry", Before: "", After: "European 5 (Finnish)"},
		{Key: "terms", Field: "Ontology terms", Before: "", After: "EFO:1 x"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCodesHaveLabels(t *testing.T) {
	c := AllCodes()
	n := map[string]int{}
	for name, codes := range map[string][]Code{
		"type": c.DataType, "build": c.GenomeBuild, "ancestry": c.Ancestry, "sex": c.Sex, "status": c.Status, "source": c.DataSourceType, "sharing": c.Sharing,
	} {
		for _, code := range codes {
			n[name+code.Value]++
			n[name+code.Label]++
			if code.Value == "" || code.Label == "" || LabelOf(codes, code.Value) != code.Label || n[name+code.Value] > 1 && code.Value != code.Label {
				t.Errorf("%s: %+v", name, code)
			}
		}
	}
	if len(c.DataType) != 6 || len(c.Ancestry) != 19 || LabelOf(c.Ancestry, "EU") != "European" || LabelOf(c.Sex, "other") != "other" {
		t.Errorf("%d types, %d ancestries", len(c.DataType), len(c.Ancestry))
	}
}
