package hermesapi

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// ListPendingUploads implements GET /api/uploads/.
func (s *Server) ListPendingUploads(ctx context.Context, _ openapi.ListPendingUploadsRequestObject) (openapi.ListPendingUploadsResponseObject, error) {
	files, err := s.Hermes.PendingFiles(ctx, request.Identity(ctx))
	if err != nil {
		return nil, err
	}
	out := openapi.ListPendingUploads200JSONResponse{Items: []openapi.PendingUpload{}}
	for _, f := range files {
		out.Items = append(out.Items, openapi.PendingUpload{
			Id: f.ID, FileName: f.Name, Size: f.Size, Offset: f.Offset, Sha256: view.Some(f.SHA256),
			CreatedAt: f.CreatedAt, ExpiresAt: f.ExpiresAt, Complete: f.Complete,
		})
	}
	return out, nil
}

// GetPortalConfig implements GET /api/hermes/portal-config.
func (s *Server) GetPortalConfig(ctx context.Context, _ openapi.GetPortalConfigRequestObject) (openapi.GetPortalConfigResponseObject, error) {
	panels, err := s.Hermes.Panels(ctx)
	if err != nil {
		return nil, err
	}
	builds, err := s.Hermes.GenomeBuilds(ctx)
	if err != nil {
		return nil, err
	}
	defaults, err := s.Hermes.QCDefaults(ctx)
	if err != nil {
		return nil, err
	}
	target, err := s.Hermes.Target(ctx)
	if err != nil {
		return nil, err
	}
	out := openapi.GetPortalConfig200JSONResponse{
		TargetGenomeBuild: openapi.PortalConfigTargetGenomeBuild(hermes.BuildWord(target)),
		Ancestries:        choices(hermes.Ancestries()), Sexes: choices(hermes.Sexes()),
		CaseAscertainments: choices(hermes.CaseAscertainments()), CaseTypes: choices(hermes.CaseTypes()), EffectScales: choices(hermes.EffectScales()),
		GenomeBuilds: []openapi.Choice{}, QcDefaults: settingsOf(defaults), Panels: []openapi.Panel{},
	}
	out.Batch.Files, out.Batch.SheetLines, out.Batch.SheetBytes = hermes.MaxBatchFiles, hermes.MaxSheetLines, hermes.MaxSheetBytes
	for _, b := range builds {
		c := openapi.Choice{Value: b.Value, Label: b.Label}
		if b.Refused != "" {
			c.Refused = &b.Refused
		}
		out.GenomeBuilds = append(out.GenomeBuilds, c)
	}
	for _, p := range panels {
		out.Panels = append(out.Panels, openapi.Panel{Name: p.Name, Build: p.Build, Ancestry: p.Ancestry, Rows: p.Rows})
	}
	return out, nil
}

func choices(in []hermes.Choice) []openapi.Choice {
	out := make([]openapi.Choice, len(in))
	for i, c := range in {
		out[i] = openapi.Choice{Value: c.Value, Label: c.Label}
	}
	return out
}

// DownloadMetadata implements GET /api/hermes/metadata.csv.
func (s *Server) DownloadMetadata(ctx context.Context, in openapi.DownloadMetadataRequestObject) (openapi.DownloadMetadataResponseObject, error) {
	ids := request.OrZero(in.Params.Id)
	table, err := s.Hermes.MetadataCSV(ctx, request.Identity(ctx), ids)
	if err != nil {
		return nil, err
	}
	one := ""
	if len(ids) == 1 {
		one = ids[0]
	}
	answer, err := s.Exported(ctx, answer.ObjectUpload, one, "metadata.csv", table)
	return hermesTable{answer}, err
}

// hermesTable is a CSV download.
type hermesTable struct{ answer.CSV }

// VisitDownloadMetadataResponse writes the answer.
func (a hermesTable) VisitDownloadMetadataResponse(w http.ResponseWriter) error { return a.Write(w) }

// VisitDownloadHermesPhenotypesResponse writes the answer.
func (a hermesTable) VisitDownloadHermesPhenotypesResponse(w http.ResponseWriter) error {
	return a.Write(w)
}

