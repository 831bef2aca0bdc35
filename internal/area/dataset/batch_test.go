package dataset_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// sheetHead and sheetTail are the columns that a new data set needs, and their cells.
const (
	sheetHead = "name\tstudy\tdata_type\tgenome_build\tancestry\tsex\tglobal_sample_size\tstatus\tdata_submitter\tdata_submitter_email\tdescription"
	sheetTail = "\tGWAS\thg19\tEuropean\tmixed\t1000\tpre\tAnn Example\tann@example.org\tHeart failure"
)

// sheetOf returns a sheet whose lines begin with these cells (name and study).
func sheetOf(lines ...string) dataset.SheetInput {
	text := sheetHead
	for _, line := range lines {
		text += "\n" + line + sheetTail
	}
	return dataset.SheetInput{Text: text}
}

func (o *office) preview(t testing.TB, by *auth.Identity, in dataset.SheetInput) *dataset.SheetPreview {
	t.Helper()
	p, err := o.PreviewBatch(t.Context(), by, in)
	must(t, err)
	return p
}

// problems returns the messages of a preview by line and column.
func problems(p *dataset.SheetPreview) map[string]string {
	out := map[string]string{}
	for _, row := range p.Rows {
		for _, c := range row.Cells {
			if c.Problem != "" {
				out[fmt.Sprintf("%d %s", row.Line, c.Column)] = c.Problem
			}
		}
	}
	return out
}

// everything returns the whole content of the registry, to check that nothing changed.
func (o *office) everything(t testing.TB) string {
	t.Helper()
	list, err := o.ListDatasets(t.Context(), o.kurt, dataset.Filter{Limit: 400, Sort: "name"})
	must(t, err)
	studies, err := o.ListStudies(t.Context(), o.kurt, dataset.StudyFilter{Limit: 400})
	must(t, err)
	var b strings.Builder
	for _, row := range list.Items {
		history, err := o.History(t.Context(), o.kurt, row.ID)
		must(t, err)
		fmt.Fprintf(&b, "%+v %d %+v\n", row.Metadata, len(history), row.Phenotypes)
	}
	for _, study := range studies.Items {
		fmt.Fprintf(&b, "%+v\n", *study.Study)
	}
	return b.String()
}

func (o *office) datasetNamed(t testing.TB, name string) *dataset.View {
	t.Helper()
	list, err := o.ListDatasets(t.Context(), o.kurt, dataset.Filter{Limit: 400})
	must(t, err)
	for _, row := range list.Items {
		if row.Name == name {
			v, err := o.Dataset(t.Context(), o.kurt, row.ID)
			must(t, err)
			return v
		}
	}
	t.Fatalf("there is no data set %q", name)
	return nil
}

