package siteapi

import (
	"context"
	"net/http"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// GetVersion implements GET /api/version, for signed-in callers. Only administrators see the
// commit.
func (s *Server) GetVersion(ctx context.Context, _ openapi.GetVersionRequestObject) (openapi.GetVersionResponseObject, error) {
	out := openapi.GetVersion200JSONResponse{
		Version: s.Facts.Version, Demo: s.Facts.Demo, MaxUploadBytes: s.Facts.MaxUploadBytes, ChunkBytes: s.Facts.ChunkBytes,
	}
	if (auth.Rule{Access: auth.Admin}).Admit(request.Identity(ctx)) == nil {
		out.Commit = s.Facts.Commit
	}
	return out, nil
}

// GetSignInOptions implements GET /api/sign-in-options.
func (s *Server) GetSignInOptions(context.Context, openapi.GetSignInOptionsRequestObject) (openapi.GetSignInOptionsResponseObject, error) {
	c := s.Facts
	return openapi.GetSignInOptions200JSONResponse{
		Provider: c.ProviderName, Registration: c.Registration, Mail: c.Mail, UserServiceUrl: c.UserServiceURL,
		SgcGroup: c.SGCGroup, MinPassword: auth.MinPasswordRunes, Demo: c.Demo,
	}, nil
}

// GetHealth implements GET /healthz.
func (s *Server) GetHealth(context.Context, openapi.GetHealthRequestObject) (openapi.GetHealthResponseObject, error) {
	return openapi.GetHealth200JSONResponse{Status: "ok"}, nil
}

// GetReady implements GET /readyz.
func (s *Server) GetReady(ctx context.Context, _ openapi.GetReadyRequestObject) (openapi.GetReadyResponseObject, error) {
	if s.Ready != nil {
		if err := s.Ready(ctx); err != nil {
			switch errs.CodeOf(err) {
			case "read_only", "disk_full":
				return nil, err
			case "newer_database":
				return nil, errs.New(
					errs.Unavailable,
					"newer_database",
					"A newer version of the program has migrated the database. This server stops; start the newer one.",
				).Because(
					err,
				)
			}
			return nil, errs.New(errs.Unavailable, "not_ready", "The database or the file store does not answer.").Because(err)
		}
	}
	return openapi.GetReady200JSONResponse{Status: "ok"}, nil
}

// ShowPolicy returns the table of permissions, for its page.
func (s *Server) ShowPolicy(w http.ResponseWriter, r *http.Request) {
	type row struct {
		Route      string `json:"route"`
		Access     string `json:"access"`
		Area       string `json:"area,omitempty"`
		Permission string `json:"permission,omitempty"`
		Object     string `json:"object,omitempty"`
		Scope      string `json:"scope,omitempty"`
	}
	names := map[auth.Access]string{
		auth.Nobody:   "nobody",
		auth.Public:   "everybody",
		auth.Anybody:  "everybody; accounts that owe nothing",
		auth.Account:  "signed in, whatever the account owes",
		auth.SignedIn: "signed in",
		auth.Member:   "member of the area",
		auth.Holder:   "holder of the permission",
		auth.Manager:  "manager of the area",
		auth.Admin:    "admin",
	}
	rows := []row{}
	for _, route := range auth.Policy() {
		rows = append(rows, row{
			Route: route.Pattern, Access: names[route.Rule.Access], Area: string(route.Rule.Area),
			Permission: string(route.Rule.Permission), Object: string(route.Rule.Object), Scope: string(route.Rule.Scope),
		})
	}
	s.WriteJSON(w, r, http.StatusOK, map[string]any{"items": rows})
}
