import { z } from "zod/mini";
import { maybe, searchList, searchText } from "../list/table-search";

/** The state in the address: a filter is `id~text~text`, `id~low..high` or `id~number`; `id~` takes a preset away. */
export const pageSearch = z.object({
  f: searchList,
  sort: searchText,
  page: maybe(z.coerce.number().check(z.int(), z.minimum(1))),
  plot: searchText,
  view: searchList,
  star: searchList,
  stars: maybe(z.literal("only")),
  hide: searchList,
});

export type PageSearch = z.infer<typeof pageSearch>;
