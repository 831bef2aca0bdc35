import { createQuerySerializer } from "openapi-fetch";
import { apiOrigin } from "@/api/client";
import type { DatasetExportParams, MetadataFormat } from "./datasets";

const serialize = createQuerySerializer({ array: { style: "form", explode: true } });
const part = encodeURIComponent;

/** Addresses for plain links; the browser sends the session. */
export const fileUrl = (id: string, fid: string) => `${apiOrigin}/api/datasets/${part(id)}/files/${part(fid)}`;
export const depositUrl = (id: string, fid: string) => `${fileUrl(id, fid)}/deposit`;
export const gwasSsfYamlUrl = (id: string, fid: string) => `${fileUrl(id, fid)}/gwas-ssf-meta.yaml`;
export const metadataUrl = (id: string, format: MetadataFormat) =>
  `${apiOrigin}/api/datasets/${part(id)}/metadata/${format}`;

/** Everything that the filters select, on all pages. */
export function exportUrl(format: "csv" | "json", params: DatasetExportParams): string {
  const address = `${apiOrigin}/api/datasets.${format}`;
  const query = serialize(params);
  return query ? `${address}?${query}` : address;
}

/** The full URL of a `path` from the server (short links, signed links), to share. */
export function wholeUrl(path: string): string {
  return `${apiOrigin || location.origin}${path}`;
}
