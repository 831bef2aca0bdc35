import { createFileRoute, redirect } from "@tanstack/react-router";
import { startOf } from "@/features/accounts/signin/door";

/** The start leads to the data sets; who may not enter them to an area of their own. */
export const Route = createFileRoute("/")({
  beforeLoad: async ({ context }) => {
    throw redirect({ to: await startOf(context.queries), replace: true });
  },
});
