package httpapi

import (
	"context"
	"net/http"

	"cohortium/internal/auth"
	"cohortium/internal/errs"
	"cohortium/internal/httpapi/openapi"
)

// GetVersion implements GET /api/version.
func (s *server) GetVersion(context.Context, openapi.GetVersionRequestObject) (openapi.GetVersionResponseObject, error) {
	return openapi.GetVersion200JSONResponse{
		Version: s.Config.Version, Commit: s.Config.Commit, Demo: s.Config.Demo,
		MaxUploadBytes: s.Config.MaxUploadBytes, ChunkBytes: s.Config.ChunkBytes,
	}, nil
}

// GetHealth implements GET /healthz.
func (s *server) GetHealth(context.Context, openapi.GetHealthRequestObject) (openapi.GetHealthResponseObject, error) {
	return openapi.GetHealth200JSONResponse{Status: "ok"}, nil
}

// GetReady implements GET /readyz.
func (s *server) GetReady(ctx context.Context, _ openapi.GetReadyRequestObject) (openapi.GetReadyResponseObject, error) {
	if s.Ready != nil {
		if err := s.Ready(ctx); err != nil {
			return nil, errs.New(errs.Unavailable, "not_ready", "The database or the file store does not answer.").Because(err)
		}
	}
	return openapi.GetReady200JSONResponse{Status: "ok"}, nil
}

// showPolicy answers with the table of who may do what, for the page to show.
func (s *server) showPolicy(w http.ResponseWriter, r *http.Request) {
	type row struct {
		Route      string `json:"route"`
		Access     string `json:"access"`
		Area       string `json:"area,omitempty"`
		Permission string `json:"permission,omitempty"`
		Object     string `json:"object,omitempty"`
	}
	names := map[auth.Access]string{
		auth.Nobody: "nobody", auth.Public: "everybody", auth.SignedIn: "signed in",
		auth.Member: "member of the area", auth.Holder: "holder of the permission",
	}
	rows := []row{}
	for _, route := range auth.Policy() {
		rows = append(rows, row{
			Route: route.Pattern, Access: names[route.Rule.Access], Area: string(route.Rule.Area),
			Permission: string(route.Rule.Permission), Object: string(route.Rule.Object),
		})
	}
	s.writeJSON(w, r, http.StatusOK, map[string]any{"items": rows})
}
