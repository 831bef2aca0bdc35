package httpapi_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"strings"
	"testing"
	"time"

	"cohortium/internal/area/drs"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/platform/audit"
)

type drsObject struct {
	ID, Name  string
	SelfURI   string `json:"self_uri"`
	Size      int64
	Created   time.Time `json:"created_time"`
	Checksums []struct{ Type, Checksum string }
	Access    []struct {
		Type string
		ID   string `json:"access_id"`
	} `json:"access_methods"`
}

const drsObjects = "/ga4gh/drs/v1/objects/"

// passTo requests the address of an object, and returns the part after the host.
func (s *site) passTo(t *testing.T, as, id string) string {
	t.Helper()
	var access struct{ URL string }
	s.want(t, 200, request{method: "GET", path: drsObjects + id + "/access/https", as: as}, &access)
	u, err := url.Parse(access.URL)
	must(t, err)
	return u.RequestURI()
}

// tableIDs returns the ids of the tables that a caller may see, by reference.
func (s *site) tableIDs(t *testing.T, as string) map[string]string {
	t.Helper()
	var list struct {
		Items []struct {
			Ref   string
			DrsID string `json:"drs_id"`
		}
	}
	s.want(t, 200, request{method: "GET", path: "/api/browse/results", as: as}, &list)
	out := map[string]string{}
	for _, item := range list.Items {
		out[item.Ref] = item.DrsID
	}
	return out
}

func (s *site) downloads(t *testing.T, objectID string) []audit.Event {
	t.Helper()
	events, _, err := s.store.AuditEvents(t.Context(), audit.Filter{Action: string(audit.Downloaded), ObjectID: objectID, Limit: 50})
	must(t, err)
	return events
}

func TestServiceInfo(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for path, artifact := range map[string]string{"/service-info": "registry", "/ga4gh/drs/v1/service-info": "drs"} {
		var info struct {
			ID, Name, Version string
			Type              struct{ Group, Artifact, Version string }
			Organization      struct{ Name, URL string }
		}
		s.want(t, 200, request{method: "GET", path: path}, &info)
		if info.ID == "" || info.Name == "" || info.Version != "1" || info.Type.Artifact != artifact || info.Organization.URL == "" {
			t.Errorf("%s: %+v", path, info)
		}
	}
}

func TestObjectsOfHermes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	meta := s.metaAnalysisOf(t)
	ids := s.tableIDs(t, "reviewer")
	if len(ids) != 3 {
		t.Fatalf("tables %v", ids)
	}
	for ref, id := range ids {
		var o drsObject
		s.want(t, 200, request{method: "GET", path: drsObjects + id, as: "reviewer"}, &o)
		w := s.fetch(t, "", s.passTo(t, "reviewer", id))
		sum := sha256.Sum256(w.Body.Bytes())
		if w.Code != 200 || o.ID != id || o.Size != int64(w.Body.Len()) || len(o.Checksums) != 1 || o.Checksums[0].Type != "sha-256" ||
			o.Checksums[0].Checksum != hex.EncodeToString(sum[:]) || o.Created.IsZero() || !strings.HasPrefix(o.SelfURI, "drs://") ||
			len(o.Access) != 1 || o.Access[0].Type != "https" || o.Access[0].ID != "https" {
			t.Errorf("%s: status %d, %d bytes, %+v", ref, w.Code, w.Body.Len(), o)
		}
		for as, status := range map[string]int{"": 404, "curator": 404, "contributor": 404} {
			s.want(t, status, request{method: "GET", path: drsObjects + id, as: as}, nil)
			s.want(t, status, request{method: "GET", path: drsObjects + id + "/access/https", as: as}, nil)
		}
	}
	events := s.downloads(t, meta)
	if len(events) != 1 || events[0].Actor != "reviewer" {
		t.Errorf("on record: %+v", events)
	}
	for _, id := range []string{"absent", "%2e%2e", drs.IDOf("ma", meta, "../inputs.json"), drs.IDOf("ma", meta), drs.IDOf("nothing", meta), drs.IDOf("upload", "a", "", "clean.tsv.gz")} {
		s.want(t, 404, request{method: "GET", path: drsObjects + id, as: "reviewer"}, nil)
	}
	s.want(t, 422, request{method: "GET", path: drsObjects + ids["ma:"+meta] + "/access/ftp", as: "reviewer"}, nil)
	var refused struct {
		Msg, Detail string
		Status      int `json:"status_code"`
	}
	s.want(t, 404, request{method: "GET", path: drsObjects + "absent", as: "reviewer"}, &refused)
	if refused.Status != 404 || refused.Msg == "" || refused.Msg != refused.Detail { // error format of the specification
		t.Errorf("a refusal: %+v", refused)
	}
}

