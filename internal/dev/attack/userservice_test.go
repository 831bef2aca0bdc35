package attack

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// hostileService answers as a user service that is broken, slow or malicious, depending on the
// token in the request.
func hostileService(stop <-chan struct{}) http.HandlerFunc {
	account := `{"id":7,"username":"remote@example.org","email":"","roles":["sgc-reviewer","admin","reviewer"],"permissions":["admin"],"groups":["sgc"],"is_active":true}`
	answers := map[string]func(w http.ResponseWriter, r *http.Request){
		"500": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(500)
			fmt.Fprint(w, `{"user":`+account+`}`)
		},
		"503": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503); fmt.Fprint(w, `{}`) },
		"201": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(201)
			fmt.Fprint(w, `{"user":`+account+`}`)
		},
		"204": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) },
		"302": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/api/auth/verify/good", http.StatusFound)
		},
		"307": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://169.254.169.254/", http.StatusTemporaryRedirect)
		},
		"401": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(401)
			fmt.Fprint(w, `{"user":`+account+`}`)
		},
		"403": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(403)
			fmt.Fprint(w, `{"user":`+account+`}`)
		},
		"connection-dropped": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"dropped-within": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "500")
			fmt.Fprint(w, `{"user":`)
			panic(http.ErrAbortHandler)
		},
		"text": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `{"user":`+account+`}`)
		},
		"never": func(_ http.ResponseWriter, r *http.Request) { wait(r, stop, time.Hour) },
		"drip":  func(w http.ResponseWriter, r *http.Request) { drip(w, r, stop) },
		"huge": func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, `{"user":`+account+`,"x":"`+strings.Repeat("x", 8<<20)+`"}`)
		},
		"deep": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, strings.Repeat("[", 200_000)) },
		"many-headers": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X", strings.Repeat("x", 2<<20))
			fmt.Fprint(w, `{"user":`+account+`}`)
		},
	}
	for name, text := range map[string]string{
		"empty": "", "null": "null", "list": "[]", "number": "7", "cut-short": `{"user":` + account, "two-values": `{"user":` + account + `}{}`,
		"no-user": "{}", "user-null": `{"user":null}`, "user-list": `{"user":[` + account + `]}`, "user-text": `{"user":"admin"}`,
		"no-id": `{"user":{"username":"x","groups":["sgc"]}}`, "no-name": `{"user":{"id":7}}`, "id-list": `{"user":{"id":[7],"username":"x"}}`,
		"name-list": `{"user":{"id":7,"username":["x"]}}`, "roles-text": `{"user":{"id":7,"username":"x","roles":"admin"}}`,
		"active-text": `{"user":{"id":7,"username":"x","is_active":"yes"}}`, "inactive": `{"user":{"id":7,"username":"x","groups":["sgc"],"is_active":false}}`,
		"another-group": `{"user":{"id":7,"username":"x","roles":["sgc-reviewer"],"groups":["peg"]}}`,
		"control":       `{"user":{"id":7,"username":"x\u0000y","groups":["sgc"]}}`, "long-name": `{"user":{"id":7,"username":"` + strings.Repeat("x", 400) + `"}}`,
		"bytes": "{\"user\":{\"id\":7,\"username\":\"\xff\xfe\"}", "date": `{"user":{"id":7,"username":"x","date_joined":"yesterday"}}`,
		"no-roles":      `{"user":{"id":7,"username":"x","groups":["sgc"],"is_active":true}}`,
		"roles-of-ours": `{"user":{"id":7,"username":"x","roles":["admin","reviewer","curator"],"permissions":["admin"],"groups":["sgc","hermes"],"is_active":true}}`,
	} {
		answers[name] = func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, text) }
	}
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		mode := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		if i := strings.IndexByte(mode, '.'); i >= 0 { // several tokens of one mode
			mode = mode[:i]
		}
		switch answer := answers[mode]; {
		case mode == "modes":
			for name := range answers {
				w.Header().Add("Mode", name)
			}
		case answer != nil:
			answer(w, r)
		default:
			w.WriteHeader(401)
		}
	}
}

