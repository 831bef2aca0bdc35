package datasetapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/dataset"
)

// PreviewDatasetBatch implements POST /api/dataset-batches/preview.
func (s *Server) PreviewDatasetBatch(ctx context.Context, in openapi.PreviewDatasetBatchRequestObject) (openapi.PreviewDatasetBatchResponseObject, error) {
	p, err := s.Datasets.PreviewBatch(ctx, request.Identity(ctx), sheetInputOf(in.Body))
	if err != nil {
		return nil, err
	}
	return openapi.PreviewDatasetBatch200JSONResponse{
		Columns: append([]string{}, p.Columns...), UnknownColumns: append([]string{}, p.Unknown...), Rows: view.Each(p.Rows, sheetRowOf),
		Creates: p.Creates, Changes: p.Changes, Unchanged: p.Unchanged, Problems: p.Problems, NewStudies: append([]string{}, p.NewStudies...), Seen: p.Seen,
	}, nil
}

// CreateDatasetBatch implements POST /api/dataset-batches.
func (s *Server) CreateDatasetBatch(ctx context.Context, in openapi.CreateDatasetBatchRequestObject) (openapi.CreateDatasetBatchResponseObject, error) {
	b, err := s.Datasets.CreateBatch(ctx, request.Identity(ctx), sheetInputOf(in.Body))
	if err != nil {
		return nil, err
	}
	return openapi.CreateDatasetBatch201JSONResponse(datasetBatchOf(b)), nil
}

// UndoDatasetBatch implements POST /api/dataset-batches/{id}/undo.
func (s *Server) UndoDatasetBatch(ctx context.Context, in openapi.UndoDatasetBatchRequestObject) (openapi.UndoDatasetBatchResponseObject, error) {
	b, err := s.Datasets.UndoBatch(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.UndoDatasetBatch200JSONResponse(datasetBatchOf(b)), nil
}

func sheetInputOf(in *openapi.DatasetSheet) dataset.SheetInput {
	return dataset.SheetInput{Text: in.Text, CreateStudies: request.OrZero(in.CreateStudies), Seen: request.OrZero(in.Seen)}
}

func sheetRowOf(r dataset.SheetRow) openapi.DatasetSheetRow {
	return openapi.DatasetSheetRow{
		Line: r.Line, Action: openapi.DatasetSheetRowAction(r.Action), DatasetId: view.Some(r.DatasetID),
		Cells: view.Each(r.Cells, func(c dataset.SheetCell) openapi.DatasetCell {
			return openapi.DatasetCell{
				Column:  c.Column,
				Value:   c.Value,
				Label:   view.Some(c.Label),
				Before:  c.Before,
				Problem: view.Some(c.Problem),
				Meant:   view.Some(c.Meant),
			}
		}),
	}
}

func datasetBatchOf(b *dataset.Batch) openapi.DatasetBatch {
	id := func(item dataset.BatchItem) string { return item.ID }
	return openapi.DatasetBatch{Id: b.ID, At: b.At, By: b.By, UndoneAt: b.UndoneAt, Created: view.Each(b.Created, id), Changed: view.Each(b.Changed, id)}
}
