import { createFileRoute } from "@tanstack/react-router";
import { MaList } from "@/features/hermes/meta/MaList";
import { maSearch } from "@/features/hermes/meta/search";

export const Route = createFileRoute("/_app/hermes/ma/")({
  staticData: { title: "Meta-analyses" },
  validateSearch: maSearch,
  component: List,
});

function List() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <MaList search={search} onSearch={(change) => void navigate({ search: (now) => ({ ...now, ...change }) })} />;
}
