package httpapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// LookUpLink implements POST /api/links/look-up.
func (s *server) LookUpLink(ctx context.Context, in openapi.LookUpLinkRequestObject) (openapi.LookUpLinkResponseObject, error) {
	l, err := s.Auth.LookUpLink(ctx, in.Body.Token)
	if err != nil {
		return nil, err
	}
	return openapi.LookUpLink200JSONResponse{
		Kind: openapi.LinkKind(l.Kind), UserName: l.UserName, Email: l.Email, FirstName: l.FirstName, LastName: l.LastName,
		Areas: texts(l.Areas), InvitedBy: some(l.InvitedBy), ExpiresAt: l.ExpiresAt,
	}, nil
}

// AcceptInvitation implements POST /api/invitations/accept.
func (s *server) AcceptInvitation(ctx context.Context, in openapi.AcceptInvitationRequestObject) (openapi.AcceptInvitationResponseObject, error) {
	if err := secureLine(ctx); err != nil {
		return nil, err
	}
	device, err := s.device(ctx)
	if err != nil {
		return nil, err
	}
	info := infoOf(ctx)
	token, id, err := s.Auth.AcceptInvitation(ctx, auth.Accept{
		Token: in.Body.Token, UserName: orZero(in.Body.UserName), Password: in.Body.Password,
		FirstName: orZero(in.Body.FirstName), LastName: orZero(in.Body.LastName),
		Address: info.address, Device: device, UserAgent: info.userAgent, OldToken: info.token,
	})
	if err != nil {
		return nil, err
	}
	s.begin(ctx, token, id)
	rememberDevice(ctx)
	return openapi.AcceptInvitation200JSONResponse{Body: openapi.LoginResponse{Status: success, User: userOf(id)}}, nil
}

// RequestPasswordReset implements POST /api/password-reset.
func (s *server) RequestPasswordReset(ctx context.Context, in openapi.RequestPasswordResetRequestObject) (openapi.RequestPasswordResetResponseObject, error) {
	if err := s.Auth.RequestReset(ctx, in.Body.UserName, addressOf(ctx)); err != nil {
		return nil, err
	}
	return openapi.RequestPasswordReset202JSONResponse{Status: success}, nil
}

// ConfirmPasswordReset implements POST /api/password-reset/confirm.
func (s *server) ConfirmPasswordReset(ctx context.Context, in openapi.ConfirmPasswordResetRequestObject) (openapi.ConfirmPasswordResetResponseObject, error) {
	if err := secureLine(ctx); err != nil {
		return nil, err
	}
	if err := s.Auth.ConfirmReset(ctx, in.Body.Token, in.Body.Password); err != nil {
		return nil, err
	}
	return openapi.ConfirmPasswordReset200JSONResponse{Status: success}, nil
}

// KeepPassword implements POST /api/password-reset/keep.
func (s *server) KeepPassword(ctx context.Context, in openapi.KeepPasswordRequestObject) (openapi.KeepPasswordResponseObject, error) {
	device, err := s.device(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.Auth.KeepPassword(ctx, in.Body.Token, device); err != nil {
		return nil, err
	}
	rememberDevice(ctx)
	return openapi.KeepPassword200JSONResponse{Status: success}, nil
}

// RequestAccess implements POST /api/access-requests.
func (s *server) RequestAccess(ctx context.Context, in openapi.RequestAccessRequestObject) (openapi.RequestAccessResponseObject, error) {
	if !s.Config.Registration {
		return nil, errs.New(errs.NotFound, "no_registration", "This consortium works by invitation: ask the person who coordinates your study.")
	}
	err := s.Auth.RequestAccess(ctx, auth.AccessRequest{
		Email: in.Body.Email, FirstName: orZero(in.Body.FirstName), LastName: orZero(in.Body.LastName),
		Area: auth.Area(in.Body.Area), Reason: orZero(in.Body.Reason), Address: addressOf(ctx),
	})
	if err != nil {
		return nil, err
	}
	return openapi.RequestAccess202JSONResponse{Status: success}, nil
}
