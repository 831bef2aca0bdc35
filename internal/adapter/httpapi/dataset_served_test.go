package httpapi_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"cohortium/internal/platform/audit"
)

func TestSEC38ServedFiles(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.newShelf(t, "contributor", "Served")
	for i, c := range []struct{ name, content, disposition string }{
		{"page.html", "<script>alert(1)</script>", `attachment; filename="page.html"; filename*=UTF-8''page.html`},
		{"picture.svg", "<svg onload='alert(1)'/>", `attachment; filename="picture.svg"; filename*=UTF-8''picture.svg`},
		{"feed.xml", "<?xml version='1.0'?><a/>", `attachment; filename="feed.xml"; filename*=UTF-8''feed.xml`},
		{"a \"b\"\r\nSet-Cookie: a=b", "x", `attachment; filename="a _b___Set-Cookie: a=b"; filename*=UTF-8''a%20%22b%22__Set-Cookie%3A%20a%3Db`},
		{"../../etc/passwd", "x", `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`},
		{"gnp.\u202egvs 🧬.tsv", "x", `attachment; filename="gnp._gvs _.tsv"; filename*=UTF-8''gnp._gvs%20%F0%9F%A7%AC.tsv`},
		{"\xff\xfe", "x", `attachment; filename="_"; filename*=UTF-8''_`},
		{"..", "x", `attachment; filename="file"; filename*=UTF-8''file`},
	} {
		d = s.addTrait(t, "contributor", d, c.name, []byte(c.content))
		w := s.fetch(t, "contributor", d.Phenotypes[i].File.Path)
		h := w.Header()
		plain := h.Get("Content-Type") == "application/octet-stream" && h.Get("X-Content-Type-Options") == "nosniff"
		if w.Code != 200 || w.Body.String() != c.content || !plain || !strings.HasPrefix(h.Get("Content-Security-Policy"), "sandbox") ||
			h.Get("Set-Cookie") != "" || h.Get("ETag") != `"`+d.Phenotypes[i].File.Sha256+`"` {
			t.Errorf("%q: status %d, headers %v", c.name, w.Code, h)
		}
		if got := h.Get("Content-Disposition"); got != c.disposition {
			t.Errorf("%q\n got %s\nwant %s", c.name, got, c.disposition)
		}
	}
}

// TestDownloadsAreCountedOnce checks that all parts and repeats of a caller are one download per
// hour, in the count of the file and in the trail. A single part counts too.
func TestDownloadsAreCountedOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	content := strings.Repeat("0123456789", 100)
	for _, c := range []struct {
		name    string
		headers []string
		status  int
		body    string
		counts  int64
	}{
		{"whole", nil, 200, content, 1},
		{"from the start", []string{"Range", "bytes=0-9"}, 206, content[:10], 1},
		{"all but the first byte", []string{"Range", "bytes=1-"}, 206, content[1:], 1},
		{"the middle", []string{"Range", "bytes=500-509"}, 206, content[500:510], 1},
		{"the middle of another", []string{"Range", "bytes=500-", "If-Range", `"other"`}, 200, content, 1},
		{"the end", []string{"Range", "bytes=-5"}, 206, content[995:], 1},
		{"parts that are more than everything", []string{"Range", "bytes=1-,1-"}, 200, content, 1},
		{"known already", []string{"If-None-Match", "tag"}, 304, "", 0},
	} {
		d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", c.name), "a.tsv", []byte(content))
		d = s.share(t, "contributor", d, "public", nil, nil)
		f := d.Phenotypes[0].File
		if c.status == 304 {
			c.headers[1] = `"` + f.Sha256 + `"`
		}
		fetch := func(as string, want int64, when string) {
			t.Helper()
			w := s.fetch(t, as, f.Path, c.headers...)
			if w.Code != c.status || c.status < 300 && w.Body.String() != c.body {
				t.Errorf("%s, %s: status %d, %d bytes", c.name, when, w.Code, w.Body.Len())
			}
			_, n, err := s.store.AuditEvents(t.Context(), audit.Filter{Action: string(audit.Downloaded), ObjectID: d.ID, Limit: 50})
			must(t, err)
			if got := s.shelf(t, "contributor", d.ID).Phenotypes[0].File.Downloads; got != want*c.counts || n != want*c.counts {
				t.Errorf("%s, %s: %d downloads, %d entries of the trail, want %d", c.name, when, got, n, want*c.counts)
			}
		}
		fetch("", 1, "by a stranger")
		fetch("", 1, "again")
		fetch("curator", 2, "by an account at the same address")
		fetch("", 2, "by the stranger once more")
		s.skew.Add(int64(59 * time.Minute))
		fetch("", 2, "59 minutes later")
		s.skew.Add(int64(2 * time.Minute))
		fetch("", 3, "an hour later")
	}
}

