import { createFileRoute } from "@tanstack/react-router";
import { demandAdmin } from "@/features/accounts/frame/admit";
import { RulesPage } from "@/features/rules/RulesPage";

export const Route = createFileRoute("/_bootstrap/admin/rules")({
  staticData: { title: "Rules for results", parent: "/admin" },
  beforeLoad: demandAdmin,
  component: RulesPage,
});
