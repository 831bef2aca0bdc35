package hermesapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
)

// ReadMetalScript implements POST /api/hermes/metal-script.
func (s *Server) ReadMetalScript(_ context.Context, in openapi.ReadMetalScriptRequestObject) (openapi.ReadMetalScriptResponseObject, error) {
	script, err := s.Hermes.ReadMetaScript(in.Body.Script)
	if err != nil {
		return nil, err
	}
	o := script.Options
	out := openapi.ReadMetalScript200JSONResponse{
		Files: append([]string{}, script.Files...), Scheme: openapi.MetalScriptScheme(o.Scheme), GenomicControl: o.GenomicControl,
		MinStudies: o.MinStudies, Maf: o.MAF, Info: o.Info, Palindromic: openapi.MetalScriptPalindromic(o.Palindromic),
	}
	out.Findings = []openapi.MetalFinding{}
	for _, f := range script.Findings {
		out.Findings = append(out.Findings, openapi.MetalFinding{Line: f.Line, Text: f.Text, Message: f.Message, ChangesResult: f.Blocks})
	}
	return out, nil
}
