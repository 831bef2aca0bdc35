package httpapi_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/dev/attack"
	"cohortium/internal/platform/auth"
	"cohortium/web"
)

// pageSources returns the sources of the pages by path, without tests and generated files.
func pageSources(t *testing.T) map[string]string {
	t.Helper()
	out := make(map[string]string)
	must(t, filepath.WalkDir("../../../web/src", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(path, ".test.") || strings.Contains(path, "/gen/") {
			return err
		}
		if ext := filepath.Ext(path); ext == ".ts" || ext == ".tsx" {
			text, err := os.ReadFile(path)
			out[path] = string(text)
			return err
		}
		return nil
	}))
	if len(out) < 100 {
		t.Fatalf("only %d sources of pages", len(out))
	}
	return out
}

// TestSEC33TheServerRefusesActionsThatPagesHide checks that every permission by which a page hides
// something is in a rule of the server. TestSEC28Policy checks each rule.
func TestSEC33TheServerRefusesActionsThatPagesHide(t *testing.T) {
	t.Parallel()
	asked := map[string]bool{}
	for _, route := range auth.Policy() {
		asked[string(route.Rule.Permission)] = true
		for _, word := range regexp.MustCompile(`[\w-]+`).FindAllString(string(route.Rule.Object), -1) {
			asked[word] = true
		}
		if route.Rule.Access == auth.Manager {
			asked["addUser"], asked["sgc-add-user"], asked["manage_users"] = true, true, true
		}
		if route.Rule.Access == auth.Sender {
			asked[string(auth.UploadData)] = true
		}
	}
	hidden := regexp.MustCompile(`permission(?:=|: )"([\w-]+)"`)
	seen := 0
	for path, text := range pageSources(t) {
		for _, m := range hidden.FindAllStringSubmatch(text, -1) {
			if seen++; !asked[m[1]] {
				t.Errorf("%s hides something behind %s, which no rule of the server asks for", path, m[1])
			}
		}
	}
	if seen < 5 {
		t.Errorf("only %d controls are hidden", seen)
	}
}

// TestSEC42AndSEC43PagesMakeNoCodeOfText checks that no page passes text to a function that would
// read it as markup or code. The policy in TestSEC48EveryAnswerHasTheHeaders stops a browser from
// running it anyway.
func TestSEC42AndSEC43PagesMakeNoCodeOfText(t *testing.T) {
	t.Parallel()
	unsafe := regexp.MustCompile(`dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|createContextualFragment|` +
		`srcDoc|DOMParser|\beval\(|new Function\b|set(Timeout|Interval)\(\s*["'` + "`" + `]|javascript:`)
	for path, text := range pageSources(t) {
		for n, line := range strings.Split(text, "\n") {
			if found := unsafe.FindString(line); found != "" {
				t.Errorf("%s:%d: %s", path, n+1, found)
			}
		}
	}
	for text, bad := range map[string]bool{
		`<p dangerouslySetInnerHTML={x}>`: true, `a.innerHTML = x`: true, `setTimeout("x", 1)`: true, `setTimeout(() => x, 1)`: false, `eval(x)`: true, `medieval(x)`: false,
	} {
		if unsafe.MatchString(text) != bad {
			t.Errorf("%s is judged wrongly", text)
		}
	}
}

