package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"regexp"
)

// pagesName is written with the pages: what an address must match for a page to
// be there, by the table that the pages' own guard goes by.
const pagesName = "pages.json"

// readPages reads what was built; of pages that were built without it every
// address may be one.
func readPages(files fs.FS) ([]*regexp.Regexp, error) {
	text, err := fs.ReadFile(files, pagesName)
	if errors.Is(err, fs.ErrNotExist) {
		return []*regexp.Regexp{regexp.MustCompile("")}, nil
	}
	if err != nil {
		return nil, err
	}
	var sources []string
	if err := json.Unmarshal(text, &sources); err != nil {
		return nil, fmt.Errorf("%s: %w", pagesName, err)
	}
	patterns := make([]*regexp.Regexp, len(sources))
	for i, source := range sources {
		if patterns[i], err = regexp.Compile(source); err != nil {
			return nil, fmt.Errorf("%s: %w", pagesName, err)
		}
	}
	return patterns, nil
}

// exists reports whether a page is at the address of a request, as the browser
// wrote it.
func (p *pages) exists(r *http.Request) bool {
	for _, page := range p.exist {
		if page.MatchString(r.URL.EscapedPath()) {
			return true
		}
	}
	return false
}
