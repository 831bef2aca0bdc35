package app

import (
	"net/http"
	"strings"

	"cohortium/internal/area/dataset"
	"cohortium/internal/area/page"
	"cohortium/internal/platform/errs"
	"cohortium/web"
)

// publicHead returns the head of a public page: title, summary and record of a public data set, or
// title and first words of a published page. Others are reported as missing.
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
		if err != nil { // the page requests it again and shows the error
			return web.Head{}
		}
		record, err := datasets.PublicRecord(v)
		if err != nil {
			return web.Head{}
		}
		return web.Head{Title: v.Title(), Description: v.Summary(), URL: datasets.PageURL(v.Dataset), Data: record}
	}
}

// builtHead returns title, first words and canonical address of a published page; its embed address
// has none. Without an account all others are missing. The page itself checks access for signed-in
// readers.
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
