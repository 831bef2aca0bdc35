package httpapi_test

import (
	"strings"
	"testing"
)

// C.5 of the specification: the base of positions in a table is detected or asked for. A region always
// counts from 1 with both ends, and each answer states it.
func TestWordsOfTheSpecificationRegionEnds(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	table := "chrom\tchromStart\tchromEnd\tname\nchr1\t999\t1000\ta\nchr1\t1000\t2000\tb\nchr16\t0\t100\tc\n"
	x := s.newIndex(t, "uploader", "ucsc.tsv", table, map[string]any{"schema": "chrom:chromStart-chromEnd", "genome_build": "GRCh37"})
	if x.Build == nil || x.Build.Counting != "Intervals read as 0-based, half-open (BED). chromStart is 0 in line 4, so starts count from 0." {
		t.Errorf("%+v", x.Build)
	}
	for q, want := range map[string]int64{"1:1000": 1, "1:1001": 1, "1:1-999": 0, "1:1-1000": 1, "1:1000-1001": 2, "1:2001": 0, "16:1-100": 1, "16:100-100": 1, "16:101-102": 0} {
		var a answered
		s.want(t, 200, request{method: "GET", path: ask(x.ID, q), as: "uploader"}, &a)
		if a.Count != want || a.Coordinates != "1-based, both ends included" {
			t.Errorf("%s: %+v", q, a)
		}
		s.pass()
	}
	lines := s.do(t, request{method: "GET", path: ask(x.ID, "16:1-100") + "&fmt=ndjson", as: "uploader"})
	if got := lines.Header().Get("Region"); got != "16:1-100 (1-based, both ends included)" {
		t.Errorf("Region: %q", got)
	}
	single := s.addFile(t, "uploader", "single.bed", []byte("chr1\t5\t5\nchr1\t9\t9\n"))
	body := map[string]any{
		"name":         "single",
		"schema":       "chrom:chromStart-chromEnd",
		"genome_build": "GRCh37",
		"source":       map[string]any{"kind": "upload", "id": single},
	}
	var p struct {
		Coordinates *string
		Findings    []string
	}
	s.want(t, 200, request{method: "POST", path: "/api/indexes/preview", as: "uploader", body: map[string]any{"source": body["source"]}}, &p)
	if p.Coordinates != nil || !strings.Contains(strings.Join(p.Findings, " "), "count from 0 or from 1?") {
		t.Errorf("%+v", p)
	}
	if no := s.refusedIndex(
		t,
		422,
		"rule",
		request{method: "POST", path: "/api/indexes", as: "uploader", body: body},
	); len(no.Fields) != 1 ||
		no.Fields[0].Field != "coordinates" {
		t.Errorf("%+v", no)
	}
	body["coordinates"] = "closed"
	s.want(t, 201, request{method: "POST", path: "/api/indexes", as: "uploader", body: body}, nil)
}

// C.6 of the specification: a gene that is not known is an answer. The log has the request, and no warning or error.
func TestWordsOfTheSpecificationUnknownGene(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	x := s.newIndex(t, "uploader", "plain.tsv", aTable(), byPosition())
	before := len(s.log.String())
	for _, q := range []string{"NOTAGENE", "PITXX", "x\ny"} {
		s.pass()
		no := s.refusedIndex(t, 404, "unknown_gene", request{method: "GET", path: ask(x.ID, q), as: "uploader"})
		if !strings.Contains(no.Detail, "nor a gene on GRCh37") {
			t.Errorf("%q: %+v", q, no)
		}
	}
	log := s.log.String()[before:]
	if strings.Contains(log, "level=ERROR") || strings.Contains(log, "level=WARN") || strings.Count(log, "msg=request ") < 3 {
		t.Errorf("the log has\n%s", log)
	}
}
