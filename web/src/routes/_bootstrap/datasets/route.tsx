import { createFileRoute, Outlet } from "@tanstack/react-router";
import { useLiveJobs } from "@/api/events";
import { demand } from "@/features/accounts/frame/admit";

/** Only for accounts of the registry. Everything of the data sets sees checks move while it is open. */
export const Route = createFileRoute("/_bootstrap/datasets")({
  beforeLoad: ({ context }) =>
    demand(
      context.user.areas.includes("datasets"),
      "Your account has no role in the registry of data sets. Ask an administrator of this server for one.",
    ),
  component: Datasets,
});

function Datasets() {
  useLiveJobs();
  return <Outlet />;
}
