package catalogue_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cohortium/internal/area/dataset/catalogue"
)

var update = flag.Bool("update", false, "write the goldens")

func ptr[T any](v T) *T { return &v }

// formats are the catalogue formats by the names of their goldens.
var formats = map[string]func(*catalogue.Record) ([]byte, error){
	"schema-org": catalogue.SchemaOrg, "datacite": catalogue.DataCite, "dcat": catalogue.DCAT,
}

const sum = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// full returns a record with every field.
func full() *catalogue.Record {
	return &catalogue.Record{
		ID:          "d1",
		URL:         "https://data.example.org/datasets/d1",
		Home:        "https://data.example.org",
		Name:        "Heart failure </script> & more",
		Description: "Of “all”\nkinds",
		Version:     7,
		Created:     time.Date(2025, 12, 31, 23, 30, 0, 0, time.FixedZone("", -3600)),
		Published: ptr(
			time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC),
		),
		Modified:    time.Date(2026, 2, 3, 4, 5, 6, 7, time.UTC),
		Publisher:   "Cohortium",
		Creators:    []string{"Ann Example", "Bea Example"},
		Study:       "FinnHeart",
		Institution: "University of Example",
		Access:      catalogue.Open,
		Licence:     "CC BY-NC 4.0",
		Status:      "QC of 1 of 2 studies ran again.",
		Publication: catalogue.Publication{Kind: "DOI", ID: "10.1000/182", URL: "https://doi.org/10.1000/182", Citation: "Example A. Hearts. 2025."},
		Technique:   "Genome-wide genotyping array",
		Facts:       []catalogue.Fact{{"Genome build", "GRCh38"}, {"Ancestry", "European"}},
		Terms: []catalogue.Term{
			{"EFO:0003144", "heart failure", "http://www.ebi.ac.uk/efo/EFO_0003144"},
			{"MONDO:0005252", "", "http://purl.obolibrary.org/obo/MONDO_0005252"},
		},
		Phenotypes: []catalogue.Phenotype{{"ALL_HF", "Heart failure", 1000, ptr(int64(400)), ptr(int64(600))}, {"BMI", "", 900, nil, nil}},
		Files: []catalogue.File{
			{
				"hf.tsv.gz",
				"GWAS results: Heart failure",
				"https://data.example.org/api/d/abc123",
				2,
				123456,
				sum,
				"Quality check passed.",
				ptr(time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)),
			},
			{
				"set.csv",
				"Credible set 1: Heart failure",
				"https://data.example.org/api/cs/def456",
				1,
				10,
				strings.Repeat("f", 64),
				"",
				ptr(time.Date(2026, 2, 3, 3, 4, 5, 0, time.UTC)),
			},
		},
	}
}

// bare returns a record with the fields of every data set.
func bare() *catalogue.Record {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return &catalogue.Record{
		ID:          "d1",
		Name:        "Heart failure",
		Description: "Text",
		Version:     1,
		Created:     at,
		Modified:    at,
		Publisher:   "Cohortium",
		Creators:    []string{"Ann"},
	}
}

func TestGoldens(t *testing.T) {
	for format, write := range formats {
		for name, r := range map[string]*catalogue.Record{"full": full(), "bare": bare()} {
			got, err := write(r)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", format+"."+name+".json")
			if *update {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s %s (-want +got):\n%s", format, name, diff)
			}
		}
	}
}

// needed are the fields that a standard asks for, by their path; [] is each of a list.
var needed = map[string][]string{
	"schema-org": {
		"@context",
		"@type",
		"name",
		"description",
		"identifier",
		"version",
		"creator[].name",
		"publisher.name",
		"datePublished",
		"isAccessibleForFree",
		"variableMeasured",
		"distribution[].contentUrl",
		"distribution[].encodingFormat",
		"distribution[].sha256",
		"distribution[].contentSize",
		"url",
		"license",
		"measurementTechnique",
		"creativeWorkStatus",
	},
	"datacite": {
		"schemaVersion",
		"identifiers[].identifier",
		"identifiers[].identifierType",
		"creators[].name",
		"titles[].title",
		"publisher.name",
		"publicationYear",
		"types.resourceTypeGeneral",
		"types.resourceType",
		"subjects[].subject",
		"contributors[].contributorType",
		"dates[].dateType",
		"relatedIdentifiers[].relatedIdentifier",
		"relatedIdentifiers[].relatedIdentifierType",
		"relatedIdentifiers[].relationType",
		"rightsList[].rights",
		"sizes",
		"formats",
		"version",
		"descriptions[].descriptionType",
	},
	"dcat": {
		"@context.dcat",
		"@id",
		"@type",
		"dct:identifier",
		"dct:title",
		"dct:description",
		"dct:license",
		"rdfs:comment",
		"dct:accessRights.@id",
		"dct:publisher.foaf:name",
		"dcat:version",
		"dcat:distribution[].dcat:accessURL.@id",
		"dcat:distribution[].dcat:byteSize.@value",
		"dcat:distribution[].spdx:checksum.spdx:checksumValue.@value",
		"dcat:distribution[].spdx:checksum.spdx:algorithm.@id",
		"dcat:distribution[].dcat:mediaType.@id",
	},
}

