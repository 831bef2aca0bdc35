import { beforeEach, describe, expect, test, vi } from "vitest";
import { client, unwrap } from "./client";
import { dutyOwed, sessionLost, sgcSessionLost } from "./session-lost";

const seen: Request[] = [];

function serve(status: number, body: object): void {
  seen.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    seen.push(request);
    return Response.json(body, { status });
  });
}

const authorization = () => seen.map((request) => request.headers.get("Authorization"));
const error = (code: string) => ({ detail: "No.", code, fields: [], request_id: "r1" });

/** Which of the signals were heard while `work` ran. */
async function heard(work: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  const stops = [
    sessionLost.subscribe(() => names.push("session")),
    sgcSessionLost.subscribe(() => names.push("sgc")),
    dutyOwed.subscribe(() => names.push("duty")),
  ];
  await work().catch(() => {});
  for (const stop of stops) stop();
  return names;
}

const sgcUsers = () => unwrap(client.GET("/api/sgc/users"));
const areaUsers = (area: "sgc" | "hermes") =>
  unwrap(client.GET("/api/areas/{area}/users", { params: { path: { area } } }));

beforeEach(() => localStorage.setItem("sgcAuthToken", "t1"));

describe("the bearer token", () => {
  test("goes with the calls of SGC and with no others", async () => {
    serve(200, {});
    await sgcUsers();
    await areaUsers("sgc");
    await areaUsers("hermes");
    await unwrap(client.GET("/api/hermes-users"));
    expect(authorization()).toEqual(["Bearer t1", "Bearer t1", null, null]);
  });

  test("is left out when there is none", async () => {
    localStorage.clear();
    serve(200, {});
    await sgcUsers();
    expect(authorization()).toEqual([null]);
  });
});

describe("what an answer ends", () => {
  test.each<[string, number, string, () => Promise<unknown>, string[]]>([
    ["401 of SGC: its token", 401, "expired", sgcUsers, ["sgc"]],
    ["401 elsewhere: the session", 401, "expired", () => areaUsers("hermes"), ["session"]],
    ["403 because of a password", 403, "password_change_required", () => areaUsers("hermes"), ["duty"]],
    ["403 because of a second factor", 403, "second_factor_required", sgcUsers, ["duty"]],
    ["403 otherwise: nothing", 403, "forbidden", sgcUsers, []],
  ])("%s", async (_what, status, code, call, want) => {
    serve(status, error(code));
    expect(await heard(call)).toEqual(want);
    expect(localStorage.getItem("sgcAuthToken")).toBe("t1");
  });
});
