import { createFileRoute } from "@tanstack/react-router";
import { PublicFreezePage } from "@/features/hermes/freeze/public/PublicFreezePage";

export const Route = createFileRoute("/_public/p/freezes/$name")({
  staticData: { title: "Published freeze", parent: "/p" },
  component: Page,
});

function Page() {
  const { name } = Route.useParams();
  return <PublicFreezePage key={name} name={name} />;
}
