// Package web holds the built pages and serves them: hashed assets as immutable files, everything else as the page shell
// with a fresh nonce and the runtime settings in it. When the pages were not built it explains how to build them, so that the
// Go code compiles and runs without Node. It imports the standard library only, and knows neither sessions nor the API.
package web

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
)

//go:embed all:dist
var dist embed.FS

const (
	shellName   = "index.html"
	noncePlace  = "__CSP_NONCE__"
	configPlace = `>{}</script>`
	// settingsPlace cannot be part of a built page: it holds a control character.
	settingsPlace = "\x00settings\x00"
	configTag     = `id="cohortium-config"`
)

// notBuilt is the answer when the pages are not in the program.
const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Cohortium</title>
<h1>The pages are not built</h1>
<p>The server runs and its API answers. To build the pages: <code>make build</code>, then start it again.</p></html>
`

// ErrShell reports a shell without the places that the server fills.
var ErrShell = errors.New("web: index.html lacks the place of the nonce or of the settings")

// Config holds the settings that the shell passes to the page, as JSON.
type Config struct {
	// APIOrigin is the origin of the API, empty when it is this one.
	APIOrigin string `json:"apiOrigin"`
	// SGCUserGroup is the group of the SGC area in the user service.
	SGCUserGroup string `json:"sgcUserGroup"`
	// Consortium is how the registry presents itself, as GET /api/consortium has it; nil when that is not known.
	Consortium any `json:"consortium,omitempty"`
}

// Options say how to serve the pages.
type Options struct {
	// Config answers what is written into the shell; nil for the zero value.
	Config func(*http.Request) Config
	// Nonce answers the nonce that the Content-Security-Policy of this request names; nil or "" leaves it empty.
	Nonce func(*http.Request) string
	// Head describes the page of a request in the shell; nil for no description.
	Head func(*http.Request) Head
	// Files replaces the embedded pages; nil means the embedded ones.
	Files fs.FS
}

// pages serves one set of built files.
type pages struct {
	files  fs.FS
	nonce  func(*http.Request) string
	head   func(*http.Request) Head
	config func(*http.Request) Config
	shell  []string // cut at each place of the nonce; empty when the pages are not built

	preloads []preload
	exist    []*regexp.Regexp // one of them matches the address of a page
}

// Handler serves the pages. It fails only when the built shell is not one of ours.
func Handler(opt Options) (http.Handler, error) {
	files := opt.Files
	if files == nil {
		sub, err := fs.Sub(dist, "dist")
		if err != nil {
			return nil, fmt.Errorf("web.Handler: %w", err)
		}
		files = sub
	}
	p := &pages{files: files, nonce: opt.Nonce, head: opt.Head, config: opt.Config}
	if p.config == nil {
		p.config = func(*http.Request) Config { return Config{} }
	}
	if p.nonce == nil {
		p.nonce = func(*http.Request) string { return "" }
	}
	built, err := fs.ReadFile(files, shellName)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return nil, fmt.Errorf("web.Handler: %w", err)
	}
	if p.shell, err = cutShell(built); err != nil {
		return nil, fmt.Errorf("web.Handler: %w", err)
	}
	if p.preloads, err = readPreloads(files); err != nil {
		return nil, fmt.Errorf("web.Handler: %w", err)
	}
	if p.exist, err = readPages(files); err != nil {
		return nil, fmt.Errorf("web.Handler: %w", err)
	}
	return p, nil
}

// cutShell marks the place of the settings and cuts the shell where the nonce belongs.
func cutShell(shell []byte) ([]string, error) {
	tag := bytes.Index(shell, []byte(configTag))
	if tag < 0 {
		return nil, ErrShell
	}
	place := bytes.Index(shell[tag:], []byte(configPlace))
	if place < 0 {
		return nil, ErrShell
	}
	at := tag + place + 1
	text := string(shell[:at]) + settingsPlace + string(shell[at+len("{}"):])
	parts := strings.Split(text, noncePlace)
	if len(parts) < 2 {
		return nil, ErrShell
	}
	return parts, nil
}

func (p *pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if p.serveFile(w, r, name) {
		return
	}
	if isFile(name) {
		// The shell in place of a script of an older build would only confuse the page,
		// and who looks for a file of another program should hear that there is none.
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "no such file", http.StatusNotFound)
		return
	}
	p.serveShell(w, r)
}

// settingsOf are the settings as JSON, which escapes <, > and &, so that no value can end the tag.
func settingsOf(c Config) string {
	settings, err := json.Marshal(c)
	if err != nil {
		return "{}" // the page knows what to do without
	}
	return string(settings)
}

// ending is that of a file, as in page.php, and not what a name of a gene or variant ends with, as in AC012345.1.
var ending = regexp.MustCompile(`\.[a-z][a-z0-9]{1,9}$`)

// isFile reports whether a name is that of a file and never of a page.
func isFile(name string) bool {
	if name == shellName {
		return false
	}
	return strings.HasPrefix(name+"/", "assets/") || strings.HasPrefix(name+"/", "builds/") || ending.MatchString(name) ||
		strings.HasPrefix(name, ".") || strings.Contains(name, "/.")
}

// serveFile answers whether name is a built file and, if so, serves it.
func (p *pages) serveFile(w http.ResponseWriter, r *http.Request, name string) bool {
	if name == "" || name == shellName || strings.HasPrefix(path.Base(name), ".") {
		return false
	}
	info, err := fs.Stat(p.files, name)
	if err != nil || info.IsDir() {
		return false
	}
	header := w.Header()
	header.Set("Cache-Control", cacheRule(name))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Type", contentType(path.Ext(name)))
	if p.serveCompressed(w, r, name) {
		return true
	}
	http.ServeFileFS(w, r, p.files, name)
	return true
}

// contentType is the type of a built file by its ending; the tables of the machine differ and are not asked.
func contentType(ending string) string {
	switch ending {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json", ".map":
		return "application/json"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".woff2":
		return "font/woff2"
	case ".woff":
		return "font/woff"
	case ".txt", ".tsv", ".csv":
		return "text/plain; charset=utf-8"
	default:
		return "application/octet-stream"
	}
}

// serveCompressed serves the compressed twin when there is one and the browser takes it.
func (p *pages) serveCompressed(w http.ResponseWriter, r *http.Request, name string) bool {
	twin := name + ".gz"
	if _, err := fs.Stat(p.files, twin); err != nil {
		return false
	}
	w.Header().Add("Vary", "Accept-Encoding")
	if r.Header.Get("Range") != "" || !acceptsGzip(r.Header.Get("Accept-Encoding")) {
		return false
	}
	body, err := fs.ReadFile(p.files, twin)
	if err != nil {
		return false
	}
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Set("Content-Length", fmt.Sprint(len(body)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // a browser that went away is no fault
	}
	return true
}

// acceptsGzip reads an Accept-Encoding header as browsers send it; a refusal by q=0 is honoured.
func acceptsGzip(header string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) != "gzip" {
			continue
		}
		q := strings.TrimSpace(weight)
		return q != "q=0" && !strings.HasPrefix(q, "q=0.000") && q != "q=0.0" && q != "q=0.00"
	}
	return false
}

// cacheRule is the Cache-Control of a built file: files named by their content never change, others are revalidated.
func cacheRule(name string) string {
	if strings.HasPrefix(name, "assets/") {
		return "public, max-age=31536000, immutable"
	}
	if strings.HasPrefix(name, "builds/") {
		return "no-store"
	}
	return "no-cache"
}

// serveShell answers the page of every other address. Its router shows what is there, or
// that there is no page, which is the status too.
func (p *pages) serveShell(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	text, head := notBuilt, Head{Status: http.StatusServiceUnavailable}
	if len(p.shell) > 0 {
		head = p.headOf(r)
		nonce := p.nonce(r)
		text = strings.Replace(strings.Join(p.shell, html.EscapeString(nonce)), settingsPlace, settingsOf(p.config(r)), 1)
		text = describe(text, head, nonce)
		text = strings.Replace(text, headEnd, p.preloadFor(r, nonce)+headEnd, 1)
	}
	w.WriteHeader(head.Status)
	if r.Method != http.MethodHead {
		_, _ = w.Write([]byte(text)) // a browser that went away is no fault
	}
}
