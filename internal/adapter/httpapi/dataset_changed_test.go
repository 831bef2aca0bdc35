package httpapi_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestEveryExportStatesThatTheInputChanged runs QC of a study again after a meta-analysis used it,
// and reads the result in each export format.
func TestEveryExportStatesThatTheInputChanged(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.addBoth(t, "both", "both@example.org")
	one := s.approved(t, "One", "Cohort A", 1, nil)
	m, _ := s.combine(t, 201, nil, one, s.approved(t, "Two", "Cohort B", 2, nil))
	s.work(t, m.JobID)
	var d resultData
	s.registerResult(t, http.StatusCreated, "both", m.ID, &d)
	s.changeDataset(
		t,
		200,
		"both",
		"/api/datasets/"+d.ID+"/sharing",
		s.versionOf(t, "both", d.ID),
		map[string]any{"sharing": "public", "people": []string{}, "groups": []string{}},
		nil,
	)

	const inWords = "QC of 1 of 2 studies ran again"
	exports := map[string]struct{ path, says string }{
		"data set":      {"/api/datasets/" + d.ID, inWords},
		"schema.org":    {"/api/datasets/" + d.ID + "/metadata/schema-org", inWords},
		"DataCite":      {"/api/datasets/" + d.ID + "/metadata/datacite", inWords},
		"DCAT":          {"/api/datasets/" + d.ID + "/metadata/dcat", inWords},
		"list as CSV":   {"/api/datasets.csv", inWords},
		"list as JSON":  {"/api/datasets.json", inWords},
		"public":        {"/api/public/datasets/" + d.ID, inWords},
		"public DCAT":   {"/api/public/datasets/" + d.ID + "/metadata/dcat", inWords},
		"meta-analysis": {"/api/hermes/meta-analyses/" + m.ID, "QC run 1 was combined"},
		"archive":       {"/api/hermes/meta-analyses/" + m.ID + "/files/everything.zip", "One: QC run 1 was combined, run 2 by uploader is current."},
	}
	read := func(path string) string {
		w := s.do(t, request{method: "GET", path: path, as: "both"})
		if w.Code != http.StatusOK {
			t.Fatalf("%s: status %d: %.200s", path, w.Code, w.Body)
		}
		content := w.Body.Bytes()
		z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			return string(content)
		}
		f, err := z.Open("input-changed.txt")
		if err != nil {
			return ""
		}
		text, err := io.ReadAll(f)
		must(t, err)
		return string(text)
	}
	for name, export := range exports {
		if text := read(export.path); strings.Contains(text, export.says) {
			t.Errorf("%s, before: %s", name, text)
		}
	}
	s.want(
		t,
		201,
		request{
			method: "POST",
			path:   "/api/hermes/uploads/" + one.ID + "/qc-runs?withdraw=true",
			as:     "uploader",
			body:   map[string]any{"fd": 0.2, "adj": "none", "noind": false},
		},
		nil,
	)
	for name, export := range exports {
		if text := read(export.path); !strings.Contains(text, export.says) {
			t.Errorf("%s does not say it: %s", name, text)
		}
	}
}
