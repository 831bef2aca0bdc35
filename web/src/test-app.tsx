import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import { onTestFinished, vi } from "vitest";
import type { Schemas } from "./api/client";
import { createQueryClient } from "./api/queries";
import { createAppRouter } from "./router";
import { Providers } from "./ui/Providers";

/** Answers one call: a body, or a whole response. */
export type Answer = object | ((request: Request) => object | Response | Promise<object | Response>);

/** An account: an uploader of HERMES unless said otherwise. */
export function person(change: Partial<Schemas["User"]> = {}): Schemas["User"] {
  return {
    id: "u1",
    user_name: "analyst1",
    first_name: "",
    last_name: "",
    email: "",
    is_active: true,
    roles: ["uploader"],
    groups: ["hermes"],
    permissions: ["uploadData"],
    areas: ["hermes"],
    manages: [],
    duties: [],
    is_internal: true,
    ...change,
  };
}

export const analyst = person();

export const admin = person({
  id: "u9",
  user_name: "admin1",
  roles: ["admin"],
  groups: ["hermes", "datasets"],
  areas: ["hermes", "sgc", "datasets"],
  manages: ["hermes", "sgc", "datasets"],
});

/** The counts of a list of HERMES without submissions. */
export const noSubmissions: Schemas["HermesSummary"] = {
  files: 0,
  cohorts: 0,
  waiting_for_review: 0,
  waiting_for_uploader: 0,
  waiting_for_you: 0,
  by_status: {},
};

/** The server's sign-in options: a local user service, no provider, no registration. */
export const signInOptions: Schemas["SignInOptions"] = {
  provider: "",
  registration: false,
  mail: false,
  user_service_url: "/",
  sgc_group: "sgc",
  min_password: 12,
  demo: false,
};

export const version: Schemas["Version"] = {
  version: "1.2.3",
  commit: "abc",
  max_upload_bytes: 1_000_000,
  chunk_bytes: 1000,
  demo: false,
};

const noEvents = class {
  addEventListener() {}
  close() {}
};

/** An answer in the error shape. */
export function refused(
  status: number,
  detail: string,
  fields: Schemas["Error"]["fields"] = [],
  code = "refused",
  headers: Record<string, string> = {},
): Response {
  const body: Schemas["Error"] = { detail, code, fields, request_id: "req-1" };
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });
}

/**
 * Renders the whole application at an address, over a server that answers by "METHOD /path". Calls that have no answer get
 * 404. Returns what was asked, and the router.
 */
export function renderApp(address: string, answers: Record<string, Answer>) {
  const asked: Request[] = [];
  const table: Record<string, Answer> = {
    "GET /api/is-logged-in": analyst,
    "GET /api/sign-in-options": signInOptions,
    "GET /api/version": version,
    "GET /api/storage": { quotas: [] },
    ...answers,
  };
  vi.stubGlobal("EventSource", noEvents);
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push(request.clone());
    const answer = table[`${request.method} ${new URL(request.url).pathname}`];
    if (answer === undefined) return refused(404, "There is no such thing here.");
    const result = typeof answer === "function" ? await answer(request) : answer;
    return result instanceof Response ? result : Response.json(result);
  });
  const queries = createQueryClient();
  onTestFinished(() => queries.clear()); // else its timers keep all that was shown
  const router = createAppRouter(queries, createMemoryHistory({ initialEntries: [address] }));
  const view = render(
    <Providers>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Providers>,
  );
  // Known loci are asked for more variants than an address can hold.
  const writes = () => asked.filter(({ method, url }) => method !== "GET" && !url.endsWith("/api/known-loci"));
  return { ...view, router, asked, writes };
}
