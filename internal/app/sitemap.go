package app

import (
	"context"
	"encoding/xml"
	"net/http"
	"strings"
	"time"

	"cohortium/internal/area/dataset"
	"cohortium/internal/area/page"
	"cohortium/internal/platform/listing"
)

// sitemapLimit is the maximum number of addresses in a site map.
const sitemapLimit = 50_000

// robotsText allows search engines only public pages and the resources that these need. The embed
// address of a page is excluded, because the page has its own address.
const robotsText = `User-agent: *
Allow: /p/
Allow: /assets/
Allow: /api/public/
Allow: /api/p/
Disallow: ` + page.PublicPath + `*/embed
Disallow: /
`

type siteURL struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
}

func changedAt(address string, at time.Time) siteURL {
	return siteURL{address, at.UTC().Format(time.RFC3339)}
}

// publicPart is a public part of the site: the path of its list and its pages, last changed first.
type publicPart struct {
	path string
	// after returns some addresses, and the start of the next ones; an empty id at the end.
	after func(ctx context.Context, from listing.Place) ([]siteURL, listing.Place, error)
}

func publicDatasets(datasets *dataset.Service) publicPart {
	return publicPart{dataset.PublicPath, func(ctx context.Context, from listing.Place) ([]siteURL, listing.Place, error) {
		list, err := datasets.ListPublic(ctx, dataset.Filter{Limit: 400, Uncounted: true, After: from})
		if err != nil {
			return nil, from, err
		}
		var out []siteURL
		for _, row := range list.Items {
			out = append(out, changedAt(datasets.PageURL(row.Dataset), row.UpdatedAt))
		}
		return out, list.Next, nil
	}}
}

// publishedPages returns the pages of the public gallery.
func publishedPages(pages *page.Service, base string) publicPart {
	return publicPart{page.PublicPath, func(ctx context.Context, from listing.Place) ([]siteURL, listing.Place, error) {
		list, err := pages.Pages(ctx, nil, page.Filter{Published: true, Sort: "-published_at", Limit: 400, After: from})
		if err != nil {
			return nil, from, err
		}
		var out []siteURL
		for _, v := range list.Items {
			out = append(out, changedAt(base+page.PublicPath+v.Publication.Slug, v.Publication.At))
		}
		return out, list.Next, nil
	}}
}

// forRobots serves robots.txt and the site map, and passes all other requests to the pages. Without
// a public address there is no map.
func forRobots(base string, pages http.Handler, parts ...publicPart) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", pages)
	mux.HandleFunc("GET /robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		text := robotsText
		if base != "" {
			text += "\nSitemap: " + base + "/sitemap.xml\n"
		}
		_, _ = w.Write([]byte(text)) // a client that disconnected is no fault
	})
	mux.HandleFunc("GET /sitemap.xml", func(w http.ResponseWriter, r *http.Request) {
		if base == "" {
			http.NotFound(w, r)
			return
		}
		text, err := sitemap(r.Context(), base, parts)
		if err != nil {
			http.Error(w, "The site map cannot be made now.", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/xml; charset=utf-8")
		_, _ = w.Write(text) // a client that disconnected is no fault
	})
	return mux
}

// sitemap lists the public addresses: the lists first, then their pages.
func sitemap(ctx context.Context, base string, parts []publicPart) ([]byte, error) {
	set := struct {
		XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []siteURL `xml:"url"`
	}{}
	for _, part := range parts {
		set.URLs = append(set.URLs, siteURL{Loc: base + strings.TrimSuffix(part.path, "/")})
	}
	for _, part := range parts {
		for from, more := (listing.Place{}), true; more && len(set.URLs) < sitemapLimit; more = from.ID != "" {
			urls, next, err := part.after(ctx, from)
			if err != nil {
				return nil, err
			}
			set.URLs = append(set.URLs, urls[:min(len(urls), sitemapLimit-len(set.URLs))]...)
			from = next
		}
	}
	text, err := xml.Marshal(set)
	return append([]byte(xml.Header), text...), err
}
