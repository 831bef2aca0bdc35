import { createFileRoute } from "@tanstack/react-router";
import { demandAll } from "@/features/accounts/frame/admit";
import { PreparedPage } from "@/features/hermes/meta/prepared/PreparedPage";

export const Route = createFileRoute("/_app/hermes/ma/prepared/$id")({
  staticData: { title: "Prepared", parent: "/hermes/ma" },
  beforeLoad: demandAll,
  component: Prepared,
});

function Prepared() {
  return <PreparedPage id={Route.useParams().id} />;
}
