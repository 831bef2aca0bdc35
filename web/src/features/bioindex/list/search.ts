import { z } from "zod/mini";
import type { BioIndexListParams } from "@/api/bioindex/bioindex";
import { listOf, maybe } from "@/lib/list/table-search";

export const scopes = ["mine", "shared", "public", "bin"] as const;
export type Scope = (typeof scopes)[number];

export const list = listOf({}, { columns: ["updated_at", "name", "owner", "rows", "bytes"], usual: "-updated_at" });

/** What the list of indexes keeps in the address. */
export const indexListSearch = z.extend(list.search, { scope: maybe(z.enum(scopes)) });
export type IndexListSearch = z.infer<typeof indexListSearch>;

/** The question to the server for one page. */
export function indexListParams(search: IndexListSearch): BioIndexListParams {
  const { limit, sort, q, cursor } = list.questionOf(search);
  const { scope } = search;
  return { limit, sort, q, cursor, scope: scope === "bin" ? undefined : scope, bin: scope === "bin" || undefined };
}
