package httpapi_test

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"
	"testing"

	registry "cohortium/internal/area/dataset"
	"cohortium/internal/platform/auth"
)

// profileBody returns a profile as a page sends it, with a logo of the consortium.
func profileBody(logo string) map[string]any {
	area := func(area, name string) map[string]any {
		return map[string]any{"area": area, "name": name, "purpose": "What it is for", "logo": ""}
	}
	return map[string]any{
		"name": "Meridian Heart Consortium", "headline": "The genetics of heart muscle disease", "text": "One.\n\nTwo.", "take_part": "Write to us.",
		"contact": "office@meridian.example", "logo": logo, "areas": []any{area("hermes", "Heart"), area("sgc", "Counts"), area("datasets", "Library")},
	}
}

func pngURL(width, height int) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(aPicture(width, height))
}

type profileAnswer struct {
	Name, Logo string
	Version    int64
	Areas      []struct{ Area, Name string }
}

// An administrator changes names and logo; every visitor sees them.
func TestConsortiumProfile(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var p profileAnswer
	s.want(t, 200, request{method: "GET", path: "/api/consortium"}, &p)
	if p.Name != "Cohortium" || p.Version != 0 || p.Logo != "" || len(p.Areas) != 3 || p.Areas[0].Name != "HERMES" {
		t.Errorf("before a change: %+v", p)
	}
	put := func(status int, version int64, body map[string]any, out any) {
		t.Helper()
		s.want(t, status, request{method: "PUT", path: "/api/consortium", as: "admin", header: ifVersion(version), body: body}, out)
	}
	put(200, 0, profileBody(pngURL(3, 2)), &p)
	if p.Version != 1 || !strings.HasPrefix(p.Logo, "/api/consortium/logos/") {
		t.Fatalf("%+v", p)
	}
	w := s.do(t, request{method: "GET", path: p.Logo})
	if w.Code != 200 || w.Header().Get("Content-Type") != "image/png" || !strings.HasPrefix(w.Body.String(), "\x89PNG") {
		t.Errorf("logo: %d %q", w.Code, w.Header())
	}
	if w := s.do(t, request{method: "GET", path: p.Logo, header: map[string]string{"If-None-Match": w.Header().Get("ETag")}}); w.Code != 304 {
		t.Errorf("the same logo again: %d", w.Code)
	}
	put(409, 0, profileBody(""), nil)
	kept := p.Logo
	body := profileBody(kept)
	body["name"] = "Meridian"
	put(200, 1, body, &p)
	if p.Logo != kept || p.Name != "Meridian" || p.Version != 2 {
		t.Errorf("a logo is kept by its address: %+v", p)
	}
	put(200, 2, body, &p)
	if p.Version != 2 {
		t.Errorf("no change makes no version: %+v", p)
	}
	put(200, 2, profileBody(""), &p)
	s.want(t, 404, request{method: "GET", path: kept}, nil)
	s.want(t, 200, request{method: "GET", path: "/api/consortium"}, &p)
	if p.Version != 3 || p.Logo != "" || p.Areas[1].Name != "Counts" {
		t.Errorf("for a stranger: %+v", p)
	}
}

