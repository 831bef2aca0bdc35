package web

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

const testShell = `<html><script nonce="__CSP_NONCE__">x</script>
<script type="application/json" id="cohortium-config" nonce="__CSP_NONCE__">{}</script></html>`

func gz(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func built(t *testing.T) fstest.MapFS {
	return fstest.MapFS{
		"index.html":             {Data: []byte(testShell)},
		".gitkeep":               {},
		"favicon.svg":            {Data: []byte("<svg/>")},
		"assets/index-abc.js":    {Data: []byte("plain script")},
		"assets/index-abc.js.gz": {Data: gz(t, "plain script")},
		"assets/inter-1.woff2":   {Data: []byte("font")},
		"builds/latest.json":     {Data: []byte(`{"id":"1"}`)},
	}
}

func get(t *testing.T, h http.Handler, target string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, target, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, res *http.Response) string {
	t.Helper()
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestHandlerFiles(t *testing.T) {
	h, err := Handler(Options{Files: built(t)})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, target           string
		status                 int
		cache, kind, bodyStart string
	}{
		{"start page", "/", 200, "no-store", "text/html; charset=utf-8", "<html>"},
		{"route of the pages", "/hermes/qc/ds1?run=2", 200, "no-store", "text/html; charset=utf-8", "<html>"},
		{"shell by name", "/index.html", 200, "no-store", "text/html; charset=utf-8", "<html>"},
		{"hashed script", "/assets/index-abc.js", 200, "public, max-age=31536000, immutable", "text/javascript; charset=utf-8", "plain script"},
		{"font", "/assets/inter-1.woff2", 200, "public, max-age=31536000, immutable", "font/woff2", "font"},
		{"icon", "/favicon.svg", 200, "no-cache", "image/svg+xml", "<svg/>"},
		{"build list", "/builds/latest.json", 200, "no-store", "application/json", `{"id"`},
		{"script of an older build", "/assets/index-old.js", 404, "no-store", "text/plain; charset=utf-8", "no such file"},
		{"hidden file", "/.gitkeep", 404, "no-store", "text/plain; charset=utf-8", "no such file"},
		{"file of another framework", "/hermes/qc/ds1/_payload.json", 404, "no-store", "text/plain; charset=utf-8", "no such file"},
		{"file of another program", "/wp-login.php", 404, "no-store", "text/plain; charset=utf-8", "no such file"},
		{"folder of another program", "/.git/config", 404, "no-store", "text/plain; charset=utf-8", "no such file"},
		{"text that is not there", "/robots.txt", 404, "no-store", "text/plain; charset=utf-8", "no such file"},
		{"gene with a version", "/hermes/browse/gene/AC012345.1", 200, "no-store", "text/html; charset=utf-8", "<html>"},
		{"gene with dots and letters", "/browse/gene/RP11-34P13.7", 200, "no-store", "text/html; charset=utf-8", "<html>"},
		{"variant", "/p/browse/variant/1:55039974:G:T", 200, "no-store", "text/html; charset=utf-8", "<html>"},
		{"climbing out", "/assets/../../etc/passwd", 200, "no-store", "text/html; charset=utf-8", "<html>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := get(t, h, tt.target)
			text := body(t, res)
			if res.StatusCode != tt.status || res.Header.Get("Cache-Control") != tt.cache || res.Header.Get("Content-Type") != tt.kind {
				t.Errorf("got %d, %q, %q", res.StatusCode, res.Header.Get("Cache-Control"), res.Header.Get("Content-Type"))
			}
			if !strings.HasPrefix(text, tt.bodyStart) {
				t.Errorf("body %q does not start with %q", text, tt.bodyStart)
			}
		})
	}
}

func TestHandlerShell(t *testing.T) {
	n := 0
	h, err := Handler(Options{
		Files: built(t),
		Config: func(*http.Request) Config {
			return Config{APIOrigin: "https://api.example/</script>", SGCUserGroup: "cohorts"}
		},
		Nonce: func(*http.Request) string { n++; return strings.Repeat("n", n) + `"` },
	})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.ReplaceAll(testShell, "{}", `{"apiOrigin":"https://api.example/\u003c/script\u003e","sgcUserGroup":"cohorts"}`)
	for _, nonce := range []string{"n&#34;", "nn&#34;"} {
		if got := body(t, get(t, h, "/hermes")); got != strings.ReplaceAll(want, noncePlace, nonce) {
			t.Errorf("shell with nonce %s:\n%s", nonce, got)
		}
	}
}

func TestHandlerCompressed(t *testing.T) {
	h, err := Handler(Options{Files: built(t)})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, accept, encoding string }{
		{"taken", "br, gzip;q=0.8", "gzip"},
		{"refused", "gzip;q=0", ""},
		{"not named", "br", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := get(t, h, "/assets/index-abc.js", "Accept-Encoding", tt.accept)
			text := body(t, res)
			if got := res.Header.Get("Content-Encoding"); got != tt.encoding {
				t.Fatalf("encoding %q, want %q", got, tt.encoding)
			}
			if res.Header.Get("Vary") != "Accept-Encoding" {
				t.Errorf("Vary is %q", res.Header.Get("Vary"))
			}
			if tt.encoding == "" && text != "plain script" {
				t.Errorf("plain body %q", text)
			}
		})
	}
}

func TestHandlerNotBuilt(t *testing.T) {
	h, err := Handler(Options{Files: fstest.MapFS{".gitkeep": {}}})
	if err != nil {
		t.Fatal(err)
	}
	res := get(t, h, "/hermes")
	if text := body(t, res); res.StatusCode != http.StatusServiceUnavailable || !strings.Contains(text, "make build") {
		t.Errorf("got %d: %s", res.StatusCode, text)
	}
}

func TestHandlerRefuses(t *testing.T) {
	for name, shell := range map[string]string{
		"no settings": `<html><script nonce="__CSP_NONCE__"></script></html>`,
		"no nonce":    `<script id="cohortium-config">{}</script>`,
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Handler(Options{Files: fstest.MapFS{"index.html": {Data: []byte(shell)}}}); !errors.Is(err, ErrShell) {
				t.Errorf("error %v, want %v", err, ErrShell)
			}
		})
	}
	h, err := Handler(Options{Files: built(t)})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/hermes", nil))
	if w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST answers %d", w.Code)
	}
}

// The shell of the real build, when there is one, must have the places that the handler fills.
func TestHandlerEmbedded(t *testing.T) {
	h, err := Handler(Options{Nonce: func(*http.Request) string { return "abc" }})
	if err != nil {
		t.Fatal(err)
	}
	if text := body(t, get(t, h, "/")); strings.Contains(text, noncePlace) {
		t.Errorf("nonce place left in the shell: %s", text)
	}
}
