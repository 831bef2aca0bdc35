package httpapi_test

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"cohortium/internal/area/pagetable"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/job/jobtest"
)

// tabled is a table as in the contract.
type tabled struct {
	ID, Name, State, Error string
	Rows                   int64
	RowGroups              int `json:"row_groups"`
	Bytes                  int64
	Overview               bool
	GenomeBuild            string `json:"genome_build"`
	Source                 struct {
		Kind         string
		There, Newer bool
	}
	Columns []struct {
		ID, Source, Type, Role string
		Missing                int64
		Distinct               *int
		Min, Max               *float64
		First                  []string
		NegLog10               string `json:"neg_log_10"`
	}
	Findings []string
	Job      struct{ ID, State, Kind string }
}

func tableOf(kind string, more ...string) map[string]any {
	out := map[string]any{"kind": kind}
	for i := 0; i+1 < len(more); i += 2 {
		out[more[i]] = more[i+1]
	}
	return map[string]any{"source": out}
}

// makeTable requests a table and runs its job.
func (s *site) makeTable(t *testing.T, as string, body map[string]any) tabled {
	t.Helper()
	var x tabled
	s.pass()
	s.want(t, 202, request{method: "POST", path: "/api/tables", as: as, body: body}, &x)
	if x.State != "building" || x.Job.Kind != "table" {
		t.Errorf("asked for: %+v", x)
	}
	s.doTable(t, x)
	s.want(t, 200, request{method: "GET", path: "/api/tables/" + x.ID, as: as}, &x)
	return x
}

func (s *site) doTable(t *testing.T, x tabled) {
	t.Helper()
	lease := s.newID()
	_, err := s.store.ClaimJob(t.Context(), x.Job.ID, lease, "test", s.now())
	must(t, err)
	must(t, s.tables.RunJob(t.Context(), x.Job.ID, &jobtest.Reporter{Token: lease}))
}

// someResults are rows of a GWAS, one of them with a P below the range of float64.
func someResults() string {
	var b strings.Builder
	b.WriteString("chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\trsid\n")
	for i := range 500 {
		p := fmt.Sprintf("0.%03d", i+1)
		if i == 7 {
			p = "1e-400"
		}
		fmt.Fprintf(&b, "%d\t%d\tA\tG\t0.1\t0.05\t0.3\t%s\trs%d\n", 1+i%22, 1000+i, p, i+1)
	}
	return b.String()
}

