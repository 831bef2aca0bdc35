import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { AuditEvent } from "@/api/server/audit";
import { type Answer, admin, analyst, renderApp } from "@/test-app";

/** Nothing is laid out here, so the kit takes a menu for one whose button has scrolled out of sight. */
const hidden = true;

function event(change: Partial<AuditEvent> = {}): AuditEvent {
  return {
    seq: 42,
    at: "2026-11-20T12:00:00Z",
    actor: "admin1",
    address: "192.0.2.1",
    request_id: "req-42",
    action: "roles-changed",
    object: "user",
    object_id: "u7",
    refused: false,
    detail: "ada@example.org",
    before: { roles: "uploader" },
    after: { roles: "reviewer" },
    hash: "f00d",
    ...change,
  };
}

const actions = ["sign-in", "sign-in-failed", "roles-changed", "something-new"];
const page = {
  items: [event(), event({ seq: 41, action: "sign-in-failed", refused: true, actor: "eve", before: {}, after: {} })],
  total: 90,
  next_cursor: "41",
  actions,
  objects: ["user", "dataset", "upload", "route"],
};

function open(answers: Record<string, Answer> = {}, address = "/admin/audit") {
  return renderApp(address, { "GET /api/is-logged-in": admin, "GET /api/audit": page, ...answers });
}

const lastQuery = (asked: Request[]) =>
  new URL(asked.filter((request) => request.url.includes("/api/audit")).at(-1)?.url ?? "http://x").searchParams;

test("entries in words; an open one shows before and after side by side, and its address can be kept", async () => {
  const { router } = open();
  expect(await screen.findByRole("cell", { name: "Changed roles" })).toBeTruthy();
  expect(screen.getByRole("cell", { name: "Failed to sign in Refused" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Details of entry 42" }));
  const values = within(await screen.findByRole("table", { name: "What changed" }));
  expect(values.getByRole("row", { name: "roles uploader reviewer" })).toBeTruthy();
  expect(screen.getByText("req-42")).toBeTruthy();
  expect(router.state.location.search).toEqual({ entry: "42" });
});

test("people and objects have names; who was not signed in is told so", async () => {
  const items = [
    event({
      seq: 3,
      object: "dataset",
      object_id: "d1",
      object_name: "Heart failure",
      actor: "ada",
      actor_name: "ada.moss",
    }),
    event({ seq: 2, object: "dataset", object_id: "d2", actor: "", action: "downloaded" }),
    event({ seq: 1, object: "", object_id: "", actor: "", address: "" }),
  ];
  const { router } = open({ "GET /api/audit": { ...page, items } });
  expect(await screen.findByText("now ada.moss")).toBeTruthy();
  expect(screen.getByText("Not signed in")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Data set d2: show only this one" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Details of entry 3" }));
  expect(await screen.findByText("Data set Heart failure (d1)")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Data set Heart failure: show only this one" }));
  expect(router.state.location.search).toMatchObject({ object: "dataset", object_id: "d1" });
  expect(await screen.findByRole("button", { name: /^Only Heart failure/ })).toBeTruthy();
});

test("filters stand in the address and reach the server", async () => {
  const { asked, router } = open();
  await userEvent.click(await screen.findByRole("button", { name: "Action" }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Failed to sign in", hidden }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Changed roles", hidden }));
  await userEvent.click(screen.getByRole("button", { name: "Object" }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Account", hidden }));
  await userEvent.type(screen.getByLabelText("Exact user name"), "eve");
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      action: ["sign-in-failed", "roles-changed"],
      object: "user",
      actor: "eve",
    }),
  );
  await waitFor(() => expect(lastQuery(asked).get("actor")).toBe("eve"));
  expect(lastQuery(asked).getAll("action")).toEqual(["sign-in-failed", "roles-changed"]);
});

test("a click on an object shows only what happened to it", async () => {
  const { asked, router } = open();
  const [button] = await screen.findAllByRole("button", { name: "Account u7: show only this one" });
  await userEvent.click(button as HTMLElement);
  await waitFor(() => expect(router.state.location.search).toEqual({ object: "user", object_id: "u7" }));
  await waitFor(() => expect(lastQuery(asked).get("object_id")).toBe("u7"));
  await userEvent.click(screen.getByRole("button", { name: /Only u7/ }));
  await waitFor(() => expect(router.state.location.search).toEqual({ object: "user" }));
});

test("the next page is asked for by the server's word", async () => {
  const { asked } = open();
  await userEvent.click(await screen.findByRole("button", { name: "Next" }));
  await waitFor(() => expect(lastQuery(asked).get("cursor")).toBe("41"));
});

test("the export has the filters of the page", async () => {
  open({}, "/admin/audit?q=north&from=2026-11-20");
  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  const link = await screen.findByRole("menuitem", { name: "CSV, for spreadsheets", hidden });
  const query = new URL(link.getAttribute("href") ?? "", window.location.origin).searchParams;
  expect(query.get("format")).toBe("csv");
  expect(query.get("q")).toBe("north");
  expect(query.get("from")).toBe(new Date(2026, 10, 20).toISOString());
});

test("checking the chain says what was found", async () => {
  open({ "POST /api/audit/verify": { events: 90, head: "beef", unbroken: true } });
  await userEvent.click(await screen.findByRole("button", { name: "Check the chain" }));
  expect(await screen.findByText("The trail is unbroken: 90 entries")).toBeTruthy();
  expect(screen.getByText("beef")).toBeTruthy();
});

test("a broken chain says where and what that means", async () => {
  open({ "POST /api/audit/verify": { events: 6, head: "beef", unbroken: false, broken_at: 7, why: "It is missing." } });
  await userEvent.click(await screen.findByRole("button", { name: "Check the chain" }));
  expect(await screen.findByText("The trail is broken at entry 7")).toBeTruthy();
  expect(screen.getByText(/It is missing. The 6 entries before it can be trusted/)).toBeTruthy();
});

test("only administrators get in", async () => {
  open({ "GET /api/is-logged-in": { ...analyst, groups: ["hermes", "datasets"], areas: ["hermes", "datasets"] } });
  expect(await screen.findByText(/This page is for administrators/)).toBeTruthy();
});
