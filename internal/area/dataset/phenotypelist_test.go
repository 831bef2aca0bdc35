package dataset_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
)

// codesFor returns the codes that a search finds.
func codesFor(t testing.TB, o *office, query string, limit int) []string {
	t.Helper()
	list, total, err := o.KnownPhenotypes(t.Context(), o.cora, query, limit)
	must(t, err)
	if len(list) > limit || total < len(list) || total > len(list) && len(list) < limit {
		t.Errorf("%q: %d of %d, at most %d", query, len(list), total, limit)
	}
	var codes []string
	for _, p := range list {
		codes = append(codes, p.Code)
	}
	return codes
}

func TestPhenotypesAreFound(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		for query, want := range map[string][]string{ // the first matches
			"t2d":                    {"T2D", "T2DadjBMI"},
			"TYPE  2   diabetes":     {"T2D", "T2DadjBMI"},
			"body mass":              {"BMI"},
			"bmi adjusted waist-hip": {"WHRadjBMI"},
			"heart failure":          {"HFpEF", "HFrEF", "ALL_HF"},
			"cholesterol":            {"HDL", "LDL", "nonHDL", "CHOL"},
			"hemoglobin":             {"HB", "HBA1C", "MCH"},
			"haemoglobin conc":       {"HB"},
			"celiac":                 {"CEL"},
			"ldl":                    {"LDL"},
			"zoster":                 {"ZOSTER"},
			"age":                    {"GESTAGE"},
			"nothing like this":      nil,
			"%":                      nil,
		} {
			got := codesFor(t, o, query, 20)
			if query == "age" {
				if !slices.Contains(got, "Menopause") || !slices.Contains(got, "Menarche") {
					t.Errorf("%q finds %q", query, got)
				}
				continue
			}
			if len(got) < len(want) || !cmp.Equal(want, got[:len(want)]) || want == nil && got != nil {
				t.Errorf("%q finds %q, want %q", query, got, want)
			}
		}
	})
}

func TestPhenotypesOfDataSetsAreOffered(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		add := func(d *dataset.View, code, description string) {
			t.Helper()
			_, err := o.AddPhenotype(
				t.Context(),
				as(d.Owner.UserName, "contributor"),
				d.ID,
				dataset.PhenotypeInput{Code: code, Description: description, SampleSize: 1},
			)
			must(t, err)
		}
		first, second, others := o.dataset(t, o.cora, "First"), o.dataset(t, o.cora, "Second"), o.dataset(t, o.otto, "Others")
		add(first, "my own", "")
		add(first, "t2d", "")
		add(first, "T2D", "twice in one data set")
		add(second, "T2D", "")
		add(second, "MY OWN", "")
		add(others, "secret trait", "Secret")
		list, total, err := o.KnownPhenotypes(t.Context(), o.cora, "", 3)
		must(t, err)
		var got []string
		for _, p := range list {
			got = append(got, strings.ToLower(fmt.Sprintf("%s | %s | %s | %t | %d", p.Code, p.Description, p.Group, p.Dichotomous, p.Datasets)))
		}
		want := []string{"my own | my own |  | false | 2", "t2d | type 2 diabetes | diabetes | true | 2"}
		if diff := cmp.Diff(want, got[:2]); diff != "" || total < 300 || list[2].Datasets != 0 {
			t.Errorf("%d in all (-want +got):\n%s", total, diff)
		}
		if got := codesFor(t, o, "secret", 5); got != nil {
			t.Errorf("a stranger finds %q", got)
		}
		list, _, err = o.KnownPhenotypes(t.Context(), o.kurt, "secret", 5)
		must(t, err)
		if len(list) != 1 || list[0].Datasets != 1 {
			t.Errorf("the curator finds %+v", list)
		}
		must(t, o.DeleteDataset(t.Context(), o.cora, second.ID, false))
		if list, _, err = o.KnownPhenotypes(t.Context(), o.cora, "T2D", 1); err != nil || list[0].Datasets != 1 {
			t.Errorf("what is in the bin counts: %+v, %v", list, err)
		}
		_, _, err = o.KnownPhenotypes(t.Context(), as("hans", "uploader"), "", 5)
		wantCode(t, err, errs.Forbidden, "forbidden")
	})
}

// TestTheListIsComplete checks that the list contains the phenotypes of the other areas, and each code
// once.
func TestTheListIsComplete(t *testing.T) {
	t.Parallel()
	read := func(path string) (rows [][]string) {
		text, err := os.ReadFile(path)
		must(t, err)
		rows, err = csv.NewReader(strings.NewReader(string(text))).ReadAll()
		must(t, err)
		return rows[1:]
	}
	known := map[string][]string{}
	for _, row := range read("phenotypes.csv") {
		if known[strings.ToLower(row[0])] != nil {
			t.Errorf("%s is there twice", row[0])
		}
		if row[0] == "" || row[1] == "" || row[2] == "" || row[3] != "true" && row[3] != "false" {
			t.Errorf("row %q", row)
		}
		known[strings.ToLower(row[0])] = row
	}
	for _, row := range read("../sgc/phenotypes.csv") {
		if got := known[strings.ToLower(row[0])]; got == nil || got[1] != row[1] {
			t.Errorf("%q is %q here", row, got)
		}
	}
	for _, p := range hermes.DefaultPhenotypes() {
		if got := known[strings.ToLower(p.Code)]; got == nil || got[1] != p.Description {
			t.Errorf("%+v is %q here", p, got)
		}
	}
}

// TestSearchOfPhenotypes checks that every match contains every word of the query, and that a
// longer list starts with the shorter one.
func TestSearchOfPhenotypes(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		rapid.Check(t, func(rt *rapid.T) {
			words := rapid.SliceOfN(
				rapid.SampledFrom([]string{"heart", "BMI", "a", "dis", "type", "2", "zz", "cholesterol", "ÄÖ", "%"}),
				0,
				3,
			).Draw(
				rt,
				"words",
			)
			list, total, err := o.KnownPhenotypes(t.Context(), o.cora, strings.Join(words, " "), 1000)
			if err != nil || len(list) != total {
				rt.Fatalf("%d of %d, %v", len(list), total, err)
			}
			for _, p := range list {
				for _, w := range words {
					if text := strings.ToLower(p.Code + " " + p.Description); !strings.Contains(text, strings.ToLower(w)) {
						rt.Fatalf("%q lacks %q", text, w)
					}
				}
			}
			n := rapid.IntRange(0, total).Draw(rt, "limit")
			part, _, err := o.KnownPhenotypes(t.Context(), o.cora, strings.Join(words, " "), n)
			if err != nil || len(part) != n || n > 0 && part[n-1].Code != list[n-1].Code {
				rt.Fatalf("%d of %d: %v", len(part), n, err)
			}
		})
	})
}
