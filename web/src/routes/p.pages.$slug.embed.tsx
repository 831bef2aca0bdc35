import { createFileRoute } from "@tanstack/react-router";
import { PublishedPageView } from "@/features/pages/public/PublishedPage";
import type { PageSearch } from "@/lib/document/pageSearch";
import { useSearchReplaced } from "@/lib/route/address";
import { RootError } from "@/ui/state/ErrorPage";

/** What other sites show within their own: the page alone. */
export const Route = createFileRoute("/p/pages/$slug/embed")({
  staticData: { title: "Published page" },
  // The page reads it: what does so is not part of what every page begins with.
  validateSearch: (search): PageSearch => search,
  component: Page,
  errorComponent: RootError,
});

function Page() {
  const { slug } = Route.useParams();
  return (
    <PublishedPageView key={slug} embedded slug={slug} search={Route.useSearch()} onSearch={useSearchReplaced()} />
  );
}
