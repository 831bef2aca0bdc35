import { createFileRoute } from "@tanstack/react-router";
import { setupQuery } from "@/api/server/setup";
import { demand } from "@/features/accounts/frame/admit";
import { SetupPage } from "@/features/setup/SetupPage";
import { isAdmin } from "@/lib/permission";

export const Route = createFileRoute("/_bootstrap/admin/setup")({
  staticData: { title: "First steps", parent: "/admin" },
  beforeLoad: ({ context }) => demand(isAdmin(context.user), "This page is for administrators of this server."),
  // Starts the question early; the page shows its own loading and error states.
  loader: ({ context }) => void context.queries.prefetchQuery(setupQuery),
  component: SetupPage,
});
