package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
)

// preloadsName is written with the pages: what each of them needs beyond the shell.
const preloadsName = "preloads.json"

// preload lists the files that a browser may fetch for one page while the first script is still on
// its way; without it, it would learn of these files one after the other.
type preload struct {
	Path       string   `json:"path"` // "/hermes/qc/$id"
	BehindDoor bool     `json:"behind_door"`
	Files      []string `json:"files"`
	segments   []string
	tags       []string // cut at each place of the nonce
}

// readPreloads reads what was built; pages that were built without it have none.
func readPreloads(files fs.FS) ([]preload, error) {
	text, err := fs.ReadFile(files, preloadsName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []preload
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", preloadsName, err)
	}
	for i := range list {
		p := &list[i]
		p.segments = strings.Split(p.Path, "/")
		p.tags = strings.Split(preloadTags(p.Files), noncePlace)
	}
	// A page with a name of its own comes before one that takes any name there.
	slices.SortStableFunc(list, func(a, b preload) int {
		return cmp.Compare(strings.Count(a.Path, "$"), strings.Count(b.Path, "$"))
	})
	return list, nil
}

func preloadTags(files []string) string {
	var b strings.Builder
	for _, name := range files {
		href := html.EscapeString("/" + name)
		switch path.Ext(name) {
		case ".js":
			b.WriteString(`<link rel="modulepreload" crossorigin href="` + href + `" nonce="` + noncePlace + `">` + "\n")
		case ".css":
			b.WriteString(`<link rel="preload" as="style" crossorigin href="` + href + `">` + "\n")
		}
	}
	return b.String()
}

// preloadFor are the tags for the page of a request. Who comes without a cookie is
// sent to a door first, whose files are others.
func (p *pages) preloadFor(r *http.Request, nonce string) string {
	segments := strings.Split(path.Clean("/"+r.URL.Path), "/")
	for _, page := range p.preloads {
		if page.matches(segments) {
			if page.BehindDoor && len(r.Cookies()) == 0 {
				return ""
			}
			return strings.Join(page.tags, html.EscapeString(nonce))
		}
	}
	return ""
}

func (p preload) matches(segments []string) bool {
	return slices.EqualFunc(p.segments, segments, func(want, is string) bool {
		return want == is || strings.HasPrefix(want, "$") && is != ""
	})
}
