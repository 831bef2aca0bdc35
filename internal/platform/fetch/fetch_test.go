package fetch_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"cohortium/internal/dev/attack"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/fetch"
)

// web simulates a server of the public internet: names resolve to public addresses, and connections
// to them end at a server on this machine.
type web struct {
	names  map[string][]string // addresses, a list per question; the last one stays
	server *httptest.Server
	mu     sync.Mutex
	asked  map[string]int
	dialed []string
}

func newWeb(t *testing.T, handler http.HandlerFunc) (*web, fetch.Config) {
	t.Helper()
	w := &web{names: map[string][]string{"example.org": {"93.184.216.34"}}, asked: map[string]int{}}
	w.server = httptest.NewTLSServer(handler)
	t.Cleanup(w.server.Close)
	return w, fetch.Config{
		Resolve: w.resolve, TLS: &tls.Config{RootCAs: w.server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs, ServerName: "example.com"},
		Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
			w.mu.Lock()
			w.dialed = append(w.dialed, address)
			w.mu.Unlock()
			return (&net.Dialer{}).DialContext(ctx, network, w.server.Listener.Addr().String())
		},
	}
}

func (w *web) resolve(_ context.Context, host string) ([]netip.Addr, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	answers := w.names[host]
	if len(answers) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	n := min(w.asked[host], len(answers)-1)
	w.asked[host]++
	var out []netip.Addr
	for _, a := range strings.Fields(answers[n]) {
		out = append(out, netip.MustParseAddr(a))
	}
	return out, nil
}

func get(t *testing.T, cfg fetch.Config, address string, most int64, whole bool) (string, fetch.Result, error) {
	t.Helper()
	var out bytes.Buffer
	got, err := fetch.NewClient(cfg).Get(t.Context(), address, &out, most, whole, nil)
	return out.String(), got, err
}

// refused wants a rule at the field of the address, whose text contains words.
func refused(t *testing.T, err error, words string) {
	t.Helper()
	var e *errs.Error
	if !errors.As(err, &e) || e.Kind != errs.Rule || len(e.Fields) != 1 || e.Fields[0].Field != "source.url" || !strings.Contains(e.Detail, words) {
		t.Errorf("%v, want a refusal with %q", err, words)
	}
}

func TestFetches(t *testing.T) {
	t.Parallel()
	w, cfg := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept-Encoding") != "identity" || r.Header.Get("Cookie") != "" || r.Header.Get("Authorization") != "" {
			t.Errorf("headers %v", r.Header)
		}
		w.Header().Set("Content-Type", "text/tab-separated-values; charset=utf-8")
		fmt.Fprint(w, "a\tb\n1\t2\n")
	})
	var seen []int64
	var out bytes.Buffer
	got, err := fetch.NewClient(
		cfg,
	).Get(
		t.Context(),
		" https://example.org/data/My%20table.tsv?x=1#y ",
		&out,
		1000,
		true,
		func(done, _ int64) { seen = append(seen, done) },
	)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte("a\tb\n1\t2\n"))
	want := fetch.Result{Name: "My table.tsv", Size: 8, Tag: hex.EncodeToString(sum[:])}
	if got != want || out.String() != "a\tb\n1\t2\n" || len(seen) == 0 || seen[len(seen)-1] != 8 {
		t.Errorf("%+v %q %v", got, out.String(), seen)
	}
	if len(w.dialed) != 1 || w.dialed[0] != "93.184.216.34:443" {
		t.Errorf("connected to %v, want the address that was resolved", w.dialed)
	}
}

