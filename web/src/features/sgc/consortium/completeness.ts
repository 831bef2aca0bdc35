import type { z } from "zod";
import type { Completeness, CompletenessParams } from "@/api/sgc";
import { searchList, tableSearch } from "@/lib/table-search";
import { isKind } from "../words";

export type CompletenessRow = Completeness["items"][number];

export const pageSize = 50;
/** Those that were quiet the longest first. */
export const defaultSort = "last_activity";

const sorts = ["name", "-name", "last_activity", "-last_activity"];

/** What the page keeps in the address. */
export const completenessSearch = tableSearch.extend({ missing: searchList });
export type CompletenessSearch = z.infer<typeof completenessSearch>;

/** The question to the server; words it does not know are left out, so that an old link still works. */
export function completenessParams(search: CompletenessSearch): CompletenessParams {
  return {
    limit: pageSize,
    cursor: search.after?.at(-1),
    q: search.q,
    missing: search.missing?.filter(isKind),
    sort: (sorts.includes(search.sort ?? "") ? search.sort : defaultSort) as CompletenessParams["sort"],
  };
}

export const noFilters = { q: undefined, missing: undefined, after: undefined };

export function isFiltered(search: CompletenessSearch): boolean {
  return Boolean(search.q || search.missing?.length);
}
