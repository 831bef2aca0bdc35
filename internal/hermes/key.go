package hermes

// blobPrefix begins every key of this package. Keys are made of ids only; what a
// user typed is never part of one.
const blobPrefix = "hermes/"

func uploadPrefix(uploadID string) string { return blobPrefix + "uploads/" + uploadID + "/" }

func runPrefix(uploadID, runID string) string { return uploadPrefix(uploadID) + "qc/" + runID + "/" }

func metaPrefix(metaID string) string { return blobPrefix + "ma/" + metaID + "/" }
