import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { metaQuery } from "@/api/hermes/meta";
import { demand } from "@/features/accounts/frame/admit";
import { draftOf, preparedBy } from "@/features/hermes/meta/new/draft";
import { MaNew } from "@/features/hermes/meta/new/MaNew";
import { maybe, searchText } from "@/lib/list/table-search";
import { may } from "@/lib/permission";
import { AnchorLink } from "@/ui/action/links";
import { type Answer, Answered, onPage } from "@/ui/state/Answered";
import { PageSkeleton } from "@/ui/state/Skeletons";

export const Route = createFileRoute("/_app/hermes/ma/new")({
  staticData: { title: "New meta-analysis", parent: "/hermes/ma" },
  beforeLoad: ({ context }) =>
    demand(
      may(context.user, "viewAllUploads"),
      "Only accounts that can see all submissions can prepare a meta-analysis. Ask a reviewer.",
    ),
  validateSearch: z.object({
    step: maybe(z.coerce.number().check(z.int())),
    /** An earlier run to begin from. */
    from: searchText,
    /** The choices of an account that prepared the run for a reviewer. */
    plan: z.optional(z.unknown()),
  }),
  component: New,
});

function New() {
  const { step = 1, from, plan } = Route.useSearch();
  const account = Route.useRouteContext({ select: (context) => context.user.id });
  const navigate = Route.useNavigate();
  const earlier = useQuery({ ...metaQuery(from ?? ""), enabled: from !== undefined });
  // Once a step was gone the address names no earlier run any more, and the page stays the same.
  const begun: Answer<ReturnType<typeof draftOf> | null> =
    from === undefined
      ? { ...earlier, data: preparedBy(plan) ?? null, error: null }
      : { ...earlier, data: earlier.data && draftOf(earlier.data) };
  return (
    <Answered
      what="the earlier run"
      answer={begun}
      loading={<PageSkeleton label="Reading the earlier run" />}
      frame={onPage}
      actions={<AnchorLink to="/hermes/ma/new">Start from scratch</AnchorLink>}
    >
      {(draft) => (
        <MaNew
          account={account}
          step={step}
          onStep={(next) => void navigate({ search: { step: next } })}
          from={draft ?? undefined}
          plan={plan === undefined ? undefined : draft ? "whole" : "cut"}
          onStarted={(meta) => void navigate({ to: "/hermes/ma/$id", params: { id: meta.id } })}
        />
      )}
    </Answered>
  );
}
