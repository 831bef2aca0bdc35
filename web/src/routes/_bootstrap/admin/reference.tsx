import { createFileRoute } from "@tanstack/react-router";
import { versionQuery } from "@/api/accounts/session";
import { referenceQuery } from "@/api/server/reference";
import { demandAdmin } from "@/features/accounts/frame/admit";
import { ReferencePage } from "@/features/reference/ReferencePage";

export const Route = createFileRoute("/_bootstrap/admin/reference")({
  staticData: { title: "Reference data", parent: "/admin" },
  beforeLoad: demandAdmin,
  loader: ({ context }) => {
    // Starts the questions early; the page shows its own loading and error states.
    void context.queries.prefetchQuery(referenceQuery);
    void context.queries.prefetchQuery(versionQuery);
  },
  component: ReferencePage,
});
