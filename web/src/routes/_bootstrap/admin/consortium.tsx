import { createFileRoute } from "@tanstack/react-router";
import { consortiumProfileQuery } from "@/api/consortium";
import { demand } from "@/features/accounts/frame/admit";
import { ProfilePage } from "@/features/naming/ProfilePage";
import { isAdmin } from "@/lib/permission";

export const Route = createFileRoute("/_bootstrap/admin/consortium")({
  staticData: { title: "Names and logos", parent: "/admin" },
  beforeLoad: ({ context }) => demand(isAdmin(context.user), "This page is for administrators of this server."),
  // Starts the question early; the page shows its own loading and error states.
  loader: ({ context }) => void context.queries.prefetchQuery(consortiumProfileQuery),
  component: ProfilePage,
});
