import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import {
  accessRequestsQuery,
  accountLists,
  accountsQuery,
  externalUsersQuery,
  ownAccount,
  profileQuery,
  sessionsQuery,
  tokensQuery,
} from "./accounts/accounts";
import { linkQuery } from "./accounts/doors";
import { optionsQuery } from "./accounts/options";
import { forgetOthers, sessionQuery, versionQuery } from "./accounts/session";
import { reread } from "./api-query";
import { indexChanged, indexesQuery, indexPreviewQuery, indexQuery } from "./bioindex/bioindex";
import { bioAnswers, countQuery, matchesQuery, rowsQuery } from "./bioindex/rows";
import { browseMeaningsQuery, browseRegionQuery, browseResultsQuery } from "./browse/browse";
import { comparableQuery, comparisonQuery, resultPlotQuery } from "./browse/compare";
import { credibleSetsQuery } from "./browse/credible";
import { knownLociQuery } from "./browse/known";
import { geneQuery, variantQuery } from "./browse/variant";
import type { Schemas } from "./client";
import { datasetChanged, datasetDeleted } from "./datasets/changes";
import {
  checksQuery,
  codesQuery,
  datasetQuery,
  datasetsQuery,
  figureQuery,
  filesQuery,
  historyQuery,
  linksQuery,
  nameQuery,
  phenotypeSearchQuery,
  previewQuery,
  studiesQuery,
  viewsQuery,
} from "./datasets/datasets";
import { publicDatasetQuery, publicDatasetsQuery } from "./datasets/public";
import { applyJob } from "./events";
import { columnsQuery } from "./files/sumstats";
import { pendingQuery, uploadInspectionQuery } from "./files/uploads";
import { dashboardQuery } from "./hermes/dashboard";
import {
  inspectionQuery,
  phenotypesQuery,
  portalConfigQuery,
  qcPlotQuery,
  runQuery,
  runsQuery,
  uploadQuery,
  uploadsQuery,
  vocabulariesQuery,
} from "./hermes/hermes";
import { acceptedQuery, metaPlotQuery, metaQuery, metasQuery, regionQuery, standingMetasQuery } from "./hermes/meta";
import { cautionsQuery, overlapsQuery } from "./hermes/meta-choice";
import { neighboursQuery, peersQuery } from "./hermes/peers";
import { phenotypeSearchQuery as hermesSearchQuery, phenotypeQuery, phenotypeRequestsQuery } from "./hermes/phenotypes";
import { preparedListQuery, preparedQuery } from "./hermes/prepared";
import { consortiumQuery, noticesQuery, reviewersQuery } from "./hermes/review";
import { unreadQuery } from "./hermes/unread";
import type { Job } from "./job";
import {
  allPages,
  pageChanged,
  pageCheckQuery,
  pageQuery,
  pagesQuery,
  pageVersionQuery,
  pageVersionsQuery,
  publishedPagesQuery,
} from "./pages/pages";
import { publishedPageQuery } from "./pages/published";
import { tableOverviewQuery, tablePreviewQuery, tableQuery } from "./pages/tables";
import { searchQuery } from "./search";
import { auditQuery } from "./server/audit";
import { overviewQuery } from "./server/overview";
import { referenceQuery } from "./server/reference";
import { setupQuery } from "./server/setup";
import { sgcSessionQuery } from "./sgc/session";
import {
  archiveQuery,
  cohortChanged,
  cohortQuery,
  cohortsQuery,
  completenessQuery,
  countsQuery,
  pairTotalsQuery,
  receiptQuery,
  reminderQuery,
  sgcPhenotypeQuery,
  sgcPhenotypesQuery,
  totalCohortsQuery,
  totalsQuery,
} from "./sgc/sgc";
import { toolPlotQuery, toolRunChanged, toolRunQuery, toolRunsQuery } from "./tools/tools";

const file = { id: "f1", check: { id: "c1" } } as Schemas["DatasetFile"];
const source = { kind: "upload" as const, id: "u1" };
const indexed = { q: ["4:1-2"] };

