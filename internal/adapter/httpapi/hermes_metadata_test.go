package httpapi_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/hermes/hermestest"
)

type metadataCheck struct {
	Files []struct {
		Name     string
		Line     int
		Metadata json.RawMessage
		Problems []map[string]string
	}
	Lines, Columns []map[string]any
}

func TestCheckedMetadataRegisters(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const sheet = "file,dataSetName,cohort,phenotype,sex,ancestry,totalSampleSize,cases,genomeBuild,colour\n" +
		"men.tsv,Men,Some cohort,All heart failure,Male only,European,\"10,000\",2000,hg19,red\n" +
		"women.tsv,Women,Some cohort,ALL_HF,Femal only,EU,10000,2000,hg19,\n" +
		"boys.tsv,Boys,,,,,,,,\n"
	longContact := strings.Repeat("x", 301)
	files := []map[string]any{
		{"name": "men.tsv", "values": map[string]string{}},
		{"name": "women.tsv", "values": map[string]string{}},
		{"name": "all.tsv", "values": map[string]string{
			"dataSetName":     "All",
			"cohort":          "c",
			"phenotype":       "ALL_HF",
			"sex":             "Male only",
			"ancestry":        "EU",
			"totalSampleSize": "5",
			"cases":           "2",
			"genomeBuild":     "hg19",
			"contactPerson":   longContact,
		}},
	}
	var got metadataCheck
	s.want(
		t,
		200,
		request{method: "POST", path: "/api/hermes/metadata/check", as: "uploader", body: map[string]any{"files": files, "sheet": []byte(sheet)}},
		&got,
	)

	men, women, all := got.Files[0], got.Files[1], got.Files[2]
	if men.Line != 2 || len(men.Problems) > 0 {
		t.Fatalf("men: %+v", men)
	}
	want := []map[string]string{
		{"column": "sex", "value": "Femal only", "message": "Choose one of: Not sex stratified, Male only, Female only.", "suggestion": "Female only"},
	}
	if diff := cmp.Diff(want, women.Problems); diff != "" || women.Metadata != nil {
		t.Errorf("women (-want +got):\n%s", diff)
	}
	// The contract limits the length of a contact; registration refuses it with the same message.
	if len(all.Problems) != 1 || all.Problems[0]["column"] != "contactPerson" || all.Line != 0 || all.Metadata != nil {
		t.Errorf("all: %+v", all)
	}
	if len(got.Lines) != 1 || got.Lines[0]["file"] != "boys.tsv" || len(got.Columns) != 1 || got.Columns[0]["name"] != "colour" {
		t.Errorf("loose lines %v, columns %v", got.Lines, got.Columns)
	}
	fileID := s.addFile(t, "uploader", "men.tsv", hermestest.Sumstats(40, 1))
	register := request{method: "POST", path: "/api/hermes/uploads", as: "uploader", body: map[string]any{
		"upload_id": fileID, "metadata": men.Metadata, "mapping": hermestest.Mapping(),
	}}
	var first, second struct{ ID, Phenotype, Ancestry string }
	s.want(t, 201, register, &first)
	s.want(t, 201, register, &second)
	if first.ID != second.ID || first.Phenotype != "ALL_HF" || first.Ancestry != "EU" {
		t.Errorf("registered %+v, then %+v", first, second)
	}
}

func TestMetadataCheckRefusals(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ask := func(as string, body map[string]any) request {
		return request{method: "POST", path: "/api/hermes/metadata/check", as: as, body: body}
	}
	none := []any{}
	s.refuses(t, 403, "forbidden", ask("analyst", map[string]any{"files": none}))
	s.refuses(t, 422, "no_file_column", ask("uploader", map[string]any{"files": none, "sheet": []byte("a,b\n1,2\n")}))
	s.refuses(t, 413, "too_large", ask("uploader", map[string]any{"files": none, "sheet": make([]byte, 1<<20+1)}))
	s.refuses(
		t,
		400,
		"malformed_metadata",
		ask("uploader", map[string]any{"files": []any{map[string]any{"name": "a", "values": map[string]string{"colour": "red"}}}}),
	)
}
