import { client, unwrap } from "@/api/client";
import { heldIn } from "@/api/told";
import type {
  Dataset,
  DatasetBatch,
  DatasetCheck,
  DatasetInput,
  DatasetLink,
  DatasetPhenotypeInput,
  DatasetSharing,
  DatasetSheet,
  DatasetView,
  Mapping,
  Publication,
  Study,
  StudyInput,
} from "./datasets";

/** The other user's version of a data set, from a refused change. */
export const heldDataset = heldIn<Dataset>("id");

const match = (version: number) => ({ "If-Match": `"${version}"` });

export function createDataset(body: DatasetInput): Promise<Dataset> {
  return unwrap(client.POST("/api/datasets", { body }));
}

/** Refused with `heldDataset` when `version` is not the last one. */
export function updateDataset(id: string, version: number, body: DatasetInput): Promise<Dataset> {
  const params = { path: { id }, header: match(version) };
  return unwrap(client.PUT("/api/datasets/{id}", { params, body }));
}

/** Into the bin; `forever` removes one that is there. */
export async function deleteDataset(id: string, forever = false): Promise<void> {
  const query = forever ? { forever } : undefined;
  await unwrap(client.DELETE("/api/datasets/{id}", { params: { path: { id }, query } }));
}

export function restoreDataset(id: string): Promise<Dataset> {
  return unwrap(client.POST("/api/datasets/{id}/restore", { params: { path: { id } } }));
}

/** Creates another data set with the same metadata, without the files. */
export function cloneDataset(id: string, name: string): Promise<Dataset> {
  return unwrap(client.POST("/api/datasets/{id}/clone", { params: { path: { id } }, body: { name } }));
}

/** Refused with `heldDataset` when `version` is not the last one. */
export function setOwners(id: string, version: number, owner: string, coOwners: string[]): Promise<Dataset> {
  const params = { path: { id }, header: match(version) };
  return unwrap(client.PUT("/api/datasets/{id}/owners", { params, body: { owner, co_owners: coOwners } }));
}

/** Who may see a data set. */
export interface SharedWith {
  sharing: DatasetSharing;
  /** User names. */
  people: string[];
  groups: string[];
  /** Why files are published although their check failed. */
  reason?: string;
}

/** Refused with `heldDataset` when `version` is not the last one. */
export function setSharing(id: string, version: number, body: SharedWith): Promise<Dataset> {
  const params = { path: { id }, header: match(version) };
  return unwrap(client.PUT("/api/datasets/{id}/sharing", { params, body }));
}

export function createStudy(body: StudyInput): Promise<Study> {
  return unwrap(client.POST("/api/studies", { body }));
}

export function addPhenotype(id: string, body: DatasetPhenotypeInput): Promise<Dataset> {
  return unwrap(client.POST("/api/datasets/{id}/phenotypes", { params: { path: { id } }, body }));
}

export function updatePhenotype(id: string, pid: string, body: DatasetPhenotypeInput): Promise<Dataset> {
  return unwrap(client.PUT("/api/datasets/{id}/phenotypes/{pid}", { params: { path: { id, pid } }, body }));
}

/** With its files and credible sets. */
export function deletePhenotype(id: string, pid: string): Promise<Dataset> {
  return unwrap(client.DELETE("/api/datasets/{id}/phenotypes/{pid}", { params: { path: { id, pid } } }));
}

/** Makes a complete upload of the caller the current version of a phenotype's file. */
export function putFile(id: string, pid: string, uploadId: string): Promise<Dataset> {
  const params = { path: { id, pid } };
  return unwrap(client.PUT("/api/datasets/{id}/phenotypes/{pid}/file", { params, body: { upload_id: uploadId } }));
}

export function addCredibleSet(id: string, pid: string, name: string, uploadId: string): Promise<Dataset> {
  const params = { path: { id, pid } };
  const body = { name, upload_id: uploadId };
  return unwrap(client.POST("/api/datasets/{id}/phenotypes/{pid}/credible-sets", { params, body }));
}

/** Renames a credible set; `uploadId` adds a new version of its file. */
export function updateCredibleSet(
  id: string,
  pid: string,
  cid: string,
  name: string,
  uploadId?: string,
): Promise<Dataset> {
  const params = { path: { id, pid, cid } };
  const body = { name, upload_id: uploadId };
  return unwrap(client.PUT("/api/datasets/{id}/phenotypes/{pid}/credible-sets/{cid}", { params, body }));
}

export function deleteCredibleSet(id: string, pid: string, cid: string): Promise<Dataset> {
  const params = { path: { id, pid, cid } };
  return unwrap(client.DELETE("/api/datasets/{id}/phenotypes/{pid}/credible-sets/{cid}", { params }));
}

/** Stated facts of a file: the meaning of its columns, its genome build. */
export interface CheckWish {
  mapping?: Mapping;
  genome_build?: "hg19" | "grch38";
}

/** Checks a file again with the stated facts. */
export function createCheck(id: string, fid: string, body: CheckWish = {}): Promise<DatasetCheck> {
  const params = { path: { id, fid } };
  return unwrap(client.POST("/api/datasets/{id}/files/{fid}/checks", { params, body }));
}

/** A link to a version of a file that works without an account. */
export interface LinkWish {
  file_id: string;
  /** From 0.25 up to the most that the server allows. */
  hours: number;
  note?: string;
}

export function createLink(id: string, body: LinkWish): Promise<DatasetLink> {
  return unwrap(client.POST("/api/datasets/{id}/links", { params: { path: { id } }, body }));
}

export async function revokeLink(id: string, lid: string): Promise<void> {
  await unwrap(client.DELETE("/api/datasets/{id}/links/{lid}", { params: { path: { id, lid } } }));
}

/** PMID, PMCID or DOI; 404 if it is unknown. */
export function lookUpPublication(pubId: string, signal?: AbortSignal): Promise<Publication> {
  return unwrap(client.GET("/api/publications", { params: { query: { pub_id: pubId } }, signal }));
}

/** Saves a search, the query string of the page, in place of one of the same name. */
export function saveView(name: string, search: string): Promise<DatasetView> {
  return unwrap(client.PUT("/api/dataset-views/{name}", { params: { path: { name } }, body: { search } }));
}

export async function deleteView(name: string): Promise<void> {
  await unwrap(client.DELETE("/api/dataset-views/{name}", { params: { path: { name } } }));
}

/** Creates and changes the data sets of a sheet, all or none. */
export function createBatch(body: DatasetSheet): Promise<DatasetBatch> {
  return unwrap(client.POST("/api/dataset-batches", { body }));
}

/** Undoes a batch whose data sets are unchanged since. */
export function undoBatch(id: string): Promise<DatasetBatch> {
  return unwrap(client.POST("/api/dataset-batches/{id}/undo", { params: { path: { id } } }));
}
