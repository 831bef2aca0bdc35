package hermes

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"cohortium/internal/platform/errs"
)

// typed returns valid metadata of a file, with changes.
func typed(change map[string]string) map[string]string {
	values := map[string]string{
		"dataSetName": "UKB women", "cohort": "UKB", "phenotype": "ALL_HF", "ancestry": "EU", "sex": "Female only",
		"totalSampleSize": "361194", "cases": "900", "genomeBuild": "hg19",
	}
	for key, value := range change {
		values[key] = value
	}
	return values
}

// defaultPhenotypes is a store of the phenotypes only.
type defaultPhenotypes struct{ Store }

// Phenotypes implements Store.
func (defaultPhenotypes) Phenotypes(context.Context) (list []*Phenotype, _ error) {
	for _, p := range DefaultPhenotypes() {
		list = append(list, &p)
	}
	return list, nil
}

func check(t *testing.T, sheet string, files ...BatchFile) *CheckedMetadata {
	t.Helper()
	in := MetadataCheck{Files: files}
	if sheet != "" {
		in.Sheet = []byte(sheet)
	}
	out, err := NewService(defaultPhenotypes{}, nil, nil, nil, nil, Config{}).CheckMetadata(t.Context(), nil, in)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestTextsBecomeMetadata(t *testing.T) {
	for _, c := range []struct{ key, text, want string }{
		{"totalSampleSize", "361,194", "361194"},
		{"totalSampleSize", "361 194", "361194"},
		{"totalSampleSize", "361\u00a0194", "361194"},
		{"totalSampleSize", "3.61194E+05", "361194"},
		{"totalSampleSize", "2e4", "20000"},
		{"totalSampleSize", "1.361.194", "1361194"},
		{"genomeBuild", "hg38", "grch38"},
		{"genomeBuild", "GRCh37", "hg19"},
		{"genomeBuild", "Build 38", "grch38"},
		{"maf", "0.010", "0.01"},
		{"hwePValue", "1e-6", "1e-06"},
		{"ancestry", "european", "EU"},
		{"ancestry", "eu", "EU"},
		{"sex", "female-only", "Female only"},
		{"phenotype", "Dilated Cardiomyopathy", "DCM_Broad"},
		{"phenotype", "dcm broad", "DCM_Broad"},
		{"genomeBuild", "GRCh38 / hg38", "grch38"},
		{"dataCollectionStart", "2019-03-31", "2019-03-31"},
		{"dataCollectionStart", "43555", "2019-03-31"}, // as a workbook keeps it: 43466 is 1 January 2019
		{"missingTokens", "-9 -99", "-9 -99"},
	} {
		f := check(t, "", BatchFile{"a.gz", typed(map[string]string{c.key: c.text})}).Files[0]
		if len(f.Problems) > 0 || f.Values[c.key] != c.want {
			t.Errorf("%s %q is %q with %v, want %q", c.key, c.text, f.Values[c.key], f.Problems, c.want)
		}
	}
}

func TestTextsThatAreNoMetadata(t *testing.T) {
	for _, c := range []struct{ key, text, message, suggestion string }{
		{"totalSampleSize", "many", "A whole number is expected.", ""},
		{"totalSampleSize", "10.5", "A whole number is expected.", ""},
		{"totalSampleSize", "20000,5", "A whole number is expected.", ""},
		{"totalSampleSize", "20.000", "The point may separate thousands or decimals. Write the number without separators.", "20000"},
		{"cases", "8.000", "The point may separate thousands or decimals. Write the number without separators.", "8000"},
		{"meanAgeCohort", "62,500", "A number is expected.", "62.500"},
		{"totalSampleSize", "0x10", "A whole number is expected.", ""},
		{"totalSampleSize", "", "A whole number above 0.", ""},
		{"totalSampleSize", "0", "A whole number above 0.", ""},
		{"totalSampleSize", "36,1194", "A whole number is expected.", ""},
		{"cases", "", "All heart failure has cases and controls. Enter the number of cases: the effective sample size follows from it.", ""},
		{"cases", "361195", "More cases than the total sample size.", ""},
		{"maf", "0,01", "A number is expected.", "0.01"},
		{"maf", "1.1", "A number from 0 to 1.", ""},
		{"maf", "NaN", "A number is expected.", ""},
		{"maf", "=B2/100", "This is a formula, not its value. Save the sheet with values only.", ""},
		{"cohort", "=HYPERLINK(1)", "This is a formula, not its value. Save the sheet with values only.", ""},
		{"cohort", "", "Fill this in.", ""},
		{"sex", "female", "Choose one of: Not sex stratified, Male only, Female only.", "Female only"},
		{"sex", "only", "Choose one of: Not sex stratified, Male only, Female only.", ""},
		{"ancestry", "Europan", ancestries, "EU"},
		{"ancestry", "Martian", ancestries, ""},
		{"phenotype", "DMC_Broad", "“DMC_Broad” is not a code of the list.", "DCM_Broad"},
		{"dataCollectionStart", "31/03/2019", "A date looks like 2019-03-31.", ""},
		{"dataCollectionStart", "2019-02-30", "A date looks like 2019-03-31.", ""},
	} {
		f := check(t, "", BatchFile{"a.gz", typed(map[string]string{c.key: c.text})}).Files[0]
		want := []SheetProblem{{c.key, c.text, c.message, c.suggestion}}
		if diff := cmp.Diff(want, f.Problems); diff != "" || f.Metadata != nil {
			t.Errorf("%s %q: metadata %s, problems (-want +got):\n%s", c.key, c.text, f.Metadata, diff)
		}
		if f.Values[c.key] != c.text {
			t.Errorf("%s %q became %q: what a user typed is lost", c.key, c.text, f.Values[c.key])
		}
	}
}

// Names that other tables use are recognised as the columns that they mean.
func TestColumnsThatWereMeant(t *testing.T) {
	sheet := "file,N cases,Sample size,Trait,Gender,Reference build,ethnicity\na.gz,1,2,3,4,5,6\n"
	want := []LooseColumn{
		{
			"N cases",
			"cases",
		},
		{"Sample size", "totalSampleSize"},
		{"Trait", "phenotype"},
		{"Gender", "sex"},
		{"Reference build", "genomeBuild"},
		{"ethnicity", ""},
	}
	if diff := cmp.Diff(want, check(t, sheet, BatchFile{"a.gz", typed(nil)}).Columns); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// ancestries is the message with the accepted values.
const ancestries = "Choose one of: AF (African), AA (African American), SSAF (Sub-Saharan African), EA (East Asian), EU (European), " +
	"HS (Hispanic), NAM (Indigenous American), SA (South Asian), Mixed, GME (Greater Middle Eastern)."

func TestEveryTextOfMetadataReadsAsItself(t *testing.T) {
	f := check(t, "", BatchFile{"a.gz", typed(map[string]string{"maf": "0.01", "cases": "5", "effectScale": "log_odds"})}).Files[0]
	again := check(t, "", BatchFile{"a.gz", f.Values}).Files[0]
	if diff := cmp.Diff(f, again); diff != "" {
		t.Errorf("read again (-first +second):\n%s", diff)
	}
}

func TestLinesFindTheirFiles(t *testing.T) {
	files := []BatchFile{{"men.tsv.gz", typed(nil)}, {"women.tsv.gz", typed(nil)}, {"A.tsv", typed(nil)}, {"a.tsv", typed(nil)}}
	sheet := "File name,data_set_name,sexx,Total sample size,notes\n" +
		"women.tsv.gz,Women,x,\"1,000\",n\n" + // 2
		`C:\gwas\MEN.TSV.GZ,Men,,,` + "\n" + // 3
		"wimen.tsv.gz,Other,,,\n" + // 4
		",Nobody,,,\n" + // 5
		"women.tsv.gz,Twice,,5,\n" + // 6
		"a.tsv,lower,,,\n" + // 7
		"A.TSV,which,,,\n" // 8: two files differ in case only
	got := check(t, sheet, files...)
	names := map[string]string{}
	for _, f := range got.Files {
		names[fmt.Sprintf("%s %d", f.Name, f.Line)] = f.Values["dataSetName"] + " " + f.Values["totalSampleSize"]
	}
	want := map[string]string{"men.tsv.gz 3": "Men 361194", "women.tsv.gz 2": "Women 1000", "A.tsv 0": "UKB women 361194", "a.tsv 7": "lower 361194"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	lines := []LooseLine{
		{4, "wimen.tsv.gz", "No file of this name was chosen.", ""}, // women.tsv.gz has its line already
		{5, "", "This line names no file.", ""},
		{6, "women.tsv.gz", "Another line is about this file already; this one was left out.", ""},
		{8, "A.TSV", "No file of this name was chosen.", "A.tsv"},
	}
	if diff := cmp.Diff(lines, got.Lines); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]LooseColumn{{"sexx", "sex"}, {"notes", ""}}, got.Columns); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
}

func TestDataSetsOfABatchHaveNamesOfTheirOwn(t *testing.T) {
	got := check(t, "", BatchFile{"a.gz", typed(nil)}, BatchFile{"b.gz", typed(nil)}, BatchFile{"c.gz", typed(map[string]string{"dataSetName": "Other"})})
	want := []SheetProblem{{"dataSetName", "UKB women", "The submission of a.gz has this name too. Each needs its own.", ""}}
	if diff := cmp.Diff(want, got.Files[1].Problems); diff != "" {
		t.Errorf("second (-want +got):\n%s", diff)
	}
	if got.Files[0].Metadata == nil || got.Files[1].Metadata != nil || got.Files[2].Metadata == nil {
		t.Error("the second alone may not be registered")
	}
}

func TestSheetsThatAreNone(t *testing.T) {
	lines := func(n int) string { return "file,sex\n" + strings.Repeat("a,\n", n) }
	for _, c := range []struct{ name, sheet, code string }{
		{"10,000 lines", lines(10_000), "too_many_rows"},
		{"one line too many", lines(501), "too_many_rows"},
		{"no file column", "name,sex\na,b\n", "no_file_column"},
		{"one column twice", "file,sex,Sex \na,b,c\n", "duplicate_header"},
		{"two names of one column", "file,dataSetName,data set name\na,b,c\n", "column_twice"},
		{"no lines", "file,sex\n", "header_only"},
		{"nothing", "", "empty"},
		{"another file", "\x00\x01", "binary"},
		{"too large", strings.Repeat("x", MaxSheetBytes+1), "too_large"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := NewService(defaultPhenotypes{}, nil, nil, nil, nil, Config{}).CheckMetadata(t.Context(), nil, MetadataCheck{Sheet: []byte(c.sheet)})
			var e *errs.Error
			if !errors.As(err, &e) || e.Code != c.code || len(e.Fields) != 1 || e.Fields[0].Field != "sheet" {
				t.Errorf("refused as %v, want %s at the sheet", err, c.code)
			}
		})
	}
	if _, err := NewService(
		defaultPhenotypes{},
		nil,
		nil,
		nil,
		nil,
		Config{},
	).CheckMetadata(
		t.Context(),
		nil,
		MetadataCheck{Sheet: []byte(lines(500))},
	); err != nil {
		t.Errorf("500 lines: %v", err)
	}
	if _, err := NewService(
		defaultPhenotypes{},
		nil,
		nil,
		nil,
		nil,
		Config{},
	).CheckMetadata(
		t.Context(),
		nil,
		MetadataCheck{Files: make([]BatchFile, 51)},
	); errs.KindOf(
		err,
	) != errs.TooLarge {
		t.Errorf("51 files: %v", err)
	}
}

