package httpapi_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/area/bioindex"
	"cohortium/internal/platform/auth"
)

// aTable has a row at every 10,000th base of three chromosomes; gene values contain separator
// characters.
func aTable() string {
	var out strings.Builder
	out.WriteString("chr\tpos\trsid\tgene\tbeta\tn\n")
	for c := 1; c <= 3; c++ {
		for i := 1; i <= 200; i++ {
			gene := []string{"a,b", "50%_x", "Zoë", "PLAIN"}[i%4]
			fmt.Fprintf(&out, "%d\t%d\trs%d\t%s\t0.%03d\t%d\n", c, i*10000, c*1000+i, gene, i, 100+i)
		}
	}
	return out.String()
}

func byPosition() map[string]any {
	return map[string]any{"schema": "chr:pos", "genome_build": "GRCh37"}
}

// positions returns the positions of the rows of an answer.
func (a answered) positions() (out []int) {
	for _, row := range a.Data {
		out = append(out, int(row["pos"].(float64)))
	}
	return out
}

func ask(id string, values ...string) string {
	return "/api/bio/query/" + id + "?" + url.Values{"q": values}.Encode()
}

func TestAFileBecomesAnAddress(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	upload := s.addFile(t, "uploader", "table.tsv", []byte(aTable()))
	source := map[string]any{"kind": "upload", "id": upload}
	var p struct {
		Format, Name string
		Columns      []struct{ Name, Type string }
		Rows         [][]*string
		Schemas      []string
	}
	s.want(t, 200, request{method: "POST", path: "/api/indexes/preview", as: "uploader", body: map[string]any{"source": source}}, &p)
	if p.Format != "tsv" || p.Name != "table.tsv" || len(p.Columns) != 6 || p.Columns[1].Type != "integer" || p.Columns[4].Type != "decimal" ||
		len(p.Rows) == 0 ||
		!slices.Contains(p.Schemas, "chr:pos") {
		t.Errorf("preview: %+v", p)
	}
	body := byPosition()
	body["source"] = source
	x := s.newIndex(t, "uploader", "table.tsv", "", body)
	if x.Status != "ready" || x.Rows != 600 || x.Area != "hermes" || x.Sharing != "private" || x.Build == nil || x.Build.Proof == nil ||
		x.Build.Proof.Queries != 50 ||
		x.Build.Proof.Differ != 0 {
		t.Fatalf("%+v", x)
	}
	if len(x.Build.Examples) != 1 || x.Build.Examples[0][0] != "1:10000-110000" {
		t.Errorf("examples: %q", x.Build.Examples)
	}
	for q, want := range map[string][]int{
		"2:20000": {20000}, "chr2:20000-40000": {20000, 30000, 40000}, "CHR2:20000+10000": {20000}, "2:20000/10000": {10000, 20000, 30000},
		"2:20,000-30,000": {20000, 30000}, "2:15000-15000": nil, "2:10001-19999": nil,
	} {
		var a answered
		s.want(t, 200, request{method: "GET", path: ask(x.ID, q), as: "uploader"}, &a)
		if !slices.Equal(a.positions(), want) || a.Count != int64(len(want)) || a.Page != 1 || a.Continuation != nil || a.GenomeBuild != "GRCh37" ||
			a.Index != x.ID ||
			!slices.Equal(a.Q, []string{q}) {
			t.Errorf("%s: %+v", q, a)
		}
		var n struct{ Count int64 }
		s.want(t, 200, request{method: "GET", path: strings.Replace(ask(x.ID, q), "query", "count", 1), as: "uploader"}, &n)
		if n.Count != int64(len(want)) {
			t.Errorf("count of %s: %d", q, n.Count)
		}
		head := s.do(t, request{method: "HEAD", path: ask(x.ID, q), as: "uploader"})
		if head.Code != 200 || head.Header().Get("Rows-Total") != fmt.Sprint(len(want)) {
			t.Errorf("HEAD of %s: %d, %s", q, head.Code, head.Header().Get("Rows-Total"))
		}
		s.pass()
	}
	// Another index of the same file, which does not count twice; it is private.
	body = map[string]any{"schema": "gene,rsid", "source": source}
	second := s.newIndex(t, "uploader", "by gene", "", body)
	var list struct {
		Items []indexed
		Total int64
		Quota struct{ Indexes, Bytes int64 }
	}
	s.want(t, 200, request{method: "GET", path: "/api/indexes", as: "uploader"}, &list)
	sent := int64(len(aTable()))
	if list.Total != 2 || list.Quota.Indexes != 2 || list.Quota.Bytes != x.Bytes+second.Bytes-sent || x.Bytes <= sent {
		t.Errorf("%+v, bytes %d and %d of which %d were sent", list, x.Bytes, second.Bytes, sent)
	}
	s.pass()
	s.want(t, 200, request{method: "GET", path: "/api/indexes", as: "uploader2"}, &list)
	if list.Total != 0 {
		t.Errorf("another user sees %+v", list)
	}
}

