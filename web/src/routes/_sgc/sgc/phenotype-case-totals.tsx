import { createFileRoute } from "@tanstack/react-router";
import { totalsQuery } from "@/api/sgc/sgc";
import { demand } from "@/features/accounts/frame/admit";
import { totalsSearch } from "@/features/sgc/consortium/search";
import { TotalsPage } from "@/features/sgc/consortium/TotalsPage";
import { may } from "@/lib/permission";

export const Route = createFileRoute("/_sgc/sgc/phenotype-case-totals")({
  staticData: { title: "Phenotype case totals" },
  validateSearch: totalsSearch,
  beforeLoad: ({ context: { sgcUser } }) =>
    demand(sgcUser !== null && may(sgcUser, "sgc-review-data"), "Only SGC reviewers can see totals over all cohorts."),
  loaderDeps: ({ search: { validated } }) => ({ validated }),
  // Starts the question early; the page shows its own loading and error states.
  loader: ({ context, deps }) => void context.queries.prefetchQuery(totalsQuery(deps.validated ?? false)),
  component: Totals,
});

function Totals() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TotalsPage
      search={search}
      onSearch={(change) =>
        void navigate({
          search: (previous) => ({ ...previous, ...change }),
          replace: "q" in change,
          resetScroll: "view" in change,
        })
      }
    />
  );
}
