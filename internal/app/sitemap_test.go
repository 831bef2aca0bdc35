package app

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"cohortium/internal/platform/listing"
)

// many returns a part of the site with this many addresses, 400 at a time.
func many(name string, most int) publicPart {
	return publicPart{"/p/" + name + "/", func(_ context.Context, at listing.Place) ([]siteURL, listing.Place, error) {
		from := 0
		if at.ID != "" {
			from, _ = strconv.Atoi(at.ID)
		}
		var out []siteURL
		for i := from; i < min(from+400, most); i++ {
			out = append(out, changedAt(fmt.Sprintf("https://x.example/p/%s/%d", name, i), time.Unix(0, 0)))
		}
		if from+400 >= most {
			return out, listing.Place{}, nil
		}
		return out, listing.Place{ID: strconv.Itoa(from + 400)}, nil
	}}
}

func TestTheSiteMapHasEveryPartUpToItsLimit(t *testing.T) {
	for _, c := range []struct{ first, second, want int }{{3, 2, 7}, {0, 0, 2}, {900, 401, 1303}, {49_997, 5, 50_000}, {60_000, 5, 50_000}} {
		text, err := sitemap(t.Context(), "https://x.example", []publicPart{many("datasets", c.first), many("pages", c.second)})
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			URLs []siteURL `xml:"url"`
		}
		if err := xml.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if len(got.URLs) != c.want || got.URLs[0].Loc != "https://x.example/p/datasets" || got.URLs[1].Loc != "https://x.example/p/pages" {
			t.Errorf("%d and %d: %d addresses, %v", c.first, c.second, len(got.URLs), got.URLs[:2])
		}
		seen := map[string]bool{}
		for _, u := range got.URLs {
			if seen[u.Loc] {
				t.Errorf("%s is there twice", u.Loc)
			}
			seen[u.Loc] = true
		}
	}
}

// robotsAllow applies the rules as robots do: the longest matching path decides.
func robotsAllow(text, path string) bool {
	longest, allowed := -1, true
	for line := range strings.Lines(text) {
		verb, rule, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if verb != "Allow" && verb != "Disallow" {
			continue
		}
		head, tail, starred := strings.Cut(rule, "*")
		fits := strings.HasPrefix(path, head) && (!starred || strings.Contains(path[len(head):], tail))
		if fits && len(rule) > longest {
			longest, allowed = len(rule), verb == "Allow"
		}
	}
	return allowed
}

func TestRobotsMayReadPublicPages(t *testing.T) {
	w := httptest.NewRecorder()
	forRobots("", http.NotFoundHandler()).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/robots.txt", nil))
	for path, want := range map[string]bool{
		"/p/pages": true, "/p/pages/heart-failure": true, "/api/p/pages/heart-failure": true, "/p/datasets/d1": true, "/assets/x.js": true,
		"/p/pages/heart-failure/embed": false, "/": false, "/configbuilder": false, "/api/tables/t1/data": false, "/hermes": false,
	} {
		if got := robotsAllow(w.Body.String(), path); got != want {
			t.Errorf("%s is open to robots: %t", path, got)
		}
	}
}
