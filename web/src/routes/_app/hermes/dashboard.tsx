import { createFileRoute } from "@tanstack/react-router";
import { DashboardPage } from "@/features/hermes/dashboard/DashboardPage";
import { dashboardSearch } from "@/features/hermes/dashboard/search";

export const Route = createFileRoute("/_app/hermes/dashboard")({
  staticData: { title: "Dashboard" },
  validateSearch: dashboardSearch,
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
