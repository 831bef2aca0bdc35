import { z } from "zod/mini";
import { listOf, maybe, searchText } from "@/lib/list/table-search";

export const phenotypesListed = listOf(
  { show: maybe(z.enum(["current", "retired"])) },
  { columns: ["code", "description", "used_by"], usual: "code" },
);

/** What the page of phenotypes keeps in the address. */
export const phenotypesSearch = phenotypesListed.search;
export type PhenotypesSearch = z.infer<typeof phenotypesSearch>;

const flag = maybe(
  z.pipe(
    z.coerce.boolean(),
    z.transform((on) => on || undefined),
  ),
);

/** What the totals page keeps in the address. `behind` is the phenotype whose cohorts are shown. */
export const totalsSearch = z.object({
  view: maybe(z.enum(["top", "cooccurrence"])),
  sex: maybe(z.enum(["male", "female"])),
  q: searchText,
  sort: searchText,
  validated: flag,
  cases: flag,
  behind: searchText,
});

export type TotalsSearch = z.infer<typeof totalsSearch>;
