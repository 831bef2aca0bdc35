package httpapi_test

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	registry "cohortium/internal/area/dataset"
	"cohortium/internal/dev/attack"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
)

type givenLink struct {
	ID, Note, State, Path string
	FileID                string `json:"file_id"`
	FileName              string `json:"file_name"`
	Uses                  int64
}

// giveLink creates a link to the current file of the first phenotype.
func (s *site) giveLink(t *testing.T, as string, d shelf, hours float64) givenLink {
	t.Helper()
	var l givenLink
	s.want(t, 201, request{method: "POST", path: "/api/datasets/" + d.ID + "/links", as: as,
		body: map[string]any{"file_id": d.Phenotypes[0].File.ID, "hours": hours, "note": "for a reviewer"}}, &l)
	return l
}

func (s *site) links(t *testing.T, as, id string) []givenLink {
	t.Helper()
	var list struct{ Items []givenLink }
	s.want(t, 200, request{method: "GET", path: "/api/datasets/" + id + "/links", as: as}, &list)
	return list.Items
}

// gone checks that a link is dead, with the same answer as every dead link.
func (s *site) gone(t *testing.T, what, path string) {
	t.Helper()
	w := s.fetch(t, "", path)
	if w.Code != 404 || !strings.Contains(w.Body.String(), `"link_gone"`) {
		t.Errorf("%s: status %d: %s", what, w.Code, w.Body)
	}
}

