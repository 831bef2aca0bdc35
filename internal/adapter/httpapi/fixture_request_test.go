package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"cohortium/internal/platform/errs"
)

// request is one call; zero fields are as a page sends them.
type request struct {
	method, path string
	as           string // user name, "" for no account
	body         any    // []byte unchanged, anything else as JSON
	header       map[string]string
	bearer       string // a token for the Authorization header
}

func (s *site) request(ctx context.Context, q request) *http.Request {
	var body io.Reader
	kind := ""
	switch b := q.body.(type) {
	case nil:
	case []byte:
		body, kind = bytes.NewReader(b), "application/octet-stream"
	default:
		text, err := json.Marshal(b)
		if err != nil {
			panic(err) // a fault of the test itself
		}
		body, kind = bytes.NewReader(text), "application/json"
	}
	r := httptest.NewRequestWithContext(ctx, q.method, "http://localhost"+q.path, body)
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	if q.as != "" {
		r.AddCookie(&http.Cookie{Name: "cohortium", Value: s.tokens[q.as]})
	}
	if q.bearer != "" {
		r.Header.Set("Authorization", "Bearer "+q.bearer)
	}
	for name, value := range q.header {
		r.Header.Set(name, value)
	}
	return r
}

// do makes a call and checks the answer against the contract.
func (s *site) do(t testing.TB, q request) *httptest.ResponseRecorder {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	w := httptest.NewRecorder()
	r := s.request(ctx, q)
	if q.path == "/api/events" { // never ends by itself
		s.handler.ServeHTTP(stopAtFlush{w, stop}, r)
	} else {
		s.handler.ServeHTTP(w, r)
	}
	checkAnswer(t, r, w)
	if q.as == "" && r.Header.Get("Authorization") == "" {
		for _, field := range secretFields(r, w) {
			t.Errorf("%s %s: %s is shown to a stranger, and the contract does not mark it as public", q.method, q.path, field)
		}
	}
	s.checkCookies(t, r, w)
	return w
}

// checkCookies checks that every answer's cookies are for the server only, and that no body
// contains their values.
func (s *site) checkCookies(t testing.TB, r *http.Request, w *httptest.ResponseRecorder) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range w.Result().Cookies() {
		secure := strings.HasPrefix(c.Name, "__Host-")
		if !c.HttpOnly || c.Path != "/" || c.Domain != "" || c.SameSite != http.SameSiteLaxMode || c.Secure != secure {
			t.Errorf("%s %s: cookie %s", r.Method, r.URL, c)
		}
		if c.Value != "" {
			s.cookies = append(s.cookies, c.Value)
		}
	}
	body := w.Body.String() // copied once, not for each of thousands
	for _, token := range s.cookies {
		if strings.Contains(body, token) {
			t.Errorf("%s %s: the body holds the value of a cookie", r.Method, r.URL)
		}
	}
}

// stopAtFlush disconnects at the first flush of a stream.
type stopAtFlush struct {
	*httptest.ResponseRecorder
	stop context.CancelFunc
}

func (w stopAtFlush) Flush() { w.stop() }

// want makes a call, checks its status and decodes the answer into out.
func (s *site) want(t testing.TB, status int, q request, out any) {
	t.Helper()
	w := s.do(t, q)
	if w.Code != status {
		t.Fatalf("%s %s as %q: status %d, want %d: %s", q.method, q.path, q.as, w.Code, status, w.Body)
	}
	if out != nil {
		if err := json.Unmarshal(w.Body.Bytes(), out); err != nil {
			t.Fatalf("%s %s: %v in %s", q.method, q.path, err, w.Body)
		}
	}
}

// problem is the error answer.
type problem struct {
	Detail    string       `json:"detail"`
	Code      string       `json:"code"`
	Fields    []errs.Field `json:"fields"`
	RequestID string       `json:"request_id"`
}
