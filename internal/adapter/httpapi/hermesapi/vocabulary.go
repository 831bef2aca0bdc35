package hermesapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
)

// ListHermesVocabularies implements GET /api/hermes/vocabularies.
func (s *Server) ListHermesVocabularies(
	ctx context.Context,
	_ openapi.ListHermesVocabulariesRequestObject,
) (openapi.ListHermesVocabulariesResponseObject, error) {
	all, err := s.Hermes.Vocabularies(ctx, request.Identity(ctx))
	if err != nil {
		return nil, err
	}
	out := openapi.ListHermesVocabularies200JSONResponse{Items: []openapi.Vocabulary{}}
	for _, v := range all {
		item := openapi.Vocabulary{Field: v.Field, Values: []openapi.Term{}}
		for _, term := range v.Values {
			item.Values = append(item.Values, openapi.Term{Value: term.Value, Used: term.Used})
		}
		out.Items = append(out.Items, item)
	}
	return out, nil
}
