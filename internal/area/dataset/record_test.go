package dataset_test

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// recordOf reads a record in a catalogue format.
func recordOf(t testing.TB, o *office, by *auth.Identity, id, format string) (name, text string) {
	t.Helper()
	d, err := o.CatalogueRecord(t.Context(), by, id, format)
	must(t, err)
	r, err := d.OpenRange(t.Context(), 0, -1)
	must(t, err)
	content, err := io.ReadAll(r)
	must(t, err)
	if int64(len(content)) != d.Size || !json.Valid(content) {
		t.Errorf("%s: %d bytes of %d: %s", format, len(content), d.Size, content)
	}
	return d.Name, string(content)
}

func TestRecordsForOtherCatalogues(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		study := o.study(t, "FinnHeart")
		m := metadata("Heart failure / all", study.ID)
		m.Contributor, m.ContributorEmail, m.PubID, m.Licence, m.Technology = "Pia Example", "pia@example.org", "PMC3531190", "CC BY 4.0", "Array"
		m.Terms = []dataset.Term{{CURIE: "EFO_0003144", Label: "heart failure"}}
		d, err := o.CreateDataset(t.Context(), o.cora, m)
		must(t, err)
		d, err = o.AddPhenotype(
			t.Context(),
			o.cora,
			d.ID,
			dataset.PhenotypeInput{Code: "ALL_HF", SampleSize: 10, UploadID: o.sendFile(t, o.cora, "hf.tsv", []byte("a\tb\n1\t2\n"))},
		)
		must(t, err)
		f := d.Phenotypes[0].File
		for _, format := range []string{"schema-org", "datacite", "dcat"} {
			name, text := recordOf(t, o, o.cora, d.ID, format)
			if name != "Heart_failure_all."+format+".json" {
				t.Errorf("it is named %q", name)
			}
			for _, want := range []string{
				"https://data.example.org/datasets/" + d.ID, "https://data.example.org/api/d/" + f.ShortID, f.SHA256, "Pia Example", "Ann Example",
				"https://pmc.ncbi.nlm.nih.gov/articles/PMC3531190/", "http://www.ebi.ac.uk/efo/EFO_0003144", "https://creativecommons.org/licenses/by/4.0/", `ersion": "2"`,
			} {
				if !strings.Contains(text, want) {
					t.Errorf("%s lacks %s:\n%s", format, want, text)
				}
			}
			if strings.Contains(text, "@example.org") {
				t.Errorf("%s gives mail addresses away", format)
			}
		}
		_, err = o.CatalogueRecord(t.Context(), o.cora, d.ID, "croissant")
		wantCode(t, err, errs.NotFound, "not_found")
		_, err = o.CatalogueRecord(t.Context(), o.otto, d.ID, "dcat")
		wantCode(t, err, errs.NotFound, "not_found")
	})
}

// The date of publication is when a data set was first made public, not when it was registered.
func TestARecordIsDatedByItsPublication(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		d := o.dataset(t, o.cora, "HF")
		o.clock.Add(800 * 24 * 3600) // registered two years before
		dated := map[string]string{"schema-org": `"datePublished": "`, "datacite": `"dateType": "Issued"`, "dcat": `"dct:issued"`}
		want := func(said bool, day string) {
			t.Helper()
			for format, sign := range dated {
				_, text := recordOf(t, o, o.cora, d.ID, format)
				if strings.Contains(text, sign) != said || said && !strings.Contains(text, day) {
					t.Errorf("%s, want the date of publication %q: %s", format, day, text)
				}
			}
		}
		share := func(sharing dataset.Sharing) {
			t.Helper()
			v, err := o.Dataset(t.Context(), o.cora, d.ID)
			must(t, err)
			d, err = o.SetSharing(t.Context(), o.cora, d.ID, v.Version, dataset.SharingInput{Sharing: sharing})
			must(t, err)
		}
		want(false, "")
		share(dataset.Public)
		first := d.UpdatedAt
		want(true, first.Format(time.DateOnly))
		if year := first.Format(" (2006): "); first.Year() == d.CreatedAt.Year() || !strings.Contains(d.Citation, year) {
			t.Errorf("cited as %s, want%s", d.Citation, year)
		}
		share(dataset.Named)
		want(false, "")
		o.clock.Add(800 * 24 * 3600)
		share(dataset.Public)
		want(true, first.Format(time.DateOnly))
	})
}
