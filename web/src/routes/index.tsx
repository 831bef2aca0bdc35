import { createFileRoute, redirect } from "@tanstack/react-router";

/** The start leads to the data sets, whoever comes; the guard decides there. */
export const Route = createFileRoute("/")({
  beforeLoad: () => {
    throw redirect({ to: "/datasets", replace: true });
  },
});