func TestKeysOfAnIndex(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	x := s.newIndex(t, "uploader", "table.tsv", aTable(), map[string]any{"schema": "gene,rsid"})
	for _, c := range []struct {
		path string
		want int64
	}{
		{ask(x.ID, "PLAIN,rs1003"), 1}, {ask(x.ID, "PLAIN", "rs1003"), 1}, {ask(x.ID, "plain", "rs1003"), 0}, {ask(x.ID, "a,b", "rs1004"), 1},
		{ask(x.ID, "50%_x", "rs1001"), 1}, {ask(x.ID, "50%%x", "rs1001"), 0}, {ask(x.ID, "Zoë", "rs2002"), 1}, {ask(x.ID, "%", "%"), 0},
	} {
		var a answered
		s.want(t, 200, request{method: "GET", path: c.path, as: "uploader"}, &a)
		if a.Count != c.want {
			t.Errorf("%s: %d rows, want %d", c.path, a.Count, c.want)
		}
		s.pass()
	}
	match := func(values ...string) (out struct {
		Data         []string
		Continuation *string
	}) {
		t.Helper()
		s.pass()
		s.want(t, 200, request{method: "GET", path: "/api/bio/match/" + x.ID + "?limit=2&" + url.Values{"q": values}.Encode(), as: "uploader"}, &out)
		return out
	}
	if m := match("P"); !slices.Equal(m.Data, []string{"PLAIN"}) || m.Continuation != nil {
		t.Errorf("values that begin with P: %+v", m)
	}
	if m := match("%"); len(m.Data) != 0 {
		t.Errorf("a sign is taken for a wildcard: %+v", m)
	}
	first := match("PLAIN", "rs100")
	if !slices.Equal(first.Data, []string{"rs1003", "rs1007"}) || first.Continuation != nil { // only rs1003 and rs1007
		t.Errorf("%+v", first)
	}
	all := match("")
	var next struct {
		Data         []string
		Continuation *string
		Page         int
	}
	if all.Continuation == nil {
		t.Fatalf("%+v goes not on", all)
	}
	s.want(t, 200, request{method: "GET", path: "/api/bio/cont?token=" + *all.Continuation, as: "uploader"}, &next)
	if got := append(all.Data, next.Data...); !slices.Equal(got, []string{"50%_x", "PLAIN", "Zoë", "a,b"}) || next.Page != 2 || next.Continuation != nil {
		t.Errorf("%q, %+v", got, next)
	}
	var keys struct {
		Columns      []string
		Data         [][]string
		Continuation *string
	}
	s.want(t, 200, request{method: "GET", path: "/api/bio/keys/" + x.ID + "?limit=1000", as: "uploader"}, &keys)
	if len(keys.Data) != 600 || !slices.Equal(keys.Columns, []string{"gene", "rsid"}) || keys.Continuation != nil ||
		!slices.Equal(keys.Data[0], []string{"50%_x", "rs1001"}) {
		t.Errorf("%d keys, %q", len(keys.Data), keys.Columns)
	}
}

func TestEveryFormOfAnAnswerHoldsTheSame(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	x := s.newIndex(t, "uploader", "odd.tsv", "key\tname\tbeta\nk\t=1+1\t-0.5\nk\t\t1e-400\nl\tx\t2\n", map[string]any{"schema": "key"})
	get := func(more, accept string) (string, http.Header) {
		t.Helper()
		s.pass()
		w := s.do(t, request{method: "GET", path: ask(x.ID, "k") + more, as: "uploader", header: map[string]string{"Accept": accept}})
		if w.Code != 200 {
			t.Fatalf("%s %s: %d %s", more, accept, w.Code, w.Body)
		}
		return w.Body.String(), w.Header()
	}
	data := func(more string) string {
		t.Helper()
		body, _ := get(more, "")
		var a struct{ Data json.RawMessage }
		must(t, json.Unmarshal([]byte(body), &a))
		return string(a.Data)
	}
	rows := `[{"key":"k","name":"=1+1","beta":-0.5},{"key":"k","name":null,"beta":1e-400}]`
	for more, want := range map[string]string{
		"": rows, "&fmt=row": rows, "&fmt=r": rows,
		"&fmt=column": `{"key":["k","k"],"name":["=1+1",null],"beta":[-0.5,1e-400]}`, "&fmt=c": `{"key":["k","k"],"name":["=1+1",null],"beta":[-0.5,1e-400]}`,
	} {
		if got := data(more); got != want {
			t.Errorf("%s: %s, want %s", more, got, want)
		}
	}
	for _, c := range [][2]string{{"&fmt=ndjson", "application/json"}, {"", "application/x-ndjson"}} {
		if body, h := get(
			c[0],
			c[1],
		); body != `{"key":"k","name":"=1+1","beta":-0.5}`+"\n"+`{"key":"k","name":null,"beta":1e-400}`+"\n" ||
			!strings.HasPrefix(h.Get("Content-Type"), "application/x-ndjson") {
			t.Errorf("%q: %s", c, body)
		}
	}
	for _, c := range [][2]string{{"&fmt=csv", ""}, {"", "text/csv"}} {
		body, h := get(c[0], c[1])
		if body != "key,name,beta\nk,'=1+1,-0.5\nk,,1e-400\n" || !strings.Contains(h.Get("Content-Disposition"), ".csv") {
			t.Errorf("%q: %s", c, body)
		}
	}
	s.pass()
	var none struct{ Data map[string][]any }
	s.want(t, 200, request{method: "GET", path: ask(x.ID, "absent") + "&fmt=column", as: "uploader"}, &none)
	if len(none.Data) != 3 || len(none.Data["key"]) != 0 {
		t.Errorf("columns without rows: %+v", none)
	}
	s.refusedIndex(t, 422, "rule", request{method: "GET", path: ask(x.ID, "k") + "&fmt=xml", as: "uploader"})
}

