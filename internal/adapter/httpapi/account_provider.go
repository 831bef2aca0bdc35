package httpapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/platform/auth"
)

// StartProviderSignIn implements POST /api/oidc/start.
func (s *server) StartProviderSignIn(ctx context.Context, in openapi.StartProviderSignInRequestObject) (openapi.StartProviderSignInResponseObject, error) {
	if err := secureLine(ctx); err != nil {
		return nil, err
	}
	address, binding, err := s.Auth.BeginProvider(ctx, auth.ProviderStart{
		Purpose: string(in.Body.Purpose), InvitationToken: orZero(in.Body.Token), Remember: orZero(in.Body.Remember), Identity: Identity(ctx),
	})
	if err != nil {
		return nil, err
	}
	setCookie(ctx, flowCookie(infoOf(ctx).secure, binding, flowLife))
	return openapi.StartProviderSignIn200JSONResponse{Body: openapi.ProviderRedirect{Url: address}}, nil
}

// FinishProviderSignIn implements POST /api/google-login.
func (s *server) FinishProviderSignIn(ctx context.Context, in openapi.FinishProviderSignInRequestObject) (openapi.FinishProviderSignInResponseObject, error) {
	info := infoOf(ctx)
	if info.flow != "" { // good for one try
		setCookie(ctx, newCookie(info.secure, secureFlow, plainFlow, "", -1))
	}
	device, err := s.device(ctx)
	if err != nil {
		return nil, err
	}
	token, id, purpose, err := s.Auth.FinishProvider(ctx, auth.ProviderFinish{
		Code: in.Body.Code, State: orZero(in.Body.State), Binding: info.flow,
		Address: info.address, Device: device, UserAgent: info.userAgent, OldToken: info.token, Identity: Identity(ctx),
	})
	if err != nil {
		return nil, err
	}
	if token != "" { // linking goes on with the session that there is
		s.begin(ctx, token, id)
		rememberDevice(ctx)
	}
	return openapi.FinishProviderSignIn200JSONResponse{Body: openapi.ProviderLogin{
		Status: success, Purpose: openapi.ProviderLoginPurpose(purpose), User: userOf(id),
	}}, nil
}
