import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { sgcToken } from "./bearer";
import { apiOrigin, client, type Schemas, unwrap } from "./client";
import { ApiError, absentOrForbidden, toApiError } from "./error";
import type { operations } from "./gen/schema";
import { sgcSessionLost } from "./session-lost";
import { conflictShape, findingsShape } from "./sgc-refusals";
import { createTransport } from "./transport";

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

/** Somebody else changed the cohort meanwhile; `current` is what they left. */
export class CohortConflict extends ApiError {
  constructor(
    error: ApiError,
    readonly current: Cohort,
  ) {
    super(error.status, error.message, error.code, error.fields, error.requestId);
  }
}

/** Rules are broken: of a file in `check`, of a whole cohort in `findings`. */
export class RulesBroken extends ApiError {
  constructor(
    error: ApiError,
    readonly check: FileCheck | undefined,
    readonly findings: Finding[],
  ) {
    super(error.status, error.message, error.code, error.fields, error.requestId);
  }
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** unwrap for changes of a cohort: keeps what the refusal tells besides its sentence. */
async function unwrapChange<T>(call: Promise<Answer<T>>): Promise<T> {
  const answer = await call;
  const { error, response } = answer;
  if (response.status === 409) {
    const conflict = conflictShape.safeParse(error);
    if (conflict.success) throw new CohortConflict(toApiError(response, error), conflict.data.current);
  }
  if (response.status === 422) {
    const broken = findingsShape.safeParse(error);
    if (broken.success) {
      throw new RulesBroken(toApiError(response, error), broken.data.check, broken.data.findings);
    }
  }
  return unwrap(Promise.resolve(answer));
}

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

const match = (version: number) => ({ "If-Match": `"${version}"` });

export function createCohort(body: CohortInput): Promise<Cohort> {
  return unwrap(client.POST("/api/sgc/cohorts", { body }));
}

export function updateCohort(id: string, version: number, body: CohortInput): Promise<Cohort> {
  const params = { path: { id }, header: match(version) };
  return unwrapChange(client.PUT("/api/sgc/cohorts/{id}", { params, body }));
}

export async function deleteCohort(id: string): Promise<void> {
  await unwrap(client.DELETE("/api/sgc/cohorts/{id}", { params: { path: { id } } }));
}

export function setOwners(id: string, version: number, owner: string, coOwners: string[]): Promise<Cohort> {
  const params = { path: { id }, header: match(version) };
  return unwrapChange(client.PUT("/api/sgc/cohorts/{id}/owners", { params, body: { owner, co_owners: coOwners } }));
}

export function validateCohort(id: string, version: number): Promise<Cohort> {
  const params = { path: { id }, header: match(version) };
  return unwrapChange(client.POST("/api/sgc/cohorts/{id}/validate", { params }));
}

/** What is sent of a file: its bytes, its name, and how it is to be read. */
export interface SentFile {
  body: Blob;
  name: string;
  /** Absent: the server suggests one. */
  mapping?: SgcMapping;
  latin1?: boolean;
}

function readAs({ name, mapping, latin1 }: SentFile) {
  return {
    file_name: name,
    mapping: mapping && JSON.stringify(mapping),
    latin1: latin1 || undefined,
  };
}

const bytes = (file: SentFile) => ({
  // The contract says "binary"; the generated type is text.
  body: file.body as unknown as string,
  bodySerializer: (body: unknown) => body as Blob,
  headers: { "Content-Type": "application/octet-stream" },
});

/** What the rules say about a file; nothing is kept. */
export function checkFile(id: string, kind: SgcKind, file: SentFile, signal?: AbortSignal): Promise<FileCheck> {
  const params = { path: { id, kind }, query: readAs(file) };
  return unwrap(client.POST("/api/sgc/cohorts/{id}/files/{kind}", { params, ...bytes(file), signal }));
}

/** Hands a file in; it takes the place of the current one. */
export function putFile(id: string, kind: SgcKind, version: number, file: SentFile): Promise<Accepted> {
  const params = { path: { id, kind }, query: readAs(file), header: match(version) };
  return unwrapChange(client.PUT("/api/sgc/cohorts/{id}/files/{kind}", { params, ...bytes(file) }));
}

export function removeFile(id: string, kind: SgcKind, version: number): Promise<Cohort> {
  const params = { path: { id, kind }, header: match(version) };
  return unwrapChange(client.DELETE("/api/sgc/cohorts/{id}/files/{kind}", { params }));
}

export async function sendReminder(id: string): Promise<void> {
  await unwrap(client.POST("/api/sgc/cohorts/{id}/reminder", { params: { path: { id } } }));
}

export function createPhenotype(body: PhenotypeInput): Promise<Phenotype> {
  return unwrap(client.POST("/api/sgc/phenotypes", { body }));
}

export function updatePhenotype(code: string, version: number, body: PhenotypeInput): Promise<Phenotype> {
  const params = { path: { code }, header: match(version) };
  return unwrap(client.PUT("/api/sgc/phenotypes/{code}", { params, body }));
}

export async function deletePhenotype(code: string): Promise<void> {
  await unwrap(client.DELETE("/api/sgc/phenotypes/{code}", { params: { path: { code } } }));
}

export function buildArchive(): Promise<Archive> {
  return unwrap(client.POST("/api/sgc/archive"));
}

/** Jobs stand outside of the area's addresses, so the token is added by hand. */
export async function cancelArchive(job: string): Promise<void> {
  const headers = { Authorization: `Bearer ${sgcToken() ?? ""}` };
  await unwrap(client.POST("/api/jobs/{id}/cancel", { params: { path: { id: job } }, headers }));
}

/** Addresses of files; they need the bearer, so a plain link cannot open them. */
export const sgcFilePath = (id: string, kind: SgcKind, version: number) =>
  `/api/sgc/cohorts/${encodeURIComponent(id)}/files/${kind}/${version}`;
export const phenotypesCsvPath = "/api/sgc/phenotypes/download";
export const archivePath = "/api/sgc/archive/download";

const transport = createTransport();

/** The body of an answer, handed over to the browser as it comes, which keeps a large one on disk. */
function counted(response: Response, onBytes: (done: number) => void): Promise<Blob> {
  let done = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, out) {
      done += chunk.byteLength;
      onBytes(done);
      out.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(counting)).blob();
}

/** Reads a file of the area with the token of this browser; `onBytes` hears how much there is so far. */
export async function fetchSgcFile(path: string, onBytes?: (done: number) => void): Promise<Blob> {
  const headers = new Headers({ Authorization: `Bearer ${sgcToken() ?? ""}` });
  const response = await transport(new Request(new URL(`${apiOrigin}${path}`, location.href), { headers }));
  if (response.ok) return onBytes ? counted(response, onBytes) : response.blob();
  if (response.status === 401) sgcSessionLost.announce();
  throw toApiError(response, await response.json().catch(() => undefined));
}

/** Reads a file of the area and hands it to the browser as a download. */
export async function saveSgcFile(path: string, fileName: string, onBytes?: (done: number) => void): Promise<void> {
  const url = URL.createObjectURL(await fetchSgcFile(path, onBytes));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
