package web

import (
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
)

const headedShell = `<html><head><title>Cohortium</title><script type="application/json" id="cohortium-config" nonce="__CSP_NONCE__">{}</script></head></html>`

// What people typed stays text wherever it stands in the head.
func TestHead(t *testing.T) {
	h, err := Handler(Options{
		Files: fstest.MapFS{"index.html": {Data: []byte(headedShell)}}, Nonce: func(*http.Request) string { return "abc" },
		Head: func(r *http.Request) Head {
			switch r.URL.Path {
			case "/p/gone":
				return Head{Status: http.StatusNotFound}
			case "/p/odd":
				return Head{Title: "Odd", Data: []byte(`{"a":"</script>"}`)}
			case "/p/one":
				return Head{
					Title:       `</title><script>alert(1)</script>`,
					Description: `"><img src=x onerror=alert(1)>`,
					URL:         `https://x.example/p/"one"`,
					Data:        []byte(`{"a":"\u003c"}`),
				}
			}
			return Head{}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	res := get(t, h, "/p/one")
	want := `<html><head><title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; · Cohortium</title>` +
		`<script type="application/json" id="cohortium-config" nonce="abc">{"apiOrigin":"","sgcUserGroup":""}</script>` +
		"<meta name=\"description\" content=\"&#34;&gt;&lt;img src=x onerror=alert(1)&gt;\">\n" +
		"<meta property=\"og:type\" content=\"website\">\n<meta property=\"og:site_name\" content=\"Cohortium\">\n" +
		"<meta property=\"og:title\" content=\"&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;\">\n" +
		"<meta property=\"og:description\" content=\"&#34;&gt;&lt;img src=x onerror=alert(1)&gt;\">\n" +
		"<meta property=\"og:url\" content=\"https://x.example/p/&#34;one&#34;\">\n" +
		"<link rel=\"canonical\" href=\"https://x.example/p/&#34;one&#34;\">\n" +
		"<script type=\"application/ld+json\" nonce=\"abc\">{\"a\":\"\\u003c\"}</script>\n</head></html>"
	if got := body(t, res); got != want || res.StatusCode != 200 {
		t.Errorf("status %d\n got %s\nwant %s", res.StatusCode, got, want)
	}
	if got := body(t, get(t, h, "/p/odd")); strings.Contains(got, "ld+json") {
		t.Errorf("data that could end its tag: %s", got)
	}
	gone := get(t, h, "/p/gone")
	if text := body(t, gone); gone.StatusCode != 404 || !strings.Contains(text, titlePlace) {
		t.Errorf("status %d: %s", gone.StatusCode, text)
	}
	if res := get(t, h, "/hermes"); res.StatusCode != 200 {
		t.Errorf("another page: status %d", res.StatusCode)
	}
}
