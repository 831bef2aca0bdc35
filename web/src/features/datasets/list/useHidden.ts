import { useState } from "react";
import { z } from "zod/mini";
import { readStored, writeStored } from "@/lib/browser/stored";

const stored = z.array(z.string());

/** The value in the address for "none is hidden", as a missing list means the default. */
const none = "none";

/** The columns hidden by default, which answer rarer questions. */
const hiddenAtFirst = [
  "description",
  "institution",
  "build",
  "sex",
  "size",
  "status",
  "submitter",
  "owner",
  "pub",
  "created",
];

const keyOf = (account: string) => `cohortium-columns/datasets/${account}`;

/**
 * The columns that are not shown: those of the address, else those that this account chose last in this browser.
 * `choose` keeps a choice and answers with what belongs into the address.
 */
export function useHidden(account: string, inAddress: string[] | undefined) {
  const [chosen, setChosen] = useState(() => stored.safeParse(readStored(keyOf(account))).data);
  const hidden = inAddress ?? chosen ?? hiddenAtFirst;

  function choose(next: string[] | undefined): string[] {
    const columns = (next ?? []).filter((column) => column !== none);
    const kept = columns.length > 0 ? columns : [none];
    writeStored(keyOf(account), kept);
    setChosen(kept);
    return kept;
  }

  return { hidden, choose };
}