/** A query of every kind that pages ask, by name. */
const asked: Record<string, { queryKey: readonly unknown[] }> = {
  "accounts: access requests": accessRequestsQuery("hermes"),
  "accounts: list": accountsQuery("hermes", { limit: 50 }),
  "accounts: of SGC": accountsQuery("sgc", {}),
  "accounts: external": externalUsersQuery,
  "profile: own": profileQuery,
  "profile: sessions": sessionsQuery,
  "profile: tokens": tokensQuery,
  audit: auditQuery({ limit: 50 }),
  "browse: comparable": comparableQuery,
  "browse: comparison": comparisonQuery("a", "b", "beta" as never),
  "browse: credible sets": credibleSetsQuery("a"),
  "browse: gene": geneQuery({ gene: "PITX2", build: undefined, flank: 1, from: 0, all: undefined }),
  "browse: meanings": browseMeaningsQuery("PITX2"),
  "browse: plot": resultPlotQuery("a"),
  "browse: region": browseRegionQuery({ results: ["a"], region: "4:1-2" }),
  "browse: results": browseResultsQuery("heart"),
  "browse: variant": variantQuery({ variant: "rs1", build: undefined, allele: undefined, from: 0, all: undefined }),
  "known loci": knownLociQuery({ leads: [] } as never),
  "datasets: checks": checksQuery("d1", "f1"),
  "datasets: checks of another": checksQuery("d2", "f2"),
  "datasets: codes": codesQuery,
  "datasets: figure": figureQuery("d1", file, "manhattan"),
  "datasets: files": filesQuery("d1"),
  "datasets: files, versions": filesQuery("d1", true),
  "datasets: files of another": filesQuery("d2"),
  "datasets: history": historyQuery("d1"),
  "datasets: links": linksQuery("d1"),
  "datasets: list": datasetsQuery({ limit: 50 }),
  "datasets: name": nameQuery("n"),
  "datasets: one": datasetQuery("d1"),
  "datasets: another": datasetQuery("d2"),
  "datasets: phenotypes": phenotypeSearchQuery("x"),
  "datasets: preview": previewQuery("d1", "f1"),
  "datasets: studies": studiesQuery(),
  "datasets: views": viewsQuery,
  "hermes: accepted": acceptedQuery,
  "hermes: cautions": cautionsQuery(["d1", "d2"], 0),
  "hermes: consortium": consortiumQuery,
  "hermes: dashboard": dashboardQuery,
  "hermes: inspection": inspectionQuery("d1"),
  "hermes: list": uploadsQuery({ limit: 50 }),
  "hermes: meta list": metasQuery({ limit: 50 }),
  "hermes: meta": metaQuery("d1"),
  "hermes: another meta": metaQuery("d2"),
  "hermes: meta plot": metaPlotQuery("d1", "qq"),
  "hermes: meta region": regionQuery("d1", "4:1-2"),
  "hermes: metas, standing": standingMetasQuery,
  "hermes: neighbours": neighboursQuery("d1"),
  "hermes: notices": noticesQuery(50),
  "hermes: unread": unreadQuery,
  "hermes: one": uploadQuery("d1"),
  "hermes: another": uploadQuery("d2"),
  "hermes: overlaps": overlapsQuery(["d1", "d2"]),
  "hermes: peers": peersQuery("d1"),
  "hermes: phenotype": phenotypeQuery("HF"),
  "hermes: phenotypes": phenotypesQuery,
  "hermes: phenotypes found": hermesSearchQuery("heart"),
  "hermes: phenotype requests": phenotypeRequestsQuery,
  "hermes: plot": qcPlotQuery("d1", "r1", "qq"),
  "hermes: plot of another": qcPlotQuery("d2", "r2", "qq"),
  "hermes: prepared": preparedQuery("d1"),
  "hermes: prepared metas": preparedListQuery,
  "hermes: portal": portalConfigQuery,
  "hermes: reviewers": reviewersQuery,
  "hermes: run": runQuery("d1", "r1"),
  "hermes: runs": runsQuery("d1"),
  "hermes: vocabularies": vocabulariesQuery,
  "indexes: count": countQuery("d1", "g", indexed),
  "indexes: list": indexesQuery({ limit: 50 }),
  "indexes: matches": matchesQuery("d1", "g", ["x"], 5),
  "indexes: one": indexQuery("d1"),
  "indexes: another": indexQuery("d2"),
  "indexes: preview": indexPreviewQuery(source),
  "indexes: rows": rowsQuery("d1", "g", indexed),
  link: linkQuery("t"),
  "pages: check": pageCheckQuery({}, undefined),
  "pages: list": pagesQuery({ limit: 50 }),
  "pages: one": pageQuery("d1"),
  "pages: another": pageQuery("d2"),
  "pages: published": publishedPageQuery("slug"),
  "pages: published list": publishedPagesQuery({ limit: 50 }),
  "pages: version": pageVersionQuery("d1", 1),
  "pages: versions": pageVersionsQuery("d1"),
  "public: list": publicDatasetsQuery({}),
  "public: one": publicDatasetQuery("d1"),
  overview: overviewQuery,
  reference: referenceQuery,
  search: searchQuery("x", { session: true, sgcToken: undefined }),
  "server: options": optionsQuery,
  "server: version": versionQuery,
  session: sessionQuery,
  setup: setupQuery,
  "sgc: archive": archiveQuery,
  "sgc: cohort": cohortQuery("d1"),
  "sgc: another cohort": cohortQuery("d2"),
  "sgc: cohorts": cohortsQuery({ limit: 50 }),
  "sgc: completeness": completenessQuery({ limit: 50 }),
  "sgc: counts": countsQuery("d1"),
  "sgc: pairs": pairTotalsQuery("female" as never, true),
  "sgc: phenotype": sgcPhenotypeQuery("HF"),
  "sgc: phenotypes": sgcPhenotypesQuery(),
  "sgc: receipt": receiptQuery("d1"),
  "sgc: reminder": reminderQuery("d1"),
  "sgc: totals": totalsQuery(true),
  "sgc: totals of one": totalCohortsQuery("HF", true),
  "sgc: user": sgcSessionQuery,
  columns: columnsQuery,
  "tables: one": tableQuery("d1"),
  "tables: another": tableQuery("d2"),
  "tables: overview": tableOverviewQuery("d1"),
  "tables: preview": tablePreviewQuery({} as never),
  "tools: list": toolRunsQuery,
  "tools: one": toolRunQuery("d1"),
  "tools: another": toolRunQuery("d2"),
  "tools: plot": toolPlotQuery("d1", "qq"),
  "uploads: inspection": uploadInspectionQuery("d1"),
  "uploads: pending": pendingQuery,
};

