package pageapi

import (
	"context"
	"encoding/base64"
	"io"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/page"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
)

// ListPages implements GET /api/configurations.
func (s *Server) ListPages(ctx context.Context, in openapi.ListPagesRequestObject) (openapi.ListPagesResponseObject, error) {
	p := in.Params
	after, err := listing.Read(request.OrZero(p.Cursor))
	if err != nil {
		return nil, err
	}
	list, err := s.Built.Pages(ctx, request.Identity(ctx), page.Filter{
		Scope: string(
			request.OrZero(p.Scope),
		),
		Bin:   request.OrZero(p.Bin),
		Q:     request.OrZero(p.Q),
		Sort:  string(request.OrZero(p.Sort)),
		Limit: request.PageSize(p.Limit),
		After: after,
	})
	if err != nil {
		return nil, err
	}
	room, err := s.Built.Room(ctx, request.Identity(ctx))
	if err != nil {
		return nil, err
	}
	out := openapi.ListPages200JSONResponse{Items: view.Each(list.Items, pageRowOf), Total: list.Total, NextCursor: view.CursorOf(list.Next)}
	out.Quota.Pages, out.Quota.MostPages = room.Used, room.Limit
	return out, nil
}

// CreatePage implements POST /api/configurations.
func (s *Server) CreatePage(ctx context.Context, in openapi.CreatePageRequestObject) (openapi.CreatePageResponseObject, error) {
	b := in.Body
	v, err := s.Built.Create(ctx, request.Identity(ctx), page.Input{
		TableID: request.OrZero(b.Table), Document: request.OrZero(b.Document), CopyOf: request.OrZero(b.CopyOf), Area: request.OrZero(b.Area),
	})
	if err != nil {
		return nil, err
	}
	return openapi.CreatePage201JSONResponse(pageOf(v)), nil
}

// CheckPage implements POST /api/configurations/check.
func (s *Server) CheckPage(ctx context.Context, in openapi.CheckPageRequestObject) (openapi.CheckPageResponseObject, error) {
	problems, err := s.Built.Check(ctx, request.Identity(ctx), in.Body.Document, request.OrZero(in.Body.Table))
	if err != nil {
		return nil, err
	}
	return openapi.CheckPage200JSONResponse{Problems: view.List(problems)}, nil
}

