package accountapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/credential"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/platform/auth"
)

// StartProviderSignIn implements POST /api/oidc/start.
func (s *Server) StartProviderSignIn(ctx context.Context, in openapi.StartProviderSignInRequestObject) (openapi.StartProviderSignInResponseObject, error) {
	if err := credential.SecureLine(ctx); err != nil {
		return nil, err
	}
	address, binding, err := s.Auth.BeginProvider(ctx, auth.ProviderStart{
		Purpose: string(
			in.Body.Purpose,
		),
		InvitationToken: request.OrZero(in.Body.Token),
		Remember:        request.OrZero(in.Body.Remember),
		Identity:        request.Identity(ctx),
	})
	if err != nil {
		return nil, err
	}
	credential.SetCookie(ctx, credential.FlowCookie(request.InfoOf(ctx).Secure, binding, credential.FlowLife))
	return openapi.StartProviderSignIn200JSONResponse{Body: openapi.ProviderRedirect{Url: address}}, nil
}

// FinishProviderSignIn implements POST /api/google-login.
func (s *Server) FinishProviderSignIn(ctx context.Context, in openapi.FinishProviderSignInRequestObject) (openapi.FinishProviderSignInResponseObject, error) {
	info := request.InfoOf(ctx)
	if info.Flow != "" { // valid for one attempt
		credential.SetCookie(ctx, credential.NewCookie(info.Secure, credential.SecureFlow, credential.PlainFlow, "", -1))
	}
	device, err := s.Device(ctx)
	if err != nil {
		return nil, err
	}
	token, id, purpose, err := s.Auth.FinishProvider(ctx, auth.ProviderFinish{
		Code: in.Body.Code, State: request.OrZero(in.Body.State), Binding: info.Flow,
		Address: info.Address, Device: device, UserAgent: info.UserAgent, OldToken: info.Token, Identity: request.Identity(ctx),
	})
	if err != nil {
		return nil, err
	}
	if token != "" { // linking continues with the current session
		s.Begin(ctx, token, id)
		credential.RememberDevice(ctx)
	}
	return openapi.FinishProviderSignIn200JSONResponse{Body: openapi.ProviderLogin{
		Status: success, Purpose: openapi.ProviderLoginPurpose(purpose), User: userOf(id),
	}}, nil
}
