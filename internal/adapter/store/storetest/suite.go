package storetest

import (
	"testing"

	"cohortium/internal/adapter/store"
	"cohortium/internal/platform/errs"
)

// Run runs the conformance suite. open returns a fresh, migrated store each time.
func Run(t *testing.T, open func(t *testing.T) *store.Store) {
	for _, c := range []struct {
		name string
		run  func(*testing.T, *store.Store)
	}{
		{"users", testUsers},
		{"user names are unique without case", testUserNames},
		{"accounts that change together", testAccountRollback},
		{"links", testLinks},
		{"deletion of an account", testUserDeletion},
		{"access requests", testAccessRequests},
		{"account list", testAccountList},
		{"account list, page by page", testAccountPages},
		{"administrators", testCountActiveAdmins},
		{"sessions", testSessions},
		{"API tokens", testAPITokens},
		{"second factors", testSecondFactors},
		{"identities at providers", testIdentities},
		{"sign-ins at providers are taken once", testFlows},
		{"sign-in attempts", testAttempts},
		{"known places", testKnownPlaces},
		{"ties of accounts", testTies},
		{"data set round trip", testUploadRoundTrip},
		{"data set conflicts", testUploadConflicts},
		{"data set versions", testUploadVersions},
		{"data set lists", testUploadLists},
		{"lists by their numbers", testNumberOrders},
		{"data set search", testUploadSearch},
		{"data set summary", testUploadSummary},
		{"data sets that wait for a user", testUploadQueue},
		{"data sets by reviewer", testCountByReviewer},
		{"settings of the consortium", testConsortiumSettings},
		{"notices", testNotices},
		{"mails of notices", testNoticeMails},
		{"accounts with a role", testActiveWithRole},
		{"data sets in short", testUploadsInShort},
		{"decisions of reviewers", testDecisions},
		{"reports of runs", testReportsOfRuns},
		{"what the machine does", testWorkOverview},
		{"deletion of a data set", testUploadDeletion},
		{"QC runs", testQCRuns},
		{"meta-analyses", testMetas},
		{"freezes", testFreezes},
		{"counts of data sets by filter", testDatasetFacets},
		{"counts of submissions by filter", testUploadFacets},
		{"counts of meta-analyses by filter", testMetaFacets},
		{"reports that name something", testReportsNaming},
		{"reports of other areas that name something", testReportsOfOtherAreasNaming},
		{"history", testHistory},
		{"phenotypes of the consortium", testHermesPhenotypes},
		{"data sets by phenotype", testCountByPhenotype},
		{"requests for phenotypes", testPhenotypeRequests},
		{"prepared meta-analyses", testPreparedMetas},
		{"jobs are made with their rows or not at all", testEnqueue},
		{"job claims", testJobClaims},
		{"job leases", testJobLeases},
		{"queued jobs are delivered again", testRedelivery},
		{"jobs changed since", testJobsChangedSince},
		{"concurrent transactions lose nothing", testConcurrent},
		{"file rows", testFiles},
		{"file offsets move one way", testFileOffsets},
		{"odd names come back unchanged", testOddNames},
		{"text that cannot be kept is refused", testBadText},
		{"identity of the installation", testInstallationID},
		{"files that rows name", testStored},
		{"runs of tools", testToolRuns},
		{"segments of rows", testRowSegments},
		{"finished results", testFinishedResults},
		{"files of runs of tools", testToolUploads},
		{"audit trail round trip", testAuditRoundTrip},
		{"audit trail lists", testAuditLists},
		{"audit trail goes with its transaction", testAuditRollback},
		{"audit trail tells downloads once", testAuditDownloads},
		{"audit trail names people and objects", testAuditNames},
		{"audit trail only grows", testAuditOnlyGrows},
		{"audit trail tells what was changed", testAuditTampering},
		{"audit trail without gaps under load", testAuditConcurrent},
		{"how the registry presents itself", testConsortium},
		{"rules for results", testRules},
		{"processes", testProcesses},
		{"problems", testProblems},
		{"the queue of an administrator", testQueueOfOperation},
		{"numbers of an administrator", testCountsOfOperation},
		{"cohorts", testSGCCohorts},
		{"files of cohorts", testSGCFiles},
		{"cohort lists", testSGCLists},
		{"phenotypes", testSGCPhenotypes},
		{"phenotypes loaded by several servers", testSGCPhenotypesAtOnce},
		{"mappings and history of cohorts", testSGCNotes},
		{"the archive of cohorts", testSGCArchive},
		{"sums over cohorts", testSGCSums},
		{"phenotypes and credible sets of data sets", testDatasetPhenotypes},
		{"files of data sets", testDatasetFiles},
		{"data sets of results", testDatasetResults},
		{"links to files of data sets", testDatasetLinks},
		{"keys of links", testSigningKeys},
		{"checks of data files", testDatasetChecks},
		{"checks that are not there", testDatasetChecksGone},
		{"studies", testStudies},
		{"study lists", testStudyLists},
		{"data sets of the registry", testDatasets},
		{"deletion of a data set of the registry", testDatasetDeletion},
		{"history and saved searches of the registry", testDatasetNotes},
		{"lists of the registry", testDatasetLists},
		{"sorts of the registry", testDatasetSorts},
		{"phenotypes that data sets have", testUsedPhenotypes},
		{"names of the registry", testNamesOfTheRegistry},
		{"imports of many data sets", testDatasetBatches},
		{"pages", testPages},
		{"addresses of pages", testPageSlugs},
		{"versions of pages", testPageVersions},
		{"lists of pages", testPageLists},
		{"indexes", testIndexes},
		{"builds of indexes", testIndexBuilds},
		{"room that indexes take", testIndexUsage},
		{"lists of indexes", testIndexLists},
		{"orders of indexes", testIndexOrders},
		{"revisions grow with what is told", testRevisions},
		{"revisions stay when nothing is told", testRevisionsStay},
		{"accounts of sessions are as they are", testAccountsOfSessions},
		{"tables of pages", testPageTables},
		{"lists of tables of pages", testPageTableLists},
		{"storage by owner", testStorageOwners},
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

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