const names = Object.keys(asked);
const indexAnswers = ["count", "matches", "rows"].map((what) => `indexes: ${what}`);

/** A cache with an answer to every query, none of which is stale. */
function filled(): QueryClient {
  const queries = new QueryClient();
  for (const { queryKey } of Object.values(asked)) queries.setQueryData(queryKey, {});
  return queries;
}

/** The names of the queries that `what` makes stale. */
async function staleAfter(what: (queries: QueryClient) => unknown): Promise<string[]> {
  const queries = filled();
  await what(queries);
  return names.filter((name) => {
    const { queryKey } = asked[name] ?? { queryKey: [] };
    return queries.getQueryState(queryKey)?.isInvalidated ?? true;
  });
}

const finished = (kind: Job["kind"]) => (queries: QueryClient) =>
  applyJob(queries, { id: "j1", kind, subject_id: "d1", state: "succeeded" } as Job);
const changed = { id: "d1", version: 2 };

const uploads = [
  ...[
    "accepted",
    "cautions",
    "dashboard",
    "inspection",
    "list",
    "neighbours",
    "one",
    "overlaps",
    "peers",
    "plot",
    "run",
  ],
  "runs",
].map((what) => `hermes: ${what}`);
const checks = ["checks", "files", "files, versions"].map((what) => `datasets: ${what}`);
const around = [...checks, ...["history", "links", "list", "phenotypes"].map((what) => `datasets: ${what}`)];
const computed = ["archive", "cohorts", "completeness", "counts", "pairs", "phenotype", "phenotypes", "receipt"]
  .concat("reminder", "totals", "totals of one")
  .map((what) => `sgc: ${what}`);

/** An event, and the queries that are out of date after it. */
const cases: [what: string, happens: (queries: QueryClient) => unknown, stale: string[]][] = [
  ["a QC run ended", finished("qc"), uploads],
  [
    "a meta-analysis ended",
    finished("meta"),
    ["hermes: meta list", "hermes: meta", "hermes: meta plot", "hermes: meta region", "hermes: metas, standing"],
  ],
  ["an archive ended", finished("sgc-archive"), ["sgc: archive"]],
  ["a check ended", finished("dataset-check"), [...checks, "datasets: figure", "datasets: one", "datasets: preview"]],
  ["an index was built", finished("index-build"), ["indexes: list", "indexes: one"]],
  ["an index was verified", finished("index-verify"), ["indexes: list", "indexes: one"]],
  ["a tool ended", finished("tool-run"), ["tools: list", "tools: one", "tools: plot"]],
  ["a table was read", finished("table"), ["tables: one"]],
  ["a data set was changed", (queries) => datasetChanged(queries, changed as never), around],
  ["a data set was deleted", (queries) => datasetDeleted(queries, "d1"), [...around, "datasets: one"]],
  ["a cohort was changed", (queries) => cohortChanged(queries, changed as never), [...computed, "accounts: external"]],
  [
    "a page was changed",
    (queries) => pageChanged(queries, changed as never),
    ["pages: list", "pages: published", "pages: published list"],
  ],
  ["an index was changed", (queries) => indexChanged(queries, changed as never), ["indexes: list"]],
  ["a tool run was changed", (queries) => toolRunChanged(queries, changed as never), ["tools: list"]],
  [
    "accounts were changed",
    (queries) => reread(queries, ...accountLists),
    ["access requests", "external", "list", "of SGC"].map((what) => `accounts: ${what}`),
  ],
  [
    "the own account was changed",
    (queries) => reread(queries, ...ownAccount),
    ["profile: own", "profile: sessions", "profile: tokens"],
  ],
  [
    "pages went into the bin",
    (queries) => reread(queries, ...allPages),
    names.filter((name) => name.startsWith("pages: ")),
  ],
  ["an index is asked anew", (queries) => reread(queries, bioAnswers("d1")), indexAnswers],
];

test.each(cases)("%s: what is read again", async (_what, happens, stale) => {
  expect(await staleAfter(happens)).toEqual([...stale].sort((a, b) => names.indexOf(a) - names.indexOf(b)));
});

test("what another account read is removed, besides what the server tells everybody", () => {
  const queries = filled();
  queries.setQueryData(sessionQuery.queryKey, { id: "a" } as never);
  forgetOthers(queries, "b");
  const kept = names.filter((name) => queries.getQueryState(asked[name]?.queryKey ?? []));
  expect(kept).toEqual(["server: options", "server: version", "session"]);
});