// Only the pixels of an image are stored; anything but a small image is refused at its field.
func TestSEC40LogosAreSmallPictures(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	encoded := func(kind, content string) string {
		return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString([]byte(content))
	}
	bomb := aPicture(2, 2)
	copy(bomb[16:24], "\x00\x00\xff\xff\x00\x00\xff\xff") // declares 65535 pixels on each side
	for name, logo := range map[string]string{
		"SVG":               encoded("image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
		"SVG called PNG":    encoded("image/png", `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
		"GIF called PNG":    encoded("image/png", "GIF89a\x01\x00\x01\x00\x00\x00\x00;"),
		"wide":              pngURL(1025, 1),
		"high":              pngURL(1, 1025),
		"bomb":              encoded("image/png", string(bomb)),
		"cut off":           encoded("image/png", string(aPicture(9, 9)[:60])),
		"heavy":             encoded("image/png", string(aPicture(2, 2))+strings.Repeat("x", 128_000)),
		"an address":        "https://elsewhere.example/logo.png",
		"logo of no one":    "/api/consortium/logos/0123456789abcdef0123456789abcdef",
		"no base64":         "data:image/png;base64,%%%",
		"script as picture": "javascript:alert(1)",
	} {
		w := s.do(t, request{method: "PUT", path: "/api/consortium", as: "admin", header: ifVersion(0), body: profileBody(logo)})
		if w.Code != 422 || !strings.Contains(w.Body.String(), `"field":"logo"`) {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	withTail := encoded("image/png", string(aPicture(1024, 2))+"<script>alert(1)</script>")
	var p profileAnswer
	s.want(t, 200, request{method: "PUT", path: "/api/consortium", as: "admin", header: ifVersion(0), body: profileBody(withTail)}, &p)
	if w := s.do(t, request{method: "GET", path: p.Logo}); strings.Contains(w.Body.String(), "script") {
		t.Error("what follows the picture was kept")
	}
}

// Every text has its limits, tested on both sides.
func TestConsortiumTexts(t *testing.T) {
	t.Parallel()
	s, version := newSite(t), int64(0)
	set := func(field string, value any) int {
		body := profileBody("")
		if name, of := strings.CutPrefix(field, "areas."); of {
			body["areas"].([]any)[0].(map[string]any)[name] = value
		} else {
			body[field] = value
		}
		w := s.do(t, request{method: "PUT", path: "/api/consortium", as: "admin", header: ifVersion(version), body: body})
		if w.Code == 200 {
			version++
		}
		return w.Code
	}
	letters := func(n int) string { return strings.Repeat("é", n) }
	for _, c := range []struct {
		field string
		value any
		want  int
	}{
		{"name", letters(80), 200}, {"name", letters(81), 422}, {"name", " ", 422},
		{"headline", letters(160), 200}, {"headline", letters(161), 422},
		{"text", letters(2000), 200}, {"text", letters(2001), 422}, {"text", "", 200},
		{"contact", "", 200}, {"contact", "https://meridian.example/join", 200}, {"contact", "http://meridian.example", 422},
		{"contact", "javascript:alert(1)", 422}, {"contact", "Office <office@meridian.example>", 422}, {"contact", "https://me@meridian.example/", 422},
		{"areas.name", letters(24), 200}, {"areas.name", letters(25), 422}, {"areas.name", "counts", 422}, {"areas.area", "sgc", 422},
	} {
		if got := set(c.field, c.value); got != c.want {
			t.Errorf("%s %.20v…: %d, want %d", c.field, c.value, got, c.want)
		}
	}
}

// All callers find the same public objects, and the numbers count nothing else.
func TestSEC28PublicSearchFindsPublicDataOnly(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, name := range []string{"Toucan open", "Toucan closed"} {
		d := s.newDataset(t, "contributor2", name)
		_, err := s.registry.AddPhenotype(t.Context(), auth.NewIdentity(s.users["contributor2"], nil), d.ID,
			registry.PhenotypeInput{Code: strings.ToUpper(name[7:]), Description: "Hoatzin " + name[7:], SampleSize: 10})
		must(t, err)
		if name == "Toucan open" {
			s.changeDataset(t, 200, "contributor2", "/api/datasets/"+d.ID+"/sharing", s.versionOf(t, "contributor2", d.ID),
				map[string]any{"sharing": "public", "people": []string{}, "groups": []string{}}, nil)
		}
	}
	for _, as := range []string{"", "contributor2", "admin"} {
		for q, want := range map[string]string{
			"toucan": "[dataset /p/datasets/]", "hoatzin": "[phenotype /p/datasets?q=Hoatzin+open dataset /p/datasets/]", "closed": "[]", "contributor2": "[]",
		} {
			var out struct{ Groups []foundGroup }
			s.want(t, 200, request{method: "GET", path: "/api/public/search?q=" + url.QueryEscape(q), as: as}, &out)
			found := []string{}
			for _, group := range out.Groups {
				for _, hit := range group.Hits {
					if strings.HasPrefix(hit.Address, registry.PublicPath) {
						s.want(t, 200, request{method: "GET", path: "/api/public/datasets/" + lastOf(hit.Address)}, nil)
						hit.Address = registry.PublicPath
					}
					found = append(found, group.Kind, hit.Address)
				}
			}
			if got := fmt.Sprint(found); got != want {
				t.Errorf("%q finds %s for %q, want %s", as, got, q, want)
			}
		}
		var n struct{ Datasets, Studies, Phenotypes, Ancestries int64 }
		s.want(t, 200, request{method: "GET", path: "/api/public/summary", as: as}, &n)
		if n.Datasets != 1 || n.Studies != 1 || n.Phenotypes != 1 || n.Ancestries != 1 {
			t.Errorf("%+v", n)
		}
	}
}