// A pass is valid for its object, account and time, and only while the account may have the file.
func TestSEC37Passes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	meta := s.metaAnalysisOf(t)
	id := s.tableIDs(t, "analyst")["ma:"+meta]
	path := s.passTo(t, "analyst", id)
	works := func(when string) {
		t.Helper()
		if w := s.fetch(
			t,
			"",
			path,
		); w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Disposition"), "attachment") ||
			w.Header().Get("Cache-Control") != "private, no-cache" {
			t.Errorf("%s: status %d, %v", when, w.Code, w.Header())
		}
	}
	works("new")
	before, query, _ := strings.Cut(path, "?")
	for i := range query { // each byte of the signed part, and of the signature
		if query[i] == '=' || query[i] == '&' {
			continue
		}
		changed := []byte(query)
		changed[i] ^= 1
		if w := s.fetch(t, "", before+"?"+url.PathEscape(string(changed))); w.Code != 404 && w.Code != 400 && strings.Contains(string(changed), "signature=") {
			t.Errorf("byte %d changed: status %d", i, w.Code)
		}
	}
	other := s.tableIDs(t, "analyst")
	for ref, another := range other {
		if another != id {
			s.gone(t, "of "+ref, strings.Replace(path, id, another, 1))
		}
	}
	s.gone(t, "under another name", strings.Replace(path, ".tsv.gz", ".json", 1))
	s.skew.Add(int64(15*time.Minute - 2*time.Second))
	works("shortly before its end")
	s.skew.Add(int64(3 * time.Second))
	s.gone(t, "after its end", path)
	path = s.passTo(t, "analyst", id)
	works("a new one")
	s.want(
		t,
		200,
		request{method: "PATCH", path: "/api/areas/all/users/" + s.users["analyst"].ID, as: "admin", body: map[string]any{"roles": []string{"uploader"}}},
		nil,
	)
	s.gone(t, "after the account may no longer see it", path)
}

func TestObjectsOfTheRegistry(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	file, d := s.checkedLupus(t)
	table := s.tableIDs(t, "contributor")["file:"+file]
	original := drs.IDOf("file", file)
	for _, id := range []string{table, original} {
		var o drsObject
		s.want(t, 200, request{method: "GET", path: drsObjects + id, as: "contributor"}, &o)
		path := s.passTo(t, "contributor", id)
		if w := s.fetch(t, "", path); w.Code != 200 || int64(w.Body.Len()) != o.Size {
			t.Errorf("%s: status %d", o.Name, w.Code)
		}
		for as, status := range map[string]int{"": 404, "contributor2": 404, "reviewer": 404} {
			s.want(t, status, request{method: "GET", path: drsObjects + id, as: as}, nil)
		}
	}
	if events := s.downloads(t, d.ID); len(events) != 1 {
		t.Errorf("%d entries of one file and its table: %+v", len(events), events)
	}
	s.share(t, "contributor", d, "public", nil, nil)
	path := s.passTo(t, "", table)
	if w := s.fetch(t, "", path); w.Code != 200 {
		t.Errorf("public: status %d", w.Code)
	}
	s.share(t, "contributor", s.shelf(t, "contributor", d.ID), "private", nil, nil)
	s.gone(t, "after it was public", path)
}

// checkedLupus creates a data set with a real file and a finished check.
func (s *site) checkedLupus(t *testing.T) (file string, d shelf) {
	t.Helper()
	path := s.checkedShelf(t, "contributor", "Lupus", "sle_bentham_3loci_hg19.tsv.gz", "hg19")
	s.runCheck(t, s.checksOf(t, "contributor", path)[0])
	id, file, _ := strings.Cut(strings.TrimPrefix(path, "/api/datasets/"), "/files/")
	return file, s.shelf(t, "contributor", id)
}

