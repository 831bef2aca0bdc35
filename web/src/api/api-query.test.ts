import { hashKey, QueryClient, type QueryFilters, QueryObserver } from "@tanstack/react-query";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { answersOf, apiKey, apiQuery, apiQuestion } from "./api-query";
import { ApiError } from "./error";
import { sessionLost } from "./session-lost";

function serve(status: number, body: object): Request[] {
  const seen: Request[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    seen.push(request);
    return Response.json(body, { status });
  });
  return seen;
}

const one = apiQuery("/api/hermes/uploads/{id}", { path: { id: "u1" } });
const list = apiQuery("/api/hermes/uploads", { query: { limit: 50 } });
const inspection = apiQuery("/api/hermes/uploads/{id}/inspection", { path: { id: "u1" } });
const pending = apiQuery("/api/uploads/", {});

describe("the key", () => {
  test("is the address, and what was asked there", () => {
    expect(one.queryKey).toEqual(["api", "hermes", "uploads", "u1", {}]);
    expect(list.queryKey).toEqual(["api", "hermes", "uploads", { limit: 50 }]);
    expect(pending.queryKey).toEqual(["api", "uploads", {}]);
    const version = { path: { id: "p1", number: 3 }, query: { against: 0 } };
    expect(apiQuery("/api/configurations/{id}/versions/{number}", version).queryKey).toEqual([
      ...["api", "configurations", "p1", "versions", "3"],
      { against: 0 },
    ]);
  });

  test("of a question has its body", () => {
    const source = { kind: "upload" as const, id: "u1" };
    expect(apiQuestion("/api/indexes/preview", { source }).queryKey).toEqual(["api", "indexes", "preview", { source }]);
  });

  test("of another revision is another", () => {
    const at = (revision?: string) =>
      apiQuery("/api/bio/count/{id}", { path: { id: "i" }, query: { q: ["a"] } }, { revision });
    expect(at("g1").queryKey).not.toEqual(at("g2").queryKey);
    expect(at("g1").queryKey).toEqual([...at().queryKey, "g1"]);
  });
});

describe("what a filter matches", () => {
  const queries = new QueryClient();
  const all = { one, list, inspection, pending, other: apiQuery("/api/hermes/uploads/{id}", { path: { id: "u2" } }) };
  for (const { queryKey } of Object.values(all)) queries.setQueryData([...queryKey], {});
  const matched = (filter: QueryFilters) => {
    const found = queries
      .getQueryCache()
      .findAll(filter)
      .map(({ queryHash }) => queryHash);
    return Object.entries(all).flatMap(([name, { queryKey }]) => (found.includes(hashKey(queryKey)) ? [name] : []));
  };

  test.each<[string, QueryFilters, string[]]>([
    ["an area", { queryKey: apiKey("/api/hermes") }, ["one", "list", "inspection", "other"]],
    ["an address and all below", { queryKey: apiKey("/api/hermes/uploads") }, ["one", "list", "inspection", "other"]],
    ["one and all below", { queryKey: apiKey("/api/hermes/uploads/{id}", { id: "u1" }) }, ["one", "inspection"]],
    ["lists alone", answersOf("/api/hermes/uploads"), ["list"]],
    ["each one alone", answersOf("/api/hermes/uploads/{id}"), ["one", "other"]],
    ["one alone", answersOf("/api/hermes/uploads/{id}", { id: "u1" }), ["one"]],
    ["a query", { queryKey: list.queryKey }, ["list"]],
  ])("%s", (_what, filter, names) => expect(matched(filter)).toEqual(names));
});

describe("the call", () => {
  test("fills in the path and the query", async () => {
    const seen = serve(200, { items: [] });
    await new QueryClient().fetchQuery(
      apiQuery("/api/areas/{area}/users", { path: { area: "sgc" }, query: { limit: 1, state: ["active", "invited"] } }),
    );
    const { pathname, search } = new URL(seen[0]?.url ?? "");
    expect(pathname + search).toBe("/api/areas/sgc/users?limit=1&state=active&state=invited");
  });

  test("of a question posts the body", async () => {
    const seen = serve(200, {});
    await new QueryClient().fetchQuery(apiQuestion("/api/links/look-up", { token: "t" }));
    expect(seen[0]?.method).toBe("POST");
    expect(await seen[0]?.json()).toEqual({ token: "t" });
  });

  test("ends with the page that asked, but not a quiet one", async () => {
    const seen: Request[] = [];
    vi.stubGlobal("fetch", (request: Request) => {
      seen.push(request);
      return new Promise(() => {});
    });
    for (const query of [one, apiQuery("/api/version", {}, { quiet: true })]) {
      const stop = new QueryObserver<unknown>(new QueryClient(), query as never).subscribe(() => {});
      await vi.waitFor(() => expect(seen.at(-1)).toBeTruthy(), 20_000);
      await Promise.resolve();
      stop();
    }
    await vi.waitFor(() => expect(seen.map(({ signal }) => signal.aborted)).toEqual([true, false]), 20_000);
  });

  test("that is refused throws an ApiError, and announces a lost session unless it is quiet", async () => {
    serve(401, { detail: "No.", code: "session_ended", fields: [], request_id: "r" });
    const heard = vi.fn();
    const stop = sessionLost.subscribe(heard);
    const ask = (quiet: boolean) => new QueryClient().fetchQuery(apiQuery("/api/version", {}, { quiet, retry: false }));
    await expect(ask(true)).rejects.toThrow(ApiError);
    expect(heard).not.toHaveBeenCalled();
    await expect(ask(false)).rejects.toThrow(ApiError);
    expect(heard).toHaveBeenCalledOnce();
    stop();
  });
});

test("the compiler knows the contract", () => {
  // @ts-expect-error The path has an id.
  apiQuery("/api/hermes/uploads/{id}", {});
  // @ts-expect-error There is no such path.
  apiQuery("/api/hermes/nothing", {});
  // @ts-expect-error There is no such filter.
  apiQuery("/api/hermes/uploads", { query: { colour: "red" } });
  // @ts-expect-error The path has an id.
  apiKey("/api/hermes/uploads/{id}");
  const count = apiQuery("/api/hermes/notices", {}, { select: ({ unread }) => unread });
  expectTypeOf(count.select).not.toEqualTypeOf<undefined>();
});
