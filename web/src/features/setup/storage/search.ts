import type { z } from "zod/mini";
import type { StorageOwnerParams } from "@/api/server/storage";
import { listOf } from "@/lib/list/table-search";

export const ownersListed = listOf(
  {},
  { columns: ["bytes", "user_name", "datasets", "indexes", "tables"], usual: "-bytes" },
);

/** What the list of owners keeps in the address. */
export const ownersSearch = ownersListed.search;
export type OwnersSearch = z.infer<typeof ownersSearch>;

/** The question to the server for one page. */
export const ownersParams = (search: OwnersSearch): StorageOwnerParams => ownersListed.questionOf(search);
