package httpapi_test

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"cohortium/internal/platform/fetch"
)

// fetching returns a site whose fetcher connects every address to this handler, and a function that
// returns the address of a path there.
func fetching(t *testing.T, h http.HandlerFunc) (s *site, at func(path string) map[string]any) {
	t.Helper()
	web := httptest.NewTLSServer(h)
	t.Cleanup(web.Close)
	s = newSite(t, func(c *fetch.Config) {
		c.Resolve = func(context.Context, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("93.184.216.34")}, nil
		}
		c.Dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, web.Listener.Addr().String())
		}
		c.TLS = &tls.Config{RootCAs: web.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs, ServerName: "example.com"}
	})
	return s, func(path string) map[string]any { return tableOf("url", "url", "https://example.org"+path) }
}

func TestATableOfAnAddress(t *testing.T) {
	t.Parallel()
	body := someResults()
	s, at := fetching(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/results.tsv":
			_, _ = io.WriteString(w, body)
		case "/ragged.csv":
			_, _ = io.WriteString(w, "a,b\n1,2\n3\n")
		default:
			http.Error(w, "secret words", http.StatusInternalServerError)
		}
	})
	var p struct{ Rows [][]*string }
	s.want(t, 200, request{method: "POST", path: "/api/tables/preview", as: "uploader", body: at("/results.tsv?x=1")}, &p)
	if len(p.Rows) != 50 {
		t.Errorf("%d rows in the preview", len(p.Rows))
	}
	x := s.makeTable(t, "uploader", at("/results.tsv?x=1"))
	if x.State != "ready" || x.Rows != 500 || x.Name != "results.tsv" || !x.Source.There {
		t.Errorf("%+v", x)
	}
	for path, words := range map[string]string{"/ragged.csv": "Line 3", "/broken": "status 500"} {
		x := s.makeTable(t, "uploader", at(path))
		if x.State != "failed" || !strings.Contains(x.Error, words) || strings.Contains(x.Error, "secret") {
			t.Errorf("%s: %+v", path, x)
		}
	}
	var no problem
	s.want(t, 422, request{method: "POST", path: "/api/tables/preview", as: "uploader", body: tableOf("url", "url", "https://127.1/")}, &no)
	if len(no.Fields) != 1 || no.Fields[0].Field != "source.url" {
		t.Errorf("%+v", no)
	}
}
