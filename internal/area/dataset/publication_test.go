package dataset_test

import (
	"context"
	"testing"

	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

// shelf is a catalogue with one article.
type shelf struct{ asked []dataset.PubID }

func (s *shelf) Publication(_ context.Context, id dataset.PubID) (*dataset.Publication, error) {
	s.asked = append(s.asked, id)
	if id.Value != "17" {
		return nil, errs.New(errs.NotFound, "publication_unknown", "Nobody knows it.")
	}
	return &dataset.Publication{Title: "A title", PMID: "17"}, nil
}

func TestPublicationsAreLookedUp(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		books := new(shelf)
		o.Service = o.service(t, func(c *dataset.Config) { c.Publications = books })
		found, err := o.Publication(t.Context(), o.cora, " PMID: 0017 ")
		must(t, err)
		if found.Title != "A title" {
			t.Errorf("found %+v", found)
		}
		_, err = o.Publication(t.Context(), o.cora, "18")
		wantCode(t, err, errs.NotFound, "publication_unknown")
		before := len(books.asked)
		for _, odd := range []string{"", "0", "123456789", "17&db=x", "10.1/x", "10.1000/a b", "10.1000/a\nb", "PMC", "http://127.0.0.1/", "../17"} {
			_, err = o.Publication(t.Context(), o.cora, odd)
			wantCode(t, err, errs.Rule, "rule")
			if fieldsOf(err)["pub_id"] == "" {
				t.Errorf("%q: %v names no field", odd, err)
			}
		}
		_, err = o.Publication(t.Context(), as("hans", "uploader"), "17")
		wantCode(t, err, errs.Forbidden, "forbidden")
		if len(books.asked) != before {
			t.Errorf("it was asked for %+v", books.asked[before:])
		}
		off := o.service(t)
		_, err = off.Publication(t.Context(), o.cora, "17")
		wantCode(t, err, errs.Unavailable, "lookup_off")
	})
}

func TestCitationsOfPublications(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]dataset.Publication{
		"": {},
		"Risch N, Merikangas K. The future of genetic studies. Science. 1996 Sep;273(5281):1516-7. doi: 10.1126/science.273.5281.1516.": {
			Authors: "Risch N, Merikangas K", Title: "The future of genetic studies.", Journal: "Science", Year: "1996", Month: "Sep", Volume: "273", Issue: "5281",
			Pages: "1516-7", Location: "doi: 10.1126/science.273.5281.1516",
		},
		"What is it? 2020.":      {Title: "What is it?", Year: "2020"},
		"A et al. T. J. 12:e1.":  {Authors: "A et al.", Title: "T", Journal: "J", Volume: "12", Pages: "e1"},
		"T. 2020:1-2.":           {Title: "T", Year: "2020", Pages: "1-2"},
		"T. (Suppl 1).":          {Title: "T", Issue: "Suppl 1"},
		"Withdrawn. [Retracted]": {Title: "Withdrawn", Retracted: true},
	} {
		if got := p.Citation(); got != want {
			t.Errorf("%+v\nis  %s\nnot %s", p, got, want)
		}
	}
	for want, p := range map[string]dataset.Publication{
		"1": {PMID: "1", DOI: "10.1/x", PMCID: "PMC2"}, "10.1/x": {DOI: "10.1/x", PMCID: "PMC2"}, "PMC2": {PMCID: "PMC2"}, "": {},
	} {
		if got := p.ID(); got != want {
			t.Errorf("%+v is named %q", p, got)
		}
	}
}