func TestSEC36ShortLinks(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Shared"), "a.tsv", []byte(someRows))
	short, long := d.Phenotypes[0].File.Path, "/api/datasets/"+d.ID+"/files/"+d.Phenotypes[0].File.ID
	who := func(when string, short1, long1 map[string]int) {
		t.Helper()
		for path, want := range map[string]map[string]int{short: short1, long: long1} {
			for as, status := range want {
				if w := s.fetch(t, as, path); w.Code != status || status == 200 && w.Body.String() != someRows {
					t.Errorf("%s: %s as %q: status %d, want %d", when, path, as, w.Code, status)
				}
			}
		}
	}
	who("private",
		map[string]int{"": 404, "contributor": 200, "contributor2": 404, "curator": 200, "admin": 200, "reviewer": 404},
		map[string]int{"": 401, "contributor": 200, "contributor2": 404, "curator": 200, "admin": 200, "reviewer": 403})
	d = s.share(t, "contributor", d, "named", []string{"contributor2"}, nil)
	who("shared by name", map[string]int{"": 404, "contributor2": 200, "reviewer": 404}, map[string]int{"": 401, "contributor2": 200})
	d = s.share(t, "contributor", d, "private", []string{"contributor2"}, nil)
	who("no longer", map[string]int{"": 404, "contributor2": 404}, map[string]int{"contributor2": 404})
	d = s.share(t, "contributor", d, "public", nil, nil)
	who("public", map[string]int{"": 200, "contributor2": 200, "reviewer": 200}, map[string]int{"": 401, "contributor2": 200, "reviewer": 403})
	d = s.share(t, "contributor", d, "private", nil, nil)
	who("no longer public", map[string]int{"": 404, "contributor2": 404, "reviewer": 404}, nil)
	s.share(t, "contributor", d, "public", nil, nil)
	s.want(t, 204, request{method: "DELETE", path: "/api/datasets/" + d.ID, as: "contributor"}, nil)
	who("in the bin", map[string]int{"": 404, "contributor2": 404, "contributor": 200, "curator": 200}, map[string]int{"contributor2": 404})
	for _, path := range []string{"/api/d/aaaaaa", "/api/d/" + strings.ToLower(short[7:]) + "x", "/api/d/%00", "/api/d/..", "/api/d/%2e%2e%2f", "/api/cs/" + short[7:]} {
		if w := s.fetch(t, "contributor", path); w.Code != 404 && w.Code != 301 && w.Code != 307 {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
}

// A public file needs no credentials, so invalid ones do no harm; for others they count as far as
// they go.
func TestCredentialsAtAShortLink(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Tokens"), "a.tsv", []byte(someRows))
	path := d.Phenotypes[0].File.Path
	read, upload := s.apiToken(t, "contributor", auth.ScopeRead), s.apiToken(t, "contributor", auth.ScopeUpload)
	callers := map[string]struct {
		request
		private int
	}{
		"nobody":                      {request{}, 404},
		"a token to read":             {request{bearer: read}, 200},
		"a token to upload only":      {request{bearer: upload}, 404},
		"a broken token":              {request{bearer: "coh_broken"}, 404},
		"no token at all":             {request{header: map[string]string{"Authorization": "Basic eDp5"}}, 404},
		"a broken token, good cookie": {request{bearer: "coh_broken", as: "contributor"}, 404},
		"a broken cookie":             {request{header: map[string]string{"Cookie": "cohortium=broken"}}, 404},
		"a cookie":                    {request{as: "contributor"}, 200},
	}
	check := func(public bool) {
		t.Helper()
		for name, c := range callers {
			want := c.private
			if public {
				want = 200
			}
			c.method, c.path = "GET", path
			if w := s.do(t, c.request); w.Code != want {
				t.Errorf("%s, public %t: status %d, want %d: %s", name, public, w.Code, want, w.Body)
			}
		}
	}
	check(false)
	s.share(t, "contributor", d, "public", nil, nil)
	check(true)
}

func TestSEC37SignedLinks(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on, func(c *registry.Config) { c.LinkLongest = 48 * time.Hour })
		d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Links"), "a.tsv", []byte(someRows))
		other := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Other"), "b.tsv", []byte("other\n"))
		l := s.giveLink(t, "contributor", d, 24)
		if l.State != "active" || l.FileName != "a.tsv" || l.Note != "for a reviewer" || !strings.HasPrefix(l.Path, d.Phenotypes[0].File.Path+"?") {
			t.Fatalf("%+v", l)
		}
		for _, as := range []string{"", "reviewer", "contributor2"} {
			if w := s.fetch(t, as, l.Path); w.Code != 200 || w.Body.String() != someRows {
				t.Errorf("as %q: status %d: %s", as, w.Code, w.Body)
			}
		}
		if got := s.links(t, "contributor", d.ID); len(got) != 1 || got[0].Uses != 3 || got[0].Path != l.Path {
			t.Errorf("links: %+v", got)
		}
		events, _, err := s.store.AuditEvents(t.Context(), audit.Filter{Action: string(audit.Downloaded), ObjectID: d.ID, Limit: 10})
		must(t, err)
		if len(events) != 3 || !strings.Contains(events[0].Detail, l.ID) || !strings.Contains(events[0].Detail, "a.tsv") || events[2].Actor != "" ||
			events[0].Actor != "contributor2" {
			t.Errorf("the audit trail says %+v", events)
		}
		s.flipEachByte(t, l.Path)
		at, err := url.Parse(l.Path)
		must(t, err)
		s.gone(t, "another file", other.Phenotypes[0].File.Path+"?"+at.RawQuery)
		s.gone(t, "another kind", "/api/cs"+strings.TrimPrefix(l.Path, "/api/d"))
		for name, change := range map[string]func(url.Values){
			"another time": func(q url.Values) {
				n, _ := strconv.ParseInt(q.Get("expires"), 10, 64)
				q.Set("expires", strconv.FormatInt(n+1, 10))
			},
			"another link":      func(q url.Values) { q.Set("link", s.giveLink(t, "contributor", d, 24).ID) },
			"no signature":      func(q url.Values) { q.Del("signature") },
			"no link":           func(q url.Values) { q.Del("link") },
			"no time":           func(q url.Values) { q.Del("expires") },
			"a time in letters": func(q url.Values) { q.Set("expires", "tomorrow") },
			"an odd link":       func(q url.Values) { q.Set("link", "a\x00\xff") },
		} {
			q := at.Query()
			change(q)
			s.gone(t, name, at.Path+"?"+q.Encode())
		}
		if w := s.fetch(t, "contributor", at.Path+"?link=x&expires=1&signature=y"); w.Code != 200 {
			t.Errorf("its owner with a link that is none: status %d", w.Code)
		}
		if w := s.do(t, request{method: "POST", path: l.Path, as: "contributor"}); w.Code != http.StatusMethodNotAllowed {
			t.Errorf("another method: status %d", w.Code)
		}
	})
}

// flipEachByte changes each byte of the query of a link, one at a time.
func (s *site) flipEachByte(t *testing.T, path string) {
	t.Helper()
	start, count := strings.IndexByte(path, '?')+1, attack.New(t, "flipped bytes of signed links")
	for i := start; i < len(path); i++ {
		flipped := []byte(path)
		if flipped[i]++; path[i] == '=' || path[i] == '&' ||
			!strings.ContainsRune("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_", rune(flipped[i])) {
			flipped[i] = 'A'
		}
		w := s.fetch(t, "", string(flipped))
		count.Try(w.Code == 404, "byte %d of %s: status %d", i, path, w.Code)
		s.skew.Add(int64(50 * time.Millisecond)) // so that no limit is reached
	}
}

