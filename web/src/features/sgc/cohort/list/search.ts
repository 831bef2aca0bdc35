import type { z } from "zod";
import type { CohortListParams } from "@/api/sgc";
import { searchList, searchText, tableSearch } from "@/lib/table-search";
import { isKind, isStatus } from "../../words";

export const defaultSort = "-created_at";
export const pageSize = 50;

const sorts = ["created_at", "name", "total", "owner", "last_activity"].flatMap((word) => [word, `-${word}`]);

/** What the list of cohorts keeps in the address. */
export const cohortsSearch = tableSearch.extend({ status: searchList, missing: searchList, owner: searchText });
export type CohortsSearch = z.infer<typeof cohortsSearch>;

/** The question to the server; words it does not know are left out, so that an old link still works. */
export function listParams(search: CohortsSearch): CohortListParams {
  const sort = sorts.includes(search.sort ?? "") ? (search.sort as CohortListParams["sort"]) : defaultSort;
  return {
    limit: pageSize,
    sort,
    q: search.q,
    cursor: search.after?.at(-1),
    owner: search.owner,
    status: search.status?.filter(isStatus),
    missing: search.missing?.filter(isKind),
  };
}

export function isFiltered(search: CohortsSearch): boolean {
  return Boolean(search.q || search.owner || search.status?.length || search.missing?.length);
}

export const noFilters = { q: undefined, owner: undefined, status: undefined, missing: undefined, after: undefined };
