import { createFileRoute } from "@tanstack/react-router";
import { GalleryPage } from "@/features/pages/gallery/GalleryPage";
import { type GallerySearch, gallerySearch } from "@/features/pages/gallery/search";
import { useChangeSearch } from "@/ui/useChangeSearch";

export const Route = createFileRoute("/_app/byor")({
  staticData: { title: "BYOR", parent: "/tools" },
  validateSearch: gallerySearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const onSearch = useChangeSearch<GallerySearch>(Route.fullPath);
  return <GalleryPage search={search} onSearch={onSearch} />;
}
