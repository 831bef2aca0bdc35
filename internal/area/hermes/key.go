package hermes

import (
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/job"
)

// blobPrefix begins every key of this package. Keys contain ids only, never user input.
const blobPrefix = "hermes/"

func uploadPrefix(uploadID string) string { return blobPrefix + "uploads/" + uploadID + "/" }

// runPrefix returns the key prefix of the results that one attempt at a run stored.
func runPrefix(uploadID, runID, attempt string) string {
	return job.AttemptPrefix(uploadPrefix(uploadID)+"qc/"+runID+"/", attempt)
}

// RunKeys returns the keys of the results that every attempt at a run stores: the report and the
// clean rows.
func RunKeys(uploadID, runID, attempt string) []string {
	return []string{runPrefix(uploadID, runID, attempt) + qc.FileReport, RunRowsKey(uploadID, runID, attempt)}
}

// RunRowsKey returns the key of the clean rows of a run.
func RunRowsKey(uploadID, runID, attempt string) string {
	return runPrefix(uploadID, runID, attempt) + qc.FileClean
}

// MetaPrefix returns the key prefix of the results that one attempt at a meta-analysis stored.
func MetaPrefix(metaID, attempt string) string {
	return job.AttemptPrefix(blobPrefix+"ma/"+metaID+"/", attempt)
}

// MetaRowsKey returns the key of the rows of a meta-analysis.
func MetaRowsKey(metaID, attempt string) string {
	return MetaPrefix(metaID, attempt) + meta.FileResults
}