func TestATableIsMadeAndRead(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	upload := s.addFile(t, "uploader", "results.tsv", []byte(someResults()))
	var p struct {
		Format, Delimiter string
		Rows              [][]*string
		LookedAt          int `json:"looked_at"`
		Columns           []struct {
			ID, Source, Type, Role string
			Missing                int64
			Distinct               int
			Min                    *float64
			First                  []string
		}
	}
	s.want(t, 200, request{method: "POST", path: "/api/tables/preview", as: "uploader", body: tableOf("upload", "id", upload)}, &p)
	if held := p.Columns[7]; p.LookedAt != 500 || held.Missing != 0 || held.Distinct == 0 || *held.Min != 5e-324 || len(held.First) != 10 {
		t.Errorf("what P holds: %d rows, %+v", p.LookedAt, held)
	}
	if p.Format != "gwas-ssf" || p.Delimiter != "tab" || len(p.Rows) != 50 || len(p.Columns) != 9 || p.Columns[7].Role != "p_value" {
		t.Errorf("preview: %+v", p)
	}
	x := s.makeTable(t, "uploader", tableOf("upload", "id", upload))
	if x.State != "ready" || x.Rows != 500 || x.RowGroups != 1 || !x.Overview || x.Name != "results.tsv" || len(x.Columns) != 10 {
		t.Fatalf("%+v", x)
	}
	pc, beside := x.Columns[7], x.Columns[8]
	if pc.ID != "p_value" || pc.NegLog10 != "p_value__neg_log_10" || *pc.Min != 5e-324 || beside.ID != pc.NegLog10 || *beside.Max != 400 ||
		beside.Missing != 0 {
		t.Errorf("P: %+v, beside it %+v", pc, beside)
	}
	data := "/api/tables/" + x.ID + "/data"
	whole := s.do(t, request{method: "GET", path: data, as: "uploader"})
	if whole.Code != 200 || int64(whole.Body.Len()) != x.Bytes || whole.Header().Get("Cache-Control") != "private, no-cache" {
		t.Fatalf("data: %d, %d bytes, %v", whole.Code, whole.Body.Len(), whole.Header())
	}
	f, err := parquet.OpenFile(bytes.NewReader(whole.Body.Bytes()), x.Bytes)
	must(t, err)
	if f.NumRows() != 500 {
		t.Errorf("%d rows in the file", f.NumRows())
	}
	tag := whole.Header().Get("ETag")
	part := s.do(t, request{method: "GET", path: data, as: "uploader", header: map[string]string{"Range": "bytes=-8", "If-Match": tag}})
	if part.Code != 206 || part.Body.String()[4:] != "PAR1" || part.Header().Get("ETag") != tag {
		t.Errorf("the end: %d %q", part.Code, part.Body)
	}
	if same := s.do(t, request{method: "GET", path: data, as: "uploader", header: map[string]string{"If-None-Match": tag}}); same.Code != 304 {
		t.Errorf("not changed: %d", same.Code)
	}
	var plots struct {
		Manhattan struct {
			N    int64
			MaxY float64 `json:"max_y"`
			Top  struct{ RSID []string }
		}
		QQ struct{ N int64 }
	}
	s.want(t, 200, request{method: "GET", path: "/api/tables/" + x.ID + "/overview", as: "uploader"}, &plots)
	if plots.Manhattan.N != 500 || plots.Manhattan.MaxY != 400 || plots.QQ.N != 500 || plots.Manhattan.Top.RSID[0] != "rs8" {
		t.Errorf("%+v", plots)
	}
	var list struct {
		Items []tabled
		Total int64
		Quota struct{ Tables, Bytes int64 }
	}
	s.want(t, 200, request{method: "GET", path: "/api/tables", as: "uploader"}, &list)
	if list.Total != 1 || len(list.Items) != 1 || list.Quota.Tables != 1 || list.Quota.Bytes <= x.Bytes {
		t.Errorf("list: %+v", list)
	}
	s.want(t, 204, request{method: "DELETE", path: "/api/tables/" + x.ID, as: "uploader"}, nil)
	s.want(t, 404, request{method: "GET", path: data, as: "uploader"}, nil)
}

func TestATableOfAText(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	x := s.makeTable(t, "sgc-uploader", tableOf("text", "text", "gene;on;on\nA;true;1\nB;false;2\n", "name", "Mine"))
	if x.State != "ready" || x.Rows != 2 || x.Overview || x.Name != "Mine" || x.Columns[1].Type != "boolean" || x.Columns[2].ID != "on_2" ||
		len(x.Findings) != 1 {
		t.Errorf("%+v", x)
	}
	if *x.Columns[0].Distinct != 2 || x.Columns[0].Role != "gene" || strings.Join(x.Columns[0].First, "") != "AB" {
		t.Errorf("%+v", x.Columns[0])
	}
	s.want(t, 404, request{method: "GET", path: "/api/tables/" + x.ID + "/overview", as: "sgc-uploader"}, nil)
	for body, field := range map[string]string{"text": "source.text", "url": "source.url", "index": "source.id"} {
		var p problem
		s.want(t, 422, request{method: "POST", path: "/api/tables", as: "uploader", body: tableOf(body)}, &p)
		if len(p.Fields) != 1 || p.Fields[0].Field != field {
			t.Errorf("%s: %+v", body, p)
		}
		s.pass()
	}
	var p problem
	s.want(t, 422, request{method: "POST", path: "/api/tables", as: "uploader", body: tableOf("text", "text", "a,b\n1,2\n3\n")}, &p)
	if p.Code != "unreadable_file" || !strings.HasPrefix(p.Detail, "Line 3: The row has 1 cell") {
		t.Errorf("%+v", p)
	}
}

// ofPages is a fake of the pages: which tables they show, and to whom.
type ofPages struct {
	uses map[string]bool
	sees func(by *auth.Identity) bool
}

func (o *ofPages) SeesTable(_ context.Context, by *auth.Identity, id string) (bool, error) {
	return o.uses[id] && o.sees(by), nil
}

func (o *ofPages) UsesTable(_ context.Context, id string) (bool, error) { return o.uses[id], nil }

var _ pagetable.Pages = (*ofPages)(nil)

