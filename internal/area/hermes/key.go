package hermes

import (
	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/job"
)

// blobPrefix begins every key of this package. Keys are made of ids only; what a
// user typed is never part of one.
const blobPrefix = "hermes/"

func uploadPrefix(uploadID string) string { return blobPrefix + "uploads/" + uploadID + "/" }

// runPrefix begins the keys of the results that an attempt at a run made.
func runPrefix(uploadID, runID, attempt string) string {
	return job.AttemptPrefix(uploadPrefix(uploadID)+"qc/"+runID+"/", attempt)
}

// RunKeys are where the results lie that every attempt at a run makes: the report and the
// clean rows.
func RunKeys(uploadID, runID, attempt string) []string {
	prefix := runPrefix(uploadID, runID, attempt)
	return []string{prefix + qc.FileReport, prefix + qc.FileClean}
}

// MetaPrefix begins the keys of the results that an attempt at a meta-analysis made.
func MetaPrefix(metaID, attempt string) string {
	return job.AttemptPrefix(blobPrefix+"ma/"+metaID+"/", attempt)
}
