import { createFileRoute } from "@tanstack/react-router";
import { GalleryPage } from "@/features/pages/gallery/GalleryPage";
import { gallerySearch } from "@/features/pages/gallery/search";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_app/byor")({
  staticData: { title: "BYOR", parent: "/tools" },
  validateSearch: gallerySearch,
  component: Page,
});

function Page() {
  return <GalleryPage search={Route.useSearch()} onSearch={useSearchChange()} />;
}
