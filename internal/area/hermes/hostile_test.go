package hermes

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/dev/hostile"
	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/oneline"
	"cohortium/internal/platform/spreadsheet"
)

// allowedNames are the hostile names that a door takes, and NA, which means missing in results.
func allowedNames() []string {
	names := []string{"NA"}
	for _, name := range hostile.Names() {
		if strings.TrimSpace(name) == name && name != "" && len(name) <= 200 && oneline.Fault(name) == "" {
			names = append(names, name)
		}
	}
	return names
}

func rowsOf(t *testing.T, content []byte) [][]string {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// TestHostileNamesOfStudies makes the tables of a result whose studies and genes have hostile names: each comes back,
// also NA, and none is an empty cell.
func TestHostileNamesOfStudies(t *testing.T) {
	names := allowedNames()
	summary := meta.Summary{}
	for i, name := range names {
		near := &gene.Near{Genes: []string{name, names[(i+1)%len(names)]}}
		summary.TopLoci = append(
			summary.TopLoci,
			meta.Locus{RSID: "rs1", P: "NA", HetP: "NA", DrivenBy: name, Near: near, Studies: []meta.StudyEffect{{Name: name}}},
		)
	}
	text, err := json.Marshal(summary)
	if err != nil {
		t.Fatal(err)
	}
	made, err := (&Meta{Summary: text}).made()
	if err != nil {
		t.Fatal(err)
	}
	loci, studies := rowsOf(t, made[FileTopLoci]), rowsOf(t, made[FileStudies])
	for i, name := range names {
		if got := spreadsheet.Plain(studies[i][5]); got != name {
			t.Errorf("the study %q is %q", name, got)
		}
		row := loci[i]
		if got := spreadsheet.Plain(row[18]); got != name || row[10] != "" {
			t.Errorf("driven by %q: %q, P %q", name, got, row[10])
		}
		if got, want := spreadsheet.Items(spreadsheet.Plain(row[5])), summary.TopLoci[i].Genes; !slices.Equal(got, want) {
			t.Errorf("the genes %q are %q", want, got)
		}
	}
}

// TestHostileNamesOfSubmissions writes metadata with hostile names as CSV.
func TestHostileNamesOfSubmissions(t *testing.T) {
	keys := metadataKeys()
	for _, name := range allowedNames() {
		text, err := json.Marshal(map[string]any{"dataSetName": name, keys[0]: name})
		if err != nil {
			t.Fatal(err)
		}
		line, err := (&Submission{DatasetName: name, FileName: name, UploadedBy: name, Metadata: text}).csvLine(keys)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		w := csv.NewWriter(&out)
		w.UseCRLF = true
		if err := w.WriteAll([][]string{{"heading"}, line}); err != nil {
			t.Fatal(err)
		}
		r := csv.NewReader(&out)
		r.FieldsPerRecord = -1
		rows, err := r.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []int{0, 2, 4, 6} {
			if got := spreadsheet.Plain(rows[1][at]); got != name || strings.IndexAny(rows[1][at], "=+-@＝﹣") == 0 {
				t.Errorf("cell %d of %q is %q", at, name, got)
			}
		}
	}
}

// Every door of the area refuses a name with a character that cannot be shown, and says which one and where.
func TestNamesThatCannotBeShown(t *testing.T) {
	refused := 0
	for _, name := range hostile.Names() {
		name = strings.TrimSpace(name)
		fault := oneline.Fault(name)
		if fault == "" || len(name) > 60 {
			continue
		}
		refused++
		doors := map[string][]errs.Field{
			"metadata.dataSetName": (&Metadata{DataSetName: name}).faults(nil, ""),
			"metadata.cohort":      (&Metadata{Cohort: name}).faults(nil, ""),
			"name":                 (&NewMeta{Name: name}).faults(nil),
			"description":          new(Phenotype).say(PhenotypeInput{Description: name}, time.Time{}),
			"synonyms":             new(Phenotype).say(PhenotypeInput{Synonyms: []string{name}}, time.Time{}),
			"wanted":               (&PhenotypeRequest{Wanted: name}).faults(),
		}
		for field, faults := range doors {
			if !slices.Contains(faults, errs.Field{Field: field, Message: fault}) {
				t.Errorf("%s takes %q: %v", field, name, faults)
			}
		}
	}
	if refused < 50 {
		t.Errorf("%d names were tried", refused)
	}
}
