package pageapi

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/page"
	"cohortium/internal/area/pagetable"
	"cohortium/internal/platform/listing"
)

// ListPublishedPages implements GET /api/p/pages.
func (s *Server) ListPublishedPages(ctx context.Context, in openapi.ListPublishedPagesRequestObject) (openapi.ListPublishedPagesResponseObject, error) {
	p := in.Params
	after, err := listing.Read(request.OrZero(p.Cursor))
	if err != nil {
		return nil, err
	}
	list, err := s.Built.Pages(ctx, request.Identity(ctx), page.Filter{
		Published: true, Q: request.OrZero(p.Q), Sort: "-published_at", Limit: request.PageSize(p.Limit), After: after,
	})
	if err != nil {
		return nil, err
	}
	return openapi.ListPublishedPages200JSONResponse{
		Items: view.Each(list.Items, publishedRowOf), Total: list.Total, NextCursor: view.CursorOf(list.Next),
	}, nil
}

func publishedRowOf(v *page.View) openapi.PublishedPageRow {
	p := v.Publication
	return openapi.PublishedPageRow{
		Slug: p.Slug, Address: page.PublicPath + p.Slug, Title: p.Title, About: p.About, Owner: v.Owner.UserName, Picture: v.PictureID != "", PublishedAt: p.At,
	}
}

// pictureAnswer is a picture whose bytes never change under its name.
type pictureAnswer struct {
	*page.Picture
	ctx   context.Context
	match string // the caller's cached name
}

func (a pictureAnswer) write(w http.ResponseWriter) error {
	tag := `"` + a.ID + `"`
	h := w.Header()
	h.Set("Cache-Control", "private, no-cache")
	h.Set("ETag", tag)
	if a.match == tag {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	content, err := a.Open(a.ctx)
	if err != nil {
		return err
	}
	defer content.Close()
	h.Set("Content-Type", "image/png")
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	_, err = io.Copy(w, content)
	return err
}

// VisitGetPagePictureResponse writes the answer.
func (a pictureAnswer) VisitGetPagePictureResponse(w http.ResponseWriter) error { return a.write(w) }

// VisitGetPublishedPagePictureResponse writes the answer.
func (a pictureAnswer) VisitGetPublishedPagePictureResponse(w http.ResponseWriter) error {
	return a.write(w)
}

// GetPagePicture implements GET /api/configurations/{id}/picture.
func (s *Server) GetPagePicture(ctx context.Context, in openapi.GetPagePictureRequestObject) (openapi.GetPagePictureResponseObject, error) {
	p, err := s.Built.Picture(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return pictureAnswer{p, ctx, request.OrZero(in.Params.IfNoneMatch)}, nil
}

// GetPublishedPagePicture implements GET /api/p/pages/{slug}/picture.
func (s *Server) GetPublishedPagePicture(
	ctx context.Context,
	in openapi.GetPublishedPagePictureRequestObject,
) (openapi.GetPublishedPagePictureResponseObject, error) {
	p, err := s.Built.PublishedPicture(ctx, request.Identity(ctx), in.Slug)
	if err != nil {
		return nil, err
	}
	return pictureAnswer{p, ctx, request.OrZero(in.Params.IfNoneMatch)}, nil
}

// GetPublishedPage implements GET /api/p/pages/{slug}.
func (s *Server) GetPublishedPage(ctx context.Context, in openapi.GetPublishedPageRequestObject) (openapi.GetPublishedPageResponseObject, error) {
	v, err := s.Built.Published(ctx, request.Identity(ctx), in.Slug)
	if err != nil {
		return nil, err
	}
	table, err := s.Tables.View(ctx, request.Identity(ctx), v.Publication.TableID)
	if err != nil {
		return nil, err
	}
	row := publishedRowOf(v.View)
	out := openapi.GetPublishedPage200JSONResponse{
		Slug: row.Slug, Address: row.Address, Title: row.Title, About: row.About, Owner: row.Owner, Picture: row.Picture, PublishedAt: row.PublishedAt,
		Document: v.Document, Table: sharedTableOf(table), Number: v.Publication.Number, Embeddable: v.Embeddable(),
	}
	if v.Can.Edit {
		out.Edit = &v.ID
	}
	return out, nil
}

// GetPublishedPageOverview implements GET /api/p/pages/{slug}/table/overview.
func (s *Server) GetPublishedPageOverview(
	ctx context.Context,
	in openapi.GetPublishedPageOverviewRequestObject,
) (openapi.GetPublishedPageOverviewResponseObject, error) {
	tableID, _, err := s.Built.PublishedTable(ctx, request.Identity(ctx), in.Slug)
	if err != nil {
		return nil, err
	}
	text, err := s.Tables.Overview(ctx, request.Identity(ctx), tableID)
	if err != nil {
		return nil, err
	}
	var out openapi.GetPublishedPageOverview200JSONResponse
	return out, json.Unmarshal(text, &out)
}

// DownloadPageTable serves GET /api/p/pages/{slug}/table/data.
func (s *Server) DownloadPageTable(w http.ResponseWriter, r *http.Request) {
	tableID, open, err := s.Built.PublishedTable(r.Context(), request.Identity(r.Context()), r.PathValue("slug"))
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	d, err := s.Tables.Data(r.Context(), request.Identity(r.Context()), tableID)
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	if open { // part of the public content, like the answer of any other query
		s.ServeRanges(w, r, d, "private, no-cache")
		return
	}
	s.SendNoted(w, r, d, func() error { return s.RecordDownload(r.Context(), pagetable.ObjectTable, tableID, d.Name) })
}

// embedPath matches the embed address of a published page.
var embedPath = regexp.MustCompile(`^` + regexp.QuoteMeta(page.PublicPath) + `([a-z0-9-]+)/embed/?$`)

// AllowFrames lets the sites chosen by the page's owner embed it. No other path of this site can be
// embedded.
func (s *Server) AllowFrames(w http.ResponseWriter, r *http.Request) error {
	m := embedPath.FindStringSubmatch(r.URL.Path)
	if m == nil {
		return nil
	}
	origins, err := s.Built.Frames(r.Context(), m[1])
	if err != nil || len(origins) == 0 {
		return err
	}
	const policy = "Content-Security-Policy"
	w.Header().Set(policy, strings.Replace(w.Header().Get(policy), answer.FrameAncestors+"'none'", answer.FrameAncestors+strings.Join(origins, " "), 1))
	return nil
}
