package hermesapi

import (
	"context"
	"errors"
	"io"
	"net/http"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/area/hermes"
)

// DownloadUpload serves GET /api/hermes/uploads/{id}/files/{name}.
func (s *Server) DownloadUpload(w http.ResponseWriter, r *http.Request) {
	d, err := s.Hermes.UploadFile(r.Context(), request.Identity(r.Context()), r.PathValue("id"), r.PathValue("name"), r.URL.Query().Get("run"))
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	s.Send(w, r, d, answer.ObjectUpload)
}

// DownloadMeta serves GET /api/hermes/meta-analyses/{id}/files/{name}.
func (s *Server) DownloadMeta(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("name") == hermes.MetaEverything {
		s.downloadMetaArchive(w, r)
		return
	}
	d, err := s.Hermes.MetaFile(r.Context(), request.Identity(r.Context()), r.PathValue("id"), r.PathValue("name"))
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	s.Send(w, r, d, answer.ObjectMeta)
}

// archive is an archive that is written while it is sent.
type archive struct {
	object, name string
	write        func(context.Context, io.Writer) error
	err          error
}

// downloadMetaArchive writes an archive of all files of a result.
func (s *Server) downloadMetaArchive(w http.ResponseWriter, r *http.Request) {
	name, write, err := s.Hermes.MetaArchive(r.Context(), request.Identity(r.Context()), r.PathValue("id"))
	s.sendArchive(w, r, archive{answer.ObjectMeta, name, write, err})
}

// sendArchive writes an archive while it is sent. Its size is not known before, and the download
// cannot be resumed.
func (s *Server) sendArchive(w http.ResponseWriter, r *http.Request, a archive) {
	err := a.err
	if err == nil && r.Method != http.MethodHead {
		err = s.RecordDownload(r.Context(), a.object, r.PathValue("id"), a.name)
	}
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	answer.AsAttachment(w, a.name, "application/zip")
	w.Header().Set("Cache-Control", "private, no-cache")
	if r.Method == http.MethodHead {
		return
	}
	if err := a.write(r.Context(), w); err != nil {
		if !errors.Is(err, context.Canceled) {
			s.Log.ErrorContext(r.Context(), "download broke off", "request_id", request.ID(r.Context()), "err", err)
		}
		panic(http.ErrAbortHandler) // so that the client does not accept the part as complete
	}
}
