import { createFileRoute } from "@tanstack/react-router";
import { PublishedPageView } from "@/features/pages/public/PublishedPage";
import type { PageSearch } from "@/lib/document/pageSearch";
import { useSearchReplaced } from "@/lib/route/address";

export const Route = createFileRoute("/_public/p/pages/$slug")({
  staticData: { title: "Published page" },
  // The page reads it: what does so is not part of what every page begins with.
  validateSearch: (search): PageSearch => search,
  component: Page,
});

function Page() {
  const { slug } = Route.useParams();
  return <PublishedPageView key={slug} slug={slug} search={Route.useSearch()} onSearch={useSearchReplaced()} />;
}
