package storetest

import (
	"testing"

	"cohortium/internal/errs"
	"cohortium/internal/store"
)

// Run runs the conformance suite. Open gives a fresh, migrated store each time.
func Run(t *testing.T, open func(t *testing.T) *store.Store) {
	for _, c := range []struct {
		name string
		run  func(*testing.T, *store.Store)
	}{
		{"users", testUsers},
		{"user names are unique without case", testUserNames},
		{"sessions", testSessions},
		{"sign-in attempts", testAttempts},
		{"data set round trip", testUploadRoundTrip},
		{"data set conflicts", testUploadConflicts},
		{"data set versions", testUploadVersions},
		{"data set lists", testUploadLists},
		{"data set search", testUploadSearch},
		{"data set summary", testUploadSummary},
		{"deletion of a data set", testUploadDeletion},
		{"QC runs", testQCRuns},
		{"meta-analyses", testMetas},
		{"history", testHistory},
		{"jobs are made with their rows or not at all", testEnqueue},
		{"job claims", testJobClaims},
		{"job leases", testJobLeases},
		{"jobs changed since", testJobsChangedSince},
		{"concurrent transactions lose nothing", testConcurrent},
		{"file rows", testFiles},
		{"file offsets move one way", testFileOffsets},
		{"odd names come back unchanged", testOddNames},
		{"text that cannot be kept is refused", testBadText},
		{"migrating twice changes nothing", testMigrateTwice},
		{"a newer database is refused", testNewerDatabase},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(t, open(t)) })
	}
}

func wantKind(t *testing.T, err error, kind errs.Kind) {
	t.Helper()
	if !errs.Is(err, kind) {
		t.Errorf("error = %v, want kind %d", err, kind)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
