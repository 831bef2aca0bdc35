package toolapi

import (
	"context"
	"net/http"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/toolrun"
	"cohortium/internal/gwas/genome"
)

// ListToolRuns implements GET /api/tools/runs.
func (s *Server) ListToolRuns(ctx context.Context, _ openapi.ListToolRunsRequestObject) (openapi.ListToolRunsResponseObject, error) {
	list, err := s.Tools.Runs(ctx, request.Identity(ctx))
	return openapi.ListToolRuns200JSONResponse{Items: view.Each(list, toolRunOf)}, err
}

// CreateToolRun implements POST /api/tools/runs.
func (s *Server) CreateToolRun(ctx context.Context, in openapi.CreateToolRunRequestObject) (openapi.CreateToolRunResponseObject, error) {
	b := in.Body
	answers, err := toolAnswers(request.OrZero(b.Answers))
	if err != nil {
		return nil, err
	}
	study := request.OrZero(b.Study)
	v, err := s.Tools.Start(ctx, request.Identity(ctx), toolrun.Input{
		UploadID: b.UploadId, Task: toolrun.Task(b.Task), Answers: answers,
		Study: toolrun.Study{
			Trait: request.OrZero(study.Trait), Ancestry: request.OrZero(study.Ancestry), Technology: request.OrZero(study.GenotypingTechnology),
			Sex: string(request.OrZero(study.Sex)), Software: request.OrZero(study.Software),
		},
	})
	if err != nil {
		return nil, err
	}
	return openapi.CreateToolRun201JSONResponse(toolRunOf(v)), nil
}

// GetToolRun implements GET /api/tools/runs/{id}.
func (s *Server) GetToolRun(ctx context.Context, in openapi.GetToolRunRequestObject) (openapi.GetToolRunResponseObject, error) {
	v, err := s.Tools.Run(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetToolRun200JSONResponse(toolRunOf(v)), nil
}

// DeleteToolRun implements DELETE /api/tools/runs/{id}.
func (s *Server) DeleteToolRun(ctx context.Context, in openapi.DeleteToolRunRequestObject) (openapi.DeleteToolRunResponseObject, error) {
	return openapi.DeleteToolRun204Response{}, s.Tools.Remove(ctx, request.Identity(ctx), in.Id)
}

// GetToolPlot implements GET /api/tools/runs/{id}/plots/{name}.
func (s *Server) GetToolPlot(ctx context.Context, in openapi.GetToolPlotRequestObject) (openapi.GetToolPlotResponseObject, error) {
	data, err := s.Tools.Plot(ctx, request.Identity(ctx), in.Id, string(in.Name))
	if err != nil {
		return nil, err
	}
	return toolPlot{data}, nil
}

// toolPlot is a plot that is returned as stored.
type toolPlot struct{ answer.Raw }

// VisitGetToolPlotResponse writes the answer.
func (a toolPlot) VisitGetToolPlotResponse(w http.ResponseWriter) error { return a.Write(w) }

// DownloadToolFile serves GET /api/tools/runs/{id}/files/{name}.
func (s *Server) DownloadToolFile(w http.ResponseWriter, r *http.Request) {
	d, err := s.Tools.Download(r.Context(), request.Identity(r.Context()), r.PathValue("id"), r.PathValue("name"))
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	s.Send(w, r, d, toolrun.ObjectRun)
}

func toolAnswers(in openapi.ToolAnswers) (toolrun.Answers, error) {
	a, err := toolrun.NewAnswers(request.OrZero(in.Mapping), string(request.OrZero(in.GenomeBuild)), request.OrZero(in.EffectScale))
	a.N, a.Cases, a.Controls = request.OrZero(in.N), request.OrZero(in.NCases), request.OrZero(in.NControls)
	a.ZeroBased, a.MissingTokens = request.OrZero(in.ZeroBased), request.OrZero(in.MissingTokens)
	return a, err
}

func answersOf(a toolrun.Answers) openapi.ToolAnswers {
	out := openapi.ToolAnswers{
		N: someNumber(a.N), NCases: someNumber(a.Cases), NControls: someNumber(a.Controls), EffectScale: view.Some(string(a.Scale)),
	}
	if len(a.Mapping) > 0 {
		mapping := make(map[string]string, len(a.Mapping))
		for field, column := range a.Mapping {
			mapping[string(field)] = column
		}
		out.Mapping = &mapping
	}
	if a.Build != genome.UnknownBuild {
		out.GenomeBuild = view.Ptr(openapi.ToolAnswersGenomeBuild(a.Build))
	}
	if a.ZeroBased {
		out.ZeroBased = &a.ZeroBased
	}
	if len(a.MissingTokens) > 0 {
		out.MissingTokens = &a.MissingTokens
	}
	return out
}

// someNumber returns nil for a missing number.
func someNumber(x float64) *float64 {
	if x == 0 {
		return nil
	}
	return &x
}

func toolRunOf(v *toolrun.View) openapi.ToolRun {
	out := openapi.ToolRun{
		Id: v.ID, Task: openapi.ToolTask(v.Task), Status: openapi.ToolRunStatus(v.Status), UploadId: v.UploadID, FileName: v.FileName,
		FileBytes: v.FileBytes, Answers: answersOf(v.Answers), Error: view.Some(v.Error), CreatedAt: v.CreatedAt, FinishedAt: v.FinishedAt,
		ExpiresAt: v.ExpiresAt,
		Study: openapi.ToolStudy{
			Trait: view.Some(v.Study.Trait), Ancestry: view.Some(v.Study.Ancestry), GenotypingTechnology: view.Some(v.Study.Technology),
			Sex: (*openapi.ToolStudySex)(view.Some(v.Study.Sex)), Software: view.Some(v.Study.Software),
		},
	}
	out.Files = make([]struct {
		Name string `json:"name"`
		Size int64  `json:"size"`
	}, len(v.Files))
	for i, f := range v.Files {
		out.Files[i].Name, out.Files[i].Size = f.Name, f.Size
	}
	if v.Job != nil {
		out.Job = view.Ptr(view.JobOf(v.Job))
	}
	if len(v.Result) == 0 {
		return out
	}
	switch v.Task {
	case toolrun.Check:
		out.Check = view.Ptr(view.CheckReportOf(v.Result)) // its inspection in the form of a preview
	case toolrun.Convert:
		out.Conversion = &v.Result
	case toolrun.Look:
		out.Look = &v.Result
	}
	return out
}
