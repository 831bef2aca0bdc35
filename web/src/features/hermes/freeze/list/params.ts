import type { FreezeListParams, FreezeState } from "@/api/hermes/freezes";
import { type FreezeListSearch, freezesListed } from "../search";
import { freezeStateWords } from "../words";

export const freezeStates = Object.keys(freezeStateWords) as FreezeState[];

/** The question to the server; states it does not know are left out, so that an old link still works. */
export function freezeParams(search: FreezeListSearch): FreezeListParams {
  return {
    ...freezesListed.questionOf(search),
    state: search.state?.filter((word): word is FreezeState => (freezeStates as string[]).includes(word)),
  };
}
