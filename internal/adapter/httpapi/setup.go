package httpapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/area/setup"
)

// GetSetup implements GET /api/setup.
func (s *server) GetSetup(ctx context.Context, _ openapi.GetSetupRequestObject) (openapi.GetSetupResponseObject, error) {
	info := infoOf(ctx)
	origin := "http://" + info.host
	if info.secure {
		origin = "https://" + info.host
	}
	steps, err := s.Setup.Steps(ctx, Identity(ctx), origin)
	if err != nil {
		return nil, err
	}
	return openapi.GetSetup200JSONResponse{Steps: each(steps, setupStepOf)}, nil
}

// SendTestMail implements POST /api/setup/test-mail.
func (s *server) SendTestMail(ctx context.Context, _ openapi.SendTestMailRequestObject) (openapi.SendTestMailResponseObject, error) {
	if err := s.Setup.TestMail(ctx, Identity(ctx)); err != nil {
		return nil, err
	}
	return openapi.SendTestMail200JSONResponse{Status: "ok"}, nil
}

func setupStepOf(step setup.Step) openapi.SetupStep {
	out := openapi.SetupStep{Key: step.Key, Title: step.Title, Done: step.Done, Fact: step.Fact}
	if a := step.Action; a != nil {
		out.Action = &openapi.SetupAction{Label: a.Label, Address: some(a.Address), Command: some(a.Command)}
		if a.TestMail {
			out.Action.TestMail = &a.TestMail
		}
	}
	return out
}
