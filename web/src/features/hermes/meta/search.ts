import type { z } from "zod";
import type { MetaListParams } from "@/api/hermes";
import { type MetaStatus, metaStatusWords } from "@/lib/status";
import { searchList, tableSearch } from "@/lib/table-search";

export const defaultSort = "-created_at";
const pageSize = 50;
const sorts = ["created_at", "-created_at", "name", "-name"];

export const metaStatuses = Object.keys(metaStatusWords) as MetaStatus[];

/** What the list of meta-analyses keeps in the address. */
export const maSearch = tableSearch.extend({ status: searchList });
export type MaSearch = z.infer<typeof maSearch>;

/** The question to the server; words it does not know are left out, so that an old link still works. */
export function maParams(search: MaSearch): MetaListParams {
  return {
    limit: pageSize,
    sort: (sorts.includes(search.sort ?? "") ? search.sort : defaultSort) as MetaListParams["sort"],
    q: search.q,
    cursor: search.after?.at(-1),
    status: search.status?.filter((word): word is MetaStatus => (metaStatuses as string[]).includes(word)),
  };
}

export const isFiltered = (search: MaSearch): boolean => Boolean(search.q || search.status?.length);

export const noFilters = { q: undefined, status: undefined, after: undefined };

/** What the page of one result keeps in the address. */
export interface ResultSearch {
  /** Key of the locus whose forest plot is shown. */
  locus?: string | undefined;
  /** "16:53500000-54500000" */
  region?: string | undefined;
}
