import type { z } from "zod/mini";
import type { Completeness, CompletenessParams } from "@/api/sgc/sgc";
import { listOf, searchList } from "@/lib/list/table-search";
import { isKind } from "../kinds";

export type CompletenessRow = Completeness["items"][number];

/** Those that were quiet the longest first. */
export const completenessListed = listOf(
  { missing: searchList },
  { columns: ["name", "last_activity"], usual: "last_activity" },
);

/** What the page keeps in the address. */
export const completenessSearch = completenessListed.search;
export type CompletenessSearch = z.infer<typeof completenessSearch>;

/** The question to the server; words it does not know are left out, so that an old link still works. */
export function completenessParams(search: CompletenessSearch): CompletenessParams {
  return {
    ...completenessListed.questionOf(search),
    missing: search.missing?.filter(isKind),
  };
}
