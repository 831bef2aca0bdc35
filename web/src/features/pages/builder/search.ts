/** What the builder keeps in the address: the page that is built, or what a new one begins with. Pure; no DOM. */
import { z } from "zod/mini";
import { searchText } from "@/lib/list/table-search";

export const builderSearch = z.object({
  /** Id of a saved page. */
  page: searchText,
  /** Of a new page: its source, as "dataset_file:id:file". */
  from: searchText,
  /** Id of a page that gets another table. */
  replace: searchText,
  /** What the right side shows: "json", else the page. */
  tab: searchText,
  /** The step that is open on the left side; one that is not known is none. */
  step: searchText,
});
export type BuilderSearch = z.infer<typeof builderSearch>;
