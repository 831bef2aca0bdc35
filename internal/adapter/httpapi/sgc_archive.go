package httpapi

import (
	"context"
	"net/http"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/area/sgc"
)

// GetSgcArchive implements GET /api/sgc/archive.
func (s *server) GetSgcArchive(ctx context.Context, _ openapi.GetSgcArchiveRequestObject) (openapi.GetSgcArchiveResponseObject, error) {
	v, err := s.SGC.Archive(ctx, Identity(ctx))
	if err != nil {
		return nil, err
	}
	return openapi.GetSgcArchive200JSONResponse(archiveOf(v)), nil
}

// BuildSgcArchive implements POST /api/sgc/archive.
func (s *server) BuildSgcArchive(ctx context.Context, _ openapi.BuildSgcArchiveRequestObject) (openapi.BuildSgcArchiveResponseObject, error) {
	v, err := s.SGC.BuildArchive(ctx, Identity(ctx))
	if err != nil {
		return nil, err
	}
	return openapi.BuildSgcArchive202JSONResponse(archiveOf(v)), nil
}

// downloadSgcArchive serves GET /api/sgc/archive/download.
func (s *server) downloadSgcArchive(w http.ResponseWriter, r *http.Request) {
	a, content, err := s.SGC.OpenArchive(r.Context(), Identity(r.Context()))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	defer content.Close()
	name := "sgc_archive_" + a.MadeAt.UTC().Format("2006-01-02") + ".zip"
	s.sendWhole(w, r, sent{name: name, contentType: "application/zip", size: a.Size, object: objectArchive, id: a.JobID}, content)
}

func archiveOf(v *sgc.ArchiveView) openapi.SgcArchive {
	out := openapi.SgcArchive{State: openapi.SgcArchiveState(v.State), Message: some(v.Message)}
	if v.MadeAt != nil {
		out.Size, out.Sha256, out.Cohorts, out.MadeAt, out.MadeBy = &v.Size, &v.SHA256, &v.Cohorts, v.MadeAt, &v.MadeBy
	}
	if v.Job != nil {
		out.Job = ptr(jobOf(v.Job))
	}
	return out
}