func TestASheetRegistersDataSets(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		o.study(t, "FinnHeart")
		in := dataset.SheetInput{
			CreateStudies: true,
			Text: `Dataset name;Study;Institution;Data type;Build;Ancestry;People per ancestry;Sex;Global sample size;Status;Data submitter;Data submitter e-mail;Description;PMID;EFO;Tech;Licence;Phenotype;Cases;Controls;Colour
One;finnheart;;gwas;GRCh38;european;European 900 (Finnish); ;"1,000";Open access;Ann Example;ann@example.org;Text;doi:10.1000/182;EFO_0003144 heart failure;Array;CC BY 4.0;heart failure with reduced ejection fraction;400;600;blue
Two;NewStudy;University of New;Exome chip;b37;EUR;;male;20;pre;'=Ann;ann@example.org;Text;;;;;My trait;;;
`,
		}
		in.Text = strings.ReplaceAll(strings.ReplaceAll(in.Text, "(Finnish); ;", "(Finnish);Both;"), ";Both;", ";both;")
		before := o.everything(t)
		p := o.preview(t, o.cora, in)
		if diff := cmp.Diff(
			[]any{2, 0, 0, 0, []string{"NewStudy"}, []string{"Colour"}},
			[]any{p.Creates, p.Changes, p.Unchanged, p.Problems, p.NewStudies, p.Unknown},
		); diff != "" {
			t.Errorf("%v (-want +got):\n%s", problems(p), diff)
		}
		if o.everything(t) != before {
			t.Error("a preview changed something")
		}
		labels := map[string]string{}
		for _, c := range p.Rows[0].Cells {
			labels[c.Column] = c.Label
			if c.Before != nil {
				t.Errorf("before a new data set stood %q", *c.Before)
			}
		}
		if diff := cmp.Diff(map[string]string{
			"name":                  "One",
			"study":                 "FinnHeart",
			"institution":           "University of FinnHeart",
			"data_type":             "GWAS",
			"genome_build":          "GRCh38 (hg38)",
			"ancestry":              "European",
			"ancestry_counts":       "European 900 (Finnish)",
			"sex":                   "Mixed",
			"global_sample_size":    "1000",
			"status":                "Open access",
			"data_submitter":        "Ann Example",
			"data_submitter_email":  "ann@example.org",
			"description":           "Text",
			"pub_id":                "10.1000/182",
			"terms":                 "EFO:0003144 heart failure",
			"genotyping_technology": "Array",
			"license":               "CC BY 4.0",
			"phenotype":             "HFrEF",
			"cases":                 "400",
			"controls":              "600",
		}, labels); diff != "" {
			t.Errorf("labels (-want +got):\n%s", diff)
		}
		in.Seen = p.Seen
		b, err := o.CreateBatch(t.Context(), o.cora, in)
		must(t, err)
		if len(b.Created) != 2 || len(b.Changed) != 0 || len(b.Studies) != 1 || b.By != "cora" {
			t.Errorf("batch %+v", b)
		}
		one, two := o.datasetNamed(t, "One"), o.datasetNamed(t, "Two")
		f := one.Phenotypes[0]
		if one.Owner.UserName != "cora" || one.Sharing != dataset.Private || f.Code != "HFrEF" || *f.Cases != 400 || f.SampleSize != 1000 || !f.Dichotomous ||
			f.Description != "Heart failure with reduced ejection fraction" {
			t.Errorf("one is %+v with %+v", one.Dataset, f.Phenotype)
		}
		if g := two.Phenotypes[0]; two.Study.Institution != "University of New" || two.Submitter != "=Ann" || g.Code != "My trait" || g.Dichotomous ||
			g.SampleSize != 20 {
			t.Errorf("two is %+v with %+v", two.Dataset, g.Phenotype)
		}
		history, err := o.History(t.Context(), o.cora, one.ID)
		must(t, err)
		if len(history) != 2 || history[1].Action != "registered" || history[1].Detail != "By an import." || history[0].Action != "added a phenotype" {
			t.Errorf("history %+v", history)
		}
		again := o.preview(t, o.cora, in)
		if again.Unchanged != 2 || again.Creates+again.Changes+again.Problems != 0 || again.Seen == p.Seen {
			t.Errorf("the same sheet again: %+v, %v", again, problems(again))
		}
		_, err = o.CreateBatch(t.Context(), o.cora, in)
		wantCode(t, err, errs.Conflict, "changed")
		in.Seen = ""
		_, err = o.CreateBatch(t.Context(), o.cora, in)
		wantCode(t, err, errs.Rule, "nothing_to_do")
	})
}

