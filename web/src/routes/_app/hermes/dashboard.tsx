import { createFileRoute } from "@tanstack/react-router";
import { uploadsQuery } from "@/api/hermes";
import { DashboardPage } from "@/features/hermes/dashboard/DashboardPage";
import { dashboardParams, dashboardSearch } from "@/features/hermes/dashboard/search";

export const Route = createFileRoute("/_app/hermes/dashboard")({
  staticData: { title: "Dashboard" },
  validateSearch: dashboardSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(uploadsQuery(dashboardParams(deps))),
  component: Dashboard,
});

function Dashboard() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <DashboardPage search={search} onSearch={(change) => void navigate({ search: change, resetScroll: false })} />;
}
