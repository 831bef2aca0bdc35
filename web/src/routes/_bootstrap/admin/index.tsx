import { createFileRoute } from "@tanstack/react-router";
import { demand } from "@/features/accounts/frame/admit";
import { AdminHome } from "@/features/setup/home/AdminHome";
import { isAdmin } from "@/lib/permission";

export const Route = createFileRoute("/_bootstrap/admin/")({
  staticData: { title: "Administration", when: isAdmin },
  beforeLoad: ({ context }) => demand(isAdmin(context.user), "This page is for administrators of this server."),
  component: AdminHome,
});
