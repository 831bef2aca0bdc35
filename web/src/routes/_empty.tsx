import { createFileRoute, Outlet } from "@tanstack/react-router";
import { EmptyLayout } from "@/ui/layout/EmptyLayout";

/** Layout "empty": nothing but the page. */
export const Route = createFileRoute("/_empty")({ component: Empty });

function Empty() {
  return (
    <EmptyLayout>
      <Outlet />
    </EmptyLayout>
  );
}
