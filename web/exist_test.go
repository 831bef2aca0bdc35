package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

// A page that does not exist answers 404 with the shell, whatever is wrong with its
// address, and nothing is said about it; built pages bring the table.
func TestPagesThatDoNotExist(t *testing.T) {
	files := built(t)
	files["pages.json"] = &fstest.MapFile{Data: []byte(`["^//?$","^/hermes/?$","^/datasets/[a-z0-9]{1,64}/?$","^/browse/gene/[A-Za-z0-9_.:%,-]{1,300}/?$"]`)}
	h, err := Handler(Options{Files: files, Head: func(*http.Request) Head { return Head{Title: "Page"} }})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{
		"/": 200, "/hermes": 200, "/hermes/": 200, "/hermes?a=/b": 200, "/datasets/ds1": 200, "/browse/gene/AC012345.1": 200,
		"/browse/gene/A%2CB": 200, "/nothing/here": 404, "/hermes/nothing": 404, "/datasets": 404, "/datasets/not-an-id": 404,
		"/datasets/a%20b": 404, "/datasets/A": 404, "/datasets/" + strings.Repeat("a", 65): 404, "/HERMES": 404,
	} {
		res := get(t, h, path)
		if text := body(t, res); res.StatusCode != want || !strings.HasPrefix(text, "<html>") {
			t.Errorf("%s: status %d, want %d: %s", path, res.StatusCode, want, text)
		}
	}
	for _, wrong := range []string{"{", `["("]`} {
		files["pages.json"] = &fstest.MapFile{Data: []byte(wrong)}
		if _, err := Handler(Options{Files: files}); err == nil {
			t.Errorf("%s was taken", wrong)
		}
	}
}

// TestWordsOfTheSpecificationPreviewBots holds C.1: preview and search bots get the statuses and the shell that people get, in
// which nothing is rendered; what the page shows them is held by web/src/ui/state/ErrorPage.test.tsx.
func TestWordsOfTheSpecificationPreviewBots(t *testing.T) {
	files := built(t)
	files["pages.json"] = &fstest.MapFile{Data: []byte(`["^/hermes/?$"]`)}
	h, err := Handler(Options{Files: files})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{"/hermes": 200, "/datasets/not-an-id": 404} {
		people := body(t, get(t, h, path))
		for _, agent := range []string{"facebookexternalhit/1.1", "WhatsApp/2.23.20.0", "Mozilla/5.0 (compatible; Googlebot/2.1)"} {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Header.Set("User-Agent", agent)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != want || w.Body.String() != people {
				t.Errorf("%s, %s: status %d, want %d: %s", path, agent, w.Code, want, w.Body)
			}
		}
	}
}