func wait(r *http.Request, stop <-chan struct{}, d time.Duration) {
	select {
	case <-r.Context().Done():
	case <-stop:
	case <-time.After(d):
	}
}

// drip sends a byte each half second.
func drip(w http.ResponseWriter, r *http.Request, stop <-chan struct{}) {
	for range 200 {
		if _, err := w.Write([]byte(" ")); err != nil {
			return
		}
		_ = http.NewResponseController(w).Flush()
		wait(r, stop, 500*time.Millisecond)
	}
}

// members are the valid answers, whatever else they contain: a member of the group may enter its
// area, and no other.
var members = map[string]bool{"roles-of-ours": true, "many-headers": true}

// TestAUserServiceElsewhere lets the user service answer in every wrong way. Only an answer about a
// member of the group gives access; an error states what to do and no internals; and a waiting
// caller delays no other.
func TestAUserServiceElsewhere(t *testing.T) {
	t.Parallel()
	stop := make(chan struct{})
	service := httptest.NewServer(hostileService(stop))
	t.Cleanup(func() { close(stop); service.Close() })
	in := &installation{t: t, dir: t.TempDir()}
	in.person("uploader", "uploader")
	p := in.serve("--user-service-url", service.URL)
	count := New(t, "a user service elsewhere: hostile answers")
	asked := (&caller{base: service.URL}).call(t, http.MethodGet, "/", nil, map[string]string{"Authorization": "Bearer modes"})
	modes := asked.header.Values("Mode")
	if len(modes) < 40 {
		t.Fatalf("only %d modes", len(modes))
	}
	var group sync.WaitGroup
	for _, mode := range modes {
		group.Go(func() {
			c := &caller{base: p.base, header: map[string]string{"Authorization": "Bearer " + mode}}
			for _, path := range []string{"/api/sgc/cohorts", "/api/hermes/uploads", "/api/audit"} {
				a, err := c.try(t.Context(), http.MethodGet, path, nil, nil)
				said := a.problem()
				if err == nil && a.status == 200 && path == "/api/sgc/cohorts" && members[mode] {
					count.Try(true, "")
					continue
				}
				refused := err == nil && (a.status == 401 || a.status == 403 || a.status == 503 && a.header.Get("Retry-After") != "")
				count.Try(refused && said.Code != "" && said.Code != "internal" && strings.Contains(said.Detail, " ") && !leaks(said.Detail, service.URL),
					"%s with %s: %v, status %d: %s", path, mode, err, a.status, a.body)
			}
		})
	}
	uploader := signIn(t, p.base, "uploader")
	waiting := New(t, "a user service elsewhere: others meanwhile")
	for i := range 120 { // they wait for an answer that does not come
		group.Go(func() {
			c := &caller{base: p.base, header: map[string]string{"Authorization": fmt.Sprintf("Bearer %s.%d", []string{"never", "drip"}[i%2], i)}}
			a, err := c.try(t.Context(), http.MethodGet, "/api/sgc/cohorts", nil, nil)
			waiting.Try(err == nil && (a.status == 503 || a.status == 429), "%v, status %d: %s", err, a.status, a.body)
		})
	}
	table := []byte("chr\tpos\tea\toa\tbeta\tse\tp\n" + strings.Repeat("1\t5\tA\tG\t0.1\t0.1\t0.3\n", 100))
	for range 20 {
		began := time.Now()
		a := uploader.call(t, http.MethodPost, "/api/sumstats/preview?file_name=a.tsv", table, nil)
		waiting.Try((a.status == 200 || a.status == 429) && time.Since(began) < 4*time.Second, "status %d after %s: %s", a.status, time.Since(began), a.body)
		time.Sleep(100 * time.Millisecond)
	}
	group.Wait()
}

func leaks(text, service string) bool {
	for _, inside := range []string{strings.TrimPrefix(service, "http://"), "127.0.0.1", "169.254", "json", "EOF", "dial", ".go"} {
		if strings.Contains(text, inside) {
			return true
		}
	}
	return false
}
