import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrap } from "./client";
import { absentOrForbidden } from "./error";
import type { operations } from "./gen/schema";

export type Cohort = Schemas["SgcCohort"];
export type CohortInput = Schemas["SgcCohortInput"];
export type CohortRow = Schemas["SgcCohortRow"];
export type CohortList = Schemas["SgcCohortList"];
export type CohortCounts = Schemas["SgcCounts"];
export type Count = Schemas["SgcCount"];
export type CountRow = Schemas["SgcCountRow"];
export type Pair = Schemas["SgcPair"];
export type Sex = Schemas["SgcSex"];
export type SgcKind = Schemas["SgcKind"];
export type SgcStatus = Schemas["SgcStatus"];
export type SgcFile = Schemas["SgcFile"];
export type SgcTask = Schemas["SgcTask"];
export type Finding = Schemas["SgcFinding"];
export type FileCheck = Schemas["SgcFileCheck"];
export type Replacement = Schemas["SgcReplacement"];
export type Change = Schemas["SgcChange"];
export type Accepted = Schemas["SgcAccepted"];
export type Receipt = Schemas["SgcReceipt"];
export type Reminder = Schemas["SgcReminder"];
export type Phenotype = Schemas["SgcPhenotype"];
export type PhenotypeInput = Schemas["SgcPhenotypeInput"];
export type Total = Schemas["SgcTotal"];
export type SexTotal = Schemas["SgcSexTotal"];
export type TotalCohort = Schemas["SgcTotalCohort"];
export type Completeness = Schemas["SgcCompleteness"];
export type Archive = Schemas["SgcArchive"];
/** Field to header of the file. */
export type SgcMapping = Readonly<Record<string, string>>;

export type CohortListParams = NonNullable<operations["listSgcCohorts"]["parameters"]["query"]>;
export type CompletenessParams = NonNullable<operations["listSgcCompleteness"]["parameters"]["query"]>;

/** Keys of the query cache. Only what `cohort` holds is written by the page itself; see `cohortChanged`. */
export const sgcKeys = {
  all: ["sgc"] as const,
  cohorts: ["sgc", "cohorts"] as const,
  cohort: (id: string) => ["sgc", "cohort", id] as const,
  counts: (id: string) => ["sgc", "counts", id] as const,
  receipt: (id: string) => ["sgc", "receipt", id] as const,
  reminder: (id: string) => ["sgc", "reminder", id] as const,
  phenotypes: ["sgc", "phenotypes"] as const,
  totals: ["sgc", "totals"] as const,
  pairs: ["sgc", "pairs"] as const,
  completeness: ["sgc", "completeness"] as const,
  archive: ["sgc", "archive"] as const,
};

export const cohortsQuery = (query: CohortListParams) =>
  queryOptions({
    queryKey: [...sgcKeys.cohorts, query],
    queryFn: ({ signal }) => unwrap(client.GET("/api/sgc/cohorts", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const cohortQuery = (id: string) =>
  queryOptions({
    queryKey: sgcKeys.cohort(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/sgc/cohorts/{id}", { params: { path: { id } }, signal })),
    throwOnError: absentOrForbidden,
  });

export const countsQuery = (id: string) =>
  queryOptions({
    queryKey: sgcKeys.counts(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/sgc/cohorts/{id}/counts", { params: { path: { id } }, signal })),
  });

export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: sgcKeys.receipt(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/sgc/cohorts/{id}/receipt", { params: { path: { id } }, signal })),
  });

export const reminderQuery = (id: string) =>
  queryOptions({
    queryKey: sgcKeys.reminder(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/sgc/cohorts/{id}/reminder", { params: { path: { id } }, signal })),
  });

export const sgcPhenotypesQuery = (query: { q?: string; retired?: boolean } = {}) =>
  queryOptions({
    queryKey: [...sgcKeys.phenotypes, "list", query],
    queryFn: ({ signal }) => unwrap(client.GET("/api/sgc/phenotypes", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const sgcPhenotypeQuery = (code: string) =>
  queryOptions({
    queryKey: [...sgcKeys.phenotypes, "one", code],
    queryFn: ({ signal }) => unwrap(client.GET("/api/sgc/phenotypes/{code}", { params: { path: { code } }, signal })),
  });

export const totalsQuery = (validated: boolean) =>
  queryOptions({
    queryKey: [...sgcKeys.totals, "all", validated],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/sgc/phenotype-case-counts-by-sex", { params: { query: { validated } }, signal })),
    placeholderData: keepPreviousData,
  });

export const totalCohortsQuery = (code: string, validated: boolean) =>
  queryOptions({
    queryKey: [...sgcKeys.totals, "one", code, validated],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/sgc/phenotype-case-counts-by-sex/{code}", {
          params: { path: { code }, query: { validated } },
          signal,
        }),
      ),
  });

export const pairTotalsQuery = (sex: Sex, validated: boolean) =>
  queryOptions({
    queryKey: [...sgcKeys.pairs, sex, validated],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/sgc/cooccurrence", { params: { query: { sex, validated } }, signal })),
    placeholderData: keepPreviousData,
  });

export const completenessQuery = (query: CompletenessParams) =>
  queryOptions({
    queryKey: [...sgcKeys.completeness, query],
    queryFn: ({ signal }) => unwrap(client.GET("/api/sgc/completeness", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const archiveQuery = queryOptions({
  queryKey: sgcKeys.archive,
  queryFn: ({ signal }) => unwrap(client.GET("/api/sgc/archive", { signal })),
});

/** Puts a changed cohort into the cache, and has everything that is computed from cohorts read again. */
export async function cohortChanged(queries: QueryClient, cohort: Cohort): Promise<void> {
  queries.setQueryData(sgcKeys.cohort(cohort.id), cohort);
  await queries.invalidateQueries({ predicate: ({ queryKey: [area, what] }) => area === "sgc" && what !== "cohort" });
}

/** Addresses of files; they may need the bearer, so a plain link cannot open them. */
export const sgcFilePath = (id: string, kind: SgcKind, version: number) =>
  `/api/sgc/cohorts/${encodeURIComponent(id)}/files/${kind}/${version}`;
export const phenotypesCsvPath = "/api/sgc/phenotypes/download";
export const archivePath = "/api/sgc/archive/download";
