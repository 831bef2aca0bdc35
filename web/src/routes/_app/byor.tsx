import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { GalleryPage } from "@/features/pages/gallery/GalleryPage";
import { type GallerySearch, gallerySearch } from "@/features/pages/gallery/search";

export const Route = createFileRoute("/_app/byor")({
  staticData: { title: "BYOR", parent: "/tools" },
  validateSearch: gallerySearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: "/byor" });
  const onSearch = useCallback(
    (change: Partial<GallerySearch>) =>
      void navigate({ to: ".", search: (previous) => ({ ...previous, ...change }), replace: "q" in change }),
    [navigate],
  );
  return <GalleryPage search={search} onSearch={onSearch} />;
}
