import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { metaQuery } from "@/api/hermes";
import { draftOf } from "@/features/hermes/meta/draft";
import { MaNew } from "@/features/hermes/meta/MaNew";
import { searchText } from "@/lib/table-search";
import { PageSkeleton } from "@/ui/Skeletons";

export const Route = createFileRoute("/_app/hermes/ma/new")({
  staticData: { title: "New meta-analysis", parent: "/hermes/ma" },
  validateSearch: z.object({
    step: z.coerce.number().int().optional().catch(undefined),
    /** An earlier run to begin from. */
    from: searchText,
  }),
  component: New,
});

function New() {
  const { step = 1, from } = Route.useSearch();
  const account = Route.useRouteContext({ select: (context) => context.user.id });
  const navigate = Route.useNavigate();
  const earlier = useQuery({ ...metaQuery(from ?? ""), enabled: from !== undefined });
  if (from && earlier.isPending) return <PageSkeleton label="Reading the earlier run" />;
  return (
    <MaNew
      account={account}
      step={step}
      onStep={(next) => void navigate({ search: { step: next } })}
      from={from && earlier.data ? draftOf(earlier.data) : undefined}
      onStarted={(meta) => void navigate({ to: "/hermes/ma/$id", params: { id: meta.id } })}
    />
  );
}