// TestSEC39BombOfTenGiB sends 10 MiB that decompress to 10 GiB to every call that reads a file
// immediately.
func TestSEC39BombOfTenGiB(t *testing.T) {
	s := newSite(t)
	member := gzipped(strings.Repeat("\x00", 64<<20))
	bomb := bytes.Repeat(member, 10<<30/(64<<20))
	if len(bomb) < 8<<20 || len(bomb) > 12<<20 {
		t.Fatalf("the bomb has %d bytes", len(bomb))
	}
	d := s.newShelf(t, "contributor", "Bomb")
	id := s.sendWhole(t, "contributor", "bomb.tsv.gz", bomb)
	c := s.newCohort(t, "sgc-uploader", "bombed")
	for name, q := range map[string]request{
		"the first bytes of a file": {method: "POST", path: "/api/sumstats/preview?file_name=a.tsv.gz", as: "uploader", body: bomb[:1<<20]},
		"a table of counts":         fileOf("POST", "sgc-uploader", c, "cases_controls_male", string(bomb[:8<<20])),
		"a table beyond its limit":  fileOf("POST", "sgc-uploader", c, "cases_controls_male", string(bomb)),
		"a file of a data set":      {method: "POST", path: "/api/datasets/" + d.ID + "/phenotypes", as: "contributor", body: trait("upload_id", id)},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		w := s.do(t, q)
		took := time.Since(start)
		runtime.ReadMemStats(&after)
		if took > 2*time.Second || after.TotalAlloc-before.TotalAlloc > 128<<20 {
			t.Errorf("%s: %v, and %d MiB were taken in all", name, took, (after.TotalAlloc-before.TotalAlloc)>>20)
		}
		if stored := strings.HasPrefix(name, "a file"); w.Code >= 500 || (w.Code < 300) != stored && !strings.HasPrefix(name, "the first") {
			t.Errorf("%s: status %d: %.200s", name, w.Code, w.Body)
		}
	}
}

// TestSEC41NoCellOfAnyExportIsAFormula reads every exported table as a spreadsheet would, after
// hostile texts were entered in every field.
func TestSEC41NoCellOfAnyExportIsAFormula(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const formula = "=1+1"
	s.register(t, "uploader", "=cmd|' /C calc'!A0", "+44", hermestest.Sumstats(40, 1))
	s.newDataset(t, "contributor", "@SUM(A1)")
	s.newCohort(t, "sgc-uploader", "-2+3")
	s.want(
		t,
		201,
		request{method: "POST", path: "/api/sgc/phenotypes", as: "sgc-reviewer", body: map[string]any{"code": "HOSTILE", "description": formula}},
		nil,
	)
	s.want(t, 401, request{method: "POST", path: "/api/login", body: map[string]any{"user_name": formula, "password": "x"}}, nil)
	number := regexp.MustCompile(`^-\d+(\.\d+)?(e[+-]?\d+)?$`)
	for path, as := range map[string]string{
		"/api/hermes/metadata.csv": "uploader", "/api/datasets.csv": "contributor", "/api/audit/export?format=csv": "admin",
		"/api/sgc/phenotypes/download": "sgc-reviewer", "/api/sgc/phenotype-case-counts-by-sex.csv": "sgc-reviewer",
	} {
		w := s.do(t, request{method: "GET", path: path, as: as})
		rows, err := csv.NewReader(w.Body).ReadAll()
		if err != nil || len(rows) < 1 {
			t.Errorf("%s: status %d, %d rows, %v", path, w.Code, len(rows), err)
		}
		for _, cell := range slices.Concat(rows...) {
			if strings.IndexAny(cell, "=+-@\t\r\x00") == 0 && !number.MatchString(cell) {
				t.Errorf("%s: the cell %q is a formula", path, cell)
			}
		}
	}
}

// TestSEC44HostileParameters sends every list and search texts that would end an SQL query, in each
// parameter. None causes a server error, and nothing changes.
func TestSEC44HostileParameters(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on)
		s.ready(t, "uploader", "kept", "A", 1)
		s.newDataset(t, "admin", "Kept")
		var document struct {
			Paths map[string]map[string]json.RawMessage
		}
		must(t, json.Unmarshal(bytes.ReplaceAll(openapi.Document(), []byte(`"$ref"`), []byte(`"ref"`)), &document))
		hostile := []string{
			"'",
			`"; DROP TABLE users; --`,
			"1 OR 1=1", "%' OR '1'='1", "\\", "\x00", "\xff", "name) UNION SELECT password_hash FROM users --", "-1", "9223372036854775808",
			"${x}",
			"$1",
		}
		tried, count := 0, attack.New(t, "hostile parameters")
		before := s.snapshot(t, "audit_events", "audit_head", "sessions")
		for path, item := range document.Paths {
			if strings.Contains(path, "{id}") || strings.HasSuffix(path, "/events") {
				continue
			}
			var get struct {
				Parameters []struct{ Name, In, Ref string }
			}
			if item["get"] != nil {
				must(t, json.Unmarshal(item["get"], &get))
			}
			for _, p := range get.Parameters {
				name := p.Name
				if p.In != "query" && !strings.Contains(p.Ref, "/Cursor") && !strings.Contains(p.Ref, "/Limit") {
					continue
				}
				if p.Ref != "" {
					name = strings.ToLower(p.Ref[strings.LastIndexByte(p.Ref, '/')+1:])
				}
				for _, value := range hostile {
					s.pass()
					q := s.requestFor(t, "GET "+path, objects{id: "x", run: "x", area: "hermes"})
					at, query, _ := strings.Cut(q.path, "?")
					values, err := url.ParseQuery(query)
					must(t, err)
					values.Set(name, value)
					q.path, q.as = at+"?"+values.Encode(), "admin"
					w := s.do(t, q)
					tried++
					count.Try(w.Code < 500 && !strings.Contains(w.Body.String(), "SQL") && !strings.Contains(w.Body.String(), "$argon2"),
						"%s with %s=%q: status %d: %.300s", path, name, value, w.Code, w.Body)
				}
			}
		}
		if tried < 300 {
			t.Errorf("only %d were tried", tried)
		}
		if after := s.snapshot(t, "audit_events", "audit_head", "sessions"); fmt.Sprint(before) != fmt.Sprint(after) {
			t.Error("reading has changed the database")
		}
	})
}

