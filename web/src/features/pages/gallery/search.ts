import { z } from "zod/mini";
import { searchText, tableSearch } from "@/lib/list/table-search";

/** What the gallery keeps in the address: "mine", "shared" or "bin"; without it, what is published. */
export const gallerySearch = z.extend(tableSearch, { scope: searchText });
export type GallerySearch = z.infer<typeof gallerySearch>;

export interface GalleryProps {
  search: GallerySearch;
  onSearch: (change: Partial<GallerySearch>) => void;
}
