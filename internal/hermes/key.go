package hermes

// Blob keys are made of ids only; what a user typed is never part of one.
func uploadPrefix(uploadID string) string { return "hermes/uploads/" + uploadID + "/" }

func runPrefix(uploadID, runID string) string { return uploadPrefix(uploadID) + "qc/" + runID + "/" }

func metaPrefix(metaID string) string { return "hermes/ma/" + metaID + "/" }
