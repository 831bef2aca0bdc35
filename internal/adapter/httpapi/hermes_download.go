package httpapi

import (
	"context"
	"errors"
	"net/http"

	"cohortium/internal/area/hermes"
)

func (s *server) downloadUpload(w http.ResponseWriter, r *http.Request) {
	d, err := s.Hermes.UploadFile(r.Context(), Identity(r.Context()), r.PathValue("id"), r.PathValue("name"), r.URL.Query().Get("run"))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.send(w, r, d, objectUpload)
}

func (s *server) downloadMeta(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("name") == hermes.MetaEverything {
		s.downloadMetaArchive(w, r)
		return
	}
	d, err := s.Hermes.MetaFile(r.Context(), Identity(r.Context()), r.PathValue("id"), r.PathValue("name"))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.send(w, r, d, objectMeta)
}

// downloadMetaArchive writes an archive as it is sent, so that its size is not known
// before and it cannot be taken up again.
func (s *server) downloadMetaArchive(w http.ResponseWriter, r *http.Request) {
	name, write, err := s.Hermes.MetaArchive(r.Context(), Identity(r.Context()), r.PathValue("id"))
	if err == nil && r.Method != http.MethodHead {
		err = s.recordDownload(r.Context(), objectMeta, r.PathValue("id"), name)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	asAttachment(w, name, "application/zip")
	w.Header().Set("Cache-Control", "private, no-cache")
	if r.Method == http.MethodHead {
		return
	}
	if err := write(r.Context(), w); err != nil {
		if !errors.Is(err, context.Canceled) {
			s.Log.ErrorContext(r.Context(), "download broke off", "request_id", RequestID(r.Context()), "err", err)
		}
		panic(http.ErrAbortHandler) // the client must not take what it has for the whole
	}
}
