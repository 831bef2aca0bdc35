package datasetapi

import (
	"context"
	"encoding/json"
	"net/http"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/listing"
)

// publicAnswer is a public answer: JSON that is named by its content.
type publicAnswer struct {
	body  []byte
	match string // the caller's cached name
}

func newPublicAnswer(v any, ifNoneMatch *string) (publicAnswer, error) {
	body, err := json.Marshal(v)
	return publicAnswer{body: body, match: request.OrZero(ifNoneMatch)}, err
}

func (a publicAnswer) write(w http.ResponseWriter) error {
	return answer.Public{Body: a.body, Match: a.match}.Write(w)
}

// VisitGetPublicSummaryResponse writes the answer.
func (a publicAnswer) VisitGetPublicSummaryResponse(w http.ResponseWriter) error { return a.write(w) }

// VisitListPublicDatasetsResponse writes the answer.
func (a publicAnswer) VisitListPublicDatasetsResponse(w http.ResponseWriter) error { return a.write(w) }

// VisitGetPublicDatasetResponse writes the answer.
func (a publicAnswer) VisitGetPublicDatasetResponse(w http.ResponseWriter) error { return a.write(w) }

// VisitGetPublicDatasetResultsResponse writes the answer.
func (a publicAnswer) VisitGetPublicDatasetResultsResponse(w http.ResponseWriter) error {
	return a.write(w)
}

// VisitGetPublicDatasetPlotResponse writes the answer.
func (a publicAnswer) VisitGetPublicDatasetPlotResponse(w http.ResponseWriter) error {
	return a.write(w)
}

// ListPublicDatasets implements GET /api/public/datasets.
func (s *Server) ListPublicDatasets(ctx context.Context, in openapi.ListPublicDatasetsRequestObject) (openapi.ListPublicDatasetsResponseObject, error) {
	p := in.Params
	after, err := listing.Read(request.OrZero(p.Cursor))
	if err != nil {
		return nil, err
	}
	page, err := s.Datasets.ListPublic(ctx, dataset.Filter{
		Q: request.OrZero(p.Q), DataType: request.OrZero(p.DataType), GenomeBuild: request.OrZero(p.GenomeBuild),
		Ancestry: request.OrZero(p.Ancestry), Sex: request.OrZero(p.Sex),
		Sort: string(request.OrZero(p.Sort)), Limit: request.PageSize(p.Limit), After: after,
	})
	if err != nil {
		return nil, err
	}
	return newPublicAnswer(openapi.PublicDatasetList{
		Items: view.Each(page.Items, publicRowOf), Total: page.Total, NextCursor: view.CursorOf(page.Next),
	}, p.IfNoneMatch)
}

// GetPublicSummary implements GET /api/public/summary.
func (s *Server) GetPublicSummary(ctx context.Context, in openapi.GetPublicSummaryRequestObject) (openapi.GetPublicSummaryResponseObject, error) {
	n, err := s.Datasets.PublicSummary(ctx)
	if err != nil {
		return nil, err
	}
	return newPublicAnswer(
		openapi.PublicSummary{Datasets: n.Datasets, Studies: n.Studies, Phenotypes: n.Phenotypes, Ancestries: n.Ancestries},
		in.Params.IfNoneMatch,
	)
}

// GetPublicDataset implements GET /api/public/datasets/{id}.
func (s *Server) GetPublicDataset(ctx context.Context, in openapi.GetPublicDatasetRequestObject) (openapi.GetPublicDatasetResponseObject, error) {
	v, err := s.Datasets.PublicDataset(ctx, in.Id)
	if err != nil {
		return nil, err
	}
	return newPublicAnswer(publicDatasetOf(v), in.Params.IfNoneMatch)
}

// GetPublicDatasetResults implements GET /api/public/datasets/{id}/files/{fid}/results.
func (s *Server) GetPublicDatasetResults(
	ctx context.Context,
	in openapi.GetPublicDatasetResultsRequestObject,
) (openapi.GetPublicDatasetResultsResponseObject, error) {
	results, err := s.Datasets.PublicResults(ctx, in.Id, in.Fid)
	if err != nil {
		return nil, err
	}
	return newPublicAnswer(results, in.Params.IfNoneMatch)
}

// GetPublicDatasetPlot implements GET /api/public/datasets/{id}/files/{fid}/plots/{name}.
func (s *Server) GetPublicDatasetPlot(ctx context.Context, in openapi.GetPublicDatasetPlotRequestObject) (openapi.GetPublicDatasetPlotResponseObject, error) {
	data, err := s.Datasets.CheckPlot(ctx, nil, in.Id, in.Fid, string(in.Name))
	if err != nil {
		return nil, err
	}
	return publicAnswer{body: data, match: request.OrZero(in.Params.IfNoneMatch)}, nil
}

