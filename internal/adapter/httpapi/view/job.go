package view

import (
	"time"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/platform/job"
)

// JobOf converts a job for its readers.
func JobOf(v *job.View) openapi.Job {
	out := openapi.Job{
		Id: v.ID, Kind: openapi.JobKind(v.Kind), SubjectId: v.SubjectID, State: openapi.JobState(v.State), Stage: v.Stage,
		Done: v.Done, Total: v.Total, Attempt: v.Attempt, Error: Some(v.Error), UpdatedAt: v.UpdatedAt,
	}
	if v.ETA != nil {
		out.EtaSeconds = Ptr(int(*v.ETA / time.Second))
	}
	return out
}
