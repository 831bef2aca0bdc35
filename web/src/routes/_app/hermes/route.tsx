import { createFileRoute, Outlet } from "@tanstack/react-router";
import { useLiveJobs } from "@/api/events";

/** Everything of HERMES sees jobs move while it is open. */
export const Route = createFileRoute("/_app/hermes")({ component: Hermes });

function Hermes() {
  useLiveJobs();
  return <Outlet />;
}
