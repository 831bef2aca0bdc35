package accountapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/platform/auth"
)

// ListTokens implements GET /api/tokens.
func (s *Server) ListTokens(ctx context.Context, _ openapi.ListTokensRequestObject) (openapi.ListTokensResponseObject, error) {
	tokens, err := s.Auth.Tokens(ctx, request.Identity(ctx))
	if err != nil {
		return nil, err
	}
	out := openapi.ListTokens200JSONResponse{Items: []openapi.ApiToken{}}
	for _, t := range tokens {
		out.Items = append(out.Items, tokenOf(&t))
	}
	return out, nil
}

// CreateToken implements POST /api/tokens.
func (s *Server) CreateToken(ctx context.Context, in openapi.CreateTokenRequestObject) (openapi.CreateTokenResponseObject, error) {
	scopes := make([]auth.Scope, len(in.Body.Scopes))
	for i, scope := range in.Body.Scopes {
		scopes[i] = auth.Scope(scope)
	}
	days := defaultTokenDays
	if in.Body.Days != nil {
		days = *in.Body.Days
	}
	text, token, err := s.Auth.CreateToken(ctx, request.Identity(ctx), auth.NewToken{
		Name: in.Body.Name, Scopes: scopes, Days: days, Current: request.OrZero(in.Body.CurrentPassword),
	})
	if err != nil {
		return nil, err
	}
	return openapi.CreateToken201JSONResponse{Token: text, Info: tokenOf(token)}, nil
}

// defaultTokenDays is the default lifetime of an API token.
const defaultTokenDays = 90

// RevokeToken implements DELETE /api/tokens/{id}.
func (s *Server) RevokeToken(ctx context.Context, in openapi.RevokeTokenRequestObject) (openapi.RevokeTokenResponseObject, error) {
	return openapi.RevokeToken204Response{}, s.Auth.RevokeToken(ctx, request.Identity(ctx), in.Id)
}

func tokenOf(t *auth.APIToken) openapi.ApiToken {
	out := openapi.ApiToken{
		Id: t.ID, Name: t.Name, Prefix: t.Prefix, Scopes: make([]openapi.TokenScope, len(t.Scopes)),
		CreatedAt: t.CreatedAt, ExpiresAt: t.ExpiresAt, LastUsedAt: t.LastUsedAt, LastUsedFrom: view.Some(t.LastUsedFrom),
	}
	for i, scope := range t.Scopes {
		out.Scopes[i] = openapi.TokenScope(scope)
	}
	return out
}
