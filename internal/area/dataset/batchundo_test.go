package dataset_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func TestUndoRequiresUnchangedRecords(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		old := o.dataset(t, o.cora, "Old")
		in := sheetOf("New 1\tFresh study", "New 2\tFresh study", "Old\tFresh study")
		in.Text = strings.Replace(strings.ReplaceAll(in.Text, "Fresh study\t", "Fresh study\tHere\t"), "study\t", "study\tinstitution\t", 1)
		in.CreateStudies = true
		b, err := o.CreateBatch(t.Context(), o.cora, in)
		must(t, err)
		for who, by := range map[string]*auth.Identity{"another": o.otto} {
			_, err := o.UndoBatch(t.Context(), by, b.ID)
			if !errs.Is(err, errs.NotFound) {
				t.Errorf("%s: %v", who, err)
			}
		}
		_, err = o.UndoBatch(t.Context(), o.cora, "absent")
		wantCode(t, err, errs.NotFound, "not_found")
		_, err = o.UndoBatch(t.Context(), as("hans", "uploader"), b.ID)
		wantCode(t, err, errs.Forbidden, "forbidden")

		touched := o.datasetNamed(t, "New 2")
		m := touched.Metadata
		m.Description = "By hand"
		_, err = o.UpdateDataset(t.Context(), o.cora, touched.ID, touched.Version, m)
		must(t, err)
		before := o.everything(t)
		_, err = o.UndoBatch(t.Context(), o.cora, b.ID)
		wantCode(t, err, errs.Conflict, "changed")
		if !strings.Contains(err.Error(), "“New 2”") || strings.Contains(err.Error(), "“New 1”") || o.everything(t) != before {
			t.Errorf("%v, or something changed", err)
		}
		must(t, o.DeleteDataset(t.Context(), o.cora, touched.ID, false))
		must(t, o.DeleteDataset(t.Context(), o.cora, touched.ID, true))
		_, err = o.UndoBatch(t.Context(), o.cora, b.ID)
		wantCode(t, err, errs.Conflict, "changed")

		second := dataset.SheetInput{CreateStudies: true, Text: "name,study,institution\nOld,Only for Old,There\n"}
		b, err = o.CreateBatch(t.Context(), o.cora, second)
		must(t, err)
		_, err = o.UndoBatch(t.Context(), o.kurt, b.ID) // a curator may
		must(t, err)
		studies, err := o.ListStudies(t.Context(), o.cora, dataset.StudyFilter{Limit: 100})
		must(t, err)
		var names []string
		for _, study := range studies.Items {
			names = append(names, study.Name)
		}
		if diff := cmp.Diff([]string{"Fresh study", "Study of Old"}, names); diff != "" {
			t.Errorf("studies (-want +got):\n%s", diff)
		}
		if v := o.datasetNamed(t, "Old"); v.Study.Name != "Fresh study" {
			t.Errorf("%s is of %s", old.Name, v.Study.Name)
		}

		third, err := o.CreateBatch(t.Context(), o.cora, sheetOf("Third\tStudy of Old"))
		must(t, err)
		_, err = o.UndoBatch(t.Context(), o.cora, third.ID)
		must(t, err)
		_, err = o.CreateBatch(t.Context(), o.cora, sheetOf("Third\tStudy of Old")) // its name is available again
		must(t, err)
	})
}

// TestUndoingRevealsNothingOfOthers checks that a data set of an import with a new owner is
// reported like a deleted one, without its name.
func TestUndoingRevealsNothingOfOthers(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		o.study(t, "Study")
		told := func(lose func(id string, version int64)) string {
			t.Helper()
			b, err := o.CreateBatch(ctx, o.cora, sheetOf("Secret\tStudy"))
			must(t, err)
			d, err := o.Dataset(ctx, o.cora, b.Created[0].ID)
			must(t, err)
			lose(d.ID, d.Version)
			_, err = o.UndoBatch(ctx, o.cora, b.ID)
			wantCode(t, err, errs.Conflict, "changed")
			return err.Error()
		}
		given := told(func(id string, version int64) {
			v, err := o.SetOwners(ctx, o.cora, id, version, "otto", nil)
			must(t, err)
			m := v.Metadata
			m.Name = "Renamed by another"
			_, err = o.UpdateDataset(ctx, o.otto, id, v.Version, m)
			must(t, err)
		})
		gone := told(func(id string, _ int64) {
			must(t, o.DeleteDataset(ctx, o.cora, id, false))
			must(t, o.DeleteDataset(ctx, o.cora, id, true))
		})
		if strings.Contains(given, "Renamed") || strings.Contains(given, "Secret") {
			t.Errorf("%s", given)
		}
		_, one, _ := strings.Cut(given, "UndoBatch(")
		_, other, _ := strings.Cut(gone, "UndoBatch(")
		if one[strings.Index(one, ")"):] != other[strings.Index(other, ")"):] {
			t.Errorf("given away: %s\ngone: %s", given, gone)
		}
	})
}

// TestAnExportComesBackAsItWas checks that an exported table can be imported again without any
// change, whatever the metadata.
func TestAnExportComesBackAsItWas(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		study := o.study(t, "=Study, \"one\"; two")
		m := metadata("-Name; with, \"signs\"", study.ID)
		m.Description = "+ first\nsecond\tline 'quoted'"
		m.GenomeBuild, m.Status, m.Ancestry, m.PubID = "n/a", "open", "Mixed", "10.1000/(a;b)"
		m.AncestryCounts = []dataset.AncestrySize{
			{Ancestry: "GME", N: 100, Detail: "of 2; (mixed)"}, {Ancestry: "EU", N: 800}, {Ancestry: "EU", N: 7, Detail: "Finnish"}, {Ancestry: "n/a", N: 1},
		}
		m.Terms = []dataset.Term{{CURIE: "EFO:0003144", Label: "heart failure; all"}, {CURIE: "OBA:VT0001259"}, {CURIE: "MONDO:0005252", Label: "x"}}
		m.Technology, m.Software = "-", "=SAIGE; 1.3"
		_, err := o.CreateDataset(t.Context(), o.cora, m)
		must(t, err)
		o.dataset(t, o.cora, "Second")
		p := o.preview(t, o.cora, dataset.SheetInput{Text: o.export(t, o.cora, dataset.Filter{}, dataset.CSV)})
		if p.Unchanged != 2 || p.Problems != 0 {
			t.Errorf("%+v: %v", p, problems(p))
		}
	})
}

