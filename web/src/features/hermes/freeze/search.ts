import type { z } from "zod/mini";
import { listOf, searchList } from "@/lib/list/table-search";

export const freezesListed = listOf({ state: searchList }, { columns: ["created_at", "name"], usual: "-created_at" });

/** What the list of freezes keeps in the address. */
export const freezeListSearch = freezesListed.search;
export type FreezeListSearch = z.infer<typeof freezeListSearch>;

/** What the page of one freeze keeps in the address. */
export interface FreezeSearch {
  sex?: string | undefined;
  /** The results that cells show; absent: the main ones. */
  scheme?: string | undefined;
  /** "table" in place of the matrix. */
  view?: string | undefined;
  /** "review": only cells that need a look. */
  only?: string | undefined;
}
