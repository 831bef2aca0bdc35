package httpapi_test

import (
	"strings"
	"testing"
)

func TestReadMetalScript(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var out struct {
		Files          []string
		Scheme         string
		GenomicControl bool `json:"genomic_control"`
		MinStudies     int  `json:"min_studies"`
		MAF, Info      float64
		Palindromic    string
		Findings       []struct {
			Line          int
			Text, Message string
			ChangesResult bool `json:"changes_result"`
		}
	}
	read := func(script string) {
		t.Helper()
		s.want(t, 200, request{method: "POST", path: "/api/hermes/metal-script", as: "reviewer", body: map[string]any{"script": script}}, &out)
	}
	read("SCHEME STDERR\nGENOMICCONTROL ON\nFREQ F\nADDFILTER F > 0.01\nADDFILTER F < 0.99\nADDFILTER INFO >= 0.4\nADDFILTER HWE > 1e-6\n" +
		"OVERLAP ON\nPROCESS a/north.txt\nPROCESS south.txt.gz\nANALYZE\n")
	if strings.Join(out.Files, " ") != "a/north.txt south.txt.gz" || out.Scheme != "ivw" || !out.GenomicControl || out.MinStudies != 1 ||
		out.MAF != 0.01 || out.Info != 0.4 || out.Palindromic != "keep" {
		t.Errorf("%+v", out)
	}
	if len(out.Findings) != 2 || out.Findings[0].Line != 8 || out.Findings[1].Line != 7 || !out.Findings[0].ChangesResult ||
		out.Findings[1].Text != "ADDFILTER HWE > 1e-6" {
		t.Errorf("findings %+v", out.Findings)
	}
	read("GENOMICCONTROL 1.2\nPROCESS a\nGENOMICCONTROL OFF\nPROCESS b\nVERBOSE ON\n")
	if out.Scheme != "samplesize" || len(out.Findings) != 3 || out.Findings[0].ChangesResult || !out.Findings[1].ChangesResult ||
		!out.Findings[2].ChangesResult {
		t.Errorf("findings %+v", out.Findings)
	}
	var p problem
	s.want(t, 422, request{method: "POST", path: "/api/hermes/metal-script", as: "reviewer", body: map[string]any{"script": "PROCESS \x00"}}, &p)
	if p.Code != "no_script" || !strings.HasPrefix(p.Detail, "The script holds bytes") {
		t.Errorf("%+v", p)
	}
	s.want(t, 403, request{method: "POST", path: "/api/hermes/metal-script", as: "analyst", body: map[string]any{"script": "PROCESS a"}}, nil)
}
