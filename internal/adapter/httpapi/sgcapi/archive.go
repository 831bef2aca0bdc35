package sgcapi

import (
	"context"
	"net/http"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/sgc"
)

// GetSgcArchive implements GET /api/sgc/archive.
func (s *Server) GetSgcArchive(ctx context.Context, _ openapi.GetSgcArchiveRequestObject) (openapi.GetSgcArchiveResponseObject, error) {
	v, err := s.SGC.Archive(ctx, request.Identity(ctx))
	if err != nil {
		return nil, err
	}
	return openapi.GetSgcArchive200JSONResponse(archiveOf(v)), nil
}

// BuildSgcArchive implements POST /api/sgc/archive.
func (s *Server) BuildSgcArchive(ctx context.Context, _ openapi.BuildSgcArchiveRequestObject) (openapi.BuildSgcArchiveResponseObject, error) {
	v, err := s.SGC.BuildArchive(ctx, request.Identity(ctx))
	if err != nil {
		return nil, err
	}
	return openapi.BuildSgcArchive202JSONResponse(archiveOf(v)), nil
}

// DownloadSgcArchive serves GET /api/sgc/archive/download.
func (s *Server) DownloadSgcArchive(w http.ResponseWriter, r *http.Request) {
	a, content, err := s.SGC.OpenArchive(r.Context(), request.Identity(r.Context()))
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	defer content.Close()
	name := "sgc_archive_" + a.MadeAt.UTC().Format("2006-01-02") + ".zip"
	s.SendWhole(w, r, answer.Sent{Name: name, ContentType: "application/zip", Size: a.Size, Object: objectArchive, ID: a.JobID}, content)
}

func archiveOf(v *sgc.ArchiveView) openapi.SgcArchive {
	out := openapi.SgcArchive{State: openapi.SgcArchiveState(v.State), Message: view.Some(v.Message)}
	if v.MadeAt != nil {
		out.Size, out.Sha256, out.Cohorts, out.MadeAt, out.MadeBy = &v.Size, &v.SHA256, &v.Cohorts, v.MadeAt, &v.MadeBy
	}
	if v.Job != nil {
		out.Job = view.Ptr(view.JobOf(v.Job))
	}
	return out
}
