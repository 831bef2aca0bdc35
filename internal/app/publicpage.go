package app

import (
	"context"
	"encoding/xml"
	"net/http"
	"strings"
	"time"

	"cohortium/internal/dataset"
	"cohortium/internal/errs"
	"cohortium/internal/page"
	"cohortium/web"
)

// publicHead says what the shell tells about a page for everybody: of a public
// data set its title, summary and record, of any other that it is not there; of a
// published page its title and first words.
func publicHead(datasets *dataset.Service, pages *page.Service) func(*http.Request) web.Head {
	return func(r *http.Request) web.Head {
		path := strings.TrimSuffix(r.URL.Path, "/")
		if slug, built := strings.CutPrefix(path+"/", page.PublicPath); built {
			slug, _, _ = strings.Cut(slug, "/")
			return builtHead(r.Context(), pages, slug)
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

// builtHead says of a public page its title and first words. Whether there is another
// one for somebody who is signed in is the page's to ask.
func builtHead(ctx context.Context, pages *page.Service, slug string) web.Head {
	if slug == "" {
		return web.Head{Title: "Published pages", Description: "Tables of results as interactive pages: filters, tables and plots."}
	}
	v, err := pages.Published(ctx, nil, slug)
	if err != nil {
		return web.Head{}
	}
	return web.Head{Title: v.Publication.Title, Description: v.Publication.About}
}

// sitemapLimit is how many addresses a site map may have.
const sitemapLimit = 50_000

// forRobots serves what search engines ask a site for first, and leaves the rest
// to the pages. Without an address of its own the server has no map to give.
func forRobots(datasets *dataset.Service, base string, pages http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", pages)
	mux.HandleFunc("GET /robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		text := "User-agent: *\nAllow: /p/\nAllow: /assets/\nAllow: /api/public/\nDisallow: /\n"
		if base != "" {
			text += "\nSitemap: " + base + "/sitemap.xml\n"
		}
		_, _ = w.Write([]byte(text)) // a client that went away is no fault
	})
	mux.HandleFunc("GET /sitemap.xml", func(w http.ResponseWriter, r *http.Request) {
		if base == "" {
			http.NotFound(w, r)
			return
		}
		text, err := sitemap(r.Context(), datasets, base)
		if err != nil {
			http.Error(w, "The site map cannot be made now.", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/xml; charset=utf-8")
		_, _ = w.Write(text) // a client that went away is no fault
	})
	return mux
}

type siteURL struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
}

// sitemap lists the pages of public data sets, the last changed first.
func sitemap(ctx context.Context, datasets *dataset.Service, base string) ([]byte, error) {
	set := struct {
		XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []siteURL `xml:"url"`
	}{URLs: []siteURL{{Loc: base + strings.TrimSuffix(dataset.PublicPath, "/")}}}
	f := dataset.Filter{Limit: 400, Uncounted: true}
	for len(set.URLs) < sitemapLimit {
		page, err := datasets.ListPublic(ctx, f)
		if err != nil {
			return nil, err
		}
		for _, row := range page.Items {
			if len(set.URLs) < sitemapLimit {
				set.URLs = append(set.URLs, siteURL{datasets.PageURL(row.Dataset), row.UpdatedAt.UTC().Format(time.RFC3339)})
			}
		}
		if page.AfterID == "" {
			break
		}
		f.AfterKey, f.AfterID = page.AfterKey, page.AfterID
	}
	text, err := xml.Marshal(set)
	return append([]byte(xml.Header), text...), err
}
