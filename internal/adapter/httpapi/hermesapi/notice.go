package hermesapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/listing"
)

// ListHermesNotices implements GET /api/hermes/notices.
func (s *Server) ListHermesNotices(ctx context.Context, in openapi.ListHermesNoticesRequestObject) (openapi.ListHermesNoticesResponseObject, error) {
	after, err := listing.Read(request.OrZero(in.Params.Cursor))
	if err != nil {
		return nil, err
	}
	page, err := s.Hermes.Notices(ctx, request.Identity(ctx), after, request.PageSize(in.Params.Limit))
	if err != nil {
		return nil, err
	}
	out := openapi.ListHermesNotices200JSONResponse{
		Items: []openapi.HermesNotice{}, NextCursor: view.CursorOf(page.Next), Unread: page.Unseen, Mails: openapi.HermesMails(page.Mails),
	}
	for _, n := range page.Items {
		item := openapi.HermesNotice{
			Id: n.ID, At: n.At, UploadId: view.Some(n.UploadID), PreparedId: view.Some(n.PreparedID), DatasetName: n.DatasetName, Text: n.Text, Read: n.Seen,
		}
		if n.Status != "" {
			item.Status = &n.Status
		}
		out.Items = append(out.Items, item)
	}
	return out, nil
}

// ReadHermesNotices implements POST /api/hermes/notices/read.
func (s *Server) ReadHermesNotices(ctx context.Context, in openapi.ReadHermesNoticesRequestObject) (openapi.ReadHermesNoticesResponseObject, error) {
	if err := s.Hermes.SeeNotices(ctx, request.Identity(ctx), in.Body.Until); err != nil {
		return nil, err
	}
	return openapi.ReadHermesNotices204Response{}, nil
}

// SetHermesMails implements PUT /api/hermes/notices/mails.
func (s *Server) SetHermesMails(ctx context.Context, in openapi.SetHermesMailsRequestObject) (openapi.SetHermesMailsResponseObject, error) {
	if err := s.Hermes.ChooseMails(ctx, request.Identity(ctx), hermes.MailWhen(in.Body.Mails)); err != nil {
		return nil, err
	}
	return openapi.SetHermesMails204Response{}, nil
}
