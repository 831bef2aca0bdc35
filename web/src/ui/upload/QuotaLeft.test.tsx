import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { Quota } from "@/lib/upload/quota";
import { admin, refused, renderApp } from "@/test-app";

// What the pages with a choice of a file show before one is chosen, and refuse at once.
const open = (address: string, quotas: readonly Quota[]) =>
  renderApp(address, {
    "GET /api/is-logged-in": admin,
    "GET /api/uploads/": { items: [] },
    "GET /api/storage": { quotas },
  });

const choose = async (bytes: number) =>
  userEvent.upload(await screen.findByLabelText(/Choose a file/), new File(["a".repeat(bytes)], "a.tsv"));
const uploads = (asked: readonly Request[]) =>
  asked.filter(({ method, url }) => method === "POST" && url.includes("/api/uploads/"));

beforeEach(() => localStorage.clear());

test("an index: what is left, and a file is refused to the byte in the words of the server", async () => {
  const { asked } = open("/minibioindex/new", [{ kind: "index_bytes", used: 1500, limit: 2000 }]);
  expect(await screen.findByText("500 bytes of your 2 kB are free.")).toBeTruthy();
  await choose(501);
  const words = /Your indexes and their files would take 2 kB, and an account may have 2 kB/;
  expect(await screen.findByText(words)).toBeTruthy();
  expect(uploads(asked)).toEqual([]);
});

test("an index: as many as there may be", async () => {
  open("/minibioindex/new", [
    { kind: "index_bytes", used: 0, limit: 0 },
    { kind: "indexes", used: 2, limit: 2 },
  ]);
  await choose(1);
  expect(await screen.findByText(/You have 2 indexes, which is as many as an account may have/)).toBeTruthy();
  expect(screen.queryByText(/are free/)).toBeNull();
});

test("a table of a page: what is left, and no table where there are too many", async () => {
  open("/configbuilder", [
    { kind: "table_bytes", used: 2000, limit: 2000 },
    { kind: "tables", used: 2, limit: 2 },
  ]);
  expect(await screen.findByText("Nothing is left of your 2 kB.")).toBeTruthy();
  await choose(1);
  expect(await screen.findByText(/You have 2 tables, the maximum/)).toBeTruthy();
});

test("quotas that cannot be read do not keep a file back", async () => {
  renderApp("/minibioindex/new", {
    "GET /api/is-logged-in": admin,
    "GET /api/uploads/": { items: [] },
    "GET /api/storage": () => refused(500, "The database does not answer."),
  });
  await waitFor(() => expect(screen.getByText(/Your free storage could not be read/)).toBeTruthy());
});
