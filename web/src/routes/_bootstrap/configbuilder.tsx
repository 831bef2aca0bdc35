import { createFileRoute } from "@tanstack/react-router";
import { useLiveJobs } from "@/api/events";
import { builderSearch } from "@/features/pages/builder/search";
import { useFocusNear } from "@/ui/focus/useFocusNear";
import { late } from "@/ui/state/late";
import { PageSkeleton } from "@/ui/state/Skeletons";

export const Route = createFileRoute("/_bootstrap/configbuilder")({
  staticData: { title: "Page builder", parent: "/tools" },
  validateSearch: builderSearch,
  component: Page,
});

// A user who starts a page does not need the builder yet, and one who opens a page has started it
// before.
const BuilderPage = late(async () => (await import("@/features/pages/builder/BuilderPage")).BuilderPage);
const StartPage = late(async () => (await import("@/features/pages/start/StartPage")).StartPage);

function Page() {
  useLiveJobs();
  useFocusNear();
  const search = Route.useSearch();
  const { page, from, replace } = search;
  const meanwhile = <PageSkeleton label="Opening the builder" />;
  return page ? (
    <BuilderPage key={page} id={page} search={search} meanwhile={meanwhile} />
  ) : (
    <StartPage key={replace} from={from} replace={replace} meanwhile={meanwhile} />
  );
}
