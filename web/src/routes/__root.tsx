import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";

interface RouterContext {
  queries: QueryClient;
}

export const Route = createRootRouteWithContext<RouterContext>()({ component: Outlet });
