package httpapi

import (
	"context"
	"time"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/platform/job"
)

// GetJob implements GET /api/jobs/{id}.
func (s *server) GetJob(ctx context.Context, in openapi.GetJobRequestObject) (openapi.GetJobResponseObject, error) {
	j, err := s.Jobs.Job(ctx, Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetJob200JSONResponse(jobOf(j)), nil
}

// CancelJob implements POST /api/jobs/{id}/cancel.
func (s *server) CancelJob(ctx context.Context, in openapi.CancelJobRequestObject) (openapi.CancelJobResponseObject, error) {
	j, err := s.Jobs.Cancel(ctx, Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.CancelJob200JSONResponse(jobOf(j)), nil
}

func jobOf(v *job.View) openapi.Job {
	out := openapi.Job{
		Id: v.ID, Kind: openapi.JobKind(v.Kind), SubjectId: v.SubjectID, State: openapi.JobState(v.State), Stage: v.Stage,
		Done: v.Done, Total: v.Total, Attempt: v.Attempt, Error: some(v.Error), UpdatedAt: v.UpdatedAt,
	}
	if v.ETA != nil {
		out.EtaSeconds = ptr(int(*v.ETA / time.Second))
	}
	return out
}