// lacks returns the paths that are missing or empty.
func lacks(v any, path string) string {
	step, rest, more := strings.Cut(path, ".")
	name, each := strings.CutSuffix(step, "[]")
	object, ok := v.(map[string]any)
	if !ok || object[name] == nil || object[name] == "" {
		return path
	}
	if !each {
		if more {
			return lacks(object[name], rest)
		}
		if list, is := object[name].([]any); is && len(list) == 0 {
			return path
		}
		return ""
	}
	list, ok := object[name].([]any)
	if !ok || len(list) == 0 {
		return path
	}
	for _, item := range list {
		if missing := lacks(item, rest); missing != "" {
			return missing
		}
	}
	return ""
}

func TestEveryStandardIsMet(t *testing.T) {
	for format, write := range formats {
		text, err := write(full())
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		for _, path := range needed[format] {
			if missing := lacks(v, path); missing != "" {
				t.Errorf("%s lacks %s (%s)", format, path, missing)
			}
		}
	}
	if lacks(map[string]any{"a": []any{map[string]any{"b": ""}}}, "a[].b") == "" || lacks(map[string]any{}, "a") == "" {
		t.Error("the test would not notice what is missing")
	}
}

func TestLicences(t *testing.T) {
	for text, want := range map[string][2]string{ // SPDX id and address
		"CC BY 4.0":          {"CC-BY-4.0", "https://creativecommons.org/licenses/by/4.0/"},
		"cc-by-nc-sa 3.0":    {"CC-BY-NC-SA-3.0", "https://creativecommons.org/licenses/by-nc-sa/3.0/"},
		"CC BY NC ND":        {"CC-BY-NC-ND-4.0", "https://creativecommons.org/licenses/by-nc-nd/4.0/"},
		"CC0":                {"CC0-1.0", "https://creativecommons.org/publicdomain/zero/1.0/"},
		"CC0-1.0":            {"CC0-1.0", "https://creativecommons.org/publicdomain/zero/1.0/"},
		"https://x.org/a b":  {"", ""},
		"https://x.org/l":    {"", "https://x.org/l"},
		"javascript:alert()": {"", ""},
		"Ask Ann":            {"", ""},
	} {
		r := bare()
		r.Licence = text
		got, err := catalogue.DataCite(r)
		if err != nil {
			t.Fatal(err)
		}
		var v struct {
			Rights []struct {
				Rights string `json:"rights"`
				ID     string `json:"rightsIdentifier"`
				URL    string `json:"rightsUri"`
			} `json:"rightsList"`
		}
		if err := json.Unmarshal(got, &v); err != nil {
			t.Fatal(err)
		}
		if len(v.Rights) != 1 || v.Rights[0].Rights != text || v.Rights[0].ID != want[0] || v.Rights[0].URL != want[1] {
			t.Errorf("%q: %+v, want %q", text, v.Rights, want)
		}
	}
}

// TestAnyTextStaysText checks that any text results in JSON that cannot end a script element of a
// page, and that contains the version and the checksum of every file.
func TestAnyTextStaysText(t *testing.T) {
	checksum := rapid.StringMatching(`[0-9a-f]{64}`)
	rapid.Check(t, func(t *rapid.T) {
		r := full()
		r.Name, r.Description, r.Licence = rapid.String().Draw(t, "name"), rapid.String().Draw(t, "description"), rapid.String().Draw(t, "licence")
		r.Access = catalogue.Access(rapid.IntRange(0, 2).Draw(t, "access"))
		r.Files = nil
		for range rapid.IntRange(0, 4).Draw(t, "files") {
			r.Files = append(r.Files, catalogue.File{Name: rapid.String().Draw(t, "file"), SHA256: checksum.Draw(t, "sum")})
		}
		for format, write := range formats {
			text, err := write(r)
			if err != nil || !json.Valid(text) {
				t.Fatalf("%s: %v: %s", format, err, text)
			}
			if regexp.MustCompile(`[<>&]`).Match(text) {
				t.Fatalf("%s holds signs of HTML: %s", format, text)
			}
			for _, f := range r.Files {
				if !strings.Contains(string(text), f.SHA256) {
					t.Fatalf("%s lacks the checksum %s", format, f.SHA256)
				}
			}
			if !strings.Contains(string(text), `ersion": "7"`) {
				t.Fatalf("%s lacks the version", format)
			}
		}
	})
}