// TestSEC45Addresses tries every form in which a private address can be written. None
// of them may lead to a connection.
func TestSEC45Addresses(t *testing.T) {
	t.Parallel()
	w, cfg := newWeb(t, func(http.ResponseWriter, *http.Request) { t.Error("the server was reached") })
	cfg.HTTP = true
	count := attack.New(t, "SSRF: private addresses in every form")
	for name, addresses := range map[string]string{
		"loopback.example": "127.0.0.1", "mixed.example": "93.184.216.34 10.0.0.1", "six.example": "::1", "mapped.example": "::ffff:127.0.0.1",
		"metadata.example": "169.254.169.254", "nat64.example": "64:ff9b::a00:1", "tunnel.example": "2002:7f00:1::", "localhost": "127.0.0.1",
	} {
		w.names[name] = []string{addresses}
	}
	for _, host := range []string{
		"127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "017700000001", "0177.0.0.1", "[::1]", "[::]", "[::ffff:127.0.0.1]",
		"[::ffff:7f00:1]", "[::127.0.0.1]", "169.254.169.254", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1",
		"192.168.255.255", "100.64.0.1", "100.127.255.255", "0.0.0.0", "0.1.2.3", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
		"198.18.0.1", "192.0.0.1", "192.0.2.1", "198.51.100.1", "203.0.113.1", "168.63.129.16", "[fd00::1]", "[fdff::1]", "[fc00::1]", "[fe80::1]",
		"[febf::1]", "[fe80::1%25eth0]", "[ff02::1]", "[fec0::1]", "[64:ff9b::7f00:1]", "[2001:db8::1]", "[2002:7f00:1::]", "[2001::1]", "[fd00:ec2::254]",
		"loopback.example", "mixed.example", "six.example", "mapped.example", "metadata.example", "nat64.example", "tunnel.example", "localhost",
		"LOCALHOST", "localhost.",
	} {
		for _, scheme := range []string{"https", "http"} {
			_, _, err := get(t, cfg, scheme+"://"+host+"/table.tsv", 1000, true)
			count.Try(errs.CodeOf(err) == "rule", "%s://%s: %v", scheme, host, err)
		}
	}
	for _, address := range []string{
		"file:///etc/passwd", "gopher://example.org/", "ftp://example.org/a.tsv", "data:text/csv,a", "javascript:alert(1)", "//example.org/a", "example.org/a",
		"https://", "https:example.org", "https:///a.tsv", "", "https://exa mple.org/", "https://user@example.org/", "https://user:password@example.org/",
		"https://example.org@127.0.0.1/", "https://127.0.0.1@example.org/", "https://example.org:8443/", "https://example.org:22/", "https://example.org:0/",
		"https://example.org:65536/", "https://[::1", "https://example.org\\@127.0.0.1/", "https://example.org%00.example.org/",
	} {
		_, _, err := get(t, cfg, address, 1000, true)
		count.Try(errs.CodeOf(err) == "rule", "%s: %v", address, err)
	}
	if len(w.dialed) > 0 {
		t.Errorf("connected to %v", w.dialed)
	}
}

// Neighbours of the private networks are public.
func TestSEC45PublicAddresses(t *testing.T) {
	t.Parallel()
	w, cfg := newWeb(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "a,b\n1,2\n") })
	for _, host := range []string{
		"9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255",
		"172.32.0.0", "192.167.255.255", "192.169.0.0", "223.255.255.255", "[2001:200::1]", "[2606:2800:220:1::1]", "example.org", "93.184.216.34",
	} {
		if _, _, err := get(t, cfg, "https://"+host+"/table.csv", 1000, true); err != nil {
			t.Errorf("%s: %v", host, err)
		}
	}
	if len(w.dialed) != 17 {
		t.Errorf("%d connections", len(w.dialed))
	}
}

// A name that resolves differently the second time is connected to the checked address, and checked
// again when a redirect uses it again.
func TestSEC45Rebinding(t *testing.T) {
	t.Parallel()
	w, cfg := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/again" {
			http.Redirect(w, r, "/table.csv", http.StatusFound)
			return
		}
		fmt.Fprint(w, "a,b\n1,2\n")
	})
	w.names["rebind.example"] = []string{"93.184.216.34", "127.0.0.1"}
	if text, _, err := get(t, cfg, "https://rebind.example/table.csv", 1000, true); err != nil || text != "a,b\n1,2\n" {
		t.Errorf("%q, %v", text, err)
	}
	w.asked["rebind.example"] = 0
	_, _, err := get(t, cfg, "https://rebind.example/again", 1000, true)
	refused(t, err, "public internet")
	for _, address := range w.dialed {
		if address != "93.184.216.34:443" {
			t.Errorf("connected to %s", address)
		}
	}
}

