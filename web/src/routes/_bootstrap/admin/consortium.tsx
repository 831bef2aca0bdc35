import { createFileRoute } from "@tanstack/react-router";
import { demandAdmin } from "@/features/accounts/frame/admit";
import { ProfilePage } from "@/features/naming/ProfilePage";

export const Route = createFileRoute("/_bootstrap/admin/consortium")({
  staticData: { title: "Names and logos", parent: "/admin" },
  beforeLoad: demandAdmin,
  component: ProfilePage,
});
