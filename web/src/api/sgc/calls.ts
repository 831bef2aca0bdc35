/** What changes the cohorts, phenotypes and archive of the SGC area. */
import { bearerHeader } from "@/api/bearer";
import { client, unwrap } from "@/api/client";
import type {
  Accepted,
  Archive,
  Cohort,
  CohortInput,
  FileCheck,
  Phenotype,
  PhenotypeInput,
  Replacement,
  SgcKind,
  SgcMapping,
} from "./sgc";

const match = (version: number) => ({ "If-Match": `"${version}"` });

export function createCohort(body: CohortInput): Promise<Cohort> {
  return unwrap(client.POST("/api/sgc/cohorts", { body }));
}

export function updateCohort(id: string, version: number, body: CohortInput): Promise<Cohort> {
  const params = { path: { id }, header: match(version) };
  return unwrap(client.PUT("/api/sgc/cohorts/{id}", { params, body }));
}

export async function deleteCohort(id: string): Promise<void> {
  await unwrap(client.DELETE("/api/sgc/cohorts/{id}", { params: { path: { id } } }));
}

export function setOwners(id: string, version: number, owner: string, coOwners: string[]): Promise<Cohort> {
  const params = { path: { id }, header: match(version) };
  return unwrap(client.PUT("/api/sgc/cohorts/{id}/owners", { params, body: { owner, co_owners: coOwners } }));
}

export function validateCohort(id: string, version: number): Promise<Cohort> {
  const params = { path: { id }, header: match(version) };
  return unwrap(client.POST("/api/sgc/cohorts/{id}/validate", { params }));
}

/** A file to send: its bytes, its name, and how to read it. */
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
  // The contract declares "binary"; the generated type is string.
  body: file.body as unknown as string,
  bodySerializer: (body: unknown) => body as Blob,
  headers: { "Content-Type": "application/octet-stream" },
});

/** Checks a file by the rules; nothing is stored. */
export function checkFile(id: string, kind: SgcKind, file: SentFile, signal?: AbortSignal): Promise<FileCheck> {
  const params = { path: { id, kind }, query: readAs(file) };
  return unwrap(client.POST("/api/sgc/cohorts/{id}/files/{kind}", { params, ...bytes(file), signal }));
}

/** Submits a file. Where it replaces another one, `replaces` is the version that the person has seen and confirmed. */
export function putFile(
  id: string,
  kind: SgcKind,
  version: number,
  file: SentFile,
  replaces?: Replacement,
): Promise<Accepted> {
  const query = { ...readAs(file), replace: replaces ? true : undefined };
  const params = { path: { id, kind }, query, header: match(replaces?.cohort_version ?? version) };
  return unwrap(client.PUT("/api/sgc/cohorts/{id}/files/{kind}", { params, ...bytes(file) }));
}

export function removeFile(id: string, kind: SgcKind, version: number): Promise<Cohort> {
  const params = { path: { id, kind }, header: match(version) };
  return unwrap(client.DELETE("/api/sgc/cohorts/{id}/files/{kind}", { params }));
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

/** Job addresses are outside of the area, so the token is added here. */
export async function cancelArchive(job: string): Promise<void> {
  await unwrap(client.POST("/api/jobs/{id}/cancel", { params: { path: { id: job } }, headers: bearerHeader() }));
}
