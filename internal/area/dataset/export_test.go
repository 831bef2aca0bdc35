package dataset_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func (o *office) export(t *testing.T, by *auth.Identity, f dataset.Filter, format string) string {
	t.Helper()
	var out bytes.Buffer
	must(t, o.Export(t.Context(), by, &out, f, format))
	return out.String()
}

func TestExport(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		study, err := o.CreateStudy(t.Context(), o.cora, dataset.StudyInput{Name: "+North", Institution: "@home"})
		must(t, err)
		m := metadata(`=HYPERLINK("http://evil")`, study.ID)
		m.Description, m.Submitter, m.PubID = "-1\n<b>, \"quoted\"", "+Ann", "10.1000/182"
		_, err = o.CreateDataset(t.Context(), o.cora, m)
		must(t, err)
		o.dataset(t, o.otto, "Of another")

		rows, err := csv.NewReader(strings.NewReader(o.export(t, o.cora, dataset.Filter{}, dataset.CSV))).ReadAll()
		must(t, err)
		if len(rows) != 2 {
			t.Fatalf("%d lines", len(rows))
		}
		got := map[string]string{}
		for i, name := range rows[0] {
			got[name] = rows[1][i]
		}
		for name, want := range map[string]string{
			"name": `'=HYPERLINK("http://evil")`, "study": "'+North", "institution": "'@home", "description": "'-1\n<b>, \"quoted\"",
			"data_submitter": "'+Ann", "data_type": "GWAS", "ancestry": "European", "status": "Pre-publication", "global_sample_size": "1000",
			"pub_id": "10.1000/182", "publication_url": "https://doi.org/10.1000/182", "owner": "cora", "sharing": "Private", "files": "0", "version": "1",
		} {
			if got[name] != want {
				t.Errorf("%s: %q, want %q", name, got[name], want)
			}
		}

		var list []map[string]any
		must(t, json.Unmarshal([]byte(o.export(t, o.kurt, dataset.Filter{Sort: "name"}, dataset.JSON)), &list))
		if len(list) != 2 || list[0]["name"] != m.Name || list[0]["data_type"] != "gwas" || list[1]["owner"] != "otto" {
			t.Errorf("JSON: %+v", list)
		}
		if text := o.export(t, o.cora, dataset.Filter{Q: "nothing"}, dataset.JSON); text != "[]\n" {
			t.Errorf("an empty list: %q", text)
		}
		if err := o.Export(t.Context(), o.cora, &bytes.Buffer{}, dataset.Filter{}, "xlsx"); !errs.Is(err, errs.Invalid) {
			t.Errorf("another format: %v", err)
		}
	})
}

// TestExportGoesOverAllPages exports more than one page, in the requested order.
func TestExportGoesOverAllPages(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		study := o.study(t, "North")
		const n = 410
		for i := range n {
			_, err := o.CreateDataset(t.Context(), o.cora, metadata(fmt.Sprintf("Data %04d", i*7%n), study.ID))
			must(t, err)
		}
		var list []struct{ Name string }
		must(t, json.Unmarshal([]byte(o.export(t, o.cora, dataset.Filter{Sort: "name"}, dataset.JSON)), &list))
		if len(list) != n {
			t.Fatalf("%d of %d", len(list), n)
		}
		for i, d := range list {
			if want := fmt.Sprintf("Data %04d", i); d.Name != want {
				t.Fatalf("place %d: %s, want %s", i, d.Name, want)
			}
		}
	})
}
