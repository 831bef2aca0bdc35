import { z } from "zod/mini";
import { maybe, searchText } from "@/lib/list/table-search";

/** The parts of the page of a data set, in their order. */
export const parts = ["about", "results", "files", "cite", "history", "sharing"] as const;
export type Part = (typeof parts)[number];

/** What the page keeps in the address. */
export const pageSearch = z.object({
  part: maybe(z.enum(parts)),
  /** Id of the phenotype whose results are shown. */
  phenotype: searchText,
  edit: maybe(z.boolean()),
  /** The edited part: files; absent: metadata. */
  step: maybe(z.enum(["files"])),
});

export type PageSearch = z.infer<typeof pageSearch>;
