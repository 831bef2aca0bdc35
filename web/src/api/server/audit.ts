import { keepPreviousData } from "@tanstack/react-query";
import { apiQuery } from "@/api/api-query";
import { apiOrigin, client, type Schemas, unwrap } from "@/api/client";
import type { operations } from "@/api/gen/schema";

export type AuditEvent = Schemas["AuditEvent"];
export type AuditObject = Schemas["AuditObject"];
export type AuditCheck = Schemas["AuditCheck"];
export type AuditParams = NonNullable<operations["listAudit"]["parameters"]["query"]>;

export const auditQuery = (query: AuditParams) =>
  apiQuery("/api/audit", { query }, { placeholderData: keepPreviousData });

/** Reads the whole trail on the server. */
export function verifyAudit(): Promise<AuditCheck> {
  return unwrap(client.POST("/api/audit/verify"));
}

/** The address of the same entries as a file, all pages of them. */
export function auditExportUrl(format: "csv" | "jsonl", { limit, cursor, facets, ...filter }: AuditParams): string {
  const query = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(filter)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one) query.append(name, one);
  }
  return `${apiOrigin}/api/audit/export?${query}`;
}
