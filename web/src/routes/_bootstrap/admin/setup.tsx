import { createFileRoute } from "@tanstack/react-router";
import { demandAdmin } from "@/features/accounts/frame/admit";
import { SetupPage } from "@/features/setup/SetupPage";

export const Route = createFileRoute("/_bootstrap/admin/setup")({
  staticData: { title: "First steps", parent: "/admin" },
  beforeLoad: demandAdmin,
  component: SetupPage,
});