func TestPagesOfAnAnswer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	x := s.newIndex(t, "uploader", "table.tsv", aTable(), byPosition())
	var whole answered
	s.want(t, 200, request{method: "GET", path: ask(x.ID, "2:1-2000000"), as: "uploader"}, &whole)
	if whole.Count != 200 || whole.Continuation != nil {
		t.Fatalf("%d rows on one page", whole.Count)
	}
	for _, limit := range []int{0, 1, 7, 199, 200, 201} {
		more, want := "", whole.positions()
		if limit > 0 {
			more, want = fmt.Sprintf("&limit=%d", limit), want[:min(limit, 200)]
		}
		var got []int
		pages := 0
		path := ask(x.ID, "2:1-2000000") + "&bytes=1000" + more
		for path != "" {
			var a answered
			s.pass()
			s.want(t, 200, request{method: "GET", path: path, as: "uploader"}, &a)
			pages++
			if a.Page != pages || a.Count == 0 || a.Count > 25 || limit > 0 && (a.Limit == nil || *a.Limit != int64(limit)) {
				t.Fatalf("limit %d, page %d: %+v", limit, pages, a)
			}
			got = append(got, a.positions()...)
			path = ""
			if a.Continuation != nil {
				path = "/api/bio/cont?token=" + *a.Continuation
			}
		}
		if !slices.Equal(got, want) || len(want) > 30 && pages < 2 {
			t.Errorf("limit %d: %d rows on %d pages, want %d", limit, len(got), pages, len(want))
		}
	}
	// Concatenated CSV pages are one table.
	var table bytes.Buffer
	path := ask(x.ID, "3:1-2000000") + "&bytes=2000&fmt=csv"
	for path != "" {
		s.pass()
		w := s.do(t, request{method: "GET", path: path, as: "uploader"})
		table.Write(w.Body.Bytes())
		path = ""
		if token := w.Header().Get("Continuation"); token != "" {
			path = "/api/bio/cont?token=" + token
			if !strings.Contains(w.Header().Get("Link"), `rel="next"`) {
				t.Error("no link to the next page")
			}
		}
	}
	lines, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(lines) != 201 || lines[0][1] != "pos" || lines[200][1] != "2000000" {
		t.Errorf("%d lines, %v", len(lines), err)
	}
}

func TestTokensOfAnAnswer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	x := s.newIndex(t, "uploader", "table.tsv", aTable(), byPosition())
	var a answered
	s.want(t, 200, request{method: "GET", path: ask(x.ID, "2:1-2000000") + "&bytes=1000", as: "uploader"}, &a)
	token := *a.Continuation
	on := func(token string) request {
		return request{method: "GET", path: "/api/bio/cont?token=" + url.QueryEscape(token), as: "uploader"}
	}
	for i := range token { // each byte matters
		flipped := []byte(token)
		flipped[i] ^= 1
		s.refusedIndex(t, 400, "bad_token", on(string(flipped)))
	}
	for _, bad := range []string{"x", ".", token + "A", token[1:], token + "\n", strings.Repeat("x", 16384)} {
		s.refusedIndex(t, 400, "bad_token", on(bad))
	}
	// A token gives no right to read: permissions are checked again.
	q := on(token)
	q.as = "uploader2"
	s.refusedIndex(t, 404, "unknown_index", q)
	q.as = ""
	s.refusedIndex(t, 404, "unknown_index", q)
	s.pass()
	s.want(t, 200, on(token), nil)
	// After a rebuild it belongs to another index, even with equal rows.
	s.want(t, 200, request{method: "POST", path: "/api/indexes/" + x.ID + "/rebuild", as: "uploader", body: map[string]any{}}, &x)
	s.want(t, 200, on(token), nil) // the old one answers while the new one waits
	s.build(t, x)
	s.refusedIndex(t, 409, "rebuilt", on(token))
}

