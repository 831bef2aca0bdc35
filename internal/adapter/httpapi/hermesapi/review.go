package hermesapi

import (
	"context"
	"strconv"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/hermes"
)

// ReviewHermesUpload implements POST /api/hermes/uploads/{id}/review.
func (s *Server) ReviewHermesUpload(ctx context.Context, in openapi.ReviewHermesUploadRequestObject) (openapi.ReviewHermesUploadResponseObject, error) {
	d := hermes.Decision{
		Kind: hermes.DecisionKind(in.Body.Decision), Comment: request.OrZero(in.Body.Comment), Checked: request.OrZero(in.Body.Checked),
		Acknowledged: request.OrZero(in.Body.Acknowledged), RunID: request.OrZero(in.Body.RunId),
	}
	for _, c := range request.OrZero(in.Body.Comments) {
		d.Comments = append(d.Comments, hermes.Remark{About: c.About, Text: c.Text})
	}
	v, err := s.Hermes.Review(ctx, request.Identity(ctx), in.Id, d)
	if err != nil {
		return nil, err
	}
	return openapi.ReviewHermesUpload200JSONResponse(uploadOf(v)), nil
}

// ListReviewFindings implements GET /api/hermes/review-findings.
func (s *Server) ListReviewFindings(ctx context.Context, in openapi.ListReviewFindingsRequestObject) (openapi.ListReviewFindingsResponseObject, error) {
	found, err := s.Hermes.ReviewFindings(ctx, request.Identity(ctx), in.Params.Dataset)
	if err != nil {
		return nil, err
	}
	out := openapi.ListReviewFindings200JSONResponse{Items: []openapi.ReviewFindings{}}
	for _, f := range found {
		one := openapi.ReviewFindings{
			Id: f.ID, DatasetName: f.DatasetName, RunId: f.RunID, Steps: f.Steps, Warnings: view.List(f.Warnings),
			NotMeasured: append([]string{}, f.Unmeasured...), Doubts: append([]string{}, f.Doubts...),
		}
		if f.Verdict != "" {
			one.Verdict = view.Ptr(openapi.Verdict(f.Verdict))
		}
		out.Items = append(out.Items, one)
	}
	return out, nil
}

// UndoHermesReview implements DELETE /api/hermes/uploads/{id}/review.
func (s *Server) UndoHermesReview(ctx context.Context, in openapi.UndoHermesReviewRequestObject) (openapi.UndoHermesReviewResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Hermes.UndoReview(ctx, request.Identity(ctx), in.Id, version)
	if err != nil {
		return nil, err
	}
	return openapi.UndoHermesReview200JSONResponse(uploadOf(v)), nil
}

// AnswerHermesReview implements POST /api/hermes/uploads/{id}/review/answers.
func (s *Server) AnswerHermesReview(ctx context.Context, in openapi.AnswerHermesReviewRequestObject) (openapi.AnswerHermesReviewResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	a := hermes.Answers{Version: version, Texts: make(map[string]string), SendBack: in.Body.SendBack == nil || *in.Body.SendBack}
	for _, answer := range in.Body.Answers {
		a.Texts[answer.Comment] = answer.Text
	}
	v, err := s.Hermes.Answer(ctx, request.Identity(ctx), in.Id, a)
	if err != nil {
		return nil, err
	}
	return openapi.AnswerHermesReview200JSONResponse(uploadOf(v)), nil
}

// AssignHermesReviewer implements PUT /api/hermes/uploads/{id}/reviewer.
func (s *Server) AssignHermesReviewer(ctx context.Context, in openapi.AssignHermesReviewerRequestObject) (openapi.AssignHermesReviewerResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Hermes.Assign(ctx, request.Identity(ctx), in.Id, in.Body.Reviewer, version)
	if err != nil {
		return nil, err
	}
	return openapi.AssignHermesReviewer200JSONResponse(uploadOf(v)), nil
}

// ListHermesReviewers implements GET /api/hermes/reviewers.
func (s *Server) ListHermesReviewers(ctx context.Context, _ openapi.ListHermesReviewersRequestObject) (openapi.ListHermesReviewersResponseObject, error) {
	list, unassigned, err := s.Hermes.Reviewers(ctx)
	if err != nil {
		return nil, err
	}
	out := openapi.ListHermesReviewers200JSONResponse{Items: []openapi.HermesReviewer{}, Unassigned: unassigned}
	for _, r := range list {
		out.Items = append(out.Items, openapi.HermesReviewer{UserName: r.UserName, Name: r.Name, Waiting: r.Waiting})
	}
	return out, nil
}

