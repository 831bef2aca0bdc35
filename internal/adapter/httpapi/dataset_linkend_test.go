package httpapi_test

import (
	"maps"
	"strings"
	"testing"

	"cohortium/internal/platform/auth"
)

// TestSEC37LinksEndWithTheRightOfTheirMaker checks that a link is revoked if its author may not
// share the data set any more, for any reason.
func TestSEC37LinksEndWithTheRightOfTheirMaker(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, loses := range map[string]func(d shelf, maker *auth.User){
		"role":    func(_ shelf, u *auth.User) { u.Roles = []string{"contributor"}; must(t, s.update(t, u)) },
		"account": func(_ shelf, u *auth.User) { u.IsActive = false; must(t, s.update(t, u)) },
	} {
		d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", name), "a.tsv", []byte(someRows))
		own, given := s.giveLink(t, "contributor", d, 24), s.giveLink(t, "curator", d, 24)
		maker := *s.users["curator"]
		for _, l := range []givenLink{own, given} {
			if w := s.fetch(t, "", l.Path); w.Code != 200 {
				t.Fatalf("%s: status %d", name, w.Code)
			}
		}
		loses(d, &maker)
		s.gone(t, "after its maker lost the "+name, given.Path)
		if w := s.fetch(t, "", own.Path); w.Code != 200 {
			t.Errorf("%s: the link of the owner: status %d", name, w.Code)
		}
		for _, l := range s.links(t, "contributor", d.ID) {
			if (l.ID == own.ID) != (l.State == "active") || (l.ID == own.ID) != (l.Path != "") {
				t.Errorf("%s: %+v", name, l)
			}
		}
		must(t, s.update(t, s.users["curator"]))
	}
	// A former co-owner of the data set.
	d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Shared"), "a.tsv", []byte(someRows))
	owners := func(co ...string) {
		t.Helper()
		s.changeDataset(t, 200, "contributor", "/api/datasets/"+d.ID+"/owners", s.shelf(t, "contributor", d.ID).Version,
			map[string]any{"owner": "contributor", "co_owners": append([]string{}, co...)}, nil)
	}
	owners("contributor2")
	l := s.giveLink(t, "contributor2", d, 24)
	if w := s.fetch(t, "", l.Path); w.Code != 200 {
		t.Errorf("status %d", w.Code)
	}
	owners()
	s.gone(t, "after its maker was no owner any more", l.Path)
}

// TestSEC37UsesAreAudited checks that the trail separates access by a link from access by
// permission.
func TestSEC37UsesAreAudited(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Used"), "a.tsv", []byte(someRows))
	first, second := s.giveLink(t, "contributor", d, 1), s.giveLink(t, "contributor", d, 1)
	for _, path := range []string{first.Path, second.Path, first.Path} {
		if w := s.fetch(t, "", path, "Range", "bytes=3-9"); w.Code != 206 {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
	if w := s.fetch(t, "contributor", d.Phenotypes[0].File.Path); w.Code != 200 {
		t.Errorf("the owner: status %d", w.Code)
	}
	told := map[string]int{}
	for _, e := range s.events(t, "action=downloaded&object_id="+d.ID) {
		_, by, _ := strings.Cut(e.Detail, ", by the link ")
		told[e.Actor+" "+by+" "+e.Address]++
	}
	want := map[string]int{
		" “for a reviewer” (" + first.ID + ") 192.0.2.1":  1,
		" “for a reviewer” (" + second.ID + ") 192.0.2.1": 1,
		"contributor  192.0.2.1":                          1,
	}
	if !maps.Equal(told, want) {
		t.Errorf("the trail tells %v, want %v", told, want)
	}
	for _, l := range s.links(t, "contributor", d.ID) {
		if l.Uses != 1 {
			t.Errorf("%d uses of %s", l.Uses, l.ID)
		}
	}
}
