import { describe, expect, test, vi } from "vitest";
import { ApiError, isUnreachable } from "./error";
import { createTransport } from "./transport";

const url = "http://localhost/api/x";
const answer = (status: number, headers?: Record<string, string>) => new Response("{}", { status, headers });

function setup(...results: (Response | Error)[]) {
  const seen: Request[] = [];
  const waits: number[] = [];
  const send = vi.fn(async (request: Request) => {
    seen.push(request);
    const result = results[seen.length - 1];
    if (!result) throw new Error("asked more often than expected");
    if (result instanceof Error) throw result;
    return result;
  });
  const lost = vi.fn();
  const transport = createTransport(lost, send, async (ms) => void waits.push(ms));
  return { transport, seen, waits, lost };
}

describe("createTransport", () => {
  test.each([408, 409, 425, 429, 500, 502, 503, 504])("reads are tried once more on %d", async (status) => {
    const { transport, seen } = setup(answer(status), answer(200));
    expect((await transport(new Request(url))).status).toBe(200);
    expect(seen).toHaveLength(2);
  });

  test.each([400, 401, 403, 404, 422])("reads are not tried again on %d", async (status) => {
    const { transport, seen } = setup(answer(status));
    expect((await transport(new Request(url))).status).toBe(status);
    expect(seen).toHaveLength(1);
  });

  test("the second refusal is the answer", async () => {
    const { transport } = setup(answer(503), answer(503));
    expect((await transport(new Request(url))).status).toBe(503);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"])(
    "%s is never tried again and carries no header of ours",
    async (method) => {
      const { transport, seen } = setup(answer(503));
      expect((await transport(new Request(url, { method }))).status).toBe(503);
      expect(seen.map((request) => [...request.headers.keys()])).toEqual([[]]);
    },
  );

  test("waits as long as the server asks, within reason", async () => {
    const asked = setup(answer(429, { "Retry-After": "2" }), answer(200));
    await asked.transport(new Request(url));
    const absurd = setup(answer(429, { "Retry-After": "3600" }), answer(200));
    await absurd.transport(new Request(url));
    expect([asked.waits, absurd.waits]).toEqual([[2000], [5000]]);
  });

  test("an unreachable server becomes an ApiError without status", async () => {
    const { transport, lost } = setup(new TypeError("failed"));
    const error = await transport(new Request(url)).catch((cause) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(error.status).toBe(0);
    expect(lost).toHaveBeenCalledTimes(1);
  });

  test.each([502, 504])("a gateway that answers %d with a page of its own did not reach the server", async (status) => {
    const page = answer(status, { "Content-Type": "text/html" });
    const { transport, lost } = setup(page.clone(), page);
    expect(isUnreachable(await transport(new Request(url)).catch((cause) => cause))).toBe(true);
    expect(lost).toHaveBeenCalledTimes(1);
  });

  test("the server's own refusals, and what was called off, are no loss", async () => {
    const ours = answer(502, { "Content-Type": "application/json" });
    const refusing = setup(ours);
    expect((await refusing.transport(new Request(url, { method: "POST" }))).status).toBe(502);
    const off = new AbortController();
    off.abort();
    const aborted = new DOMException("off", "AbortError");
    const calledOff = setup(aborted);
    await expect(calledOff.transport(new Request(url, { signal: off.signal }))).rejects.toBe(aborted);
    expect([refusing.lost, calledOff.lost].map((lost) => lost.mock.calls.length)).toEqual([0, 0]);
  });

  test.each(["GET", "POST"])("%s to an unreachable server is not tried again: it told no status", async (method) => {
    const { transport, seen } = setup(new TypeError("failed"));
    await expect(transport(new Request(url, { method }))).rejects.toBeInstanceOf(ApiError);
    expect(seen).toHaveLength(1);
  });
});
