package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/platform/audit"
)

// openRows is the answer of the public list.
type openRows struct {
	Items []struct{ ID, Title, Name string }
	Total int64
}

func (s *site) openIDs(t *testing.T, as, query string) (out []string) {
	t.Helper()
	var list openRows
	s.want(t, 200, request{method: "GET", path: "/api/public/datasets" + query, as: as}, &list)
	if list.Total != int64(len(list.Items)) {
		t.Errorf("%s: %d of %d", query, len(list.Items), list.Total)
	}
	for _, row := range list.Items {
		out = append(out, row.ID)
	}
	return out
}

// openShelf creates a private data set whose file has passed its check, as its owner sees it.
func (s *site) openShelf(t *testing.T, as, name string) shelf {
	t.Helper()
	path := s.checkedShelf(t, as, name, "parkinson_nalls2019_LRRK2_hg19.tsv.gz", "hg19")
	s.runCheck(t, s.checksOf(t, as, path)[0])
	var preview inspected
	s.want(t, 200, request{method: "GET", path: path + "/preview", as: as}, &preview)
	mapping := map[string]string{}
	for _, c := range preview.Columns {
		mapping[c.Field] = c.Column
	}
	var c registryCheck
	s.want(t, 201, request{method: "POST", path: path + "/checks", as: as, body: map[string]any{"mapping": mapping}}, &c)
	s.runCheck(t, c)
	return s.shelf(t, as, strings.Split(path, "/")[3])
}

// TestPublicIsPublic calls every public route as every kind of caller, with a data set in every
// state.
func TestPublicIsPublic(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.openShelf(t, "contributor", "Open")
	first := d.Phenotypes[0].File
	routes := func(fid string) []string {
		base := "/api/public/datasets/" + d.ID
		return []string{
			base,
			base + "/metadata/schema-org",
			base + "/metadata/datacite",
			base + "/metadata/dcat",
			base + "/metadata/bibtex",
			base + "/metadata/ris",
			base + "/files/" + fid + "/results",
			base + "/files/" + fid + "/plots/manhattan",
			base + "/files/" + fid + "/plots/qq",
			base + "/files/" + fid + "/deposit",
		}
	}
	everybody := []string{"", "contributor", "contributor2", "curator", "admin", "reviewer", "uploader", "sgc-uploader"}
	check := func(state string, want int) {
		t.Helper()
		for _, as := range everybody {
			for _, path := range routes(first.ID) {
				if w := s.fetch(t, as, path); w.Code != want {
					t.Errorf("%s: %s as %q: status %d, want %d: %.200s", state, path, as, w.Code, want, w.Body)
				}
			}
			listed := len(s.openIDs(t, as, "")) == 1
			if listed != (want == 200) {
				t.Errorf("%s: in the list of %q: %t", state, as, listed)
			}
		}
	}
	check("private", 404)
	l := s.giveLink(t, "contributor", d, 1)
	check("shared by link", 404)
	d = s.share(t, "contributor", d, "named", []string{"contributor2"}, nil)
	check("shared by name", 404)
	d = s.share(t, "contributor", d, "public", nil, nil)
	check("public", 200)
	d = s.share(t, "contributor", d, "private", nil, nil)
	check("withdrawn", 404)
	s.gone(t, "a link after that", l.Path)
	d = s.share(t, "contributor", d, "public", nil, nil)
	s.want(t, 204, request{method: "DELETE", path: "/api/datasets/" + d.ID, as: "contributor"}, nil)
	check("in the bin", 404)
	s.want(t, 200, request{method: "POST", path: "/api/datasets/" + d.ID + "/restore", as: "contributor"}, &d)
	check("out of the bin", 200)
	s.want(t, 200, request{method: "PUT", path: "/api/datasets/" + d.ID + "/phenotypes/" + d.Phenotypes[0].ID + "/file", as: "contributor",
		body: map[string]any{"upload_id": s.sendWhole(t, "contributor", "second.tsv", []byte(someRows))}}, &d)
	for _, path := range routes(first.ID)[6:] {
		if w := s.fetch(t, "", path); w.Code != 404 {
			t.Errorf("of a file that was replaced: %s: status %d", path, w.Code)
		}
	}
	if text := s.fetch(t, "", "/api/public/datasets/"+d.ID).Body.String(); strings.Contains(text, first.ID) || !strings.Contains(text, "second.tsv") {
		t.Errorf("after the file was replaced: %s", text)
	}
}

