import type { z } from "zod/mini";
import type { PublicListParams } from "@/api/datasets/public";
import { listOf, searchList } from "@/lib/list/table-search";
import { knownIn } from "../list/search";

/** In the order of their chips. */
export const publicFilters = ["ancestry", "data_type", "genome_build", "sex"] as const;

export const publicListed = listOf(
  { ancestry: searchList, data_type: searchList, genome_build: searchList, sex: searchList },
  { columns: ["updated_at", "name", "study", "global_sample_size", "bytes"], usual: "-updated_at" },
);

/** What the list for everybody keeps in the address. */
export const publicSearch = publicListed.search;
export type PublicSearch = z.infer<typeof publicSearch>;

/** The question to the server for one page; words that it does not know are left out. */
export function publicParams(search: PublicSearch): PublicListParams {
  return {
    ...publicListed.questionOf(search),
    ...knownIn(search, publicFilters),
  };
}
