import { z } from "zod/mini";
import { maybe, searchText } from "@/lib/list/table-search";
import { type BrowseArea, browseBuilds } from "@/lib/route/browse-address";

const count = maybe(z.coerce.number().check(z.int(), z.gte(0)));

/** What the pages of variants and genes keep in the address. */
export const pageSearch = z.object({
  build: maybe(z.enum(browseBuilds)),
  /** The allele that effects refer to. */
  allele: searchText,
  /** How far around a gene its hits are looked for, in bases. */
  flank: count,
  /** The result whose variants inside a gene are listed. */
  result: searchText,
  /** Results with a caveat are included. */
  all: maybe(z.literal(true)),
  /** How many results earlier pages have asked. */
  from: count,
});
export type PageSearch = z.infer<typeof pageSearch>;

export interface PageProps {
  area: BrowseArea;
  /** "rs2200733", "4:111710169", "4:111710169:C:T"; "PITX2", "ENSG00000164093" */
  what: string;
  search: PageSearch;
  onSearch: (search: PageSearch) => void;
}
