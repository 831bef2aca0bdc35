import { z } from "zod";
import { searchText } from "@/lib/table-search";

/** The parts of the page of a data set, in their order. */
export const parts = ["about", "results", "files", "cite", "history", "sharing"] as const;
export type Part = (typeof parts)[number];

/** What the page keeps in the address. */
export const pageSearch = z.object({
  part: z.enum(parts).optional().catch(undefined),
  /** Id of the phenotype whose results are shown. */
  phenotype: searchText,
  edit: z.boolean().optional().catch(undefined),
  /** What is edited: its files; absent: what is said about it. */
  step: z.enum(["files"]).optional().catch(undefined),
});

export type PageSearch = z.infer<typeof pageSearch>;
