import type { z } from "zod/mini";
import type { CohortListParams } from "@/api/sgc/sgc";
import { listOf, searchList, searchText } from "@/lib/list/table-search";
import { isKind, isStatus } from "../../kinds";

export const cohortsListed = listOf(
  { status: searchList, missing: searchList, owner: searchText },
  { columns: ["created_at", "name", "total", "males", "females", "owner", "last_activity"], usual: "-created_at" },
);

/** What the list of cohorts keeps in the address. */
export const cohortsSearch = cohortsListed.search;
export type CohortsSearch = z.infer<typeof cohortsSearch>;

/** The question to the server; words it does not know are left out, so that an old link still works. */
export function listParams(search: CohortsSearch): CohortListParams {
  return {
    ...cohortsListed.questionOf(search),
    owner: search.owner,
    status: search.status?.filter(isStatus),
    missing: search.missing?.filter(isKind),
  };
}
