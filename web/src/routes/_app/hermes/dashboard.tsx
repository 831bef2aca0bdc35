import { createFileRoute } from "@tanstack/react-router";
import { dashboardQuery } from "@/api/hermes/dashboard";
import { uploadsQuery } from "@/api/hermes/hermes";
import { DashboardPage } from "@/features/hermes/dashboard/DashboardPage";
import { dashboardParams, dashboardSearch } from "@/features/hermes/dashboard/search";

export const Route = createFileRoute("/_app/hermes/dashboard")({
  staticData: { title: "Dashboard" },
  validateSearch: dashboardSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps }) => {
    void queries.prefetchQuery(dashboardQuery);
    void queries.prefetchQuery(uploadsQuery(dashboardParams(deps)));
  },
  component: Dashboard,
});

function Dashboard() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <DashboardPage
      search={search}
      onSearch={(change) => void navigate({ search: (now) => ({ ...now, ...change }), resetScroll: false })}
    />
  );
}
