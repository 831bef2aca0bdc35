package datasetapi

import (
	"net/http"
	"strconv"

	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// DownloadDatasetFile serves GET /api/datasets/{id}/files/{fid}.
func (s *Server) DownloadDatasetFile(w http.ResponseWriter, r *http.Request) {
	f, err := s.Datasets.File(r.Context(), request.Identity(r.Context()), r.PathValue("id"), r.PathValue("fid"))
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	s.sendFetch(w, r, f)
}

// DownloadByShortID serves GET /api/d/{short} and GET /api/cs/{short}.
func (s *Server) DownloadByShortID(kind dataset.FileKind) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		f, err := s.Datasets.ShortFile(r.Context(), s.linkHolder(r), kind, r.PathValue("short"), signatureOf(r))
		if err != nil {
			s.Fail(w, r, err)
			return
		}
		s.sendFetch(w, r, f)
	}
}

// DownloadTable serves GET /api/d/{short}/{name}: the sorted table of a data file and
// its tabix index, whose addresses differ as tabix and IGV expect it.
func (s *Server) DownloadTable(w http.ResponseWriter, r *http.Request) {
	f, err := s.Datasets.ShortTable(r.Context(), s.linkHolder(r), r.PathValue("short"), r.PathValue("name"), signatureOf(r))
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	s.sendFetch(w, r, f)
}

// linkHolder is who comes with a short link, nil for a stranger. Nobody needs
// credentials there, so that broken ones, or those that do not reach, are as good
// as none: they must not stand between people and a public file.
func (s *Server) linkHolder(r *http.Request) *auth.Identity {
	info := request.InfoOf(r.Context())
	if len(info.Header) > 0 { // a token wins over the cookie
		info.Identity = nil
		if token, id, err := s.BearerIdentity(r.Context()); err == nil {
			info.Bearer, info.Identity = token, id
			audit.SetActor(r.Context(), id.User.UserName, id.User.ID)
		}
	}
	reader := auth.Rule{Access: auth.Member, Area: auth.AreaDatasets, Scope: auth.ScopeRead}
	if reader.Admit(info.Identity) != nil {
		return nil
	}
	return info.Identity
}

// signatureOf reads what a signed link adds to a short one. What cannot be one
// stays a signature, though one that is of nothing.
func signatureOf(r *http.Request) dataset.Signature {
	q := r.URL.Query()
	sig := dataset.Signature{LinkID: q.Get("link"), Sum: q.Get("signature")}
	if text := q.Get("expires"); text != "" {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			n = -1
		}
		sig.Expires = n
	}
	return sig
}

// sendFetch serves a file of a data set, counts that and puts it on record.
func (s *Server) sendFetch(w http.ResponseWriter, r *http.Request, f *dataset.Fetch) {
	s.SendNoted(w, r, f.Download, func() error {
		err := s.Datasets.Fetched(r.Context(), f)
		if errs.Is(err, errs.NotFound) { // it went at this moment
			return errs.Missing("file").Because(err)
		}
		return err
	})
}
