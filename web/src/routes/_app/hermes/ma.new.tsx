import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { metaQuery } from "@/api/hermes/meta";
import { preparedQuery } from "@/api/hermes/prepared";
import { demandAll } from "@/features/accounts/frame/admit";
import { type Draft, draftOf, draftOfPrepared } from "@/features/hermes/meta/new/draft";
import { MaNew } from "@/features/hermes/meta/new/MaNew";
import { maybe, searchText } from "@/lib/list/table-search";
import { AnchorLink } from "@/ui/action/links";
import { type Answer, Answered, onPage } from "@/ui/state/Answered";
import { PageSkeleton } from "@/ui/state/Skeletons";

export const Route = createFileRoute("/_app/hermes/ma/new")({
  staticData: { title: "New meta-analysis", parent: "/hermes/ma" },
  beforeLoad: demandAll,
  validateSearch: z.object({
    step: maybe(z.coerce.number()),
    /** An earlier run to begin from. */
    from: searchText,
    /** A prepared meta-analysis to start, or to change. */
    prepared: searchText,
  }),
  component: New,
});

function New() {
  const { step = 1, from, prepared: preparedId } = Route.useSearch();
  const account = Route.useRouteContext({ select: (context) => context.user.id });
  const navigate = Route.useNavigate();
  const earlier = useQuery({ ...metaQuery(from ?? ""), enabled: from !== undefined && preparedId === undefined });
  const prepared = useQuery({ ...preparedQuery(preparedId ?? ""), enabled: preparedId !== undefined });
  // Once a step was gone the address names no earlier run any more, and the page stays the same.
  const begun: Answer<Draft | null> =
    preparedId !== undefined
      ? { ...prepared, data: prepared.data && draftOfPrepared(prepared.data) }
      : from === undefined
        ? { ...earlier, data: null, error: null }
        : { ...earlier, data: earlier.data && draftOf(earlier.data) };
  return (
    <Answered
      what={preparedId === undefined ? "the earlier run" : "the prepared meta-analysis"}
      answer={begun}
      loading={<PageSkeleton label="Reading the choices" />}
      frame={onPage}
      actions={<AnchorLink to="/hermes/ma/new">Start from scratch</AnchorLink>}
    >
      {(draft) => (
        <MaNew
          key={preparedId && `${preparedId}-${prepared.data?.version}`}
          account={account}
          step={step}
          onStep={(next) => void navigate({ search: { step: next, prepared: preparedId } })}
          from={draft ?? undefined}
          prepared={preparedId === undefined ? undefined : prepared.data}
          onStarted={(meta) => void navigate({ to: "/hermes/ma/$id", params: { id: meta.id } })}
          onPrepared={({ id }) => void navigate({ to: "/hermes/ma/prepared/$id", params: { id } })}
        />
      )}
    </Answered>
  );
}
