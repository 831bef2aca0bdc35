/** Dialogs of a page for tests, over a server that answers by "METHOD /path". */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { refused } from "@/test-app";
import { Providers } from "@/ui/Providers";
import { memoryDocument } from "@/ui/page/testing";
import type { HeldPage } from "../pageKind";
import type { PageForm } from "../usePageForm";

export const document = memoryDocument({ gene: ["TTN"], p: [0.01] }, { title: "Heart failure" });

export const held = (change: Partial<HeldPage> = {}): HeldPage => ({
  id: "p1",
  version: 7,
  title: "Heart failure",
  area: "datasets",
  owner: "ann",
  table: "t1",
  sharing: "private",
  people: [],
  origins: [],
  errors: 0,
  warnings: 0,
  versions: 0,
  picture: false,
  created_at: "2026-03-01T10:00:00Z",
  updated_at: "2026-03-01T10:00:00Z",
  updated_by: "ann",
  can: { edit: true, share: true, delete: true, restore: false },
  document,
  ...change,
});

/** A page whose draft is saved. */
export function built(change: Partial<PageForm["form"]> = {}): PageForm {
  return { form: { clean: true, ...change }, document, change: vi.fn() } as unknown as PageForm;
}

type Answer = object | (() => object | Response);

export function show(dialog: ReactNode, answers: Record<string, Answer> = {}) {
  const asked: Request[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push(request.clone());
    const answer = answers[`${request.method} ${new URL(request.url).pathname}`];
    if (answer === undefined) return refused(404, "There is no such thing here.");
    const result = typeof answer === "function" ? answer() : answer;
    return result instanceof Response ? result : Response.json(result);
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <Providers>
      <QueryClientProvider client={queries}>{dialog}</QueryClientProvider>
    </Providers>,
  );
  const sent = async () =>
    Promise.all(
      asked
        .filter(({ method }) => method !== "GET")
        .map(async (request) => [
          request.method,
          new URL(request.url).pathname,
          request.headers.get("If-Match"),
          await request
            .clone()
            .json()
            .catch(() => undefined),
        ]),
    );
  return { sent };
}
