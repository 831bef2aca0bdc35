import { keepPreviousData, type QueryClient } from "@tanstack/react-query";
import { answersOf, apiKey, apiQuery } from "@/api/api-query";
import type { Schemas } from "@/api/client";
import { absentOrForbidden } from "@/api/error";
import type { operations } from "@/api/gen/schema";

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

export const cohortsQuery = (query: CohortListParams) =>
  apiQuery("/api/sgc/cohorts", { query }, { placeholderData: keepPreviousData });

export const cohortQuery = (id: string) =>
  apiQuery("/api/sgc/cohorts/{id}", { path: { id } }, { throwOnError: absentOrForbidden });

export const countsQuery = (id: string) => apiQuery("/api/sgc/cohorts/{id}/counts", { path: { id } });

export const receiptQuery = (id: string) => apiQuery("/api/sgc/cohorts/{id}/receipt", { path: { id } });

export const reminderQuery = (id: string) => apiQuery("/api/sgc/cohorts/{id}/reminder", { path: { id } });

export const sgcPhenotypesQuery = (query: { q?: string; retired?: boolean } = {}) =>
  apiQuery("/api/sgc/phenotypes", { query }, { placeholderData: keepPreviousData });

export const sgcPhenotypeQuery = (code: string) => apiQuery("/api/sgc/phenotypes/{code}", { path: { code } });

export const totalsQuery = (validated: boolean) =>
  apiQuery("/api/sgc/phenotype-case-counts-by-sex", { query: { validated } }, { placeholderData: keepPreviousData });

export const totalCohortsQuery = (code: string, validated: boolean) =>
  apiQuery("/api/sgc/phenotype-case-counts-by-sex/{code}", { path: { code }, query: { validated } });

export const pairTotalsQuery = (sex: Sex, validated: boolean) =>
  apiQuery("/api/sgc/cooccurrence", { query: { sex, validated } }, { placeholderData: keepPreviousData });

export const completenessQuery = (query: CompletenessParams) =>
  apiQuery("/api/sgc/completeness", { query }, { placeholderData: keepPreviousData });

export const archiveQuery = apiQuery("/api/sgc/archive", {});

/** One cohort: only what this holds is written by the page itself. */
const aCohort = answersOf("/api/sgc/cohorts/{id}");

/** Puts a changed cohort into the cache, and has everything that is computed from cohorts read again. */
export async function cohortChanged(queries: QueryClient, cohort: Cohort): Promise<void> {
  queries.setQueryData(cohortQuery(cohort.id).queryKey, cohort);
  await queries.invalidateQueries({ queryKey: apiKey("/api/sgc"), predicate: (query) => !aCohort.predicate(query) });
}

/** Addresses of files; they may need the bearer, so a plain link cannot open them. */
export const sgcFilePath = (id: string, kind: SgcKind, version: number) =>
  `/api/sgc/cohorts/${encodeURIComponent(id)}/files/${kind}/${version}`;
export const phenotypesCsvPath = "/api/sgc/phenotypes/download";
export const archivePath = "/api/sgc/archive/download";
