package siteapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
)

// GetSetup implements GET /api/setup.
func (s *Server) GetSetup(ctx context.Context, _ openapi.GetSetupRequestObject) (openapi.GetSetupResponseObject, error) {
	steps, err := s.Setup.Steps(ctx, request.Identity(ctx), origin(ctx))
	if err != nil {
		return nil, err
	}
	return openapi.GetSetup200JSONResponse{Steps: view.List(steps)}, nil
}

// origin is the origin under which the caller reached the server.
func origin(ctx context.Context) string {
	info := request.InfoOf(ctx)
	if info.Secure {
		return "https://" + info.Host
	}
	return "http://" + info.Host
}

// SendTestMail implements POST /api/setup/test-mail.
func (s *Server) SendTestMail(ctx context.Context, _ openapi.SendTestMailRequestObject) (openapi.SendTestMailResponseObject, error) {
	if err := s.Setup.TestMail(ctx, request.Identity(ctx)); err != nil {
		return nil, err
	}
	return openapi.SendTestMail200JSONResponse{Status: "ok"}, nil
}
