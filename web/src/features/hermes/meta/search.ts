import type { z } from "zod/mini";
import type { MetaListParams } from "@/api/hermes/meta";
import { listOf, searchList } from "@/lib/list/table-search";
import { type MetaStatus, metaStatusWords } from "@/lib/status";

export const metaStatuses = Object.keys(metaStatusWords) as MetaStatus[];

export const maListed = listOf(
  { status: searchList },
  { columns: ["created_at", "name", "datasets", "variants", "loci", "lambda"], usual: "-created_at" },
);

/** What the list of meta-analyses keeps in the address. */
export const maSearch = maListed.search;
export type MaSearch = z.infer<typeof maSearch>;

/** The question to the server; words it does not know are left out, so that an old link still works. */
export function maParams(search: MaSearch): MetaListParams {
  return {
    ...maListed.questionOf(search),
    status: search.status?.filter((word): word is MetaStatus => (metaStatuses as string[]).includes(word)),
  };
}

/** What the page of one result keeps in the address. */
export interface ResultSearch {
  /** Key of the locus whose forest plot is shown. */
  locus?: string | undefined;
  /** "16:53500000-54500000" */
  region?: string | undefined;
  /** How the loci are sorted; absent: strongest first. */
  sort?: string | undefined;
}
