package search

import (
	"context"
	"math"
	"slices"
	"strings"

	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/auth"
)

// Datasets returns the sources of the registry.
func Datasets(s *dataset.Service) []Source {
	return []Source{
		{
			Kind: "dataset", Title: "Data sets in the registry", All: filtered("/datasets"), May: listed("GET /api/datasets"),
			Find: func(ctx context.Context, by *auth.Identity, q string, limit int) ([]Hit, int64, error) {
				return datasets(ctx, s, by, q, limit)
			},
		},
		{
			Kind: "study", Title: "Studies", All: filtered("/datasets"), May: listed("GET /api/studies"),
			Find: func(ctx context.Context, by *auth.Identity, q string, limit int) ([]Hit, int64, error) {
				return studies(ctx, s, by, q, limit)
			},
		},
		{
			Kind: "dataset-phenotype", Title: "Phenotypes in the registry", All: filtered("/datasets"), May: listed("GET /api/phenotypes"),
			Find: func(ctx context.Context, by *auth.Identity, q string, limit int) ([]Hit, int64, error) {
				return datasetPhenotypes(ctx, s, by, q, limit)
			},
		},
	}
}

func datasets(ctx context.Context, s *dataset.Service, by *auth.Identity, q string, limit int) ([]Hit, int64, error) {
	page, err := s.ListDatasets(ctx, by, dataset.Filter{Q: q, Limit: limit})
	if err != nil {
		return nil, 0, err
	}
	var hits []Hit
	for _, d := range page.Items {
		others := []field{
			{"Institution", d.Institution}, {"Owner", d.Owner.UserName}, {"Submitter", d.Submitter}, {"Principal investigator", d.Contributor},
			{"Publication", d.PubID}, {"Publication", d.Publication},
		}
		for _, term := range d.Terms {
			others = append(others, field{"Term", strings.TrimSpace(term.CURIE + " " + term.Label)})
		}
		others = append(others, field{"Description", d.Description})
		hits = append(hits, newHit(q, d.Name, detail(d.StudyName, strings.Join(d.Phenotypes, ", ")), pageOf("/datasets/", d.ID), others...))
	}
	return hits, page.Total, nil
}

func studies(ctx context.Context, s *dataset.Service, by *auth.Identity, q string, limit int) ([]Hit, int64, error) {
	page, err := s.ListStudies(ctx, by, dataset.StudyFilter{Q: q, Limit: limit})
	if err != nil {
		return nil, 0, err
	}
	var hits []Hit
	for _, study := range page.Items {
		hits = append(hits, newHit(q, study.Name, study.Institution, listOf("/datasets", "study", study.ID)))
	}
	return hits, page.Total, nil
}

// datasetPhenotypes returns the phenotypes of data sets that the caller may see: the pages of
// others would be empty.
func datasetPhenotypes(ctx context.Context, s *dataset.Service, by *auth.Identity, q string, limit int) ([]Hit, int64, error) {
	all, _, err := s.KnownPhenotypes(ctx, by, q, math.MaxInt)
	if err != nil {
		return nil, 0, err
	}
	used := slices.DeleteFunc(all, func(p dataset.KnownPhenotype) bool { return p.Datasets == 0 })
	var hits []Hit
	for _, p := range used[:min(limit, len(used))] {
		hits = append(hits, newHit(q, p.Description, p.Code, listOf("/datasets", "phenotype", p.Code)))
	}
	return hits, int64(len(used)), nil
}
