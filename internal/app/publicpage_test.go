package app

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// The answers before anything is public, and of a server without a public address. The rest is
// tested with a complete server.
func TestForRobots(t *testing.T) {
	pages := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	for _, c := range []struct {
		base, path string
		status     int
		holds      string
	}{
		{"https://x.example", "/robots.txt", 200, "Sitemap: https://x.example/sitemap.xml\n"},
		{"", "/robots.txt", 200, "Disallow: /\n"},
		{"", "/sitemap.xml", 404, ""},
		{"", "/hermes", http.StatusTeapot, ""},
	} {
		w := httptest.NewRecorder()
		forRobots(c.base, pages).ServeHTTP(w, httptest.NewRequest(http.MethodGet, c.path, nil))
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.holds) {
			t.Errorf("%s at %q: status %d: %s", c.path, c.base, w.Code, w.Body)
		}
		if c.base == "" && strings.Contains(w.Body.String(), "Sitemap") {
			t.Errorf("%s names a map that is not there", c.path)
		}
	}
}

func TestHeadOfOtherPages(t *testing.T) {
	head := publicHead(nil, nil, "") // nothing public: these need no data set
	for _, path := range []string{"/", "/datasets/d1", "/p/datasets/d1/x", "/p/datasetsx"} {
		if h := head(httptest.NewRequest(http.MethodGet, path, nil)); h.Title != "" || h.Status != 0 {
			t.Errorf("%s: %+v", path, h)
		}
	}
	if h := head(httptest.NewRequest(http.MethodGet, "/p/datasets", nil)); h.Title != "Public data" || h.Description == "" {
		t.Errorf("the list: %+v", h)
	}
	if h := head(httptest.NewRequest(http.MethodGet, "/p/pages", nil)); h.Title != "Published pages" || h.Description == "" {
		t.Errorf("the gallery: %+v", h)
	}
}