// TestFiveHundredAtOnce imports and undoes the largest sheet in one transaction each.
func TestFiveHundredAtOnce(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		o.study(t, "Large")
		lines := make([]string, 500)
		for i := range lines {
			lines[i] = fmt.Sprintf("Number %d\tLarge", i)
		}
		in := sheetOf(lines...)
		if p := o.preview(t, o.cora, in); p.Creates != 500 {
			t.Fatalf("%d of 500: %v", p.Creates, problems(p))
		}
		b, err := o.CreateBatch(t.Context(), o.cora, in)
		must(t, err)
		_, err = o.UndoBatch(t.Context(), o.cora, b.ID)
		must(t, err)
	})
}

// TestAnImportIsWholeOrNothing checks that a fault which only the database finds cancels the whole
// import, and that one of two concurrent imports of a sheet succeeds.
func TestAnImportIsWholeOrNothing(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		o.study(t, "Study")
		before := o.everything(t)
		_, err := o.CreateBatch(t.Context(), o.cora, sheetOf("A\tStudy", "Größe\tStudy", "GRÖSSE\tStudy"))
		wantCode(t, err, errs.Conflict, "name_taken")
		if !strings.Contains(err.Error(), "Line 4: ") || o.everything(t) != before {
			t.Errorf("%v, or something changed", err)
		}
		const servers = 4
		failed := make(chan error, servers)
		for range servers {
			go func() {
				_, err := o.CreateBatch(t.Context(), o.cora, sheetOf("A\tStudy", "B\tStudy", "C\tStudy"))
				failed <- err
			}()
		}
		made := 0
		for range servers {
			if err := <-failed; err == nil {
				made++
			} else if kind := errs.KindOf(err); kind != errs.Rule && kind != errs.Conflict {
				t.Error(err)
			}
		}
		list, err := o.ListDatasets(t.Context(), o.cora, dataset.Filter{Limit: 10})
		must(t, err)
		if made != 1 || list.Total != 3 {
			t.Errorf("%d imports made %d data sets", made, list.Total)
		}
	})
}

// TestUndoWithoutAStudy checks an undo after the previous study was deleted.
func TestUndoWithoutAStudy(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		d := o.dataset(t, o.cora, "Moved")
		o.study(t, "Another")
		b, err := o.CreateBatch(t.Context(), o.cora, dataset.SheetInput{Text: "name,study\nMoved,Another\n"})
		must(t, err)
		must(t, o.DeleteStudy(t.Context(), o.cora, d.StudyID))
		before := o.everything(t)
		_, err = o.UndoBatch(t.Context(), o.cora, b.ID)
		wantCode(t, err, errs.Conflict, "study_gone")
		if o.everything(t) != before {
			t.Error("something changed")
		}
	})
}

// FuzzSheet checks that the preview of any text has a cell for every recognised column and one of
// the actions create, change, unchanged or refused. A preview without problems can be imported, and
// a second import changes nothing.
func FuzzSheet(f *testing.F) {
	f.Add(sheetOf("New\tStudy").Text, true)
	f.Add("name,study,institution,ancestry_counts,terms,phenotype,cases,controls\nOld,=New,Here,European 9 (a;b); n/a: 3,EFO:1 a; b,T2D,\"1,000\",1\n", true)
	f.Add("id;name;n\nid00002;X;1’000\n", false)
	f.Add("name\tsex\nOld\t'=male\n", false)
	f.Add("dataset,status,PMID,Study,tech,ancestry,subjects,portal_pheno\nOld,open,17,,a,EUR,5,BMI\n", false)
	o := newOffice(f, storetest.OpenSQLite(f))
	o.dataset(f, o.cora, "Old")
	f.Fuzz(func(t *testing.T, text string, studies bool) {
		in := dataset.SheetInput{Text: text, CreateStudies: studies}
		p, err := o.PreviewBatch(t.Context(), o.cora, in)
		if err != nil {
			if !errs.Is(err, errs.Rule) {
				t.Fatal(err)
			}
			return
		}
		refused := 0
		for _, row := range p.Rows {
			if len(row.Cells) < len(p.Columns) {
				t.Fatalf("line %d has %d cells of %d", row.Line, len(row.Cells), len(p.Columns))
			}
			if row.Action == dataset.SheetRefused {
				refused++
			}
		}
		if p.Creates+p.Changes+p.Unchanged+refused != len(p.Rows) || (refused == 0) != (p.Problems == 0) {
			t.Fatalf("%+v", p)
		}
		_, err = o.CreateBatch(t.Context(), o.cora, in)
		if err != nil {
			if kind := errs.KindOf(err); kind != errs.Rule && kind != errs.Conflict || kind == errs.Rule && p.Problems == 0 && p.Creates+p.Changes > 0 {
				t.Fatalf("%+v: %v", p, err)
			}
			return
		}
		if again := o.preview(t, o.cora, in); again.Creates+again.Changes != 0 {
			t.Fatalf("a second time: %+v", again)
		}
	})
}
