import { z } from "zod/mini";
import { listOf, maybe } from "@/lib/list/table-search";

const listed = listOf({ show: maybe(z.enum(["current", "retired", "asked"])) });

/** Showing all requests leaves no phenotype out. */
export const phenotypesListed = {
  ...listed,
  isFiltered: ({ show, ...search }: PhenotypesSearch) =>
    listed.isFiltered(show === "asked" ? search : { ...search, show }),
};

/** What the page of phenotypes keeps in the address. */
export const phenotypesSearch = listed.search;
export type PhenotypesSearch = z.infer<typeof phenotypesSearch>;