// DownloadPublicMetadata serves GET /api/public/datasets/{id}/metadata/{format}. Reading metadata
// does not count as a download.
func (s *Server) DownloadPublicMetadata(w http.ResponseWriter, r *http.Request) {
	d, err := s.Datasets.CatalogueRecord(r.Context(), nil, r.PathValue("id"), r.PathValue("format"))
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	s.SendNoted(w, r, d, func() error { return nil })
}

// DownloadPublicDeposit serves GET /api/public/datasets/{id}/files/{fid}/deposit.
func (s *Server) DownloadPublicDeposit(w http.ResponseWriter, r *http.Request) {
	s.sendMade(w, r, func(ctx context.Context, _ *auth.Identity, id, fileID string) (*file.Download, error) {
		return s.Datasets.Deposit(ctx, nil, id, fileID)
	})
}

func publicRowOf(v *dataset.Row) openapi.PublicDatasetRow {
	return openapi.PublicDatasetRow{
		Id: v.ID, Title: v.Title(), Name: v.Name, Study: v.StudyName, Institution: v.Institution, DataType: v.DataType,
		GenomeBuild: v.GenomeBuild, Ancestry: v.Ancestry, Sex: v.Sex,
		GlobalSampleSize: v.GlobalSampleSize, Status: v.Status, Phenotypes: append([]string{}, v.Phenotypes...),
		Files: v.Files, Bytes: v.Bytes, UpdatedAt: v.UpdatedAt,
	}
}

// publicDatasetOf converts the public part of a data set, without mail addresses, accounts and
// counts of other data sets.
func publicDatasetOf(v *dataset.View) openapi.PublicDataset {
	return openapi.PublicDataset{
		Id:                   v.ID,
		Title:                v.Title(),
		Name:                 v.Name,
		Study:                v.Study.Name,
		Institution:          v.Study.Institution,
		Creators:             v.Creators(),
		DataType:             v.DataType,
		GenomeBuild:          v.GenomeBuild,
		Ancestry:             v.Ancestry,
		AncestryCounts:       view.Each(v.AncestryCounts, ancestrySizeOf),
		Sex:                  v.Sex,
		GlobalSampleSize:     v.GlobalSampleSize,
		Status:               v.Status,
		Description:          v.Description,
		PubId:                view.Some(v.PubID),
		Publication:          view.Some(v.Publication),
		PublicationUrl:       view.Some(v.PublicationURL),
		Terms:                view.Each(v.Terms, termOf),
		GenotypingTechnology: view.Some(v.Technology),
		AnalysisSoftware:     view.Some(v.Software),
		License:              view.Some(v.Licence),
		CreatedAt:            v.CreatedAt,
		UpdatedAt:            v.UpdatedAt,
		Version:              v.Version,
		Citation:             v.Citation,
		InputChanged:         view.Some(v.InputChanged),
		Phenotypes:           view.Each(v.Phenotypes, publicPhenotypeOf),
	}
}

func publicPhenotypeOf(v *dataset.PhenotypeView) openapi.PublicPhenotype {
	return openapi.PublicPhenotype{
		Id: v.ID, Phenotype: v.Code, Description: v.Description, Dichotomous: v.Dichotomous, SampleSize: v.SampleSize,
		Cases: v.Cases, Controls: v.Controls, File: publicFileOf(v.File), CredibleSets: view.Each(v.CredibleSets, publicCredibleSetOf),
	}
}

func publicCredibleSetOf(v *dataset.CredibleSetView) openapi.PublicCredibleSet {
	return openapi.PublicCredibleSet{Id: v.ID, Name: v.Name, File: publicFileOf(v.File)}
}

func publicFileOf(v *dataset.FileView) *openapi.PublicFile {
	if v == nil {
		return nil
	}
	out := &openapi.PublicFile{
		Id: v.ID, FileName: v.Name, Version: v.Version, Size: v.Size, Sha256: v.SHA256, Path: "/api/" + string(v.Kind) + "/" + v.ShortID,
		UploadedAt: v.UploadedAt, GenomeBuild: v.Build,
	}
	if c := v.Check; c != nil && c.Judged() {
		out.Check = &openapi.PublicCheck{
			Id: c.ID, Status: openapi.PublicCheckStatus(c.Status), Build: c.Build, FileBuild: c.FileBuild, FinishedAt: c.FinishedAt,
			RowsIn: c.RowsIn, RowsClean: c.RowsClean, LambdaGc: c.LambdaGC, PublishedDespite: view.Some(v.Despite),
		}
	}
	return out
}
