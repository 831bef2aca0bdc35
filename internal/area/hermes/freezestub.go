package hermes

import (
	"context"
	"io"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

var errSoon = errs.New(errs.Unavailable, "unavailable", "Freezes are not available yet.")

func (s *Service) Freezes(ctx context.Context, id *auth.Identity, f FreezeFilter) (*FreezeEntries, error) {
	return nil, errSoon
}
func (s *Service) CreateFreeze(ctx context.Context, id *auth.Identity, in NewFreeze) (*FreezeView, error) {
	return nil, errSoon
}
func (s *Service) PlanFreeze(ctx context.Context, id *auth.Identity, d *FreezeDocument) (*FreezePlan, error) {
	return nil, errSoon
}
func (s *Service) Freeze(ctx context.Context, id *auth.Identity, freezeID string) (*FreezeView, error) {
	return nil, errSoon
}
func (s *Service) UpdateFreeze(ctx context.Context, id *auth.Identity, freezeID string, version int64, in NewFreeze) (*FreezeView, error) {
	return nil, errSoon
}
func (s *Service) DeleteFreeze(ctx context.Context, id *auth.Identity, freezeID string, version int64) error {
	return errSoon
}
func (s *Service) StartFreeze(ctx context.Context, id *auth.Identity, freezeID string, version int64) (*FreezeView, error) {
	return nil, errSoon
}
func (s *Service) CancelFreeze(ctx context.Context, id *auth.Identity, freezeID string, version int64) (*FreezeView, error) {
	return nil, errSoon
}
func (s *Service) FreezeChanges(ctx context.Context, id *auth.Identity, freezeID, since string) (*FreezeChanges, error) {
	return nil, errSoon
}
func (s *Service) FreezeTexts(ctx context.Context, id *auth.Identity, freezeID string) (*FreezeTexts, error) {
	return nil, errSoon
}
func (s *Service) PublishFreeze(ctx context.Context, id *auth.Identity, freezeID string, version int64, name, terms string) (*FreezeView, error) {
	return nil, errSoon
}
func (s *Service) WithdrawFreeze(ctx context.Context, id *auth.Identity, freezeID string, version int64) (*FreezeView, error) {
	return nil, errSoon
}
func (s *Service) FreezeFile(ctx context.Context, id *auth.Identity, freezeID, name string) (*file.Download, error) {
	return nil, errSoon
}
func (s *Service) FreezeArchive(ctx context.Context, id *auth.Identity, freezeID string) (string, func(context.Context, io.Writer) error, error) {
	return "", nil, errSoon
}
func (s *Service) PublicFreeze(ctx context.Context, name string) (*PublicFreeze, error) {
	return nil, errSoon
}
func (s *Service) PublicFreezeFile(ctx context.Context, name, fileName string) (*file.Download, error) {
	return nil, errSoon
}
