import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Freshness, isMissingPart, pollMs, reloadWindowMs, watchParts } from "./freshness";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that serves a build, and a browser that remembers what happened. */
function setup(own = "b1") {
  const server = { latest: "b1", down: false };
  const asked: string[] = [];
  const memory = new Map<string, string>();
  const reload = vi.fn();
  const freshness = new Freshness(own, {
    fetch: async (path) => {
      asked.push(path);
      if (server.down) throw new TypeError("failed");
      if (path === "/builds/latest.json") return Response.json({ id: server.latest });
      return new Response(null, { status: path === `/builds/meta/${server.latest}.json` ? 200 : 404 });
    },
    now: () => Date.now(),
    recall: (key) => memory.get(key),
    keep: (key, text) => Boolean(memory.set(key, text)),
    reload,
    whenIdle: (then) => void setTimeout(then, 200),
  });
  return { server, asked, reload, freshness };
}

describe("watching", () => {
  test("asks for its own manifest a second after the page came to rest, then polls", async () => {
    const { asked, freshness } = setup();
    const stop = freshness.start();
    await vi.advanceTimersByTimeAsync(1199);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(["/builds/meta/b1.json"]);
    await vi.advanceTimersByTimeAsync(pollMs);
    expect(asked).toEqual(["/builds/meta/b1.json", "/builds/latest.json"]);
    expect(freshness.newer).toBe(false);
    stop();
    await vi.advanceTimersByTimeAsync(2 * pollMs);
    expect(asked).toHaveLength(2);
  });

  test("a manifest that is gone means another build is served", async () => {
    const { server, asked, freshness } = setup();
    server.latest = "b2";
    const heard = vi.fn();
    freshness.subscribe(heard);
    const stop = freshness.start();
    await vi.advanceTimersByTimeAsync(1200);
    expect(asked).toEqual(["/builds/meta/b1.json", "/builds/latest.json"]);
    expect(freshness.newer).toBe(true);
    expect(heard).toHaveBeenCalledTimes(1);
    stop();
  });

  test("asks when the window gets the focus, not more often than twice a minute", async () => {
    const { asked, freshness } = setup();
    const stop = freshness.start();
    window.dispatchEvent(new Event("focus"));
    window.dispatchEvent(new Event("focus"));
    expect(asked).toEqual(["/builds/latest.json"]);
    await vi.advanceTimersByTimeAsync(30_000);
    window.dispatchEvent(new Event("focus"));
    expect(asked.filter((path) => path === "/builds/latest.json")).toHaveLength(2);
    stop();
  });

  test("a server that does not answer changes nothing, and the page never reloads by itself", async () => {
    const { server, reload, freshness } = setup();
    server.down = true;
    const stop = freshness.start();
    await vi.advanceTimersByTimeAsync(2 * pollMs);
    expect(freshness.newer).toBe(false);
    server.down = false;
    server.latest = "b2";
    await vi.advanceTimersByTimeAsync(pollMs);
    expect(freshness.newer).toBe(true);
    expect(reload).not.toHaveBeenCalled();
    stop();
  });

  test("a development page asks nothing", async () => {
    const { asked, freshness } = setup("");
    freshness.start();
    await vi.advanceTimersByTimeAsync(pollMs);
    expect([asked, await freshness.recover("/hermes")]).toEqual([[], false]);
  });
});

describe("a part that does not load", () => {
  test("after a new build: one reload per path in ten seconds", async () => {
    const { server, reload, freshness } = setup();
    server.latest = "b2";
    expect(await freshness.recover("/hermes/ma")).toBe(true);
    vi.advanceTimersByTime(reloadWindowMs - 1);
    expect(await freshness.recover("/hermes/ma")).toBe(false);
    expect(await freshness.recover("/hermes/new")).toBe(true);
    vi.advanceTimersByTime(1);
    expect(await freshness.recover("/hermes/ma")).toBe(true);
    expect(reload).toHaveBeenCalledTimes(3);
  });

  test("of the same build, or with the server away: no reload", async () => {
    const { server, reload, freshness } = setup();
    expect(await freshness.recover("/hermes")).toBe(false);
    server.down = true;
    expect(await freshness.recover("/hermes")).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  test("is told from other errors", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const target = new EventTarget();
    const stop = watchParts(target);
    const error = new TypeError("Failed to fetch dynamically imported module: /assets/x.js");
    target.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload: error }));
    expect([isMissingPart(error), isMissingPart(new Error("x")), isMissingPart("x")]).toEqual([true, false, false]);
    // The router must not see the browsers' own messages: it would reload by its own rule.
    expect(error.message).toBe("A part of the page could not be loaded.");
    stop();
  });
});