func TestQueryRefusals(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *bioindex.Config) { c.MostBytes = 5000 })
	x := s.newIndex(t, "uploader", "table.tsv", aTable(), map[string]any{"schema": "gene,chr:pos", "genome_build": "GRCh37"})
	plain := s.newIndex(t, "uploader", "plain.tsv", aTable(), map[string]any{"schema": "rsid"})
	place := s.newIndex(t, "uploader", "place.tsv", aTable(), byPosition())
	for _, c := range []struct {
		path   string
		status int
		code   string
	}{
		{ask(x.ID, "PLAIN"), 422, "wrong_values"},
		{ask(x.ID, "PLAIN,2:1-2,3"), 422, "wrong_values"},
		{ask(x.ID, "PLAIN", "2:200-100"), 422, "bad_value"},
		{ask(x.ID, "PLAIN", "2:99999999999"), 422, "bad_value"},
		{ask(x.ID, "PLAIN", "2:300000000"), 422, "bad_value"}, // chromosome 2 of GRCh37 has 243,199,373 bases
		{ask(x.ID, "PLAIN", "NOTAGENE"), 404, "unknown_gene"},
		{ask(x.ID, "PLAIN", "GL000207.1:5"), 404, "unknown_chromosome"},
		{ask(x.ID, "", "2:5"), 422, "bad_value"},
		{ask(plain.ID, ""), 422, "bad_value"},
		{"/api/bio/query/" + plain.ID, 422, "rule"},
		{ask(plain.ID, "rs1") + "&limit=0", 422, "rule"},
		{ask(plain.ID, "rs1") + "&limit=x", 422, "rule"},
		{ask(plain.ID, "rs1") + "&bytes=5001", 422, "rule"},
		{ask(plain.ID, "rs1") + "&flank=-1", 422, "rule"},
		{ask(plain.ID, strings.Repeat("x", 1001)), 422, "rule"},
		{"/api/bio/match/" + place.ID + "?q=2", 422, "rule"},
		{"/api/bio/match/" + plain.ID + "?q=a&q=b", 422, "rule"},
		{"/api/bio/keys/" + place.ID, 422, "rule"},
		{"/api/bio/cont?token=x", 400, "bad_token"},
		{ask("absent", "rs1"), 404, "unknown_index"},
	} {
		s.refusedIndex(t, c.status, c.code, request{method: "GET", path: c.path, as: "uploader"})
	}
	// A gene is read on the genome build of the index: PCSK9 is on chromosome 1 from 55,505,221 on
	// GRCh37 and from 55,039,447 on GRCh38.
	genes := map[string]string{}
	for _, build := range []string{"GRCh37", "GRCh38"} {
		x := s.newIndex(t, "uploader", build, "chr\tpos\n1\t55039500\n1\t55505300\n1\t55500000\n", map[string]any{"schema": "chr:pos", "genome_build": build})
		for _, flank := range []string{"", "&flank=6000"} {
			var a answered
			s.pass()
			s.want(t, 200, request{method: "GET", path: ask(x.ID, "pcsk9") + flank, as: "uploader"}, &a)
			genes[build+flank] = fmt.Sprint(a.positions())
		}
	}
	for of, want := range map[string]string{
		"GRCh37": "[55505300]", "GRCh37&flank=6000": "[55500000 55505300]", "GRCh38": "[55039500]", "GRCh38&flank=6000": "[55039500]",
	} {
		if genes[of] != want {
			t.Errorf("PCSK9 on %s: %s, want %s", of, genes[of], want)
		}
	}
}

func TestReadingAnIndexByToken(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	x := s.newIndex(t, "uploader", "table.tsv", aTable(), byPosition())
	reads, sends := s.apiToken(t, "uploader", auth.ScopeRead), s.apiToken(t, "uploader", auth.ScopeUpload)
	foreign := s.apiToken(t, "uploader2", auth.ScopeRead)
	q := request{method: "GET", path: ask(x.ID, "2:20000"), bearer: reads}
	s.want(t, 200, q, nil)
	q.bearer = sends
	s.refusedIndex(t, 403, "wrong_scope", q)
	q.bearer = foreign
	s.refusedIndex(t, 404, "unknown_index", q)
	q.bearer = "coh_nothing"
	s.refusedIndex(t, 401, "token_unknown", q)
}
