import type { z } from "zod/mini";
import type { FreezeListParams, FreezeState } from "@/api/hermes/freezes";
import { listOf, searchList } from "@/lib/list/table-search";
import { freezeStateWords } from "./words";

export const freezeStates = Object.keys(freezeStateWords) as FreezeState[];

export const freezesListed = listOf({ state: searchList }, { columns: ["created_at", "name"], usual: "-created_at" });

/** What the list of freezes keeps in the address. */
export const freezeListSearch = freezesListed.search;
export type FreezeListSearch = z.infer<typeof freezeListSearch>;

/** The question to the server; states it does not know are left out, so that an old link still works. */
export function freezeParams(search: FreezeListSearch): FreezeListParams {
  return {
    ...freezesListed.questionOf(search),
    state: search.state?.filter((word): word is FreezeState => (freezeStates as string[]).includes(word)),
  };
}

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
