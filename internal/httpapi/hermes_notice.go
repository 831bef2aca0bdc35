package httpapi

import (
	"context"
	"time"

	"cohortium/internal/hermes"
	"cohortium/internal/httpapi/openapi"
)

// ListHermesNotices implements GET /api/hermes/notices.
func (s *server) ListHermesNotices(ctx context.Context, in openapi.ListHermesNoticesRequestObject) (openapi.ListHermesNoticesResponseObject, error) {
	after, err := readCursor(in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	place := hermes.NoticePlace{ID: after.ID}
	if after.ID != "" {
		if place.At, err = time.Parse(time.RFC3339Nano, after.Key); err != nil {
			return nil, noSuchPage(err)
		}
	}
	page, err := s.Hermes.Notices(ctx, Identity(ctx), place, pageSize(in.Params.Limit))
	if err != nil {
		return nil, err
	}
	out := openapi.ListHermesNotices200JSONResponse{Items: []openapi.HermesNotice{}, Unread: page.Unseen, Mails: openapi.HermesMails(page.Mails)}
	if page.After.ID != "" {
		out.NextCursor = writeCursor(page.After.At.Format(time.RFC3339Nano), page.After.ID)
	}
	for _, n := range page.Items {
		out.Items = append(out.Items, openapi.HermesNotice{Id: n.ID, At: n.At, UploadId: n.UploadID, DatasetName: n.DatasetName, Text: n.Text, Read: n.Seen})
	}
	return out, nil
}

// ReadHermesNotices implements POST /api/hermes/notices/read.
func (s *server) ReadHermesNotices(ctx context.Context, in openapi.ReadHermesNoticesRequestObject) (openapi.ReadHermesNoticesResponseObject, error) {
	if err := s.Hermes.SeeNotices(ctx, Identity(ctx), in.Body.Until); err != nil {
		return nil, err
	}
	return openapi.ReadHermesNotices204Response{}, nil
}

// SetHermesMails implements PUT /api/hermes/notices/mails.
func (s *server) SetHermesMails(ctx context.Context, in openapi.SetHermesMailsRequestObject) (openapi.SetHermesMailsResponseObject, error) {
	if err := s.Hermes.ChooseMails(ctx, Identity(ctx), hermes.MailWhen(in.Body.Mails)); err != nil {
		return nil, err
	}
	return openapi.SetHermesMails204Response{}, nil
}
