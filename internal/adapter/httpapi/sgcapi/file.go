package sgcapi

import (
	"context"
	"io"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/contract"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/table"
)

// CheckSgcFile implements POST /api/sgc/cohorts/{id}/files/{kind}.
func (s *Server) CheckSgcFile(ctx context.Context, in openapi.CheckSgcFileRequestObject) (openapi.CheckSgcFileResponseObject, error) {
	f, err := fileInputOf(string(in.Kind), in.Params.FileName, in.Params.Mapping, in.Params.Latin1, in.Body)
	if err != nil {
		return nil, err
	}
	found, err := s.SGC.CheckFile(ctx, request.Identity(ctx), in.Id, f)
	if err != nil {
		return nil, err
	}
	return openapi.CheckSgcFile200JSONResponse(fileCheckOf(found)), nil
}

// PutSgcFile implements PUT /api/sgc/cohorts/{id}/files/{kind}.
func (s *Server) PutSgcFile(ctx context.Context, in openapi.PutSgcFileRequestObject) (openapi.PutSgcFileResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	f, err := fileInputOf(string(in.Kind), in.Params.FileName, in.Params.Mapping, in.Params.Latin1, in.Body)
	if err != nil {
		return nil, err
	}
	f.Replace = request.OrZero(in.Params.Replace)
	v, found, err := s.SGC.PutFile(ctx, request.Identity(ctx), in.Id, version, f)
	if err != nil {
		return nil, err
	}
	return openapi.PutSgcFile200JSONResponse{Cohort: cohortOf(v), Check: fileCheckOf(found)}, nil
}

// RemoveSgcFile implements DELETE /api/sgc/cohorts/{id}/files/{kind}.
func (s *Server) RemoveSgcFile(ctx context.Context, in openapi.RemoveSgcFileRequestObject) (openapi.RemoveSgcFileResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.SGC.RemoveFile(ctx, request.Identity(ctx), in.Id, check.Kind(in.Kind), version)
	if err != nil {
		return nil, err
	}
	return openapi.RemoveSgcFile200JSONResponse(cohortOf(v)), nil
}

// DownloadSgcFile serves GET /api/sgc/cohorts/{id}/files/{kind}/{version}.
func (s *Server) DownloadSgcFile(w http.ResponseWriter, r *http.Request) {
	version, err := strconv.Atoi(r.PathValue("version"))
	if err != nil || version < 1 {
		s.Fail(w, r, errs.Missing("file"))
		return
	}
	f, content, err := s.SGC.OpenFile(r.Context(), request.Identity(r.Context()), r.PathValue("id"), check.Kind(r.PathValue("kind")), version)
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	defer content.Close()
	s.SendWhole(w, r, answer.Sent{Name: keptName(f), ContentType: f.ContentType, Size: f.Size, Object: objectCohort, ID: f.CohortID}, content)
}

// keptName returns the download name of a stored file. Tables are stored as tab-separated text,
// whatever their upload format.
func keptName(f *sgc.File) string {
	if f.Kind == check.Description {
		return f.FileName
	}
	return strings.TrimSuffix(f.FileName, path.Ext(f.FileName)) + ".tsv"
}

func fileInputOf(kind, name string, mapping *string, latin1 *bool, content io.Reader) (sgc.FileInput, error) {
	m, err := fileMappingOf(check.Kind(kind), mapping)
	return sgc.FileInput{Kind: check.Kind(kind), Name: name, Content: content, Mapping: m, Latin1: request.OrZero(latin1)}, err
}

// fileMappingOf parses a JSON object of field to header.
func fileMappingOf(kind check.Kind, text *string) (check.Mapping, error) {
	if text == nil {
		return nil, nil
	}
	value, err := contract.DecodeJSON([]byte(*text))
	object, ok := value.(map[string]any)
	if err != nil || !ok {
		return nil, errs.New(errs.Invalid, "bad_mapping", "The mapping is a JSON object of field to header.").Because(err)
	}
	needed, optional := kind.Fields()
	out := make(check.Mapping, len(object))
	for name, v := range object {
		header, ok := v.(string)
		if field := check.Field(name); ok && slices.Contains(slices.Concat(needed, optional), field) {
			out[field] = header
			continue
		}
		return nil, errs.New(errs.Invalid, "bad_mapping", "The mapping has %.60q, which is not a field of this file with the name of a column.", name)
	}
	return out, nil
}

func fileCheckOf(found *sgc.FileCheck) openapi.SgcFileCheck {
	return openapi.SgcFileCheck{
		Header: view.List(found.Header), Mapping: mappingTexts(found.Mapping), Rows: found.Rows,
		Grid: view.Each(found.Grid, func(row table.Row) openapi.SgcGridRow {
			return openapi.SgcGridRow{Line: row.Line, Cells: view.List(row.Cells)}
		}),
		Replaces: found.Replaces,
		Report: openapi.SgcReport{
			Findings: view.List(found.Report.Findings), ByCode: numbersOf(found.Report.ByCode),
			Blocking: found.Report.Blocking, Warnings: found.Report.Warnings, Hidden: &found.Report.Hidden,
		},
	}
}

func mappingTexts(m check.Mapping) map[string]string {
	out := make(map[string]string, len(m))
	for field, header := range m {
		out[string(field)] = header
	}
	return out
}

// numbersOf returns {} instead of null for JSON.
func numbersOf(in map[string]int) map[string]int {
	if in == nil {
		return map[string]int{}
	}
	return in
}