func TestSEC37LinksEnd(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Ends"), "a.tsv", []byte(someRows))
	base := "/api/datasets/" + d.ID
	works := func(what string, l givenLink) {
		t.Helper()
		if w := s.fetch(t, "", l.Path); w.Code != 200 {
			t.Errorf("%s: status %d: %s", what, w.Code, w.Body)
		}
	}
	short, long := s.giveLink(t, "contributor", d, 0.25), s.giveLink(t, "contributor", d, 24)
	s.skew.Add(int64(15*time.Minute - 5*time.Second))
	works("just before its end", short)
	s.skew.Add(int64(10 * time.Second))
	s.gone(t, "after its end", short.Path)
	works("another link", long)
	s.want(t, 404, request{method: "DELETE", path: base + "/links/" + long.ID, as: "contributor2"}, nil)
	works("after a stranger tried to revoke it", long)
	for range 2 {
		s.want(t, 204, request{method: "DELETE", path: base + "/links/" + long.ID, as: "contributor"}, nil)
		s.gone(t, "revoked", long.Path)
	}
	var states []string
	for _, l := range s.links(t, "contributor", d.ID) {
		states = append(states, l.State)
		if l.Path != "" {
			t.Errorf("a link that does not work is shown: %+v", l)
		}
	}
	if slices.Sort(states); !slices.Equal(states, []string{"expired", "revoked"}) {
		t.Errorf("states %v", states)
	}
	d = s.share(t, "contributor", d, "public", nil, nil)
	public := s.giveLink(t, "contributor", d, 24)
	d = s.share(t, "contributor", d, "named", []string{"contributor2"}, nil)
	s.gone(t, "after it was public", public.Path)
	named := s.giveLink(t, "contributor", d, 24)
	d = s.share(t, "contributor", d, "named", nil, nil)
	works("after a name went", named)
	d = s.share(t, "contributor", d, "private", nil, nil)
	s.gone(t, "after it was shared by name", named.Path)
	private := s.giveLink(t, "contributor", d, 24)
	works("of a private data set", private)
	replaced := s.sendWhole(t, "contributor", "b.tsv", []byte("second\n"))
	s.want(
		t,
		200,
		request{method: "PUT", path: base + "/phenotypes/" + d.Phenotypes[0].ID + "/file", as: "contributor", body: map[string]any{"upload_id": replaced}},
		nil,
	)
	works("to a version that was replaced", private)
	s.want(t, 204, request{method: "DELETE", path: base, as: "contributor"}, nil)
	s.gone(t, "in the bin", private.Path)
	s.want(t, 200, request{method: "POST", path: base + "/restore", as: "contributor"}, nil)
	s.gone(t, "after the bin", private.Path)
	last := s.giveLink(t, "contributor", s.shelf(t, "contributor", d.ID), 24)
	s.want(t, 200, request{method: "DELETE", path: base + "/phenotypes/" + d.Phenotypes[0].ID, as: "contributor"}, nil)
	s.gone(t, "to a file that went", last.Path)
	var history struct {
		Items []struct{ Action, Detail string }
	}
	s.want(t, 200, request{method: "GET", path: base + "/history", as: "contributor"}, &history)
	ended := 0
	for _, e := range history.Items {
		if strings.Contains(e.Detail, "Links that ended: 1") {
			ended++
		}
	}
	if ended != 3 {
		t.Errorf("%d entries of the history tell of links that ended, want 3: %+v", ended, history.Items)
	}
}