// ListHermesUploads implements GET /api/hermes/uploads.
func (s *Server) ListHermesUploads(ctx context.Context, in openapi.ListHermesUploadsRequestObject) (openapi.ListHermesUploadsResponseObject, error) {
	p := in.Params
	after, err := listing.Read(request.OrZero(p.Cursor))
	if err != nil {
		return nil, err
	}
	f := hermes.UploadFilter{
		Query: request.OrZero(
			p.Q,
		),
		Statuses:      request.OrZero(p.Status),
		Verdicts:      view.Named[string](request.OrZero(p.Verdict)),
		WaitingOn:     request.OrZero(p.WaitingOn),
		Phenotypes:    request.OrZero(p.Phenotype),
		Ancestries:    request.OrZero(p.Ancestry),
		Sexes:         request.OrZero(p.Sex),
		Uploader:      request.OrZero(p.Uploader),
		WaitingForYou: request.OrZero(p.WaitingForYou),
		Reviewer:      request.OrZero(p.Reviewer),
		Unassigned:    request.OrZero(p.Unassigned),
		Sort:          cmp.Or(string(request.OrZero(p.Sort)), "-uploaded_at"),
		Limit:         request.PageSize(p.Limit),
		After:         after,
		Facets:        request.OrZero(p.Facets),
	}
	page, err := s.Hermes.Uploads(ctx, request.Identity(ctx), f)
	if err != nil {
		return nil, err
	}
	out := openapi.ListHermesUploads200JSONResponse{
		Items: []openapi.HermesUploadRow{}, Total: page.Total, NextCursor: view.CursorOf(page.Next), Summary: summaryOf(page.Summary),
		Facets: view.Facets(page.Facets),
	}
	for _, v := range page.Items {
		out.Items = append(out.Items, rowOf(v))
	}
	return out, nil
}

// CreateHermesUpload implements POST /api/hermes/uploads.
func (s *Server) CreateHermesUpload(ctx context.Context, in openapi.CreateHermesUploadRequestObject) (openapi.CreateHermesUploadResponseObject, error) {
	v, err := s.Hermes.Register(ctx, request.Identity(ctx), hermes.Registration{
		FileID: in.Body.UploadId, Metadata: in.Body.Metadata, Mapping: request.MappingOf(in.Body.Mapping),
	})
	if err != nil {
		return nil, err
	}
	return openapi.CreateHermesUpload201JSONResponse(uploadOf(v)), nil
}

