package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"cohortium/internal/adapter/httpapi"
)

// checkAnswer checks every answer of every test: it matches the contract, has the security headers,
// and reveals nothing.
func checkAnswer(t testing.TB, r *http.Request, w *httptest.ResponseRecorder) {
	t.Helper()
	faults, err := httpapi.AnswerFaults(r, w)
	if err != nil {
		t.Errorf("%s %s: status %d: %v", r.Method, r.URL, w.Code, err)
	}
	for _, fault := range faults {
		t.Errorf("%s %s: status %d: not as in the contract: %s", r.Method, r.URL, w.Code, fault)
	}
	for name, part := range map[string]string{
		"Content-Security-Policy":      "",
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "no-referrer",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy":           "camera=()",
		"X-Request-Id":                 "id",
	} {
		if got := w.Header().Get(name); got == "" || !strings.Contains(got, part) {
			t.Errorf("%s %s: header %s is %q, want %q in it", r.Method, r.URL, name, got, part)
		}
	}
	// http.ServeContent removes the header when it refuses a range.
	ranged := w.Code == http.StatusRequestedRangeNotSatisfiable
	if strings.HasPrefix(r.URL.Path, "/api/") && w.Header().Get("Cache-Control") == "" && !ranged {
		t.Errorf("%s %s: no Cache-Control", r.Method, r.URL)
	}
	if w.Code >= http.StatusBadRequest {
		for _, leak := range []string{"goroutine", "SELECT ", ".go:", "sqlite", "/tmp/"} {
			if strings.Contains(w.Body.String(), leak) {
				t.Errorf("%s %s: the error gives away %q: %s", r.Method, r.URL, leak, w.Body)
			}
		}
	}
}
