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

// DownloadTable serves GET /api/d/{short}/{name}: the sorted table of a data file and its tabix
// index, with the addresses that tabix and IGV expect.
func (s *Server) DownloadTable(w http.ResponseWriter, r *http.Request) {
	f, err := s.Datasets.ShortTable(r.Context(), s.linkHolder(r), r.PathValue("short"), r.PathValue("name"), signatureOf(r))
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	s.sendFetch(w, r, f)
}

// linkHolder returns the caller of a short link, nil without an account. A short link needs no
// credentials, so invalid or insufficient ones are ignored: they must not block access to a public
// file.
func (s *Server) linkHolder(r *http.Request) *auth.Identity {
	info := request.InfoOf(r.Context())
	if len(info.Header) > 0 { // a token has priority over the cookie
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

// signatureOf parses the signature of a signed link. An invalid one is kept as a signature that
// matches nothing.
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

// sendFetch serves a file of a data set, and counts and records the download.
func (s *Server) sendFetch(w http.ResponseWriter, r *http.Request, f *dataset.Fetch) {
	s.SendNoted(w, r, f.Download, func() error {
		err := s.Datasets.Fetched(r.Context(), f)
		if errs.Is(err, errs.NotFound) { // it was deleted at this moment
			return errs.Missing("file").Because(err)
		}
		return err
	})
}