// TestSEC37KeysRotate checks that a new key signs, and that the old one verifies as long as its
// links may live, and is then dropped.
func TestSEC37KeysRotate(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	day := 24 * time.Hour
	keys := func() int {
		t.Helper()
		list, err := s.store.Datasets().SigningKeys(t.Context())
		must(t, err)
		return len(list)
	}
	d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Keys"), "a.tsv", []byte(someRows))
	s.giveLink(t, "contributor", d, 1)
	s.later(t, 89*day)
	old := s.giveLink(t, "contributor", d, 30*24)
	if keys() != 1 {
		t.Errorf("%d keys after 89 days", keys())
	}
	s.later(t, 2*day)
	recent := s.giveLink(t, "contributor", d, 30*24)
	if keys() != 2 {
		t.Errorf("%d keys after 91 days", keys())
	}
	s.later(t, 27*day)
	for _, path := range []string{old.Path, recent.Path, s.links(t, "contributor", d.ID)[1].Path} {
		if w := s.fetch(t, "", path); w.Code != 200 {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
	s.later(t, 4*day)
	if keys() != 1 {
		t.Errorf("%d keys when nothing of the first can work any more", keys())
	}
}

func TestFieldsOfALinkAndOfSharing(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *registry.Config) { c.LinkLongest = 48 * time.Hour })
	d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Fields"), "a.tsv", []byte(someRows))
	other := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Fields of another"), "a.tsv", []byte(someRows))
	for name, c := range map[string]struct {
		body  map[string]any
		field string
	}{
		"too short":           {map[string]any{"hours": 0.2}, "hours"},
		"too long":            {map[string]any{"hours": 48.5}, "hours"},
		"beyond all time":     {map[string]any{"hours": 1e300}, "hours"},
		"negative":            {map[string]any{"hours": -1}, "hours"},
		"a file of another":   {map[string]any{"file_id": other.Phenotypes[0].File.ID}, "file_id"},
		"no file":             {map[string]any{"file_id": "absent"}, "file_id"},
		"a note of two lines": {map[string]any{"note": "a\nb"}, "note"},
	} {
		body := map[string]any{"file_id": d.Phenotypes[0].File.ID, "hours": 1}
		for k, v := range c.body {
			body[k] = v
		}
		p := s.problemOf(t, 422, request{method: "POST", path: "/api/datasets/" + d.ID + "/links", as: "contributor", body: body})
		if len(p.Fields) != 1 || p.Fields[0].Field != c.field {
			t.Errorf("%s: %+v", name, p)
		}
	}
	for name, c := range map[string]struct {
		people, groups []string
		field          string
	}{
		"nobody":                 {[]string{"nobody"}, nil, "people"},
		"a user of another area": {[]string{"reviewer"}, nil, "people"},
		"an empty name":          {[]string{""}, nil, "people"},
		"a group without a name": {nil, []string{" "}, "groups"},
		"a group of two lines":   {nil, []string{"a\nb"}, "groups"},
	} {
		p := s.problemOf(t, 422, request{method: "PUT", path: "/api/datasets/" + d.ID + "/sharing", as: "contributor", header: ifVersion(d.Version),
			body: map[string]any{"sharing": "named", "people": append([]string{}, c.people...), "groups": append([]string{}, c.groups...)}})
		if len(p.Fields) != 1 || p.Fields[0].Field != c.field {
			t.Errorf("%s: %+v", name, p)
		}
	}
	s.want(t, 422, request{method: "PUT", path: "/api/datasets/" + d.ID + "/sharing", as: "contributor", header: ifVersion(d.Version),
		body: map[string]any{"sharing": "everybody", "people": []string{}, "groups": []string{}}}, nil)
	now := s.share(t, "contributor", d, "named", []string{"contributor2", "contributor2"}, []string{"b", " a ", "b"})
	if !slices.Equal(now.People, []string{"contributor2"}) || !slices.Equal(now.Groups, []string{"a", "b"}) {
		t.Errorf("%+v", now)
	}
	var stale struct {
		problem
		Current *shelf
	}
	s.want(t, 409, request{method: "PUT", path: "/api/datasets/" + d.ID + "/sharing", as: "contributor", header: ifVersion(d.Version),
		body: map[string]any{"sharing": "public", "people": []string{}, "groups": []string{}}}, &stale)
	if stale.Code != "changed" || stale.Current == nil || stale.Current.Version != now.Version || stale.Current.Sharing != "named" {
		t.Errorf("%+v", stale)
	}
}

// A group gives access to a data set to its members, while they are members.
func TestSharingWithAGroup(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.newShelf(t, "contributor", "Group")
	s.share(t, "contributor", d, "named", nil, []string{"lipids"})
	see := func() int {
		return s.do(t, request{method: "GET", path: "/api/datasets/" + d.ID, as: "contributor2"}).Code
	}
	if got := see(); got != 404 {
		t.Errorf("outside of the group: status %d", got)
	}
	u := *s.users["contributor2"]
	u.Groups = []string{"lipids"}
	must(t, s.update(t, &u))
	if got := see(); got != 200 {
		t.Errorf("in the group: status %d", got)
	}
	s.want(t, 403, request{method: "POST", path: "/api/datasets/" + d.ID + "/phenotypes", as: "contributor2", body: trait()}, nil)
	u.Groups = nil
	must(t, s.update(t, &u))
	if got := see(); got != 404 {
		t.Errorf("after the group: status %d", got)
	}
}