func TestASheetChangesDataSets(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		first, second := o.dataset(t, o.cora, "First"), o.dataset(t, o.cora, "Second")
		_, err := o.AddPhenotype(
			t.Context(),
			o.cora,
			second.ID,
			dataset.PhenotypeInput{Code: "T2D", Dichotomous: true, SampleSize: 3, Cases: ptrTo(int64(1)), Controls: ptrTo(int64(2))},
		)
		must(t, err)
		in := dataset.SheetInput{Text: "id,name,sex,description,phenotype,cases,controls\n" +
			first.ID + ",Renamed,female,,BMI,,\n" +
			",second,,Other,t2d,,5\n"}
		p := o.preview(t, o.cora, in)
		if p.Changes != 2 || p.Problems != 0 {
			t.Fatalf("%+v: %v", p, problems(p))
		}
		befores := map[string]string{}
		for _, row := range p.Rows {
			for _, c := range row.Cells {
				if c.Before != nil {
					befores[fmt.Sprintf("%d %s", row.Line, c.Column)] = *c.Before + " → " + c.Label
				}
			}
		}
		if diff := cmp.Diff(map[string]string{
			"2 name": "First → Renamed", "2 sex": "Mixed → Female", "2 phenotype": " → BMI", "3 name": "Second → second",
			"3 description": "Heart failure in Second → Other", "3 controls": "2 → 5",
		}, befores); diff != "" {
			t.Errorf("what changes (-want +got):\n%s", diff)
		}
		b, err := o.CreateBatch(t.Context(), o.cora, in)
		must(t, err)
		one, two := o.datasetNamed(t, "Renamed"), o.datasetNamed(t, "second")
		if one.Sex != "female" || one.Description != "Heart failure in First" || one.Phenotypes[0].Code != "BMI" || one.Version != 2 {
			t.Errorf("first is %+v", one.Dataset)
		}
		if f := two.Phenotypes[0]; len(two.Phenotypes) != 1 || *f.Cases != 1 || *f.Controls != 5 || f.SampleSize != 6 {
			t.Errorf("the phenotype of the second is %+v", f.Phenotype)
		}
		undone, err := o.UndoBatch(t.Context(), o.cora, b.ID)
		must(t, err)
		if undone.UndoneAt == nil {
			t.Error("it is not undone")
		}
		one, two = o.datasetNamed(t, "First"), o.datasetNamed(t, "Second")
		if diff := cmp.Diff(first.Metadata, one.Metadata); diff != "" || len(one.Phenotypes) != 0 {
			t.Errorf("first with %d phenotypes (-want +got):\n%s", len(one.Phenotypes), diff)
		}
		if f := two.Phenotypes[0]; *f.Controls != 2 || f.SampleSize != 3 || two.Description != second.Description {
			t.Errorf("the second is %+v with %+v", two.Dataset, f.Phenotype)
		}
		_, err = o.UndoBatch(t.Context(), o.cora, b.ID)
		wantCode(t, err, errs.Conflict, "undone")
	})
}

func TestACellEmptiesAField(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		m := metadata("Full", o.study(t, "Of it").ID)
		m.PubID, m.Publication, m.Contributor, m.ContributorEmail = "29559693", "Nature", "Pia Example", "pia@example.org"
		m.Technology, m.Software, m.Licence = "Array", "PLINK 2", "CC0 1.0"
		m.Terms = []dataset.Term{{CURIE: "EFO:0003144", Label: "heart failure"}}
		m.AncestryCounts = []dataset.AncestrySize{{Ancestry: "EU", N: 1000}}
		full, err := o.CreateDataset(t.Context(), o.cora, m)
		must(t, err)
		b, err := o.CreateBatch(t.Context(), o.cora, dataset.SheetInput{
			Text: "name,pub_id,publication,data_contributor,data_contributor_email,genotyping_technology,analysis_software,license,terms,ancestry_counts,sex\n" +
				"Full,-, - ,-,-,-,-,-,-,-,\n",
		})
		must(t, err)
		got := o.datasetNamed(t, "Full").Metadata
		want := metadata("Full", m.StudyID)
		want.AncestryCounts, want.Terms = []dataset.AncestrySize{}, []dataset.Term{}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("emptied (-want +got):\n%s", diff)
		}
		_, err = o.UndoBatch(t.Context(), o.cora, b.ID)
		must(t, err)
		if diff := cmp.Diff(full.Metadata, o.datasetNamed(t, "Full").Metadata); diff != "" {
			t.Errorf("undone (-want +got):\n%s", diff)
		}
		refused := o.preview(
			t,
			o.cora,
			dataset.SheetInput{Text: "name,description,sex,global_sample_size,study,phenotype,data_submitter,license\nFull,-,-,-,-,-,-,'-\n"},
		)
		if got := problems(refused); len(got) != 6 || !strings.Contains(got["2 study"], "has to hold something") {
			t.Errorf("%v", got)
		}
		if c := refused.Rows[0].Cells[7]; c.Label != "-" || c.Problem != "" { // a dash as in an export
			t.Errorf("%+v", c)
		}
	})
}

func ptrTo[T any](v T) *T { return &v }
