package userservice_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/userservice"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func TestVerify(t *testing.T) {
	whole := auth.DirectoryUser{
		ID: "7", UserName: "person-one@example.org", Email: "person-one@example.org", FirstName: "Person", LastName: "One",
		Roles: []string{"sgc-reviewer"}, Permissions: []string{"sgc-review-data"}, Groups: []string{"sgc", "peg"}, IsActive: true,
		JoinedAt: time.Date(2026, 1, 2, 3, 4, 5, 678000000, time.UTC),
	}
	least := auth.DirectoryUser{ID: "7", UserName: "p", Roles: []string{}, Permissions: []string{}, Groups: []string{}, IsActive: true}
	withRoles := least
	withRoles.Roles = []string{"sgc-uploader", "of-another-kind"}
	for _, c := range []struct {
		name, body string
		want       auth.DirectoryUser
	}{
		{"everything", `{"user":{"id":7,"username":"person-one@example.org","email":"person-one@example.org","first_name":"Person","last_name":"One",
			"roles":["sgc-reviewer"],"permissions":["sgc-review-data"],"groups":["sgc","peg"],"is_active":true,"date_joined":"2026-01-02T04:04:05.678+01:00","more":{}}}`, whole},
		{"the least", `{"user":{"id":7,"username":"p"}}`, least},
		{"id as text", `{"user":{"id":"7","username":"p"}}`, least},
		{"empty e-mail", `{"user":{"id":7,"username":"p","email":""}}`, least},
		{"null wherever it may be", `{"user":{"id":7,"username":"p","email":null,"first_name":null,"roles":null,"permissions":null,"groups":null,"is_active":null,"date_joined":null}}`, least},
		{"roles as objects", `{"user":{"id":7,"username":"p","roles":[{"id":1,"name":"sgc-uploader"},{"name":"of-another-kind"}]}}`, withRoles},
		{"roles as both", `{"user":{"id":7,"username":"p","roles":["sgc-uploader",{"name":"of-another-kind"}]}}`, withRoles},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := start(t, says(200, c.body))
			got, err := connect(t, s.URL).Verify(t.Context(), token, "sgc")
			must(t, err)
			if diff := cmp.Diff(&c.want, got); diff != "" {
				t.Error(diff)
			}
			want := request{Method: "GET", Path: "/api/auth/verify/", Authorization: "Bearer " + token, Query: url.Values{"group": {"sgc"}}, Form: url.Values{}}
			if diff := cmp.Diff(want, s.last); diff != "" {
				t.Error(diff)
			}
		})
	}
}

const good = `{"user":{"id":7,"username":"p"}}`

// endless streams JSON until the client leaves, or a gigabyte.
func endless(sent *atomic.Int64) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		piece := []byte(strings.Repeat(" ", 1<<20))
		for range 1 << 10 {
			n, err := w.Write(piece)
			sent.Add(int64(n))
			if err != nil {
				return
			}
		}
		_, _ = io.WriteString(w, good)
	}
}

func html(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "<html>welcome</html>")
	}
}