// TestSEC49NoAnswerSpeaksOfTheInside disconnects the database and calls every route, and then one
// that panics. TestSEC49ErrorsSayNothingOfTheServer checks the messages; this test checks the whole
// answer.
func TestSEC49NoAnswerSpeaksOfTheInside(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on, func(d *httpapi.Deps) {
			d.Pages = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(fmt.Errorf("SELECT secret FROM /srv/x: goroutine 7")) })
		})
		s.closeStore(t)
		inside := regexp.MustCompile(
			`(?i)select |insert |sqlite|postgres|sql:|goroutine|panic|\.go:|\.go\b|/tmp/|/srv/|database is closed|site\.db|runtime error`,
		)
		failed := 0
		for _, route := range auth.Policy() {
			s.pass()
			q := s.requestFor(t, route.Pattern, objects{id: "x", run: "x", area: "hermes"})
			for _, q.as = range []string{"admin", ""} {
				w := s.do(t, q)
				if w.Code >= 500 {
					failed++
				}
				if found := inside.FindString(w.Body.String()); found != "" && w.Code >= 400 {
					t.Errorf("%s: status %d says %q: %.300s", route.Pattern, w.Code, found, w.Body)
				}
			}
		}
		w := s.do(t, request{method: "GET", path: "/anything"})
		if found := inside.FindString(w.Body.String()); found != "" || w.Code != 500 {
			t.Errorf("a panic: status %d says %q", w.Code, found)
		}
		if failed < 20 {
			t.Errorf("only %d calls failed", failed)
		}
	})
}

// TestSEC50NoAnswerOfTheAPIIsKeptByOthers reads every route, as an administrator and without an
// account, and the same addresses with an image name at their end.
func TestSEC50NoAnswerOfTheAPIIsKeptByOthers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	kept := 0
	for _, route := range auth.Policy() {
		if !strings.HasPrefix(route.Pattern, "GET /api/") && !strings.HasPrefix(route.Pattern, "GET /ga4gh/") || strings.HasSuffix(route.Pattern, "/events") {
			continue
		}
		for _, ending := range []string{"", "/fake.css", "%2ffake.css", ";fake.css", "/..%2ffake.js"} {
			for _, as := range []string{"admin", ""} {
				s.pass()
				q := s.requestFor(t, route.Pattern, objects{id: "x", run: "x", area: "hermes"})
				at, query, _ := strings.Cut(q.path, "?")
				if ending != "" {
					at = strings.TrimSuffix(at, "/") + ending
				}
				q.path, q.as = at+"?"+query, as
				w := s.do(t, q)
				rule := w.Header().Get("Cache-Control")
				everybody := strings.HasPrefix(at, "/api/public/") && rule == "public, no-cache"
				if rule != "no-store" && rule != "private, no-cache" && !everybody {
					t.Errorf("%s as %q: Cache-Control %q", q.path, as, rule)
				}
				kept++
			}
		}
	}
	if kept < 500 {
		t.Errorf("only %d answers", kept)
	}
}