// An account that may see a page reads its table, while it may read the table's source; the owner's
// own uploads are always readable.
func TestReadingATableByRole(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := &ofPages{uses: map[string]bool{}, sees: func(by *auth.Identity) bool { return by != nil && by.User.UserName == "uploader2" }}
	s.tables.ShownBy(pages)
	text := s.makeTable(t, "uploader", tableOf("text", "text", someResults()))
	index := s.newIndex(t, "uploader", "results.tsv", someResults(), map[string]any{"schema": "rsid"})
	ofIndex := s.makeTable(t, "uploader", tableOf("index", "id", index.ID))
	if ofIndex.State != "ready" || !ofIndex.Source.There || ofIndex.Source.Newer {
		t.Fatalf("%+v", ofIndex)
	}
	read := func(as, id string) int {
		s.pass()
		return s.do(t, request{method: "GET", path: "/api/tables/" + id + "/data", as: as}).Code
	}
	for _, id := range []string{text.ID, ofIndex.ID} {
		if read("uploader2", id) != 404 || read("uploader", id) != 200 || read("", id) != 401 {
			t.Errorf("before a page shows %s", id)
		}
		pages.uses[id] = true
	}
	if got := read("uploader2", text.ID); got != 200 {
		t.Errorf("a text on a page: %d", got)
	}
	if got := read("uploader2", ofIndex.ID); got != 404 {
		t.Errorf("an index that is not theirs: %d", got)
	}
	s.want(
		t,
		200,
		request{
			method: "PUT",
			path:   "/api/indexes/" + index.ID + "/sharing",
			as:     "uploader",
			header: map[string]string{"If-Match": fmt.Sprintf(`"%d"`, index.Version)},
			body:   map[string]any{"sharing": "area", "people": []string{}},
		},
		nil,
	)
	if got := read("uploader2", ofIndex.ID); got != 200 {
		t.Errorf("an index that is theirs: %d", got)
	}
	if got := read("analyst", ofIndex.ID); got != 404 {
		t.Errorf("a user who sees no page: %d", got)
	}
	s.want(t, 204, request{method: "DELETE", path: "/api/indexes/" + index.ID, as: "uploader"}, nil)
	if read("uploader2", ofIndex.ID) != 404 || read("uploader", ofIndex.ID) != 409 {
		t.Error("the index is in the bin")
	}
	s.want(t, 409, request{method: "DELETE", path: "/api/tables/" + text.ID, as: "uploader"}, nil)
	// A table that no page shows is deleted a day later.
	delete(pages.uses, ofIndex.ID)
	s.skew.Add(int64(23 * time.Hour))
	must(t, s.tables.Sweep(t.Context()))
	if _, err := s.tables.Table(t.Context(), ofIndex.ID); err != nil {
		t.Errorf("within a day: %v", err)
	}
	s.skew.Add(int64(25 * time.Hour))
	must(t, s.tables.Sweep(t.Context()))
	if _, err := s.tables.Table(t.Context(), ofIndex.ID); err == nil {
		t.Error("after a day it is there still")
	}
	if _, err := s.tables.Table(t.Context(), text.ID); err != nil {
		t.Errorf("on a page: %v", err)
	}
}

// A table that exceeds the quota is not stored.
func TestRoomForTables(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *pagetable.Config) { c.MaxTables, c.Quota = 2, 10_000 })
	x := s.makeTable(t, "uploader", tableOf("text", "text", "a,b\n1,2\n"))
	if x.State != "ready" {
		t.Fatalf("%+v", x)
	}
	x = s.makeTable(t, "uploader", tableOf("text", "text", someResults()))
	if x.State != "failed" || !strings.Contains(x.Error, "Your tables would take") {
		t.Errorf("%+v", x)
	}
	s.refusedIndex(t, 422, "quota_reached", request{method: "POST", path: "/api/tables", as: "uploader", body: tableOf("text", "text", "a,b\n1,2\n")})
}

// A job that was cancelled, or whose table was deleted, stores nothing.
func TestATableIsCancelled(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, end := range []string{"cancel", "delete"} {
		var x tabled
		s.want(t, 202, request{method: "POST", path: "/api/tables", as: "uploader", body: tableOf("text", "text", "a,b\n1,2\n")}, &x)
		if end == "delete" {
			s.want(t, 204, request{method: "DELETE", path: "/api/tables/" + x.ID, as: "uploader"}, nil)
		} else {
			s.want(t, 404, request{method: "POST", path: "/api/jobs/" + x.Job.ID + "/cancel", as: "uploader2"}, nil)
			s.want(t, 200, request{method: "POST", path: "/api/jobs/" + x.Job.ID + "/cancel", as: "uploader"}, nil)
			s.want(t, 200, request{method: "GET", path: "/api/tables/" + x.ID, as: "uploader"}, &x)
			if x.State != "cancelled" || x.Job.State != "cancelled" {
				t.Errorf("%+v", x)
			}
			s.want(t, 409, request{method: "GET", path: "/api/tables/" + x.ID + "/data", as: "uploader"}, nil)
		}
		s.pass()
	}
}

