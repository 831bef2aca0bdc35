import { createFileRoute, redirect } from "@tanstack/react-router";
import { sessionQuery } from "@/api/session";
import { limitedToHermes } from "@/lib/landing";

/** The start leads to the data sets; those whose account ends at HERMES would find a closed door there. */
export const Route = createFileRoute("/")({
  beforeLoad: async ({ context }) => {
    const user = await context.queries.fetchQuery(sessionQuery).catch(() => null);
    throw redirect({ to: user && limitedToHermes(user) ? "/hermes" : "/datasets", replace: true });
  },
});
