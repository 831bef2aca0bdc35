import { z } from "zod/mini";
import { maybe, searchText } from "@/lib/list/table-search";
import { browseSearch } from "@/lib/route/browse-address";

/** The search parameters of the region page; defaults are not written. */
export const regionSearch = z.extend(browseSearch, {
  /** Symbol of the gene that was asked for. */
  gene: searchText,
  /** Name of the LD data that colours; that of the people of the first track unless one is chosen. */
  panel: searchText,
  credible: maybe(z.boolean()),
  recombination: maybe(z.boolean()),
});
export type RegionSearch = z.infer<typeof regionSearch>;

/** Whether something is shown that is there unless it was turned off. */
export const isShown = (value: boolean | undefined): boolean => value !== false;
