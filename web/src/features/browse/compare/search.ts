import { z } from "zod/mini";
import { maybe, searchText } from "@/lib/list/table-search";

/** What the page of a comparison keeps in the address. */
export const compareSearch = z.object({
  /** Results by their names: "ma:…", "upload:…", "file:…". */
  up: searchText,
  down: searchText,
  /** "z": Z against Z instead of effects on their scale. */
  effects: maybe(z.enum(["beta", "z"])),
  /** "same": both halves of the Miami plot have one scale. */
  axes: maybe(z.enum(["own", "same"])),
  /** Which loci the table lists. */
  loci: maybe(z.enum(["both", "up", "down"])),
});

export type CompareSearch = z.infer<typeof compareSearch>;