// GetPage implements GET /api/configurations/{id}.
func (s *Server) GetPage(ctx context.Context, in openapi.GetPageRequestObject) (openapi.GetPageResponseObject, error) {
	v, err := s.Built.Page(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetPage200JSONResponse(pageOf(v)), nil
}

// UpdatePage implements PATCH /api/configurations/{id}.
func (s *Server) UpdatePage(ctx context.Context, in openapi.UpdatePageRequestObject) (openapi.UpdatePageResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Built.Update(ctx, request.Identity(ctx), in.Id, version, page.Change{TableID: in.Body.Table, Owner: in.Body.Owner})
	if err != nil {
		return nil, err
	}
	return openapi.UpdatePage200JSONResponse(pageOf(v)), nil
}

// DeletePage implements DELETE /api/configurations/{id}.
func (s *Server) DeletePage(ctx context.Context, in openapi.DeletePageRequestObject) (openapi.DeletePageResponseObject, error) {
	return openapi.DeletePage204Response{}, s.Built.Delete(ctx, request.Identity(ctx), in.Id, request.OrZero(in.Params.Forever))
}

// RestorePage implements POST /api/configurations/{id}/restore.
func (s *Server) RestorePage(ctx context.Context, in openapi.RestorePageRequestObject) (openapi.RestorePageResponseObject, error) {
	v, err := s.Built.Restore(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.RestorePage200JSONResponse(pageOf(v)), nil
}

// SavePageDraft implements PUT /api/configurations/{id}/draft.
func (s *Server) SavePageDraft(ctx context.Context, in openapi.SavePageDraftRequestObject) (openapi.SavePageDraftResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Built.SaveDraft(ctx, request.Identity(ctx), in.Id, version, in.Body.Document)
	if err != nil {
		return nil, err
	}
	return openapi.SavePageDraft200JSONResponse(pageRowOf(v)), nil
}

// ListPageVersions implements GET /api/configurations/{id}/versions.
func (s *Server) ListPageVersions(ctx context.Context, in openapi.ListPageVersionsRequestObject) (openapi.ListPageVersionsResponseObject, error) {
	list, err := s.Built.Versions(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.ListPageVersions200JSONResponse{Items: view.Each(list, pageVersionOf)}, nil
}

// KeepPageVersion implements POST /api/configurations/{id}/versions.
func (s *Server) KeepPageVersion(ctx context.Context, in openapi.KeepPageVersionRequestObject) (openapi.KeepPageVersionResponseObject, error) {
	v, err := s.Built.KeepVersion(ctx, request.Identity(ctx), in.Id, in.Body.Name)
	if err != nil {
		return nil, err
	}
	return openapi.KeepPageVersion201JSONResponse(pageVersionOf(v)), nil
}

// GetPageVersion implements GET /api/configurations/{id}/versions/{number}.
func (s *Server) GetPageVersion(ctx context.Context, in openapi.GetPageVersionRequestObject) (openapi.GetPageVersionResponseObject, error) {
	v, err := s.Built.Version(ctx, request.Identity(ctx), in.Id, in.Number)
	if err != nil {
		return nil, err
	}
	out := openapi.GetPageVersion200JSONResponse{
		Number: v.Number, Name: v.Name, Table: v.TableID, By: v.By, At: v.At, Document: v.Document,
	}
	if in.Params.Against == nil {
		return out, nil
	}
	differences, err := s.Built.Compare(ctx, request.Identity(ctx), in.Id, in.Number, *in.Params.Against)
	if err != nil {
		return nil, err
	}
	out.Differences = view.Ptr(view.List(differences))
	return out, nil
}

// RestorePageVersion implements POST /api/configurations/{id}/versions/{number}/restore.
func (s *Server) RestorePageVersion(ctx context.Context, in openapi.RestorePageVersionRequestObject) (openapi.RestorePageVersionResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Built.RestoreVersion(ctx, request.Identity(ctx), in.Id, version, in.Number)
	if err != nil {
		return nil, err
	}
	return openapi.RestorePageVersion200JSONResponse(pageOf(v)), nil
}

// SetPageSharing implements PUT /api/configurations/{id}/sharing.
func (s *Server) SetPageSharing(ctx context.Context, in openapi.SetPageSharingRequestObject) (openapi.SetPageSharingResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Built.Share(ctx, request.Identity(ctx), in.Id, version, in.Body.Sharing, in.Body.People)
	if err != nil {
		return nil, err
	}
	return openapi.SetPageSharing200JSONResponse(pageOf(v)), nil
}

// PublishPage implements POST /api/configurations/{id}/publish.
func (s *Server) PublishPage(ctx context.Context, in openapi.PublishPageRequestObject) (openapi.PublishPageResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	picture, err := base64.StdEncoding.DecodeString(request.OrZero(in.Body.Picture))
	if err != nil {
		return nil, errs.AtField("picture", "This is not a base64 image.").Because(err)
	}
	v, err := s.Built.Publish(ctx, request.Identity(ctx), in.Id, version, page.Publishing{
		Slug: in.Body.Slug, Follow: in.Body.Follow, Sharing: request.OrZero(in.Body.Sharing), Picture: picture,
	})
	if err != nil {
		return nil, err
	}
	return openapi.PublishPage200JSONResponse(pageOf(v)), nil
}

// UnpublishPage implements POST /api/configurations/{id}/unpublish.
func (s *Server) UnpublishPage(ctx context.Context, in openapi.UnpublishPageRequestObject) (openapi.UnpublishPageResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Built.Unpublish(ctx, request.Identity(ctx), in.Id, version)
	if err != nil {
		return nil, err
	}
	return openapi.UnpublishPage200JSONResponse(pageOf(v)), nil
}

// SetPagePicture implements PUT /api/configurations/{id}/picture.
func (s *Server) SetPagePicture(ctx context.Context, in openapi.SetPagePictureRequestObject) (openapi.SetPagePictureResponseObject, error) {
	content, err := io.ReadAll(in.Body)
	if err != nil {
		return nil, request.Malformed(err)
	}
	v, err := s.Built.SetPicture(ctx, request.Identity(ctx), in.Id, content)
	if err != nil {
		return nil, err
	}
	return openapi.SetPagePicture200JSONResponse(pageRowOf(v)), nil
}

// SetPageEmbedding implements PUT /api/configurations/{id}/embedding.
func (s *Server) SetPageEmbedding(ctx context.Context, in openapi.SetPageEmbeddingRequestObject) (openapi.SetPageEmbeddingResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Built.SetEmbedding(ctx, request.Identity(ctx), in.Id, version, in.Body.Origins)
	if err != nil {
		return nil, err
	}
	return openapi.SetPageEmbedding200JSONResponse(pageOf(v)), nil
}

// ListPageHistory implements GET /api/configurations/{id}/history.
func (s *Server) ListPageHistory(ctx context.Context, in openapi.ListPageHistoryRequestObject) (openapi.ListPageHistoryResponseObject, error) {
	list, err := s.Built.History(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.ListPageHistory200JSONResponse{Items: view.Each(list, view.EventOf)}, nil
}