// A table of a registry file reports a newer version of the file and can be rebuilt from it; its
// own data stay. A caller who cannot see the data set cannot make a table of it.
func TestATableOfADataSet(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	o := s.datasetWithFile(t, "contributor")
	x := s.makeTable(t, "contributor", tableOf("dataset_file", "id", o.id, "file_id", o.in["fid"]))
	if x.State != "ready" || x.Source.Newer || !x.Source.There || x.Name != "cell.tsv" {
		t.Fatalf("%+v", x)
	}
	if again, err := s.tables.Renew(t.Context(), x.ID); err != nil || again != nil {
		t.Errorf("nothing has changed: %+v, %v", again, err)
	}
	s.want(t, 200, request{method: "PUT", path: "/api/datasets/" + o.id + "/phenotypes/" + o.in["pid"] + "/file", as: "contributor",
		body: map[string]any{"upload_id": s.sendWhole(t, "contributor", "newer.tsv", []byte(someResults()))}}, nil)
	var old tabled
	s.want(t, 200, request{method: "GET", path: "/api/tables/" + x.ID, as: "contributor"}, &old)
	if !old.Source.Newer || !old.Source.There || old.Rows != x.Rows {
		t.Errorf("%+v", old)
	}
	again, err := s.tables.Renew(t.Context(), x.ID)
	must(t, err)
	var anew tabled
	s.want(t, 200, request{method: "GET", path: "/api/tables/" + again.ID, as: "contributor"}, &anew)
	s.doTable(t, anew)
	s.want(t, 200, request{method: "GET", path: "/api/tables/" + again.ID, as: "contributor"}, &anew)
	if anew.State != "ready" || anew.Rows != 500 || anew.Source.Newer || anew.Name != "newer.tsv" {
		t.Errorf("%+v", anew)
	}
	s.want(t, 404, request{method: "POST", path: "/api/tables", as: "contributor2", body: tableOf("dataset_file", "id", o.id, "file_id", o.in["fid"])}, nil)
}

// An account that may not read a data set any more sees no value of it in its own table, and its
// earlier reads are recorded.
func TestATableOfAnUnsharedSource(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	o := s.datasetWithFile(t, "contributor")
	sharing := func(version int64, how string) {
		t.Helper()
		s.changeDataset(
			t,
			200,
			"contributor",
			"/api/datasets/"+o.id+"/sharing",
			version,
			map[string]any{"sharing": how, "people": []string{}, "groups": []string{}},
			nil,
		)
	}
	var d struct{ Version int64 }
	s.want(t, 200, request{method: "GET", path: "/api/datasets/" + o.id, as: "contributor"}, &d)
	sharing(d.Version, "public")
	x := s.makeTable(t, "contributor2", tableOf("dataset_file", "id", o.id, "file_id", o.in["fid"]))
	for range 2 {
		s.want(t, 206, request{method: "GET", path: "/api/tables/" + x.ID + "/data", as: "contributor2", header: map[string]string{"Range": "bytes=0-3"}}, nil)
	}
	events, _, err := s.store.AuditEvents(t.Context(), audit.Filter{Action: string(audit.Downloaded), ObjectID: x.ID})
	must(t, err)
	if len(events) != 1 || events[0].Actor != "contributor2" {
		t.Errorf("the data were read: %+v", events)
	}
	sharing(d.Version+1, "private")
	for _, path := range []string{"/api/tables/" + x.ID, "/api/tables"} {
		s.pass()
		w := s.do(t, request{method: "GET", path: path, as: "contributor2"})
		if text := w.Body.String(); w.Code != 200 || !strings.Contains(text, x.Columns[0].Source) ||
			regexp.MustCompile(`"(min|max|distinct|first_unreadable)":|"first":\[[^]]`).MatchString(text) {
			t.Errorf("%s: status %d: %s", path, w.Code, text)
		}
	}
	s.want(t, 409, request{method: "GET", path: "/api/tables/" + x.ID + "/data", as: "contributor2"}, nil)
}
