import type { PageListParams, PublishedListParams } from "@/api/pages/pages";
import { listOf } from "@/lib/list/table-search";
import type { GallerySearch } from "./search";

export type Scope = "mine" | "shared" | "bin";

/** The list that the address names; one that is not known is the gallery. */
export const scopeOf = ({ scope }: GallerySearch): Scope | undefined =>
  scope === "mine" || scope === "shared" || scope === "bin" ? scope : undefined;

export const list = listOf({}, { columns: ["updated_at", "title"], usual: "-updated_at" });

/** The question to the server for one page of the list. */
export function pageListParams(search: GallerySearch): PageListParams {
  const scope = scopeOf(search);
  return { ...list.questionOf(search), scope: scope === "bin" ? undefined : scope, bin: scope === "bin" || undefined };
}

export function publishedParams(search: GallerySearch): PublishedListParams {
  const { limit, q, cursor } = list.questionOf(search);
  return { limit, q, cursor };
}
