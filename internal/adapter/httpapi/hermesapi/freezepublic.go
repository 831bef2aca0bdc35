package hermesapi

import (
	"context"
	"encoding/json"
	"net/http"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/area/hermes"
)

// GetPublicFreeze implements GET /api/public/freezes/{name}.
func (s *Server) GetPublicFreeze(ctx context.Context, in openapi.GetPublicFreezeRequestObject) (openapi.GetPublicFreezeResponseObject, error) {
	freeze, err := s.Hermes.PublicFreeze(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(freeze)
	return publicFreeze{answer.Public{Body: body, Match: request.OrZero(in.Params.IfNoneMatch)}}, err
}

type publicFreeze struct{ answer.Public }

// VisitGetPublicFreezeResponse writes the answer.
func (a publicFreeze) VisitGetPublicFreezeResponse(w http.ResponseWriter) error { return a.Write(w) }

// DownloadPublicFreeze serves GET /api/public/freezes/{name}/files/{file}.
func (s *Server) DownloadPublicFreeze(w http.ResponseWriter, r *http.Request) {
	d, err := s.Hermes.PublicFreezeFile(r.Context(), r.PathValue("name"), r.PathValue("file"))
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	s.SendNoted(w, r, d, func() error { return s.RecordDownload(r.Context(), answer.ObjectFreeze, r.PathValue("name"), d.Name) })
}

// DownloadFreeze serves GET /api/hermes/freezes/{id}/files/{name}.
func (s *Server) DownloadFreeze(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("name") == hermes.FreezeEverything {
		name, write, err := s.Hermes.FreezeArchive(r.Context(), request.Identity(r.Context()), r.PathValue("id"))
		s.sendArchive(w, r, archive{answer.ObjectFreeze, name, write, err})
		return
	}
	d, err := s.Hermes.FreezeFile(r.Context(), request.Identity(r.Context()), r.PathValue("id"), r.PathValue("name"))
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	s.Send(w, r, d, answer.ObjectFreeze)
}
