import { createFileRoute } from "@tanstack/react-router";
import { auditQuery } from "@/api/server/audit";
import { demandAdmin } from "@/features/accounts/frame/admit";
import { AuditPage } from "@/features/audit/AuditPage";
import { auditParams, auditSearch } from "@/features/audit/search";
import { useSearchChange } from "@/lib/route/address";

export const Route = createFileRoute("/_bootstrap/admin/audit")({
  staticData: { title: "Audit trail", parent: "/admin" },
  validateSearch: auditSearch,
  beforeLoad: demandAdmin,
  loaderDeps: ({ search: { entry, hide, ...asked } }) => asked,
  // Starts the question early; the table shows its own loading and error states.
  loader: ({ context, deps }) => void context.queries.prefetchQuery(auditQuery(auditParams(deps))),
  component: Audit,
});

function Audit() {
  return <AuditPage search={Route.useSearch()} onSearch={useSearchChange("entry")} />;
}
