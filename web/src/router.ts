import type { QueryClient } from "@tanstack/react-query";
import { createBrowserHistory, createRouter, type RouterHistory } from "@tanstack/react-router";
import { Arrival } from "./lib/browser/arrival";
import { routeTree } from "./routeTree.gen";
import { NotFoundPage, RouteError } from "./ui/state/ErrorPage";
import "./lib/route/page";
import { WithServer } from "./ui/state/ServerAway";
import { PageSkeleton } from "./ui/state/Skeletons";

/** The router; the browser's address is its history unless another one is given. */
export function createAppRouter(queries: QueryClient, history: RouterHistory = createBrowserHistory()) {
  return createRouter({
    routeTree,
    history,
    context: { queries, arrival: new Arrival(history.location.href) },
    // The query cache decides which data are stale.
    defaultPreloadStaleTime: 0,
    defaultPreload: "intent",
    defaultPendingMs: 200,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    // A path without a route is shown without a layout.
    notFoundMode: "root",
    InnerWrap: WithServer,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