func TestSEC45Redirects(t *testing.T) {
	t.Parallel()
	w, cfg := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Referer") != "" {
			t.Errorf("the address before is told: %s", r.Header.Get("Referer"))
		}
		to := r.URL.Query().Get("to")
		if n, is := strings.CutPrefix(r.URL.Path, "/hop"); is && n != "0" {
			http.Redirect(w, r, fmt.Sprintf("/hop%d", n[0]-'1'), http.StatusFound)
			return
		}
		if to != "" {
			http.Redirect(w, r, to, http.StatusFound)
			return
		}
		fmt.Fprint(w, "a,b\n1,2\n")
	})
	w.names["inside.example"] = []string{"10.1.2.3"}
	for to, words := range map[string]string{
		"https://127.0.0.1/": "public internet", "https://inside.example/": "public internet", "http://example.org/": "https://", "file:///etc/passwd": "https://",
		"https://example.org:8080/": "ports", "https://a:b@example.org/": "password", "https://2130706433/": "such as 93",
	} {
		_, _, err := get(t, cfg, "https://example.org/?to="+to, 1000, true)
		refused(t, err, words)
	}
	if _, _, err := get(t, cfg, "https://example.org/hop3", 1000, true); err != nil {
		t.Errorf("three redirects: %v", err)
	}
	_, _, err := get(t, cfg, "https://example.org/hop4", 1000, true)
	refused(t, err, "more than 3 times")
	if _, got, err := get(t, cfg, "https://example.org/x?to=/y.csv", 1000, true); err != nil || got.Name != "y.csv" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestSEC45Limits(t *testing.T) {
	t.Parallel()
	hang := make(chan struct{})
	defer close(hang)
	const secret = "internal-secret-4711"
	_, cfg := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/endless":
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 4096)); err != nil {
					return
				}
			}
		case "/long":
			w.Header().Set("Content-Length", "5000")
			fmt.Fprint(w, strings.Repeat("x", 5000))
		case "/hang":
			fmt.Fprint(w, "a")
			w.(http.Flusher).Flush()
			select {
			case <-hang:
			case <-r.Context().Done():
			}
		case "/html":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, secret)
		case "/image":
			w.Header().Set("Content-Type", "image/png")
		case "/packed":
			w.Header().Set("Content-Encoding", "gzip")
			fmt.Fprint(w, secret)
		case "/cut":
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, secret)
		default:
			w.Header().Set("X-Secret", secret)
			w.WriteHeader(map[string]int{"/401": 401, "/403": 403, "/404": 404, "/500": 500, "/206": 206, "/204": 204}[r.URL.Path])
			fmt.Fprint(w, secret)
		}
	})
	cfg.Time = 3 * time.Second
	for path, words := range map[string]string{
		"/endless": "as much as is fetched", "/long": "as much as is fetched", "/hang": "too long", "/html": "web page", "/image": "web page", "/packed": "a form",
		"/cut": "does not answer", "/401": "not open", "/403": "not open", "/404": "nothing at", "/500": "status 500", "/206": "status 206",
	} {
		_, _, err := get(t, cfg, "https://example.org"+path, 1000, true)
		refused(t, err, words)
		if err != nil && strings.Contains(err.Error(), secret) {
			t.Errorf("%s echoes what the server said: %v", path, err)
		}
	}
	if text, got, err := get(t, cfg, "https://example.org/long", 1000, false); err != nil || !got.Cut || got.Size != 1000 || len(text) != 1000 {
		t.Errorf("the beginning: %+v, %v", got, err)
	}
	if _, got, err := get(t, cfg, "https://example.org/long", 5000, false); err != nil || got.Cut || got.Size != 5000 {
		t.Errorf("exactly all: %+v, %v", got, err)
	}
	_, _, err := get(t, cfg, "https://unknown.example/", 1000, true)
	refused(t, err, "not known")
	cfg.TLS = nil
	_, _, err = get(t, cfg, "https://example.org/", 1000, true)
	refused(t, err, "certificate")
}