// silent reports writes without a lasting effect, which need no audit entry.
func silent(pattern string) bool {
	for _, end := range []string{
		"/preview", "/validate", "/look-up", "/audit/verify", "/oidc/start", "/password-reset", "/sgc/cohorts/{id}/files/{kind}", "/invitations",
		"/dataset-views/{name}", "/reminder", "/second-factor", "/uploads/{$}", "/uploads/{id}", "/google-login",
		"/metal-script", "/metadata/check", "/freeze-plan", "/known-loci", "/configurations/check", "/draft", "/notices/read", "/notices/mails", // recorded once an hour
	} {
		if strings.HasSuffix(pattern, end) {
			return true
		}
	}
	return false
}

// TestSEC51EveryWriteIsAudited calls every route that changes something, on an object of the
// caller, and requires the action in the trail under the request's id.
func TestSEC51EveryWriteIsAudited(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(d *auth.Deps) { d.Settings.Registration = true })
	meta := s.metaAnalysisOf(t)
	done := 0
	for _, route := range writes() {
		o := objects{id: "absent", run: "absent", area: "hermes"}
		if make := s.makerFor(t, route.Pattern, meta); make != nil {
			o = make(t, "admin", "hermes")
			o.area = "hermes"
		}
		s.pass()
		q := s.requestFor(t, route.Pattern, o)
		switch route.Pattern { // which would change nothing
		case "PATCH /api/areas/{area}/users/{id}":
			q.body = map[string]any{"is_active": false}
		case "PUT /api/consortium/rules":
			q.body = map[string]any{"target_build": "hg19", "min_cell": 7}
		case "PUT /api/sgc/phenotypes/{code}":
			q.body = map[string]any{"description": "Another"}
		}
		q.as = "admin"
		s.tokens["admin"] = s.freshSession("admin")
		before := s.events(t, "")[0].Seq
		w := s.do(t, q)
		if w.Code >= 300 || silent(route.Pattern) {
			continue
		}
		done++
		s.tokens["admin"] = s.freshSession("admin")
		told := 0
		for _, e := range s.events(t, "") {
			if e.Seq > before && e.RequestID == w.Header().Get("X-Request-Id") {
				told++
			}
		}
		if told == 0 {
			t.Errorf("%s: status %d, and no entry", route.Pattern, w.Code)
		}
	}
	if done < 15 {
		t.Errorf("only %d writes succeeded", done)
	}
}

// TestSEC56ProbesOfStrangersFindNothing requests the paths that scanners look for from a server
// with pages. The only valid answer is 404, not the page.
func TestSEC56ProbesOfStrangersFindNothing(t *testing.T) {
	t.Parallel()
	pages, err := web.Handler(web.Options{Files: fstest.MapFS{
		"index.html": {
			Data: []byte(
				`<html><script nonce="__CSP_NONCE__">x</script><script type="application/json" id="cohortium-config" nonce="__CSP_NONCE__">{}</script></html>`,
			),
		},
		"assets/index.js": {Data: []byte("x")},
	}})
	must(t, err)
	s := newSite(t, func(d *httpapi.Deps) { d.Pages = pages })
	for _, path := range []string{
		"/metrics", "/debug/pprof/", "/debug/pprof/heap", "/debug/vars", "/.git/config", "/.env", "/.well-known/security.txt", "/backup.sql", "/cohortium.db",
		"/assets/", "/assets/index.js.map", "/builds/", "/wp-login.php", "/hermes/_payload.json", "/api/debug", "/api/", "/server.key", "/config.yaml",
	} {
		if w := s.do(t, request{method: "GET", path: path}); w.Code != 404 {
			t.Errorf("%s: status %d: %.100s", path, w.Code, w.Body)
		}
	}
	for _, path := range []string{"/", "/hermes/login", "/datasets/x"} {
		if w := s.do(t, request{method: "GET", path: path}); w.Code != 200 {
			t.Errorf("the page %s: status %d", path, w.Code)
		}
	}
	headers := s.do(t, request{method: "GET", path: "/"}).Header()
	for _, name := range []string{"Server", "X-Powered-By", "Via"} {
		if headers.Get(name) != "" {
			t.Errorf("%s: %s", name, headers.Get(name))
		}
	}
}
