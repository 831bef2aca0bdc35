package httpapi_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/platform/audit"
)

// changeIndex makes a call that changes a version of an index.
func (s *site) changeIndex(t *testing.T, status int, as, method, path string, version int64, body, out any) {
	t.Helper()
	s.pass()
	s.want(
		t,
		status,
		request{method: method, path: path, as: as, body: body, header: map[string]string{"If-Match": fmt.Sprintf("%q", fmt.Sprint(version))}},
		out,
	)
}

func (s *site) shareIndex(t *testing.T, status int, as string, x indexed, sharing string, people ...string) (out indexed) {
	t.Helper()
	s.changeIndex(
		t,
		status,
		as,
		"PUT",
		"/api/indexes/"+x.ID+"/sharing",
		x.Version,
		map[string]any{"sharing": sharing, "people": append([]string{}, people...)},
		&out,
	)
	return out
}

// statusOf returns the status of a query of an index by an account.
func (s *site) statusOf(t *testing.T, as string, x indexed) int {
	t.Helper()
	s.pass()
	return s.do(t, request{method: "GET", path: ask(x.ID, "rs1001"), as: as}).Code
}

func TestSharingAnIndexTakesEffectAtOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	x := s.newIndex(t, "uploader", "table.tsv", aTable(), map[string]any{"schema": "rsid"})
	readers := func(want string) {
		t.Helper()
		got := ""
		for _, as := range []string{"uploader", "uploader2", "analyst", "contributor", ""} {
			status := s.statusOf(t, as, x)
			s.pass()
			if seen := s.do(t, request{method: "GET", path: "/api/indexes/" + x.ID, as: as}).Code; seen != status {
				t.Errorf("%q: %d of the index, %d of a query", as, seen, status)
			}
			switch status {
			case 200:
				got += " " + as
			case 404:
			default:
				t.Errorf("%q: %d", as, status)
			}
		}
		if got != want {
			t.Errorf("read by%s, want%s", got, want)
		}
	}
	readers(" uploader")
	x = s.shareIndex(t, 200, "uploader", x, "named", "uploader2")
	if x.Sharing != "named" || !slices.Equal(x.People, []string{"uploader2"}) {
		t.Errorf("%+v", x)
	}
	readers(" uploader uploader2")
	seen := s.index(t, "uploader2", x.ID)
	if len(seen.People) != 0 || seen.Can.Edit || seen.Can.Rebuild || seen.Can.Delete {
		t.Errorf("a reader sees or may too much: %+v", seen)
	}
	for _, q := range []request{
		{method: "POST", path: "/rebuild", body: map[string]any{}}, {method: "POST", path: "/verify", body: map[string]any{}}, {method: "DELETE"}, {method: "GET", path: "/history"},
		{method: "PATCH", body: map[string]any{"name": "x"}, header: map[string]string{"If-Match": `"1"`}},
	} {
		q.path, q.as = "/api/indexes/"+x.ID+q.path, "uploader2"
		s.refusedIndex(t, 403, "forbidden", q)
	}
	x = s.shareIndex(t, 200, "uploader", x, "area")
	readers(" uploader uploader2 analyst")
	x = s.shareIndex(t, 200, "uploader", x, "public")
	readers(" uploader uploader2 analyst contributor ")
	var list struct {
		Count int64
		Data  []struct{ Index, Schema string }
	}
	s.want(t, 200, request{method: "GET", path: "/api/bio/indexes"}, &list)
	if list.Count != 1 || list.Data[0].Index != x.ID || list.Data[0].Schema != "rsid" {
		t.Errorf("what a stranger may query: %+v", list)
	}
	s.refusedIndex(t, 422, "rule", request{method: "GET", path: ask(x.ID, "rs1001") + "&bytes=2000000"}) // for signed-in callers
	s.pass()
	s.want(t, 200, request{method: "GET", path: ask(x.ID, "rs1001") + "&bytes=2000000", as: "contributor"}, nil)
	x = s.shareIndex(t, 200, "uploader", x, "private")
	readers(" uploader")
	s.want(t, 200, request{method: "GET", path: "/api/bio/indexes"}, &list)
	if list.Count != 0 {
		t.Errorf("what a stranger may query: %+v", list)
	}
	s.shareIndex(t, 422, "uploader", x, "named", "nobody")
	s.shareIndex(t, 422, "uploader", x, "named", "contributor") // of another area
	var told []string
	for _, e := range s.events(t, "object="+bioindex.ObjectIndex) {
		told = append(told, e.Action)
	}
	for _, want := range []string{"created", "status-changed", "published", "unpublished"} {
		if !slices.Contains(told, want) {
			t.Errorf("the trail lacks %s: %q", want, told)
		}
	}
}

