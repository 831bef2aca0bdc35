package search

import (
	"context"
	"net/url"
	"slices"

	"cohortium/internal/area/page"
	"cohortium/internal/platform/auth"
)

// Pages returns the pages that show tables. The caller's pages lead to the page builder, those of
// others to their address or, without one, to a view in the builder.
func Pages(s *page.Service) []Source {
	return []Source{{
		Kind: "page", Title: "Pages", All: filtered("/byor"), May: mayGoToPages,
		Find: func(ctx context.Context, by *auth.Identity, q string, limit int) ([]Hit, int64, error) {
			list, err := s.Pages(ctx, by, page.Filter{Q: q, Limit: limit})
			if err != nil {
				return nil, 0, err
			}
			var hits []Hit
			for _, v := range list.Items {
				hits = append(hits, pageHit(q, v))
			}
			return hits, list.Total, nil
		},
	}}
}

// mayGoToPages reports false for accounts of HERMES only.
func mayGoToPages(by *auth.Identity) bool {
	return listed("GET /api/configurations")(by) && !slices.Equal(by.User.Groups, []string{string(auth.AreaHermes)})
}

func pageHit(q string, v *page.View) Hit {
	title, about, address := v.Title, "", "/configbuilder?page="+url.QueryEscape(v.ID)
	if p := v.Publication; p != nil {
		about = p.About
		if !v.Can.Edit {
			title, address = p.Title, page.PublicPath+p.Slug
		}
	}
	if title == "" {
		title = "Page without a title"
	}
	return newHit(q, title, v.Owner.UserName, address, field{"About", about})
}