// A server that sends less than 1.5 MB in each span of the pace, 50 kB a second by default, is
// abandoned. One that sends as much is not, nor a small file that ends in time.
func TestSEC45SlowServersAreLeft(t *testing.T) {
	t.Parallel()
	const pace = 2 * time.Second
	_, cfg := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
		parts, size, pause := 3, 1_500_000, pace/4
		switch r.URL.Path {
		case "/trickle":
			parts, size, pause = 1000, 1, pace/20
		case "/below": // at first fast enough
			parts, size, pause = 1000, 1_499_999/20, pace/10
		case "/small":
			parts, size, pause = 2, 10, pace/4
		}
		for i := 0; i < parts && r.Context().Err() == nil; i++ {
			if _, err := w.Write(make([]byte, size)); err != nil {
				return
			}
			w.(http.Flusher).Flush()
			time.Sleep(pause)
		}
	})
	cfg.Pace = pace
	for _, path := range []string{"/trickle", "/below"} {
		start := time.Now()
		_, _, err := get(t, cfg, "https://example.org"+path, 1<<30, true)
		refused(t, err, "less than 50 kB a second")
		if took := time.Since(start); took < pace || took > 4*pace {
			t.Errorf("%s: left after %s", path, took)
		}
	}
	for path, size := range map[string]int64{"/fast": 4_500_000, "/small": 20} {
		if _, got, err := get(t, cfg, "https://example.org"+path, 1<<30, true); err != nil || got.Size != size {
			t.Errorf("%s: %d bytes, %v", path, got.Size, err)
		}
	}
}

func TestSEC45Settings(t *testing.T) {
	t.Parallel()
	w, cfg := newWeb(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "a,b\n1,2\n") })
	w.names["www.example.org"], w.names["badexample.org"] = []string{"93.184.216.35"}, []string{"93.184.216.36"}
	_, _, err := get(t, cfg, "http://example.org/", 1000, true)
	refused(t, err, "https:// only")
	off := cfg
	off.Off = true
	_, _, err = get(t, off, "https://example.org/", 1000, true)
	refused(t, err, "fetches nothing")
	some := cfg
	some.Hosts = []string{"Example.org"}
	for _, host := range []string{"example.org", "www.example.org"} {
		if _, _, err := get(t, some, "https://"+host+"/", 1000, true); err != nil {
			t.Errorf("%s: %v", host, err)
		}
	}
	for _, host := range []string{"badexample.org", "example.org.evil.example", "93.184.216.34"} {
		_, _, err := get(t, some, "https://"+host+"/", 1000, true)
		refused(t, err, "some places only")
	}
}

// An internal name is rejected in the words of one that does not exist, also at the end of a
// redirect, so that a refusal confirms no name.
func TestSEC45NamesInsideAreNotConfirmed(t *testing.T) {
	t.Parallel()
	w, cfg := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Query().Get("to"), http.StatusFound)
	})
	for name, addresses := range map[string]string{"wiki.corp.example": "10.0.0.8", "db": "fd00::1", "split.example": "93.184.216.34 192.168.0.1", "localhost": "::1"} {
		w.names[name] = []string{addresses}
	}
	told := func(address string) string {
		_, _, err := get(t, cfg, address, 1000, true)
		var e *errs.Error
		if !errors.As(err, &e) {
			t.Fatalf("%s: %v", address, err)
		}
		return e.Detail
	}
	unknown := told("https://absent.example/")
	for _, name := range []string{"wiki.corp.example", "db", "split.example", "localhost"} {
		for _, address := range []string{"https://" + name + "/t.tsv", "https://example.org/?to=https://" + name + "/"} {
			if got := told(address); got != unknown {
				t.Errorf("%s: %q, want the words of an unknown name: %q", address, got, unknown)
			}
		}
	}
}
