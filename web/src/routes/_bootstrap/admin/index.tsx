import { createFileRoute } from "@tanstack/react-router";
import { demandAdmin } from "@/features/accounts/frame/admit";
import { AdminHome } from "@/features/setup/home/AdminHome";
import { isAdmin } from "@/lib/permission";

export const Route = createFileRoute("/_bootstrap/admin/")({
  staticData: { title: "Administration", when: isAdmin },
  beforeLoad: demandAdmin,
  component: AdminHome,
});