func reviewStateOf(v *hermes.UploadView) openapi.ReviewState {
	out := openapi.ReviewState{Step: v.Step(), Reviewer: v.Reviewer.UserName}
	if !v.Detailed {
		return out
	}
	concerns := append([]string{}, v.Concerns...)
	acceptances, comments := []openapi.ReviewAcceptance{}, view.List(v.Review.Comments)
	for _, a := range v.Review.Acceptances {
		acceptances = append(acceptances, openapi.ReviewAcceptance{
			By: a.By.UserName, At: a.At, Comment: a.Comment, Checked: append([]string{}, a.Checked...), Acknowledged: append([]string{}, a.Acknowledged...),
		})
	}
	out.Concerns, out.Acceptances, out.Comments = &concerns, &acceptances, &comments
	return out
}

// GetHermesSettings implements GET /api/hermes/settings.
func (s *Server) GetHermesSettings(ctx context.Context, _ openapi.GetHermesSettingsRequestObject) (openapi.GetHermesSettingsResponseObject, error) {
	v, err := s.Hermes.ConsortiumSettings(ctx, request.Identity(ctx))
	if err != nil {
		return nil, err
	}
	tag := strconv.Quote(strconv.FormatInt(v.Version, 10))
	return openapi.GetHermesSettings200JSONResponse{
		Body: hermesSettingsOf(v), Headers: openapi.GetHermesSettings200ResponseHeaders{ETag: &tag},
	}, nil
}

// SetHermesSettings implements PUT /api/hermes/settings.
func (s *Server) SetHermesSettings(ctx context.Context, in openapi.SetHermesSettingsRequestObject) (openapi.SetHermesSettingsResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Hermes.SetConsortiumSettings(ctx, request.Identity(ctx), version, hermes.Settings{
		Reviewers: in.Body.Reviewers, Checklist: in.Body.Checklist,
		QC: hermes.QCPolicy{
			Defaults: qcSettingsIn(in.Body.Qc.Defaults), Reason: request.OrZero(in.Body.Qc.Reason), Thresholds: chosenIn(in.Body.Qc),
		},
	})
	if err != nil {
		return nil, err
	}
	return openapi.SetHermesSettings200JSONResponse(hermesSettingsOf(v)), nil
}

func qcSettingsIn(in openapi.QcSettings) hermes.QCSettings {
	return hermes.QCSettings{FD: in.Fd, Adj: string(in.Adj), NoInd: in.Noind, IT: in.It, Panel: in.Panel}
}

func chosenIn(in openapi.HermesQcSettings) []hermes.ChosenThreshold {
	var out []hermes.ChosenThreshold
	for _, t := range request.OrZero(in.Thresholds) {
		out = append(out, hermes.ChosenThreshold{Key: t.Key, Value: t.Value, Reason: t.Reason})
	}
	return out
}

func hermesSettingsOf(v *hermes.SettingsView) openapi.HermesSettings {
	out := openapi.HermesSettings{
		Settings: openapi.HermesSettingsInput{
			Reviewers: v.Reviewers, Checklist: append([]string{}, v.Checklist...),
			Qc: openapi.HermesQcSettings{Defaults: settingsOf(v.QC.Defaults), Reason: &v.QC.Reason},
		},
		Thresholds: []openapi.QcThreshold{}, Changes: historyOf(v.History), MayChange: v.MayChange, Version: v.Version,
	}
	qc := &out.Settings.Qc
	chosen := map[string]float64{}
	for _, t := range v.QC.Thresholds {
		chosen[t.Key] = t.Value
		qc.Thresholds = view.Ptr(append(request.OrZero(qc.Thresholds), openapi.ChosenThreshold{Key: t.Key, Reason: t.Reason, Value: t.Value}))
	}
	for _, t := range hermes.ChoosableThresholds() {
		value, ok := chosen[t.Key]
		if !ok {
			value = t.Default
		}
		out.Thresholds = append(out.Thresholds, openapi.QcThreshold{
			Key: t.Key, Step: t.Step, Does: t.Does, Default: t.Default, Least: t.Least, Most: t.Most,
			Unit: openapi.QcThresholdUnit(t.Unit), Reason: t.Reason, Source: t.Source, Value: value,
		})
	}
	return out
}
