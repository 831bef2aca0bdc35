package accountapi

import (
	"context"
	"encoding/base64"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
)

// BeginSecondFactor implements POST /api/profile/second-factor.
func (s *Server) BeginSecondFactor(ctx context.Context, in openapi.BeginSecondFactorRequestObject) (openapi.BeginSecondFactorResponseObject, error) {
	secret, err := s.Auth.BeginSecondFactor(ctx, request.Identity(ctx), request.OrZero(in.Body.CurrentPassword))
	if err != nil {
		return nil, err
	}
	return openapi.BeginSecondFactor200JSONResponse{
		Secret: secret.Text, Uri: secret.URI, QrPng: base64.StdEncoding.EncodeToString(secret.QR),
	}, nil
}

// ConfirmSecondFactor implements POST /api/profile/second-factor/confirm.
func (s *Server) ConfirmSecondFactor(ctx context.Context, in openapi.ConfirmSecondFactorRequestObject) (openapi.ConfirmSecondFactorResponseObject, error) {
	codes, token, id, err := s.Auth.ConfirmSecondFactor(ctx, request.Identity(ctx), in.Body.Code)
	if err != nil {
		return nil, err
	}
	return openapi.ConfirmSecondFactor200JSONResponse{
		Body: openapi.RecoveryCodes{Codes: codes, Access: s.Begin(ctx, token, id)},
	}, nil
}

// RemoveSecondFactor implements DELETE /api/profile/second-factor.
func (s *Server) RemoveSecondFactor(ctx context.Context, in openapi.RemoveSecondFactorRequestObject) (openapi.RemoveSecondFactorResponseObject, error) {
	if err := s.Auth.RemoveSecondFactor(ctx, request.Identity(ctx), request.OrZero(in.Body.CurrentPassword)); err != nil {
		return nil, err
	}
	return openapi.RemoveSecondFactor200JSONResponse{Status: success}, nil
}

// RenewRecoveryCodes implements POST /api/profile/second-factor/recovery-codes.
func (s *Server) RenewRecoveryCodes(ctx context.Context, in openapi.RenewRecoveryCodesRequestObject) (openapi.RenewRecoveryCodesResponseObject, error) {
	codes, err := s.Auth.RenewRecoveryCodes(ctx, request.Identity(ctx), request.OrZero(in.Body.CurrentPassword))
	if err != nil {
		return nil, err
	}
	return openapi.RenewRecoveryCodes200JSONResponse{Codes: codes}, nil
}
