import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import { vi } from "vitest";
import type { Schemas } from "./api/client";
import { createQueryClient } from "./api/queries";
import { createAppRouter } from "./router";
import { Providers } from "./ui/Providers";

/** Answers one call: a body, or a whole response. */
export type Answer = object | ((request: Request) => object | Response | Promise<object | Response>);

export const analyst: Schemas["User"] = {
  id: "u1",
  user_name: "analyst1",
  first_name: "",
  last_name: "",
  email: "",
  is_active: true,
  roles: ["uploader"],
  groups: ["hermes"],
  permissions: ["uploadData"],
};

const noEvents = class {
  addEventListener() {}
  close() {}
};

/** An answer in the error shape. */
export function refused(status: number, detail: string, fields: Schemas["Error"]["fields"] = []): Response {
  const body: Schemas["Error"] = { detail, code: "refused", fields, request_id: "req-1" };
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
}

/**
 * Renders the whole application at an address, over a server that answers by "METHOD /path". Calls that have no answer get
 * 404. Returns what was asked, and the router.
 */
export function renderApp(address: string, answers: Record<string, Answer>) {
  const asked: Request[] = [];
  const table: Record<string, Answer> = { "GET /api/is-logged-in": analyst, ...answers };
  vi.stubGlobal("EventSource", noEvents);
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push(request.clone());
    const answer = table[`${request.method} ${new URL(request.url).pathname}`];
    if (answer === undefined) return refused(404, "There is no such thing here.");
    const result = typeof answer === "function" ? await answer(request) : answer;
    return result instanceof Response ? result : Response.json(result);
  });
  const queries = createQueryClient();
  const router = createAppRouter(queries, createMemoryHistory({ initialEntries: [address] }));
  const view = render(
    <Providers>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Providers>,
  );
  const writes = () => asked.filter((request) => request.method !== "GET");
  return { ...view, router, asked, writes };
}
