import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { TableInfo } from "@/lib/document/table";
import { renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { stubCanvas } from "@/ui/page/canvasTesting";
import { type MemoryTable, memoryDocument, memoryEngine, memoryInfo } from "@/ui/page/testing";

const rows: MemoryTable = {
  gene: ["TTN", "BAG3", "<b>LMNA</b>"],
  p: [1e-20, 0.01, 0.5],
};
const document = memoryDocument(rows, {
  title: "Heart failure",
  about: "Of the [study](https://example.org).",
  filters: [{ id: "gene", column: "gene", label: "Gene", type: "contains", name_in_chip: true }],
});

// A worker is not there; the engine answers here, about the same table.
vi.mock("@/lib/engine/engine", async (original) => ({
  ...(await original<object>()),
  openEngine: (_: TableInfo) => memoryEngine(rows, document),
}));

beforeEach(() => void stubCanvas());

const published = {
  slug: "hf",
  title: "Heart failure",
  owner: "ann",
  address: "/p/pages/hf",
  published_at: "2026-03-01T10:00:00Z",
  number: 2,
  embeddable: true,
  document,
  table: {
    ...memoryInfo(rows),
    id: "t1",
    name: "hf.tsv",
    state: "ready",
    overview: false,
    source: { kind: "upload", name: "hf.tsv" },
  },
};

const open = (change: object = {}, address = "/p/pages/hf") =>
  renderApp(address, { "GET /api/p/pages/hf": { ...published, ...change } });

const withTable = (change: object) => ({ table: { ...published.table, ...change } });

test("a published page shows its table, what it is about and where it comes from, and what is set is in the address", async () => {
  const view = open();
  expect(await screen.findByRole("heading", { level: 1, name: "Heart failure" })).toBeTruthy();
  const table = await screen.findByRole("table");
  expect(within(table).getAllByRole("row")).toHaveLength(4);
  expect(within(table).getByText("<b>LMNA</b>")).toBeTruthy();
  expect(screen.getByText(/ann · published/).textContent).toContain("3 rows");
  expect(screen.getByText(/ann · published/).textContent).toContain("From hf.tsv");
  expect((await screen.findByRole("link", { name: "study" })).getAttribute("href")).toBe("https://example.org");
  await userEvent.click(await screen.findByRole("button", { name: "Gene" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Gene", hidden: true }), "ttn{Enter}");
  await waitFor(() => expect(JSON.stringify(view.router.state.location.search)).toContain("ttn"));
  await waitFor(() => expect(within(screen.getByRole("table")).getAllByRole("row")).toHaveLength(2));
  expect(await accessFaults(view.container)).toEqual([]);
});

test.each([
  ["being made", "building", "The table is being built. The page appears when it is ready."],
  ["one that could not be made", "failed", "The table could not be built."],
  ["one whose making was stopped", "cancelled", "Contact the owner of the page, ann."],
])("a table that is %s is said in place of the page", async (_, state, words) => {
  open(withTable({ state }));
  expect(await screen.findByText("The table of this page is not ready")).toBeTruthy();
  expect(screen.getByText(words, { exact: false })).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

test("a document that these pages cannot read is said to be so", async () => {
  open({ document: { ...document, version: 99 } });
  expect(await screen.findByText("This page cannot be shown here")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1, name: "Heart failure" })).toBeTruthy();
});

test("what is not published, private or taken back looks the same", async () => {
  renderApp("/p/pages/gone", {});
  expect(await screen.findByRole("heading", { level: 1, name: "Not published" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "See all public data" })).toBeTruthy();
});

test("within a frame there is the page and the way to it, and nothing around", async () => {
  open({}, "/p/pages/hf/embed");
  expect(await screen.findByRole("table")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1, name: "Heart failure" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open the page" }).getAttribute("href")).toBe("/p/pages/hf");
  expect(screen.queryByRole("navigation", { name: /main|areas/i })).toBeNull();
  expect(screen.queryByRole("button", { name: "Embed" })).toBeNull();
});

test("the code for another site names the page, whatever its title", async () => {
  open({ title: 'A "B" <c>' });
  await userEvent.click(await screen.findByRole("button", { name: "Embed" }));
  const code = await screen.findByText(/^<iframe/);
  expect(code.textContent).toContain("/p/pages/hf/embed");
  expect(code.textContent).toContain('title="A &quot;B&quot; &lt;c&gt;"');
});

test("no code is offered while no site may embed the page", async () => {
  open({ embeddable: false });
  await userEvent.click(await screen.findByRole("button", { name: "Embed" }));
  expect(await screen.findByText(/^No website may embed this page yet\./)).toBeTruthy();
  expect(screen.queryByText(/^<iframe/)).toBeNull();
});