// TestADownloadOfASizeAlone requests no byte.
func TestADownloadOfASizeAlone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Sized"), "a.tsv", []byte(someRows))
	d = s.share(t, "contributor", d, "public", nil, nil)
	w := s.do(t, request{method: "HEAD", path: d.Phenotypes[0].File.Path})
	if w.Code != 200 || w.Header().Get("Content-Length") != strconv.Itoa(len(someRows)) || w.Header().Get("Accept-Ranges") != "bytes" {
		t.Errorf("HEAD: status %d, %v", w.Code, w.Header())
	}
	if got := s.shelf(t, "contributor", d.ID).Phenotypes[0].File.Downloads; got != 0 {
		t.Errorf("%d downloads", got)
	}
}

// TestSEC29Files checks that parts of another account's data set are absent, wherever their ids are
// used, and so are parts of another data set of the caller.
func TestSEC29Files(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Mine"), "a.tsv", []byte(someRows))
	s.want(t, 201, request{method: "POST", path: "/api/datasets/" + d.ID + "/phenotypes/" + d.Phenotypes[0].ID + "/credible-sets", as: "contributor",
		body: map[string]any{"name": "set", "upload_id": s.sendWhole(t, "contributor", "c.tsv", []byte("c\n"))}}, &d)
	l := s.giveLink(t, "contributor", d, 1)
	own := s.newShelf(t, "contributor2", "Theirs")
	calls := func(id string, upload string) map[string]request {
		p, set, f := d.Phenotypes[0].ID, d.Phenotypes[0].CredibleSets[0].ID, d.Phenotypes[0].File.ID
		base, body := "/api/datasets/"+id, map[string]any{"name": "x", "upload_id": upload}
		return map[string]request{
			"change a phenotype": {method: "PUT", path: base + "/phenotypes/" + p, body: trait()},
			"delete a phenotype": {method: "DELETE", path: base + "/phenotypes/" + p},
			"replace a file":     {method: "PUT", path: base + "/phenotypes/" + p + "/file", body: map[string]any{"upload_id": upload}},
			"add a set":          {method: "POST", path: base + "/phenotypes/" + p + "/credible-sets", body: body},
			"change a set":       {method: "PUT", path: base + "/phenotypes/" + p + "/credible-sets/" + set, body: body},
			"delete a set":       {method: "DELETE", path: base + "/phenotypes/" + p + "/credible-sets/" + set},
			"read a file":        {method: "GET", path: base + "/files/" + f},
			"revoke a link":      {method: "DELETE", path: base + "/links/" + l.ID},
		}
	}
	upload := s.sendWhole(t, "contributor2", "b.tsv", []byte("b\n"))
	for _, id := range []string{d.ID, own.ID, "absent"} {
		for name, q := range calls(id, upload) {
			q.as = "contributor2"
			if w := s.do(t, q); w.Code != 404 {
				t.Errorf("%s through %s: status %d: %s", name, id, w.Code, w.Body)
			}
		}
	}
	for _, q := range []request{
		{method: "POST", path: "/api/datasets/" + d.ID + "/phenotypes", body: trait("upload_id", upload)},
		{method: "GET", path: "/api/datasets/" + d.ID + "/files"},
		{method: "GET", path: "/api/datasets/" + d.ID + "/links"},
		{method: "POST", path: "/api/datasets/" + d.ID + "/links", body: map[string]any{"file_id": d.Phenotypes[0].File.ID, "hours": 1}},
		{method: "PUT", path: "/api/datasets/" + d.ID + "/sharing", header: ifVersion(d.Version), body: map[string]any{"sharing": "public", "people": []string{}, "groups": []string{}}},
	} {
		q.as = "contributor2"
		if w := s.do(t, q); w.Code != 404 {
			t.Errorf("%s %s: status %d: %s", q.method, q.path, w.Code, w.Body)
		}
	}
	// Readers may not change it, and do not see links.
	d = s.share(t, "contributor", d, "named", []string{"contributor2"}, nil)
	for name, q := range calls(d.ID, upload) {
		q.as = "contributor2"
		want := 403
		if q.method == "GET" {
			want = 200
		}
		if w := s.do(t, q); w.Code != want {
			t.Errorf("%s as a reader: status %d: %s", name, w.Code, w.Body)
		}
	}
	s.want(t, 403, request{method: "GET", path: "/api/datasets/" + d.ID + "/links", as: "contributor2"}, nil)
	if got := s.shelf(t, "contributor", d.ID); got.Version != d.Version || len(got.Phenotypes[0].CredibleSets) != 1 {
		t.Errorf("%+v", got)
	}
}
