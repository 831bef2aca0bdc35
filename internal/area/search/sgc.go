package search

import (
	"context"

	"cohortium/internal/area/sgc"
	"cohortium/internal/platform/auth"
)

// SGC returns the sources of the SGC area.
func SGC(s *sgc.Service) []Source {
	return []Source{
		{
			Kind: "cohort", Title: "Cohorts", All: filtered("/sgc"), May: listed("GET /api/sgc/cohorts"),
			Find: func(ctx context.Context, by *auth.Identity, q string, limit int) ([]Hit, int64, error) {
				return cohorts(ctx, s, by, q, limit)
			},
		},
		{
			Kind: "sgc-phenotype", Title: "Phenotypes of SGC", All: filtered("/sgc/phenotypes"), May: listed("GET /api/sgc/phenotypes"),
			Find: func(ctx context.Context, _ *auth.Identity, q string, limit int) ([]Hit, int64, error) {
				return sgcPhenotypes(ctx, s, q, limit)
			},
		},
	}
}

func cohorts(ctx context.Context, s *sgc.Service, by *auth.Identity, q string, limit int) ([]Hit, int64, error) {
	page, err := s.ListCohorts(ctx, by, sgc.CohortFilter{Q: q, Limit: limit})
	if err != nil {
		return nil, 0, err
	}
	var hits []Hit
	for _, c := range page.Items {
		var shared []string
		for _, p := range c.CoOwners {
			shared = append(shared, p.UserName)
		}
		hits = append(hits, newHit(q, c.Name, "Owner: "+c.Owner.UserName, pageOf("/sgc/view/", c.ID), named("Co-owner", shared)...))
	}
	return hits, page.Total, nil
}

func sgcPhenotypes(ctx context.Context, s *sgc.Service, q string, limit int) ([]Hit, int64, error) {
	list, err := s.Phenotypes(ctx, sgc.PhenotypeQuery{Q: q})
	if err != nil {
		return nil, 0, err
	}
	var hits []Hit
	for _, p := range list[:min(limit, len(list))] {
		hits = append(hits, newHit(q, p.Description, p.Code, listOf("/sgc/phenotypes", "q", p.Code), named("Other name", p.Aliases)...))
	}
	return hits, int64(len(list)), nil
}
