package drsapi

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/drs"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/file"
)

// callsVersion is the version of the calls of this server. The release is visible to signed-in
// callers only.
const callsVersion = "1"

// GetServiceInfo implements GET /service-info.
func (s *Server) GetServiceInfo(ctx context.Context, _ openapi.GetServiceInfoRequestObject) (openapi.GetServiceInfoResponseObject, error) {
	kind := openapi.Ga4ghServiceType{Group: "org.cohortium", Artifact: "registry", Version: callsVersion}
	return openapi.GetServiceInfo200JSONResponse{Ga4ghServiceInfoJSONResponse: openapi.Ga4ghServiceInfoJSONResponse(s.serviceInfo(ctx, "cohortium", kind))}, nil
}

// GetDrsServiceInfo implements GET /ga4gh/drs/v1/service-info.
func (s *Server) GetDrsServiceInfo(ctx context.Context, _ openapi.GetDrsServiceInfoRequestObject) (openapi.GetDrsServiceInfoResponseObject, error) {
	kind := openapi.Ga4ghServiceType{Group: "org.ga4gh", Artifact: "drs", Version: drs.Version}
	return openapi.GetDrsServiceInfo200JSONResponse{
		Ga4ghServiceInfoJSONResponse: openapi.Ga4ghServiceInfoJSONResponse(s.serviceInfo(ctx, "cohortium.drs", kind)),
	}, nil
}

func (s *Server) serviceInfo(ctx context.Context, id string, kind openapi.Ga4ghServiceType) openapi.Ga4ghServiceInfo {
	return openapi.Ga4ghServiceInfo{
		Id: id, Name: "Cohortium", Type: kind, Version: callsVersion, DocumentationUrl: view.Ptr(s.site(ctx) + "/api/docs"),
		Description:  view.Ptr("Summary statistics of a genetics consortium: checked files, meta-analyses and the registry of data sets."),
		Organization: openapi.Ga4ghOrganization{Name: request.InfoOf(ctx).Host, Url: s.site(ctx)},
	}
}

// site returns the address of this server as the caller reaches it, without a trailing slash.
func (s *Server) site(ctx context.Context) string {
	if s.PublicURL != "" {
		return s.PublicURL
	}
	info := request.InfoOf(ctx)
	if info.Secure {
		return "https://" + info.Host
	}
	return "http://" + info.Host
}

// Path is the path prefix of DRS.
const Path = "/ga4gh/drs/"

// Refusal is an error in the format of DRS and of all other calls.
func Refusal(r *http.Request, status int, body openapi.Error, _ error) any {
	if !strings.HasPrefix(r.URL.Path, Path) {
		return nil
	}
	return openapi.DrsError{
		Detail: body.Detail, Code: body.Code, Fields: body.Fields, RequestId: body.RequestId, Msg: body.Detail, StatusCode: status,
	}
}

// drsAccess is the only access method of objects.
const drsAccess = "https"

// GetDrsObject implements GET /ga4gh/drs/v1/objects/{id}.
func (s *Server) GetDrsObject(ctx context.Context, in openapi.GetDrsObjectRequestObject) (openapi.GetDrsObjectResponseObject, error) {
	f, err := s.DRS.Object(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetDrsObject200JSONResponse{
		Id: f.ID, Name: f.Name, SelfUri: "drs://" + request.InfoOf(ctx).Host + "/" + f.ID, Size: f.Size, MimeType: f.ContentType,
		CreatedTime: f.Created, UpdatedTime: f.Created, Version: f.SHA256,
		Checksums:     []openapi.DrsChecksum{{Type: "sha-256", Checksum: f.SHA256}},
		AccessMethods: []openapi.DrsAccessMethod{{Type: drsAccess, AccessId: drsAccess}},
	}, nil
}

// GetDrsAccess implements GET /ga4gh/drs/v1/objects/{id}/access/{access}.
func (s *Server) GetDrsAccess(ctx context.Context, in openapi.GetDrsAccessRequestObject) (openapi.GetDrsAccessResponseObject, error) {
	f, pass, err := s.DRS.Pass(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetDrsAccess200JSONResponse{Url: s.site(ctx) + pass.Path(f)}, nil
}

// DownloadDrsObject serves GET /ga4gh/drs/v1/objects/{id}/data/{name}. A caller with the address
// acts as the account that it was created for, which is recorded.
func (s *Server) DownloadDrsObject(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	expires, err := strconv.ParseInt(q.Get("expires"), 10, 64)
	if err != nil {
		expires = -1
	}
	f, user, err := s.DRS.Open(
		r.Context(),
		r.PathValue("id"),
		r.PathValue("name"),
		drs.Pass{UserID: q.Get("user"), Expires: expires, Signature: q.Get("signature")},
	)
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	if user != nil {
		audit.SetActor(r.Context(), user.UserName, user.ID)
	}
	shown := file.Download{Name: f.Name, ContentType: f.ContentType, Size: f.Size, Tag: f.Tag, ModTime: f.ModTime, OpenRange: f.OpenRange} // not cached
	s.SendNoted(w, r, &shown, func() error { return f.Record(r.Context()) })
}
