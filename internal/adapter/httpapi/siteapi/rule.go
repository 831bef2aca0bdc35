package siteapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/platform/rule"
)

// GetRules implements GET /api/consortium/rules.
func (s *Server) GetRules(ctx context.Context, _ openapi.GetRulesRequestObject) (openapi.GetRulesResponseObject, error) {
	v, err := s.Rules.View(ctx)
	if err != nil {
		return nil, err
	}
	return openapi.GetRules200JSONResponse(rulesOf(v)), nil
}

// SetRules implements PUT /api/consortium/rules.
func (s *Server) SetRules(ctx context.Context, in openapi.SetRulesRequestObject) (openapi.SetRulesResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Rules.SetRules(ctx, request.Identity(ctx), version, rule.Rules{TargetBuild: string(in.Body.TargetBuild), MinCell: in.Body.MinCell})
	if err != nil {
		return nil, err
	}
	return openapi.SetRules200JSONResponse(rulesOf(v)), nil
}

func rulesOf(v *rule.View) openapi.Rules {
	now := rulesVersionOf(v.Stored)
	out := openapi.Rules{
		TargetBuild: openapi.RulesTargetBuild(now.TargetBuild), MinCell: now.MinCell, Version: now.Version, SetAt: now.SetAt, SetBy: now.SetBy,
		History: view.Each(v.History, rulesVersionOf),
	}
	out.Finished.QcRuns, out.Finished.MetaAnalyses = v.Finished.QCRuns, v.Finished.Metas
	return out
}

func rulesVersionOf(r *rule.Stored) openapi.RulesVersion {
	out := openapi.RulesVersion{TargetBuild: openapi.RulesVersionTargetBuild(r.TargetBuild), MinCell: r.MinCell, Version: r.Version, SetBy: r.SetBy}
	if r.Version > 0 {
		out.SetAt = &r.SetAt
	}
	return out
}