func TestAnIndexIsReadByThoseWhoMayReadItsFile(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.ready(t, "uploader", "clean", "Cohort", 7)
	source := map[string]any{"kind": "hermes_upload", "id": d.ID}
	x := s.newIndex(t, "uploader", "clean", "", map[string]any{"schema": "chromosome:base_pair_location", "genome_build": "GRCh37", "source": source})
	if x.Status != "ready" || !x.Build.InPlace || x.Bytes == 0 || x.Area != "hermes" {
		t.Fatalf("a clean file, which is in order, was copied: %+v", x)
	}
	var a answered
	example := x.Build.Examples[0][0]
	s.want(t, 200, request{method: "GET", path: ask(x.ID, example), as: "uploader"}, &a)
	if a.Count == 0 {
		t.Errorf("%s gives no rows", example)
	}
	x = s.shareIndex(t, 200, "uploader", x, "area")
	for as, want := range map[string]int{"analyst": 200, "uploader2": 404, "": 404} { // uploader2 sees the index's area, but not the data set
		s.pass()
		if w := s.do(t, request{method: "GET", path: ask(x.ID, example), as: as}); w.Code != want {
			t.Errorf("%q: %d, want %d: %s", as, w.Code, want, w.Body)
		}
		s.pass()
		if w := s.do(t, request{method: "GET", path: "/api/indexes/" + x.ID, as: as}); w.Code != want {
			t.Errorf("%q: %d of its page, want %d", as, w.Code, want)
		}
	}
	s.shareIndex(t, 422, "uploader", x, "public")
	body := map[string]any{"name": "x", "schema": "rsid", "source": source}
	s.refusedIndex(t, 404, "not_found", request{method: "POST", path: "/api/indexes", as: "uploader2", body: body})
	s.refusedIndex(t, 404, "not_found", request{method: "POST", path: "/api/indexes/preview", as: "uploader2", body: map[string]any{"source": source}})
	foreign := s.addFile(t, "uploader", "mine.tsv", []byte(aTable()))
	for _, id := range []string{foreign, "../../etc/passwd", "uploads/" + foreign, "absent"} { // SEC-30
		s.refusedIndex(
			t,
			404,
			"not_found",
			request{method: "POST", path: "/api/indexes/preview", as: "uploader2", body: map[string]any{"source": map[string]any{"kind": "upload", "id": id}}},
		)
	}
	// An index cannot use a file that belongs to a data set.
	taken := s.addFile(t, "uploader", "taken.tsv", hermestest.Sumstats(40, 3))
	s.pass()
	s.want(
		t,
		201,
		request{
			method: "POST",
			path:   "/api/hermes/uploads",
			as:     "uploader",
			body:   map[string]any{"upload_id": taken, "metadata": hermestest.Metadata("taken", "Cohort"), "mapping": hermestest.Mapping()},
		},
		nil,
	)
	var in struct{ Columns []struct{ Name string } }
	s.want(
		t,
		200,
		request{method: "POST", path: "/api/indexes/preview", as: "uploader", body: map[string]any{"source": map[string]any{"kind": "upload", "id": taken}}},
		&in,
	)
	s.refusedIndex(t, 409, "file_used", request{method: "POST", path: "/api/indexes", as: "uploader", body: map[string]any{
		"name": "x", "schema": in.Columns[0].Name, "source": map[string]any{"kind": "upload", "id": taken},
	}})
}

