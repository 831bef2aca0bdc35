package siteapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/reference"
)

// ListReference implements GET /api/reference.
func (s *Server) ListReference(ctx context.Context, _ openapi.ListReferenceRequestObject) (openapi.ListReferenceResponseObject, error) {
	files, err := s.Reference.Installed(ctx)
	if err != nil {
		return nil, err
	}
	underway, err := s.Reference.Underway(ctx)
	if err != nil {
		return nil, err
	}
	out := openapi.ListReference200JSONResponse{
		Items: []openapi.ReferenceFile{}, Underway: view.Each(underway, referenceInstallationOf), Ancestries: hermes.PanelGroups(),
	}
	notes := make([]reference.Note, len(files))
	for i, f := range files {
		notes[i] = f.Note
	}
	inUse := reference.InUse(notes)
	for i := range notes {
		item := view.ReferenceFileOf(&notes[i])
		item.InUse, item.AddedBy, item.Size = inUse[i], &files[i].By, view.Ptr(files[i].Bytes())
		out.Items = append(out.Items, item)
	}
	out.Items = append(out.Items, view.Inside(notes)...)
	dataSets, analyses, err := s.Reference.Users(ctx)
	if err != nil {
		return nil, err
	}
	for i := range out.Items {
		item := &out.Items[i]
		item.UsedBy, item.UsedByAnalyses = dataSets[item.Sha256], analyses[item.Sha256]
		item.Kept = !item.Inside && reference.Type(item.Type).Keeps() && item.UsedBy > 0
	}
	return out, nil
}

// InstallReference implements POST /api/reference.
func (s *Server) InstallReference(ctx context.Context, in openapi.InstallReferenceRequestObject) (openapi.InstallReferenceResponseObject, error) {
	b := in.Body
	note := reference.Note{
		Type: reference.Type(
			b.Type,
		),
		Name:     request.OrZero(b.Name),
		Build:    request.OrZero(b.Build),
		To:       request.OrZero(b.To),
		Ancestry: request.OrZero(b.Ancestry),
		Column:   request.OrZero(b.Column),
		Version:  request.OrZero(b.Version),
		Licence:  request.OrZero(b.Licence),
	}
	if err := s.Reference.Install(ctx, request.Identity(ctx), b.UploadId, note); err != nil {
		return nil, err
	}
	return openapi.InstallReference202JSONResponse{Status: "ok"}, nil
}

// RemoveReference implements DELETE /api/reference/{name}.
func (s *Server) RemoveReference(ctx context.Context, in openapi.RemoveReferenceRequestObject) (openapi.RemoveReferenceResponseObject, error) {
	return openapi.RemoveReference204Response{}, s.Reference.Remove(ctx, in.Name)
}

// ForgetReference implements DELETE /api/reference-installations/{id}.
func (s *Server) ForgetReference(ctx context.Context, in openapi.ForgetReferenceRequestObject) (openapi.ForgetReferenceResponseObject, error) {
	return openapi.ForgetReference204Response{}, s.Reference.Forget(ctx, in.Id)
}

func referenceInstallationOf(i *reference.Installation) openapi.ReferenceInstallation {
	return openapi.ReferenceInstallation{
		Id: i.UploadID, Said: saidOf(i), FileName: i.FileName, By: i.By.UserName,
		State: openapi.ReferenceInstallationState(i.State), Size: i.Size, Copied: i.Copied, Why: view.Some(i.Why),
	}
}

// saidOf returns the description of a file that is to be installed, so that it can be corrected.
func saidOf(i *reference.Installation) openapi.ReferenceInput {
	n := &i.Note
	return openapi.ReferenceInput{
		UploadId: i.UploadID, Type: openapi.ReferenceType(n.Type), Name: view.Some(n.Name), Build: view.Some(n.Build), To: view.Some(n.To),
		Ancestry: view.Some(n.Ancestry), Column: view.Some(n.Column), Version: view.Some(n.Version), Licence: view.Some(n.Licence),
	}
}
