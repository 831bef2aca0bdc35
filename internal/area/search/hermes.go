package search

import (
	"context"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/auth"
)

// Hermes returns the sources of HERMES.
func Hermes(s *hermes.Service) []Source {
	return []Source{
		{
			Kind: "hermes-dataset", Title: "Submissions in HERMES", All: filtered("/hermes"), May: listed("GET /api/hermes/uploads"),
			Find: func(ctx context.Context, by *auth.Identity, q string, limit int) ([]Hit, int64, error) {
				return uploads(ctx, s, by, q, limit)
			},
		},
		{
			Kind: "meta-analysis", Title: "Meta-analyses", All: filtered("/hermes/ma"), May: listed("GET /api/hermes/meta-analyses"),
			Find: func(ctx context.Context, by *auth.Identity, q string, limit int) ([]Hit, int64, error) {
				return metas(ctx, s, by, q, limit)
			},
		},
		{
			Kind: "hermes-phenotype", Title: "Phenotypes of HERMES", All: filtered("/hermes/phenotypes"), May: listed("GET /api/hermes/phenotypes"),
			Find: func(ctx context.Context, by *auth.Identity, q string, limit int) ([]Hit, int64, error) {
				return hermesPhenotypes(ctx, s, by, q, limit)
			},
		},
	}
}

func uploads(ctx context.Context, s *hermes.Service, by *auth.Identity, q string, limit int) ([]Hit, int64, error) {
	page, err := s.Uploads(ctx, by, hermes.UploadFilter{Query: q, Limit: limit})
	if err != nil {
		return nil, 0, err
	}
	var hits []Hit
	for _, u := range page.Items {
		hits = append(hits, newHit(q, u.DatasetName, detail(u.Cohort, u.Phenotype, u.Ancestry), pageOf("/hermes/qc/", u.ID),
			field{"File", u.FileName}, field{"Uploaded by", u.UploadedBy}))
	}
	return hits, page.Total, nil
}

func metas(ctx context.Context, s *hermes.Service, by *auth.Identity, q string, limit int) ([]Hit, int64, error) {
	page, err := s.Metas(ctx, by, hermes.MetaFilter{Query: q, Freezes: true, Limit: limit})
	if err != nil {
		return nil, 0, err
	}
	var hits []Hit
	for _, m := range page.Items {
		hits = append(hits, newHit(q, m.Name, m.Phenotype, pageOf("/hermes/ma/", m.ID), field{"Started by", m.CreatedBy}))
	}
	return hits, page.Total, nil
}

func hermesPhenotypes(ctx context.Context, s *hermes.Service, by *auth.Identity, q string, limit int) ([]Hit, int64, error) {
	found, err := s.Phenotypes(ctx, by, q)
	if err != nil || found.Near { // a similar spelling does not contain the words
		return nil, 0, err
	}
	var hits []Hit
	for _, p := range found.Items[:min(limit, len(found.Items))] {
		hits = append(hits, newHit(q, p.Description, p.Code, listOf("/hermes/phenotypes", "q", p.Code),
			append(named("Other name", p.Synonyms), named("Term", p.Terms)...)...))
	}
	return hits, int64(len(found.Items)), nil
}

// named returns fields with one name.
func named(name string, texts []string) []field {
	fields := make([]field, len(texts))
	for i, text := range texts {
		fields[i] = field{name, text}
	}
	return fields
}
