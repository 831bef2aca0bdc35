import { z } from "zod/mini";
import { maybe, searchList } from "@/lib/list/table-search";

/** `q` are the values in the order of the schema, `flank` base pairs on both sides of a gene. */
export const indexSearch = z.object({
  q: searchList,
  flank: maybe(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000_000))),
});
export type IndexSearch = z.infer<typeof indexSearch>;
