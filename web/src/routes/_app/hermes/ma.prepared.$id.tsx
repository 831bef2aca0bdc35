import { createFileRoute } from "@tanstack/react-router";
import { preparedQuery } from "@/api/hermes/prepared";
import { demand, mayNotSeeAll } from "@/features/accounts/frame/admit";
import { PreparedPage } from "@/features/hermes/meta/prepared/PreparedPage";
import { may } from "@/lib/permission";

export const Route = createFileRoute("/_app/hermes/ma/prepared/$id")({
  staticData: { title: "Prepared meta-analysis", parent: "/hermes/ma" },
  beforeLoad: ({ context }) => demand(may(context.user, "viewAllUploads"), mayNotSeeAll),
  loader: ({ context, params }) => {
    void context.queries.prefetchQuery(preparedQuery(params.id));
  },
  component: Prepared,
});

function Prepared() {
  return <PreparedPage id={Route.useParams().id} />;
}