func TestAnIndexIsRenamedAndThrownAway(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	x := s.newIndex(t, "uploader", "table.tsv", aTable(), map[string]any{"schema": "rsid"})
	path := "/api/indexes/" + x.ID
	renamed := indexed{}
	s.changeIndex(t, 200, "uploader", "PATCH", path, x.Version, map[string]any{"name": " HF, all "}, &renamed)
	var conflict struct {
		Code    string
		Current indexed
	}
	s.changeIndex(t, 409, "uploader", "PATCH", path, x.Version, map[string]any{"name": "Other"}, &conflict)
	if renamed.Name != "HF, all" || renamed.Version != x.Version+1 || conflict.Code != "changed" || conflict.Current.Name != "HF, all" {
		t.Errorf("%+v, %+v", renamed, conflict)
	}
	for _, name := range []string{"", " ", "a\nb", strings.Repeat("x", 201)} {
		s.changeIndex(t, 422, "uploader", "PATCH", path, renamed.Version, map[string]any{"name": name}, nil)
	}
	s.refusedIndex(t, 409, "not_in_bin", request{method: "DELETE", path: path + "?forever=true", as: "uploader"})
	s.refusedIndex(t, 409, "not_in_bin", request{method: "POST", path: path + "/restore", as: "uploader"})
	s.pass()
	s.want(t, 204, request{method: "DELETE", path: path, as: "uploader"}, nil)
	s.refusedIndex(t, 409, "in_bin", request{method: "GET", path: ask(x.ID, "rs1001"), as: "uploader"})
	s.refusedIndex(t, 409, "in_bin", request{method: "POST", path: path + "/rebuild", as: "uploader", body: map[string]any{}})
	s.pass()
	var bin struct{ Items []indexed }
	s.want(t, 200, request{method: "GET", path: "/api/indexes?bin=true", as: "uploader"}, &bin)
	if len(bin.Items) != 1 || !bin.Items[0].Can.Restore || bin.Items[0].Can.Edit {
		t.Errorf("%+v", bin)
	}
	s.want(t, 200, request{method: "POST", path: path + "/restore", as: "uploader"}, nil)
	if status := s.statusOf(t, "uploader", x); status != 200 {
		t.Errorf("out of the bin: %d", status)
	}
	var history struct{ Items []struct{ Action, By string } }
	s.want(t, 200, request{method: "GET", path: path + "/history", as: "uploader"}, &history)
	var actions []string
	for _, e := range history.Items {
		actions = append(actions, e.Action)
	}
	if want := []string{"restored from the bin", "put into the bin", "renamed", "built", "made"}; !slices.Equal(actions, want) {
		t.Errorf("history: %q, want %q", actions, want)
	}
	s.pass()
	s.want(t, 204, request{method: "DELETE", path: path, as: "uploader"}, nil)
	s.want(t, 204, request{method: "DELETE", path: path + "?forever=true", as: "uploader"}, nil)
	s.refusedIndex(t, 404, "not_found", request{method: "GET", path: path, as: "uploader"})
	if _, err := s.uploads.File(t.Context(), x.Source.ID); err == nil {
		t.Error("the uploaded file stays behind")
	}
	if n := s.blobsUnder(t, "indexes/"); n != 0 {
		t.Errorf("%d blobs stay behind", n)
	}
}

func TestABuildThatFailsLeavesTheOneBefore(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	table := "chr\tpos\tn\n" + strings.Repeat("1\t5\t7\n", 3000) + "1\tfive\t7\n"
	x := s.newIndex(t, "uploader", "late.tsv", table, map[string]any{"schema": "n"})
	if x.Status != "ready" || x.Rows != 3001 {
		t.Fatalf("%+v", x)
	}
	s.pass()
	s.want(
		t,
		200,
		request{method: "POST", path: "/api/indexes/" + x.ID + "/rebuild", as: "uploader", body: map[string]any{"schema": "chr:pos", "genome_build": "GRCh37"}},
		&x,
	)
	s.refusedIndex(t, 409, "build_running", request{method: "POST", path: "/api/indexes/" + x.ID + "/rebuild", as: "uploader", body: map[string]any{}})
	s.build(t, x)
	x = s.index(t, "uploader", x.ID)
	if x.Status != "failed" || !strings.Contains(x.Error, "five") || !strings.Contains(x.Error, "3002") || x.Build == nil || x.Build.Schema != "n" ||
		x.Job.State != "failed" {
		t.Errorf("%+v", x)
	}
	var a answered
	s.want(t, 200, request{method: "GET", path: ask(x.ID, "7") + "&limit=2", as: "uploader"}, &a)
	if a.Count != 2 {
		t.Errorf("the build before does not answer: %+v", a)
	}
	s.pass()
	s.want(t, 200, request{method: "POST", path: "/api/indexes/" + x.ID + "/rebuild", as: "uploader", body: map[string]any{"schema": "n"}}, &x)
	s.want(t, 200, request{method: "POST", path: "/api/jobs/" + x.Job.ID + "/cancel", as: "uploader"}, nil)
	if x = s.index(t, "uploader", x.ID); x.Status != "cancelled" || x.Build == nil {
		t.Errorf("%+v", x)
	}
	// Verified again, with a given seed.
	s.pass()
	s.want(t, 200, request{method: "POST", path: "/api/indexes/" + x.ID + "/verify", as: "uploader", body: map[string]any{"queries": 20, "seed": 42}}, &x)
	if x.Job.Kind != "index-verify" || x.Job.State != "queued" {
		t.Errorf("%+v", x.Job)
	}
	s.refusedIndex(t, 409, "verify_running", request{method: "POST", path: "/api/indexes/" + x.ID + "/verify", as: "uploader", body: map[string]any{}})
	s.build(t, x)
	if x = s.index(t, "uploader", x.ID); x.Build.Proof.Queries != 20 || x.Build.Proof.Seed != 42 || x.Build.Proof.Differ != 0 || x.Job.State != "succeeded" {
		t.Errorf("%+v, %+v", x.Job, x.Build.Proof)
	}
}

