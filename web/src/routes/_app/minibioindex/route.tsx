import { createFileRoute, Outlet } from "@tanstack/react-router";
import { useLiveJobs } from "@/api/events";

/** Everything about indexes sees jobs move while it is open. */
export const Route = createFileRoute("/_app/minibioindex")({ component: Indexes });

function Indexes() {
  useLiveJobs();
  return <Outlet />;
}
