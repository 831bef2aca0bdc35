import { createFileRoute } from "@tanstack/react-router";
import { versionQuery } from "@/api/accounts/session";
import { referenceQuery } from "@/api/server/reference";
import { demand } from "@/features/accounts/frame/admit";
import { ReferencePage } from "@/features/reference/ReferencePage";
import { isAdmin } from "@/lib/permission";

export const Route = createFileRoute("/_bootstrap/admin/reference")({
  staticData: { title: "Reference data", parent: "/admin" },
  beforeLoad: ({ context }) => demand(isAdmin(context.user), "This page is for administrators of this server."),
  loader: ({ context }) => {
    // Starts the questions early; the page shows its own loading and error states.
    void context.queries.prefetchQuery(referenceQuery);
    void context.queries.prefetchQuery(versionQuery);
  },
  component: ReferencePage,
});