func TestIndexRefusesUnsupportedFiles(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *bioindex.Config) { c.MaxIndexes = 1 })
	make := func(status int, text string, body map[string]any) (p problem) {
		t.Helper()
		body["source"] = map[string]any{"kind": "upload", "id": s.addFile(t, "uploader", "t.tsv", []byte(text))}
		if body["name"] == nil {
			body["name"] = "T"
		}
		s.pass()
		w := s.do(t, request{method: "POST", path: "/api/indexes", as: "uploader", body: body})
		must(t, json.Unmarshal(w.Body.Bytes(), &p))
		if w.Code != status {
			t.Errorf("%v: %d, want %d: %s", body, w.Code, status, w.Body)
		}
		return p
	}
	const table = "chr\tpos\tgene\n1\t5\tA\n"
	for field, body := range map[string]map[string]any{
		"schema":       {"schema": "nothing"},
		"types":        {"schema": "gene", "types": map[string]any{"nothing": "text"}},
		"genome_build": {"schema": "chr:pos"},
		"name":         {"schema": "gene", "name": " "},
	} {
		if p := make(422, table, body); len(p.Fields) != 1 || p.Fields[0].Field != field {
			t.Errorf("%v: %+v, want the field %s", body, p, field)
		}
	}
	for _, schema := range []string{"", "chr:pos,gene", "gene,,chr", "a,b,c,d", "chr:pos;locus_step=0", "gene;drop table", strings.Repeat("x", 501)} {
		if p := make(422, table, map[string]any{"schema": schema, "genome_build": "GRCh37"}); len(p.Fields) == 0 || p.Fields[0].Field != "schema" {
			t.Errorf("%s: %+v", schema, p)
		}
	}
	for name, text := range map[string]string{"empty": "\n", "damaged": "\x1f\x8b\x08\x00broken"} {
		if p := make(422, text, map[string]any{"schema": "gene"}); p.Code != "unreadable_file" {
			t.Errorf("%s: %+v", name, p)
		}
	}
	make(201, table, map[string]any{"schema": "gene"})
	if p := make(422, table, map[string]any{"schema": "gene"}); p.Code != "quota_reached" {
		t.Errorf("one more than is allowed: %+v", p)
	}
}

// A private index can be read completely with many small queries, so reads are recorded once an
// hour; reads of a public one are not.
func TestRowsOfAPrivateIndexAreOnRecord(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	x := s.newIndex(t, "uploader", "table.tsv", aTable(), map[string]any{"schema": "rsid"})
	records := func() int {
		t.Helper()
		events, _, err := s.store.AuditEvents(t.Context(), audit.Filter{Action: string(audit.Downloaded), ObjectID: x.ID})
		must(t, err)
		return len(events)
	}
	for range 3 {
		s.statusOf(t, "uploader", x)
	}
	if got := records(); got != 1 {
		t.Errorf("%d entries of a private index, want 1", got)
	}
	x = s.shareIndex(t, 200, "uploader", x, "public")
	s.statusOf(t, "", x)
	if got := records(); got != 1 {
		t.Errorf("%d entries, want none of a public index", got-1)
	}
}