func TestWorkbook(t *testing.T) {
	book := excelize.NewFile()
	for cell, value := range map[string]any{"A1": "file", "B1": "cases", "C1": "dataCollectionStart", "A2": "a.gz", "B2": 1234.0, "C2": 43555} {
		if err := book.SetCellValue("Sheet1", cell, value); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := book.Write(&out); err != nil {
		t.Fatal(err)
	}
	f := check(t, out.String(), BatchFile{"a.gz", typed(nil)}).Files[0]
	var meta Metadata
	if err := json.Unmarshal(f.Metadata, &meta); err != nil {
		t.Fatalf("%v: %v", err, f.Problems)
	}
	if *meta.Cases != 1234 || meta.DataCollectionStart != "2019-03-31" {
		t.Errorf("%d cases since %s", *meta.Cases, meta.DataCollectionStart)
	}
}

func TestFormulasOfExportsAreText(t *testing.T) {
	f := check(t, "file,contactPerson\na.gz,'+44 20 7946 0000\n", BatchFile{"a.gz", typed(nil)}).Files[0]
	if got := f.Values["contactPerson"]; got != "+44 20 7946 0000" {
		t.Errorf("contact is %q", got)
	}
}

// Sheets from spreadsheet programs of several countries: a number is read as intended, or its cell
// is refused.
func TestSheetsOfSpreadsheets(t *testing.T) {
	const (
		commas     = "file,dataSetName,cohort,phenotype,ancestry,sex,totalSampleSize,cases,genomeBuild\n"
		semicolons = "\ufefffile;dataSetName;cohort;phenotype;ancestry;sex;totalSampleSize;cases;genomeBuild\n"
	)
	for _, c := range []struct {
		name, sheet        string
		total, cases       string // as read
		refused, suggested string // of the first refused cell: its column, and the suggestion
	}{
		{"points", semicolons + "s.gz;Study 1;COH1;ALL_HF;EU;Not sex stratified;20.000;8.000;hg19\n", "20.000", "8.000", "totalSampleSize", "20000"},
		{"quoted commas", commas + `s.gz,Study 2,COH2,ALL_HF,EU,Not sex stratified,"20,000","8,000",hg19` + "\n", "20000", "8000", "", ""},
		{"a decimal comma", semicolons + "s.gz;Study 3;COH3;ALL_HF;EU;Not sex stratified;20000,5;8000;hg19\n", "20000,5", "8000", "totalSampleSize", ""},
		{"a decimal point", commas + "s.gz,Study 3,COH3,ALL_HF,EU,Not sex stratified,20000.5,8000,hg19\n", "20000.5", "8000", "totalSampleSize", ""},
		{"an exponent", commas + "s.gz,Study 4,COH4,ALL_HF,EU,Not sex stratified,2E+04,8000,hg19\n", "20000", "8000", "", ""},
		{"an unknown word", commas + "s.gz,Study 5,COH5,ALL_HF,Europeans,Not sex stratified,20000,8000,hg19\n", "20000", "8000", "ancestry", "EU"},
	} {
		f := check(t, c.sheet, BatchFile{"s.gz", nil}).Files[0]
		if f.Values["totalSampleSize"] != c.total || f.Values["cases"] != c.cases || (f.Metadata == nil) != (c.refused != "") {
			t.Errorf("%s: %+v", c.name, f)
		}
		if c.refused != "" && (len(f.Problems) == 0 || f.Problems[0].Column != c.refused || f.Problems[0].Suggestion != c.suggested) {
			t.Errorf("%s: %+v", c.name, f.Problems)
		}
	}
}
