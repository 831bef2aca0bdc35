package app

import (
	"net/http"
	"strings"

	"cohortium/internal/area/dataset"
	"cohortium/internal/area/page"
	"cohortium/internal/platform/errs"
	"cohortium/web"
)

// publicHead says what the shell tells about a page for everybody: of a public
// data set its title, summary and record, of any other that it is not there; of a
// published page its title and first words.
func publicHead(datasets *dataset.Service, pages *page.Service, base string) func(*http.Request) web.Head {
	return func(r *http.Request) web.Head {
		path := strings.TrimSuffix(r.URL.Path, "/")
		if slug, built := strings.CutPrefix(path+"/", page.PublicPath); built {
			slug, _, _ = strings.Cut(slug, "/")
			return builtHead(r, pages, base, slug)
		}
		if path == strings.TrimSuffix(dataset.PublicPath, "/") {
			return web.Head{Title: "Public data", Description: "Data sets that everybody may read: summary statistics to look at, download and cite."}
		}
		id, found := strings.CutPrefix(path, dataset.PublicPath)
		if !found || strings.Contains(id, "/") {
			return web.Head{}
		}
		v, err := datasets.PublicDataset(r.Context(), id)
		if errs.Is(err, errs.NotFound) {
			return web.Head{Status: http.StatusNotFound}
		}
		if err != nil { // the page asks again, and says so
			return web.Head{}
		}
		record, err := datasets.PublicRecord(v)
		if err != nil {
			return web.Head{}
		}
		return web.Head{Title: v.Title(), Description: v.Summary(), URL: datasets.PageURL(v.Dataset), Data: record}
	}
}

// builtHead says of a public page its title and first words, and where it stands for
// good, which its copy for frames does not. To a stranger any other is not there;
// whether there is one for a reader who is signed in is the page's to ask.
func builtHead(r *http.Request, pages *page.Service, base, slug string) web.Head {
	if slug == "" {
		return web.Head{Title: "Published pages", Description: "Tables of results as interactive pages: filters, tables and plots."}
	}
	v, err := pages.Published(r.Context(), nil, slug)
	if errs.Is(err, errs.NotFound) && len(r.Cookies()) == 0 {
		return web.Head{Status: http.StatusNotFound}
	}
	if err != nil {
		return web.Head{}
	}
	h := web.Head{Title: v.Publication.Title, Description: v.Publication.About}
	if base != "" {
		h.URL = base + page.PublicPath + slug
	}
	return h
}
