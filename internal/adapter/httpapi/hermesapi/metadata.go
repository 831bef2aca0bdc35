package hermesapi

import (
	"context"
	"strings"

	"cohortium/internal/adapter/httpapi/contract"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/hermes"
)

// CheckHermesMetadata implements POST /api/hermes/metadata/check.
func (s *Server) CheckHermesMetadata(ctx context.Context, in openapi.CheckHermesMetadataRequestObject) (openapi.CheckHermesMetadataResponseObject, error) {
	ask := hermes.MetadataCheck{Sheet: request.OrZero(in.Body.Sheet)}
	ask.Files = view.Each(in.Body.Files, func(f openapi.HermesBatchFile) hermes.BatchFile {
		return hermes.BatchFile{Name: f.Name, Values: f.Values}
	})
	found, err := s.Hermes.CheckMetadata(ctx, request.Identity(ctx), ask)
	if err != nil {
		return nil, err
	}
	for i := range found.Files {
		if err := s.checkAsSent(&found.Files[i]); err != nil {
			return nil, err
		}
	}
	return openapi.CheckHermesMetadata200JSONResponse{
		Files: view.Each(found.Files, checkedFileOf),
		Lines: view.Each(found.Lines, func(l hermes.LooseLine) openapi.HermesSheetLine {
			return openapi.HermesSheetLine{Line: l.Line, File: l.File, Message: l.Message, Suggestion: view.Some(l.Suggestion)}
		}),
		Columns: view.Each(found.Columns, func(c hermes.LooseColumn) openapi.HermesSheetColumn {
			return openapi.HermesSheetColumn{Name: c.Name, Suggestion: view.Some(c.Suggestion)}
		}),
	}, nil
}

// checkAsSent checks metadata against the contract like the registration request: it limits the
// length of texts.
func (s *Server) checkAsSent(file *hermes.CheckedFile) error {
	if file.Metadata == nil {
		return nil
	}
	value, err := contract.DecodeJSON(file.Metadata)
	if err != nil {
		return err
	}
	f := new(contract.Faults)
	s.Contract.Check(s.Contract.Components.Schemas["HermesMetadata"], value, "metadata", f)
	for _, fault := range append(f.Shape, f.Rules...) {
		key := strings.TrimPrefix(fault.Field, "metadata.")
		file.Refuse(hermes.SheetProblem{Column: key, Value: file.Values[key], Message: fault.Message})
	}
	return nil
}

func checkedFileOf(f hermes.CheckedFile) openapi.HermesCheckedFile {
	out := openapi.HermesCheckedFile{
		Name: f.Name, Values: f.Values,
		Problems: view.Each(f.Problems, func(p hermes.SheetProblem) openapi.HermesSheetProblem {
			return openapi.HermesSheetProblem{Column: p.Column, Value: p.Value, Message: p.Message, Suggestion: view.Some(p.Suggestion)}
		}),
	}
	if f.Line > 0 {
		out.Line = &f.Line
	}
	if f.Metadata != nil {
		out.Metadata = &f.Metadata
	}
	return out
}
