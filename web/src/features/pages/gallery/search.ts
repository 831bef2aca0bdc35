import { z } from "zod/mini";
import { searchText, tableSearch } from "@/lib/list/table-search";

/** The search parameters of the gallery: "mine", "shared" or "bin"; published pages by default. */
export const gallerySearch = z.extend(tableSearch, { scope: searchText });
export type GallerySearch = z.infer<typeof gallerySearch>;

export interface GalleryProps {
  search: GallerySearch;
  onSearch: (change: Partial<GallerySearch>) => void;
}