// GetHermesUpload implements GET /api/hermes/uploads/{id}.
func (s *Server) GetHermesUpload(ctx context.Context, in openapi.GetHermesUploadRequestObject) (openapi.GetHermesUploadResponseObject, error) {
	v, err := s.Hermes.Upload(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	tag := strconv.Quote(strconv.FormatInt(v.Version, 10))
	return openapi.GetHermesUpload200JSONResponse{
		Body: uploadOf(v), Headers: openapi.GetHermesUpload200ResponseHeaders{ETag: &tag},
	}, nil
}

// DeleteHermesUpload implements DELETE /api/hermes/uploads/{id}.
func (s *Server) DeleteHermesUpload(ctx context.Context, in openapi.DeleteHermesUploadRequestObject) (openapi.DeleteHermesUploadResponseObject, error) {
	if err := s.Hermes.Delete(ctx, request.Identity(ctx), in.Id); err != nil {
		return nil, err
	}
	return openapi.DeleteHermesUpload204Response{}, nil
}

// UpdateHermesMetadata implements PUT /api/hermes/uploads/{id}/metadata.
func (s *Server) UpdateHermesMetadata(ctx context.Context, in openapi.UpdateHermesMetadataRequestObject) (openapi.UpdateHermesMetadataResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Hermes.Edit(ctx, request.Identity(ctx), in.Id, hermes.Edit{
		Version: version, Metadata: in.Body.Metadata, Mapping: request.MappingOf(in.Body.Mapping), Withdraw: request.OrZero(in.Params.Withdraw),
	})
	if err != nil {
		return nil, err
	}
	return openapi.UpdateHermesMetadata200JSONResponse(uploadOf(v)), nil
}

func summaryOf(in *hermes.UploadSummary) openapi.HermesSummary {
	out := openapi.HermesSummary{
		Files: in.Files, Cohorts: in.Cohorts, ByStatus: make(map[string]int64), WaitingForReview: in.ByWaiting[hermes.WaitingOnReviewer],
		WaitingForUploader: in.ByWaiting[hermes.WaitingOnUploader], WaitingForYou: in.ForCaller,
	}
	for status, n := range in.ByStatus {
		out.ByStatus[string(status)] = n
	}
	return out
}

// rowOf converts a submission for the list.
func rowOf(v *hermes.UploadView) openapi.HermesUploadRow {
	out := openapi.HermesUploadRow{
		Id: v.ID, DatasetName: v.DatasetName, Cohort: v.Cohort, Phenotype: v.Phenotype, Ancestry: v.Ancestry, Sex: v.Sex,
		GenomeBuild: v.GenomeBuild, FileName: v.FileName, Sha256: v.SHA256, UploadedAt: v.UploadedAt, UploadedBy: v.UploadedBy,
		Status: v.Status, WaitingOn: v.WaitsOn(), WaitingSince: v.StatusSince,
		NTotal: v.NTotal, NEffective: v.EffectiveN(), Cases: v.Cases, Controls: v.Controls,
		ReviewState: reviewStateOf(v), Actions: v.Actions, Version: v.Version,
	}
	if w := v.Withdrawal; w != nil {
		out.Withdrawal = &openapi.HermesWithdrawal{
			AcceptedBy: record.Names(w.AcceptedBy), MetaAnalyses: len(w.Metas), Named: []openapi.HermesMetaName{},
		}
		if v.NamesMetas {
			out.Withdrawal.Named = view.Each(w.Metas, func(m hermes.MetaUse) openapi.HermesMetaName { return openapi.HermesMetaName{Id: m.ID, Name: m.Name} })
		}
	}
	if v.Run != nil {
		out.Run = view.Ptr(runOf(v.Run))
	}
	return out
}

// uploadOf converts a submission for its page.
func uploadOf(v *hermes.UploadView) openapi.HermesUpload {
	row := rowOf(v)
	out := openapi.HermesUpload{
		Id: row.Id, DatasetName: row.DatasetName, Cohort: row.Cohort, Phenotype: row.Phenotype, Ancestry: row.Ancestry, Sex: row.Sex,
		GenomeBuild: row.GenomeBuild, FileName: row.FileName, Sha256: row.Sha256, UploadedAt: row.UploadedAt, UploadedBy: row.UploadedBy,
		Status: row.Status, WaitingOn: row.WaitingOn, WaitingSince: row.WaitingSince,
		NTotal: row.NTotal, NEffective: row.NEffective, Cases: row.Cases, Controls: row.Controls, Run: row.Run,
		ReviewState: row.ReviewState, Withdrawal: row.Withdrawal, Actions: row.Actions, Version: row.Version,
		FileSize: v.FileSize, Metadata: v.Metadata, Mapping: openapi.Mapping{},
	}
	// This server wrote the row: text that does not parse would appear as no mapping.
	_ = json.NewDecoder(bytes.NewReader(v.Mapping)).Decode(&out.Mapping)
	if v.ReviewedAt != nil {
		decision := openapi.Rejected
		if v.Status == hermes.ReviewApproved {
			decision = openapi.Approved
		}
		out.Review = &openapi.Review{Decision: decision, Comment: v.Comment, By: v.ReviewedBy, At: *v.ReviewedAt}
	}
	if v.Detailed {
		out.History, out.SameFileAs = view.Ptr(historyOf(v.History)), view.Ptr([]openapi.HermesUploadName{})
		for _, other := range v.SameFileAs {
			*out.SameFileAs = append(*out.SameFileAs, openapi.HermesUploadName{Id: other.ID, DatasetName: other.DatasetName})
		}
	}
	return out
}

func historyOf(in []record.Entry) []openapi.HistoryEntry {
	out := make([]openapi.HistoryEntry, len(in))
	for i, e := range in {
		out[i] = openapi.HistoryEntry{At: e.At, By: e.By, Action: e.Action, Detail: view.Some(e.Detail)}
	}
	return out
}
