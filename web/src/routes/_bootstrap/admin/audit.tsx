import { createFileRoute } from "@tanstack/react-router";
import { auditQuery } from "@/api/server/audit";
import { demand } from "@/features/accounts/frame/admit";
import { AuditPage } from "@/features/audit/AuditPage";
import { auditParams, auditSearch } from "@/features/audit/search";
import { isAdmin } from "@/lib/permission";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_bootstrap/admin/audit")({
  staticData: { title: "Audit trail", parent: "/admin" },
  validateSearch: auditSearch,
  beforeLoad: ({ context }) => demand(isAdmin(context.user), "This page is for administrators of this server."),
  loaderDeps: ({ search: { entry, hide, ...asked } }) => asked,
  // Starts the question early; the table shows its own loading and error states.
  loader: ({ context, deps }) => void context.queries.prefetchQuery(auditQuery(auditParams(deps))),
  component: Audit,
});

function Audit() {
  return <AuditPage search={Route.useSearch()} onSearch={useSearchChange("entry")} />;
}
