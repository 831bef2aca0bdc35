package browse

import (
	"context"
	"net/url"

	"cohortium/internal/area/toolrun"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// Tools returns the files that a caller looked at without registering them: only their own, and
// only by reference. They are in no list, and so never compared with other results.
func Tools(s *toolrun.Service) []Source { return []Source{looks{s}} }

type looks struct{ tools *toolrun.Service }

func (looks) Kind() Kind { return ToolResult }

// Results implements Source.
func (looks) Results(context.Context, *auth.Identity, string) ([]Result, error) { return nil, nil }

// Open implements Source behind the rule of the plots of a look.
func (l looks) Open(ctx context.Context, by *auth.Identity, id string) (*Opened, error) {
	if !may("GET /api/tools/runs/{id}/plots/{name}", by) {
		return nil, errs.Missing("result")
	}
	r, facts, rows, err := l.tools.Looked(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return &Opened{Result{
		Ref: Ref{ToolResult, r.ID}, Title: r.FileName, Detail: "looked at without registering it", Build: facts.Build, Scale: facts.Scale,
		Address: "/tools/" + url.PathEscape(r.ID), SubjectID: r.ID,
	}, rows}, nil
}
