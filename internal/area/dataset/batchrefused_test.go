package dataset_test

import (
	"maps"
	"strings"
	"testing"

	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

// refusedSheet is a sheet that is refused: line and column, with a part of the message.
type refusedSheet struct {
	in   dataset.SheetInput
	want map[string]string
}

// sheetsAbout returns sheets about existing and new data sets.
func sheetsAbout(own, others, study string) map[string]refusedSheet {
	return map[string]refusedSheet{
		"a stranger's name": {sheetOf("others\t" + study), map[string]string{"2 name": "exists already"}},
		"a reader's":        {sheetOf("Public\t" + study), map[string]string{"2 name": "Only the owners"}},
		"one in the bin":    {sheetOf("Binned\t" + study), map[string]string{"2 name": "in the bin"}},
		"a stranger's id": {
			dataset.SheetInput{Text: "id,sex\n" + others + ",male\nabsent,male\n"},
			map[string]string{"2 id": "not yours", "3 id": "not yours"},
		},
		"the name of another":  {dataset.SheetInput{Text: "id,name\n" + own + ",Others\n"}, map[string]string{"2 name": "exists already"}},
		"one name twice":       {sheetOf("New\t"+study, "NEW\t"+study), map[string]string{"3 name": "Line 2"}},
		"one data set twice":   {dataset.SheetInput{Text: "id,name,sex\n" + own + ",,male\n,Own,female\n"}, map[string]string{"3 name": "Line 2"}},
		"a study that is none": {sheetOf("New\tNowhere"), map[string]string{"2 study": "no study with this name", "2 institution": "Fill this in"}},
		"no study":             {sheetOf("New\t"), map[string]string{"2 study": "Fill this in"}},
		"no name":              {sheetOf("\t" + study), map[string]string{"2 name": "Fill this in"}},
	}
}

// sheetsOfOddCells returns sheets about the data set Own with faulty cells.
func sheetsOfOddCells() map[string]refusedSheet {
	return map[string]refusedSheet{
		"words that are no codes": {
			dataset.SheetInput{
				Text: "name,sex,ancestry,genome_build,global_sample_size,terms,ancestry_counts,pub_id,data_submitter_email\nOwn,yes,Elvish,hg17,-5,XYZ:1,European,10,nobody\n",
			},
			map[string]string{
				"2 sex":                  "none of: Mixed",
				"2 ancestry":             "none of: Aboriginal",
				"2 genome_build":         "none of: GRCh37 (hg19)",
				"2 global_sample_size":   "whole number",
				"2 terms":                "not a term",
				"2 ancestry_counts":      "Write ancestries",
				"2 data_submitter_email": "name@example.org",
			},
		},
		"a new one that lacks much": {dataset.SheetInput{Text: "name,sex\nNew,male\n"}, map[string]string{
			"2 study": "Fill", "2 data_type": "Choose", "2 genome_build": "Choose", "2 ancestry": "Choose", "2 status": "Choose", "2 data_submitter": "Fill",
			"2 data_submitter_email": "Fill", "2 description": "Fill",
		}},
		"sizes without a phenotype": {dataset.SheetInput{Text: "name,cases\nOwn,5\n"}, map[string]string{"2 phenotype": "Name the phenotype"}},
		"cases that do not add up": {
			dataset.SheetInput{Text: "name,phenotype,cases,controls,sample_size\nOwn,T2D,5,5,11\n"},
			map[string]string{"2 sample_size": "10 people, not 11"},
		},
		"cases of a quantity": {
			dataset.SheetInput{Text: "name,phenotype,cases,controls,dichotomous\nOwn,BMI,5,5,no\n"},
			map[string]string{"2 cases": "Only a dichotomous", "2 controls": "Only a dichotomous"},
		},
		"more people than there are": {
			dataset.SheetInput{Text: "name,ancestry_counts\nOwn,European 1001\n"},
			map[string]string{"2 ancestry_counts": "more than the 1,000"},
		},
		"control characters": {
			dataset.SheetInput{Text: "name,data_submitter\nOwn,\"a\x07b\"\n"},
			map[string]string{"2 data_submitter": "cannot be shown"},
		},
		"a new study said twice": {
			dataset.SheetInput{
				CreateStudies: true,
				Text:          strings.Replace(sheetOf("A	New study	X", "B	NEW STUDY	Y").Text, "study	", "study	institution	", 1),
			},
			map[string]string{"3 institution": "A line above"},
		},
		"a new study without a place": {
			func() dataset.SheetInput { in := sheetOf("A\tNew study"); in.CreateStudies = true; return in }(),
			map[string]string{"2 institution": "Fill"},
		},
	}
}

func TestSheetRefusals(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		own, others, public := o.dataset(t, o.cora, "Own"), o.dataset(t, o.otto, "Others"), o.dataset(t, o.otto, "Public")
		_, err := o.SetSharing(t.Context(), o.otto, public.ID, public.Version, dataset.SharingInput{Sharing: dataset.Public})
		must(t, err)
		binned := o.dataset(t, o.cora, "Binned")
		must(t, o.DeleteDataset(t.Context(), o.cora, binned.ID, false))
		sheets := sheetsAbout(own.ID, others.ID, "Study of Own")
		maps.Copy(sheets, sheetsOfOddCells())
		for name, c := range sheets {
			before := o.everything(t)
			p := o.preview(t, o.cora, c.in)
			got := problems(p)
			for at, piece := range c.want {
				if !strings.Contains(got[at], piece) {
					t.Errorf("%s: %s says %q, want %q", name, at, got[at], piece)
				}
			}
			if len(got) != len(c.want) || p.Problems != len(got) {
				t.Errorf("%s: %d problems, all: %v", name, p.Problems, got)
			}
			_, err := o.CreateBatch(t.Context(), o.cora, c.in)
			wantCode(t, err, errs.Rule, "sheet_problems")
			for at := range c.want {
				if line, column, _ := strings.Cut(at, " "); fieldsOf(err)["rows."+line+"."+column] == "" {
					t.Errorf("%s: the error does not name %s: %v", name, at, fieldsOf(err))
				}
			}
			if o.everything(t) != before {
				t.Errorf("%s: something changed", name)
			}
		}
		_, err = o.PreviewBatch(t.Context(), as("hans", "uploader"), sheetOf("A\tB"))
		wantCode(t, err, errs.Forbidden, "forbidden")
		_, err = o.CreateBatch(t.Context(), as("hans", "uploader"), sheetOf("A\tB"))
		wantCode(t, err, errs.Forbidden, "forbidden")
		p := o.preview(t, o.kurt, dataset.SheetInput{Text: "id,sex\n" + others.ID + ",male\n" + own.ID + ",male\n"})
		if p.Changes != 2 {
			t.Errorf("a curator may not change all: %v", problems(p))
		}
	})
}

func TestSheetsThatAreNone(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		for text, code := range map[string]string{
			"":                         "empty",
			"name,study\n":             "header_only",
			"a,b\n1,2\n":               "no_name",
			"name,dataset name\n1,2\n": "rule",
			"name,Name\n1,2\n":         "duplicate_header",
			"name,sex\n1,2,3\n":        "uneven_rows",
			"name,sex\n\"1,2\n":        "quotes",
			"name\ttext\n" + strings.Repeat("x\ty\n", 501): "too_many_rows",
			"name,sex\nx\x00,y\n":                          "binary",
			"PK\x03\x04 name":                              "workbook",
			strings.Repeat("name", 3<<20):                  "too_large",
		} {
			for _, call := range []func() error{
				func() error {
					_, err := o.PreviewBatch(t.Context(), o.cora, dataset.SheetInput{Text: text})
					return err
				},
				func() error { _, err := o.CreateBatch(t.Context(), o.cora, dataset.SheetInput{Text: text}); return err },
			} {
				err := call()
				wantCode(t, err, errs.Rule, code)
				if fieldsOf(err)["text"] == "" {
					t.Errorf("%.40q: %v names no field", text, err)
				}
			}
		}
	})
}