// refusals are answers that deny access, and their errors.
func refusals(sent *atomic.Int64) []refusal {
	down, elsewhere := []refusal{}, []refusal{
		{"401", says(401, `{"detail":"Given token not valid","messages":[]}`), errs.Unauthenticated, "session_ended"},
		{"401 without JSON", html(401), errs.Unauthenticated, "session_ended"},
		{"403 with error", says(403, `{"error":"token issued for another group"}`), errs.Forbidden, "other_group"},
		{"403 with detail", says(403, `{"detail":"not in the group"}`), errs.Forbidden, "other_group"},
		{"other groups", says(200, `{"user":{"id":7,"username":"p","groups":["peg"]}}`), errs.Forbidden, "other_group"},
		{"not active", says(200, `{"user":{"id":7,"username":"p","is_active":false}}`), errs.Unauthenticated, "session_ended"},
	}
	for name, answer := range map[string]http.HandlerFunc{
		"500":            says(500, good),
		"502 of a proxy": html(502),
		"404":            says(404, good),
		"204":            func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) },
		"201":            says(201, good),
		"429":            says(429, `{}`),
		"HTML":           html(200),
		"JSON that says HTML": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, good)
		},
		"HTML that says JSON":    says(200, `<html></html>`),
		"nothing":                says(200, ``),
		"half of it":             says(200, good[:20]),
		"something behind":       says(200, good+good),
		"a list":                 says(200, `[]`),
		"null":                   says(200, `null`),
		"no user":                says(200, `{}`),
		"user null":              says(200, `{"user":null}`),
		"user as text":           says(200, `{"user":"p"}`),
		"user as list":           says(200, `{"user":[]}`),
		"empty user":             says(200, `{"user":{}}`),
		"no id":                  says(200, `{"user":{"username":"p"}}`),
		"id null":                says(200, `{"user":{"id":null,"username":"p"}}`),
		"id as fraction":         says(200, `{"user":{"id":7.5,"username":"p"}}`),
		"id as object":           says(200, `{"user":{"id":{},"username":"p"}}`),
		"no user name":           says(200, `{"user":{"id":7}}`),
		"roles as text":          says(200, `{"user":{"id":7,"username":"p","roles":"admin"}}`),
		"roles as object":        says(200, `{"user":{"id":7,"username":"p","roles":{"name":"admin"}}}`),
		"role without name":      says(200, `{"user":{"id":7,"username":"p","roles":[{"id":1}]}}`),
		"role as number":         says(200, `{"user":{"id":7,"username":"p","roles":[1]}}`),
		"active as text":         says(200, `{"user":{"id":7,"username":"p","is_active":"no"}}`),
		"joined at no time":      says(200, `{"user":{"id":7,"username":"p","date_joined":"yesterday"}}`),
		"name of two lines":      says(200, `{"user":{"id":7,"username":"p\r\nq"}}`),
		"endless name":           says(200, `{"user":{"id":7,"username":"`+strings.Repeat("p", 1000)+`"}}`),
		"deeper than sense":      says(200, `{"user":`+strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000)+`}`),
		"a byte over the limit":  says(200, good+strings.Repeat(" ", 1<<20+1-len(good))),
		"a gigabyte":             endless(sent),
		"a connection that ends": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		down = append(down, refusal{name, answer, errs.Unavailable, "user_service"})
	}
	return append(elsewhere, down...)
}

type refusal struct {
	name   string
	answer http.HandlerFunc
	kind   errs.Kind
	code   string
}

func TestVerifyRefusesFailedAnswers(t *testing.T) {
	var sent atomic.Int64
	for _, c := range refusals(&sent) {
		t.Run(c.name, func(t *testing.T) {
			s := start(t, c.answer)
			client := connect(t, s.URL)
			for try := range 2 {
				u, err := client.Verify(t.Context(), token, "sgc")
				wantProblem(t, err, c.kind, c.code)
				if u != nil {
					t.Errorf("%v comes with the error", u)
				}
				if got := s.asked.Load(); got < int64(try+1) {
					t.Errorf("asked %d times; a refusal is kept", got)
				}
			}
		})
	}
	if n := sent.Load(); n == 0 || n > 100<<20 {
		t.Errorf("%d bytes of the gigabyte were sent in two tries", n)
	}
}

func TestTheLargestAnswerIsTaken(t *testing.T) {
	s := start(t, says(200, good+strings.Repeat(" ", 1<<20-len(good))))
	_, err := connect(t, s.URL).Verify(t.Context(), token, "sgc")
	must(t, err)
}

// For any answer of the service, the result is an account with id and name, or a problem of a kind.
func FuzzAnswer(f *testing.F) {
	for _, body := range []string{
		good, `{"user":{"id":"7","username":"p","roles":[{"name":"r"},"s"],"groups":["sgc"],"is_active":false,"date_joined":"2026-01-02T03:04:05Z"}}`,
		`{"user":null}`, `{"user":{"id":null}}`, `[]`, `{`, `{"user":{"id":1e3,"username":"\u0000"}}`,
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		said := fixed{body}
		client, err := userservice.New(userservice.Options{URL: "https://users.example.org", Group: "sgc", HTTP: &http.Client{Transport: said}})
		must(t, err)
		u, err := client.Verify(t.Context(), token, "sgc")
		switch {
		case err == nil && (u.ID == "" || u.UserName == "" || !u.IsActive || !json.Valid([]byte(body))):
			t.Errorf("%q lets in %+v", body, u)
		case err != nil && errs.KindOf(err) == errs.Internal:
			t.Errorf("%q is %v", body, err)
		}
	})
}

type fixed struct{ body string }

func (f fixed) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: 200,
		Header:     http.Header{"Content-Type": {"application/json"}},
		Body:       io.NopCloser(strings.NewReader(f.body)),
		Request:    r,
	}, nil
}