// One link opens the file, its sorted table and the table's index, complete and in ranges, and
// Debian's tabix reads regions through it.
func TestTabixReadsThroughALink(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, d := s.checkedLupus(t)
	link := s.giveLink(t, "contributor", d, 1)
	address, query, _ := strings.Cut(link.Path, "?")
	table, index := address+"/clean.tsv.gz?"+query, address+"/clean.tsv.gz.tbi?"+query
	whole := s.fetch(t, "", table).Body.Bytes()
	if len(whole) < 1000 || s.fetch(t, "", index).Code != 200 {
		t.Fatalf("%d bytes", len(whole))
	}
	checkRanges(t, s, table, whole)
	for _, path := range []string{address + "/clean.tsv.gz", address + "/report.json?" + query, address + "/clean.tsv.gz?" + strings.Replace(query, "signature=", "signature=A", 1)} {
		if w := s.fetch(t, "", path); w.Code != 404 {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
	server := httptest.NewServer(s.handler)
	defer server.Close()
	checkTabix(t, server.URL+table)
	if events := s.downloads(t, d.ID); len(events) > 2 { // of the site's test client and of tabix, which use two addresses
		t.Errorf("%d entries: %+v", len(events), events)
	}
	s.want(t, 204, request{method: "DELETE", path: "/api/datasets/" + d.ID + "/links/" + link.ID, as: "contributor"}, nil)
	s.gone(t, "revoked", table)
	s.gone(t, "revoked", index)
}

func TestTabixReadsAnObject(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	file, _ := s.checkedLupus(t)
	path := s.passTo(t, "contributor", s.tableIDs(t, "contributor")["file:"+file])
	server := httptest.NewServer(s.handler)
	defer server.Close()
	checkTabix(t, server.URL+path)
}

// checkRanges requests parts of a file as programs do.
func checkRanges(t *testing.T, s *site, path string, whole []byte) {
	t.Helper()
	tag := s.fetch(t, "", path).Header().Get("ETag")
	for _, c := range []struct {
		name, ranges, ifRange string
		status                int
		want                  string
	}{
		{"the first bytes", "bytes=0-99", "", 206, string(whole[:100])},
		{"the last bytes", "bytes=-28", "", 206, string(whole[len(whole)-28:])},
		{"to the end", "bytes=100-", "", 206, string(whole[100:])},
		{"of this version", "bytes=0-9", tag, 206, string(whole[:10])},
		{"of another version", "bytes=0-9", `"other"`, 200, string(whole)},
		{"beyond the end", "bytes=999999999-", "", 416, ""},
	} {
		headers := []string{"Range", c.ranges}
		if c.ifRange != "" {
			headers = append(headers, "If-Range", c.ifRange)
		}
		if w := s.fetch(t, "", path, headers...); w.Code != c.status || c.want != "" && w.Body.String() != c.want {
			t.Errorf("%s: status %d, %d bytes", c.name, w.Code, w.Body.Len())
		}
	}
	several := s.fetch(t, "", path, "Range", "bytes=0-9,20-29")
	if several.Code != 206 || !strings.HasPrefix(several.Header().Get("Content-Type"), "multipart/byteranges") ||
		!strings.Contains(several.Body.String(), string(whole[20:30])) {
		t.Errorf("several ranges: status %d, %v", several.Code, several.Header())
	}
	head := s.do(t, request{method: "HEAD", path: path, header: map[string]string{}})
	if head.Code != 200 || head.Header().Get("Accept-Ranges") != "bytes" || head.Body.Len() != 0 {
		t.Errorf("HEAD: status %d, %v", head.Code, head.Header())
	}
}

// checkTabix reads a region by address only: with tabix, if it is installed with network support,
// and in the way of tabix, with the index next to the table and ranges.
func checkTabix(t *testing.T, address string) {
	t.Helper()
	const region = "2:191900000-191950000"
	var lines []string
	before, query, _ := strings.Cut(address, "?")
	answer, err := http.Get(before + ".tbi?" + query)
	must(t, err)
	defer answer.Body.Close()
	table := &remote{t: t, address: address}
	reader, err := regionindex.OpenReader(table, table.size(), answer.Body)
	must(t, err)
	where, err := genome.ParseRegion(region)
	must(t, err)
	must(t, reader.Query(t.Context(), where, func(line []byte) error {
		lines = append(lines, string(line))
		return nil
	}))
	if len(lines) < 10 || !strings.HasPrefix(lines[0], "2\t1919") {
		t.Errorf("%d lines by ranges", len(lines))
	}
	tabix, err := exec.LookPath("tabix")
	if err != nil {
		t.Log("tabix is not installed, so that it is not tried")
		return
	}
	cmd := exec.CommandContext(t.Context(), tabix, address, region)
	cmd.Dir = t.TempDir() // it stores the index there
	out, err := cmd.CombinedOutput()
	if strings.Contains(string(out), "Protocol not supported") { // Debian has that part of it in libhts3
		t.Log("tabix reads addresses with the package libhts3, which is not installed")
		return
	}
	if err != nil || strings.TrimSpace(string(out)) != strings.Join(lines, "\n") {
		t.Errorf("%v: %.400s", err, out)
	}
}

// remote reads ranges of an address.
type remote struct {
	t       *testing.T
	address string
}

func (r *remote) size() int64 {
	answer, err := http.Head(r.address)
	must(r.t, err)
	must(r.t, answer.Body.Close())
	return answer.ContentLength
}

func (r *remote) ReadAt(p []byte, offset int64) (int, error) {
	q, err := http.NewRequestWithContext(r.t.Context(), "GET", r.address, http.NoBody)
	if err != nil {
		return 0, err
	}
	q.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", offset, offset+int64(len(p))-1))
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusPartialContent {
		return 0, fmt.Errorf("status %d", answer.StatusCode)
	}
	n, err := io.ReadFull(answer.Body, p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}
