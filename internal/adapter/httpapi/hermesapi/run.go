package hermesapi

import (
	"context"
	"encoding/json"
	"net/http"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/hermes"
)

// ListHermesPeers implements GET /api/hermes/uploads/{id}/peers.
func (s *Server) ListHermesPeers(ctx context.Context, in openapi.ListHermesPeersRequestObject) (openapi.ListHermesPeersResponseObject, error) {
	peers, err := s.Hermes.Peers(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	out := openapi.ListHermesPeers200JSONResponse{Items: []openapi.HermesPeer{}}
	for _, p := range peers {
		peer := openapi.HermesPeer{
			Id: p.ID, DatasetName: p.DatasetName, Cohort: p.Cohort, Ancestry: p.Ancestry, Sex: p.Sex,
			Status: p.Status, NTotal: p.NTotal,
		}
		if at := p.Place; at != nil {
			peer.Place = &openapi.HermesPlace{RowsClean: at.RowsClean, LambdaGc: at.LambdaGC, Lambda1000: at.Lambda1000, SeN: &at.SEN}
		}
		out.Items = append(out.Items, peer)
	}
	return out, nil
}

// ListHermesNeighbours implements GET /api/hermes/uploads/{id}/neighbours.
func (s *Server) ListHermesNeighbours(ctx context.Context, in openapi.ListHermesNeighboursRequestObject) (openapi.ListHermesNeighboursResponseObject, error) {
	found, left, err := s.Hermes.Neighbours(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	out := openapi.ListHermesNeighbours200JSONResponse{Items: []openapi.HermesNeighbour{}, Left: left}
	for _, n := range found {
		neighbour := openapi.HermesNeighbour{Id: n.ID, DatasetName: n.DatasetName, Cohort: n.Cohort, NTotal: n.NTotal}
		if n.Together != nil {
			text, err := json.Marshal(n.Together)
			if err != nil {
				return nil, err
			}
			together := openapi.FilesTogether(text)
			neighbour.Together = &together
		}
		out.Items = append(out.Items, neighbour)
	}
	return out, nil
}

// PrintQcReport implements GET /api/hermes/uploads/{id}/qc-runs/{run}/report.html.
func (s *Server) PrintQcReport(ctx context.Context, in openapi.PrintQcReportRequestObject) (openapi.PrintQcReportResponseObject, error) {
	page, name, err := s.Hermes.PrintedReport(ctx, request.Identity(ctx), in.Id, in.Run)
	if err != nil {
		return nil, err
	}
	if err := s.RecordDownload(ctx, answer.ObjectUpload, in.Id, name); err != nil {
		return nil, err
	}
	return printedPage(page), nil
}

// printedPage is a page that may have styles, but no scripts.
type printedPage []byte

// VisitPrintQcReportResponse writes the answer.
func (p printedPage) VisitPrintQcReportResponse(w http.ResponseWriter) error {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "sandbox allow-modals; default-src 'none'; style-src 'unsafe-inline'; "+answer.FrameAncestors+"'none'")
	_, err := w.Write(p)
	return err
}

// ListQcRuns implements GET /api/hermes/uploads/{id}/qc-runs.
func (s *Server) ListQcRuns(ctx context.Context, in openapi.ListQcRunsRequestObject) (openapi.ListQcRunsResponseObject, error) {
	runs, err := s.Hermes.Runs(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	out := openapi.ListQcRuns200JSONResponse{Items: []openapi.QcRun{}}
	for _, run := range runs {
		out.Items = append(out.Items, runOf(run))
	}
	return out, nil
}

// CreateQcRun implements POST /api/hermes/uploads/{id}/qc-runs.
func (s *Server) CreateQcRun(ctx context.Context, in openapi.CreateQcRunRequestObject) (openapi.CreateQcRunResponseObject, error) {
	run, err := s.Hermes.Rerun(ctx, request.Identity(ctx), in.Id, qcSettingsIn(*in.Body), request.OrZero(in.Params.Withdraw))
	if err != nil {
		return nil, err
	}
	return openapi.CreateQcRun201JSONResponse(runOf(run)), nil
}

// GetQcRun implements GET /api/hermes/uploads/{id}/qc-runs/{run}.
func (s *Server) GetQcRun(ctx context.Context, in openapi.GetQcRunRequestObject) (openapi.GetQcRunResponseObject, error) {
	run, err := s.Hermes.Run(ctx, request.Identity(ctx), in.Id, in.Run)
	if err != nil {
		return nil, err
	}
	return openapi.GetQcRun200JSONResponse(runOf(run)), nil
}

// GetQcPlot implements GET /api/hermes/uploads/{id}/qc-runs/{run}/plots/{name}.
func (s *Server) GetQcPlot(ctx context.Context, in openapi.GetQcPlotRequestObject) (openapi.GetQcPlotResponseObject, error) {
	data, err := s.Hermes.RunPlot(ctx, request.Identity(ctx), in.Id, in.Run, string(in.Name))
	if err != nil {
		return nil, err
	}
	return qcPlot{data}, nil
}

// qcPlot is a plot that is returned as stored.
type qcPlot struct{ answer.Raw }

// VisitGetQcPlotResponse writes the answer.
func (a qcPlot) VisitGetQcPlotResponse(w http.ResponseWriter) error { return a.Write(w) }

func settingsOf(in hermes.QCSettings) openapi.QcSettings {
	return openapi.QcSettings{Fd: in.FD, Adj: openapi.QcSettingsAdj(in.Adj), Noind: in.NoInd, It: in.IT, Panel: in.Panel}
}

func runOf(v *hermes.RunView) openapi.QcRun {
	out := openapi.QcRun{
		Id: v.ID, UploadId: v.UploadID, Number: v.Number, Status: v.Status, Settings: settingsOf(v.Settings),
		CreatedAt: v.CreatedAt, CreatedBy: v.CreatedBy, StartedAt: v.StartedAt, FinishedAt: v.FinishedAt,
		RowsIn: v.RowsIn, RowsClean: v.RowsClean, LambdaGc: v.LambdaGC, Error: view.Some(v.Error), JobId: v.JobID,
	}
	out.Warnings = v.Warnings
	if v.Steps > 0 {
		out.Steps, out.NotMeasured = &v.Steps, &v.Unmeasured
	}
	if v.Verdict != "" {
		out.Verdict = view.Ptr(openapi.Verdict(v.Verdict))
	}
	if len(v.Report) > 0 {
		out.Report = &v.Report
	}
	if v.Job != nil {
		out.Job = view.Ptr(view.JobOf(v.Job))
	}
	return out
}
