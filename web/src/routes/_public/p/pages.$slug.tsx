import { createFileRoute } from "@tanstack/react-router";
import { PublishedPageView } from "@/features/pages/public/PublishedPage";
import type { PageSearch } from "@/lib/document/pageSearch";

export const Route = createFileRoute("/_public/p/pages/$slug")({
  staticData: { title: "Published page" },
  // The page reads it: what does so is not part of what every page begins with.
  validateSearch: (search): PageSearch => search,
  component: Page,
});

function Page() {
  const { slug } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PublishedPageView
      key={slug}
      slug={slug}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
