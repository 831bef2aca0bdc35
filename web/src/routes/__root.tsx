import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import { admit } from "@/features/accounts/frame/admit";
import { GuardError, UnknownPage } from "@/features/accounts/frame/RootPages";
import type { Arrival } from "@/lib/browser/arrival";
import { Starting } from "@/ui/layout/EmptyLayout";

interface RouterContext {
  queries: QueryClient;
  arrival: Arrival;
}

/** Every path passes the guard here; what it learned is there for the loaders below. */
export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, location }) => admit(context.queries, location, context.arrival),
  component: Outlet,
  pendingComponent: Starting,
  errorComponent: GuardError,
  notFoundComponent: UnknownPage,
});
