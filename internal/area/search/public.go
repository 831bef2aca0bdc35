package search

import (
	"context"
	"net/url"

	"cohortium/internal/area/browse"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/auth"
)

// Public are the sources of what everybody may read: genes, variants and regions of public
// results, public data sets and their phenotypes. They find the same for every caller.
func Public(results *browse.Service, datasets *dataset.Service) []Source {
	everybody := func(*auth.Identity) bool { return true }
	list := filtered("/p/datasets")
	return []Source{
		{
			Kind: "genome", Title: "Genes, variants and regions", May: everybody, All: func(*auth.Identity, string) string { return "" },
			Find: func(ctx context.Context, _ *auth.Identity, q string, limit int) ([]Hit, int64, error) {
				found, err := results.Suggest(ctx, nil, q, limit)
				hits := make([]Hit, len(found))
				for i, m := range found {
					hits[i] = meant("/p/browse/", m)
				}
				return hits, int64(len(hits)), err
			},
		},
		{
			Kind: "phenotype", Title: "Phenotypes", May: everybody, All: list,
			Find: func(ctx context.Context, _ *auth.Identity, q string, limit int) ([]Hit, int64, error) {
				found, total, err := datasets.PublicPhenotypes(ctx, q, limit)
				hits := make([]Hit, len(found))
				for i, p := range found {
					hits[i] = newHit(q, p.Description, p.Code, "/p/datasets?q="+url.QueryEscape(p.Description))
				}
				return hits, total, err
			},
		},
		{
			Kind: "dataset", Title: "Data sets", May: everybody, All: list,
			Find: func(ctx context.Context, _ *auth.Identity, q string, limit int) ([]Hit, int64, error) {
				page, err := datasets.ListPublic(ctx, dataset.Filter{Q: q, Limit: limit})
				if err != nil {
					return nil, 0, err
				}
				hits := make([]Hit, len(page.Items))
				for i, d := range page.Items {
					hits[i] = newHit(
						q,
						d.Title(),
						d.Name,
						pageOf(dataset.PublicPath, d.ID),
						field{"Institution", d.Institution},
						field{"Description", d.Description},
					)
				}
				return hits, page.Total, nil
			},
		},
	}
}
