package search

import (
	"context"
	"net/url"

	"cohortium/internal/area/browse"
	"cohortium/internal/platform/auth"
)

// Genome returns the source of genes, variants and regions. Addresses are those of HERMES for its
// members, else of the registry; the pages are the same.
func Genome(s *browse.Service) []Source {
	return []Source{{
		Kind: "genome", Title: "Genes, variants and regions",
		May: func(by *auth.Identity) bool { return by.In(auth.AreaHermes) || by.In(auth.AreaDatasets) },
		All: func(*auth.Identity, string) string { return "" },
		Find: func(ctx context.Context, by *auth.Identity, q string, limit int) ([]Hit, int64, error) {
			root := "/browse/"
			if by.In(auth.AreaHermes) {
				root = "/hermes/browse/"
			}
			found, err := s.Suggest(ctx, by, q, limit)
			hits := make([]Hit, len(found))
			for i, m := range found {
				hits[i] = meant(root, m)
			}
			return hits, int64(len(hits)), err
		},
	}}
}

// meant is the hit of a meaning, below the root of a result browser.
func meant(root string, m browse.Meaning) Hit {
	title, detail, what := m.Words()
	return Hit{Title: title, Detail: detail, Address: root + string(m.Kind) + "/" + url.PathEscape(what) + "?build=" + string(m.Build)}
}