// TestNothingPrivateIsPublic searches all public answers for values that only the owner may see.
func TestNothingPrivateIsPublic(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.openShelf(t, "contributor", "Telling")
	_ = s.giveLink(t, "contributor", d, 1)
	d = s.share(t, "contributor", d, "public", []string{"contributor2"}, []string{"secret-group"})
	s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Hidden"), "hidden.tsv", []byte(someRows))
	fid := d.Phenotypes[0].File.ID
	base := "/api/public/datasets/" + d.ID
	secrets := []string{
		"ann@example.org", "contributor", "secret-group", "for a reviewer", "downloads", "uploaded_by", "created_by", "job", "history", "owner",
		"completeness", "findings", "inspection", "Hidden", "hidden.tsv", "link",
	}
	for _, path := range []string{"/api/public/datasets", base, base + "/files/" + fid + "/results", base + "/metadata/schema-org", base + "/metadata/bibtex", base + "/metadata/ris"} {
		w := s.fetch(t, "", path)
		if w.Code != 200 {
			t.Fatalf("%s: status %d", path, w.Code)
		}
		for _, secret := range secrets {
			if strings.Contains(w.Body.String(), secret) {
				t.Errorf("%s tells %q: %s", path, secret, w.Body)
			}
		}
	}
	for query, want := range map[string]int{
		"?q=telling": 1, "?q=Type+2": 1, "?q=example": 1, "?q=contributor": 0, "?q=contrib": 0, "?q=telling+contributor": 0, "?ancestry=EU": 1,
		"?ancestry=AA": 0, "?genome_build=hg19&data_type=gwas&sex=mixed": 1, "?q=hidden": 0,
	} {
		if got := len(s.openIDs(t, "", query)); got != want {
			t.Errorf("%s: %d found, want %d", query, got, want)
		}
	}
	// The filters of an account's list have no effect here.
	for _, query := range []string{"?owner=contributor2", "?scope=mine", "?bin=true", "?sharing=private", "?study_id=absent"} {
		if got := s.openIDs(t, "contributor", query); len(got) != 1 || got[0] != d.ID {
			t.Errorf("%s: %q", query, got)
		}
	}
	for _, query := range []string{"?sort=files", "?sort=owner", "?cursor=x"} {
		if w := s.fetch(t, "", "/api/public/datasets"+query); w.Code != 422 && w.Code != 400 {
			t.Errorf("%s: status %d", query, w.Code)
		}
	}
}

func TestPublicAnswersMayBeKeptWhileTheyAreAskedFor(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.share(t, "contributor", s.openShelf(t, "contributor", "Kept"), "public", nil, nil)
	base, f := "/api/public/datasets/"+d.ID, d.Phenotypes[0].File
	for _, path := range []string{
		"/api/public/datasets", base, base + "/files/" + f.ID + "/results", base + "/files/" + f.ID + "/plots/qq", base + "/metadata/schema-org", f.Path,
	} {
		w := s.fetch(t, "", path)
		tag := w.Header().Get("ETag")
		if w.Code != 200 || tag == "" || w.Header().Get("Cache-Control") != "public, no-cache" || w.Header().Get("Set-Cookie") != "" {
			t.Errorf("%s: status %d, %v", path, w.Code, w.Header())
		}
		if again := s.fetch(t, "", path, "If-None-Match", tag); again.Code != 304 || again.Body.Len() != 0 || again.Header().Get("ETag") != tag {
			t.Errorf("%s again: status %d, %d bytes", path, again.Code, again.Body.Len())
		}
		if other := s.fetch(t, "", path, "If-None-Match", `"other"`); other.Code != 200 {
			t.Errorf("%s with another tag: status %d", path, other.Code)
		}
	}
	d = s.share(t, "contributor", d, "private", nil, nil)
	if w := s.fetch(t, "", base, "If-None-Match", "*"); w.Code != 404 {
		t.Errorf("withdrawn: status %d", w.Code)
	}
	if w := s.fetch(t, "contributor", f.Path); w.Header().Get("Cache-Control") != "private, no-cache" {
		t.Errorf("a private file: %v", w.Header())
	}
}

// TestPublicationIsRecorded checks that callers without an account are in the trail by address,
// and that viewing a page is no download.
func TestPublicationIsRecorded(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.share(t, "contributor", s.openShelf(t, "contributor", "Recorded"), "public", nil, nil)
	base, f := "/api/public/datasets/"+d.ID, d.Phenotypes[0].File
	downloads := func() []audit.Event {
		t.Helper()
		events, _, err := s.store.AuditEvents(t.Context(), audit.Filter{Action: string(audit.Downloaded), ObjectID: d.ID, Limit: 10})
		must(t, err)
		return events
	}
	for _, path := range []string{base, base + "/metadata/schema-org", base + "/files/" + f.ID + "/results", base + "/files/" + f.ID + "/plots/manhattan"} {
		s.fetch(t, "", path)
	}
	if got := downloads(); len(got) != 0 {
		t.Errorf("a page was looked at: %+v", got)
	}
	w := s.fetch(t, "", f.Path, "Range", "bytes=0-9")
	if w.Code != 206 || w.Body.Len() != 10 || w.Header().Get("Content-Range") != fmt.Sprintf("bytes 0-9/%d", f.Size) {
		t.Errorf("a range: status %d, %v", w.Code, w.Header())
	}
	s.fetch(t, "", base+"/files/"+f.ID+"/deposit")
	got := downloads()
	if len(got) != 2 || got[0].Actor != "" || got[0].ActorID != "" || got[0].Address == "" || got[1].Actor != "" {
		t.Errorf("two files were taken: %+v", got)
	}
}

func TestPublicReadsAreLimitedByAddress(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(d *httpapi.Deps) { d.Pages = http.NotFoundHandler() })
	for _, path := range []string{"/api/public/datasets", "/p/datasets/x"} {
		refused := 0
		for range 200 {
			if w := s.fetch(t, "", path); w.Code == http.StatusTooManyRequests {
				refused++
			}
		}
		if refused == 0 || refused > 100 {
			t.Errorf("%s: %d of 200 refused", path, refused)
		}
	}
}

// openCell creates a public data set for the table of routes, once.
func (s *site) openCell(t *testing.T, made **objects) objects {
	t.Helper()
	if *made == nil {
		s.tokens["contributor"] = s.freshSession("contributor")
		d := s.share(t, "contributor", s.openShelf(t, "contributor", "Cell "+s.newID()), "public", nil, nil)
		*made = &objects{id: d.ID, in: map[string]string{"fid": d.Phenotypes[0].File.ID}}
	}
	return **made
}
