import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Answer, admin, person, refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";

const chain = {
  type: "chain",
  name: "old",
  build: "NCBI36",
  to: "GRCh38",
  ancestry: "",
  column: "",
  version: "2013",
  licence: "free",
  rows: 1,
  sha256: "ab".repeat(32),
  inside: false,
  in_use: true,
  used_by: 0,
  used_by_analyses: 0,
  kept: false,
};
const panel = {
  ...chain,
  type: "panel",
  name: "eur",
  build: "GRCh37",
  to: "",
  ancestry: "EUR",
  column: "AF",
  rows: 12345,
  used_by: 2,
  kept: true,
};
const first = { ...chain, type: "recombination", name: "hapmap", build: "GRCh37", to: "", rows: 3, in_use: false };
const people = {
  ...panel,
  type: "ld",
  name: "kg",
  column: "",
  rows: 1,
  holds: "genotypes",
  people: 503,
  used_by: 0,
  kept: false,
};
const genes = { ...chain, type: "genes", name: "gencode", build: "GRCh38", to: "", used_by: 1, used_by_analyses: 2 };
const inside = { ...chain, name: "Ensembl", inside: true };
const broken = {
  id: "up1",
  said: { upload_id: "up1", type: "panel", ancestry: "SAS", licence: "CC-BY" },
  file_name: "sites.vcf.gz",
  by: "admin1",
  state: "refused",
  size: 10,
  copied: 10,
  why: "It is empty.",
};

const server = (change: object = {}): Record<string, Answer> => ({
  "GET /api/is-logged-in": admin,
  "GET /api/reference": () => ({ items: [panel, chain, inside], underway: [], ancestries: ["EUR", "SAS"], ...change }),
});

const cells = (name: string) => {
  const row = screen.getByRole("cell", { name }).closest("tr") as HTMLElement;
  return [...row.querySelectorAll("td")].slice(1).map((cell) => cell.textContent);
};

test("says what is installed; what is used or part of the program cannot be removed", async () => {
  const { writes } = renderApp("/admin/reference", {
    ...server(),
    "DELETE /api/reference/old": () => new Response(null, { status: 204 }),
  });
  expect(await screen.findByText("2 files installed")).toBeTruthy();
  expect(cells("eur").slice(0, 3)).toEqual(["Panel", "GRCh37 (hg19)", "12,345 variantsEuropean, frequency in AF"]);
  expect(cells("old").slice(0, -1)).toEqual([
    "Chain file",
    "NCBI36 (hg18) → GRCh38 (hg38)",
    "1 aligned block",
    "–",
    "2013freeSHA-256 abababababab…",
  ]);
  expect([cells("eur").at(-3), cells("old").at(-3)]).toEqual(["2 files", "–"]);
  expect(cells("Ensembl").at(-1)).toBe("Part of the program");
  expect(await accessFaults()).toEqual([]);
  const [used, free] = screen.getAllByRole("button", { name: "Remove" }) as [HTMLElement, HTMLElement];
  expect(used.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(free);
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(writes().map(({ url }) => new URL(url).pathname)).toEqual(["/api/reference/old"]));
});

test("what uses a file: reports that name it, or pages that look it up; named genes may go", async () => {
  renderApp(
    "/admin/reference",
    server({ items: [genes, people, { ...first, in_use: true }, { ...first, name: "old" }] }),
  );
  await screen.findByText("4 files installed");
  expect(["gencode", "kg", "hapmap", "old"].map((name) => cells(name).at(-3))).toEqual([
    "1 file and 2 meta-analyses",
    "Region views and known loci on GRCh37 (hg19)",
    "Region views on GRCh37 (hg19)",
    "–",
  ]);
  for (const remove of screen.getAllByRole("button", { name: "Remove" }))
    expect(remove.getAttribute("aria-disabled")).toBeNull();
});

test("of several files of one type it says which is not in use; LD says whose genotypes it has", async () => {
  renderApp("/admin/reference", server({ items: [first, people] }));
  await screen.findByText("2 files installed");
  expect(cells("hapmap").slice(0, 3)).toEqual(["Recombination mapNot in use", "GRCh37 (hg19)", "3 points"]);
  expect(cells("kg").slice(0, 3)).toEqual(["LD", "GRCh37 (hg19)", "1 variantEuropean, genotypes of 503 people"]);
});

test("each type asks for what its file does not tell, and sends nothing else", async () => {
  const sent: unknown[] = [];
  renderApp("/admin/reference", {
    ...server({ underway: [{ ...broken, said: { ...broken.said, column: "AF" } }] }),
    "POST /api/reference": async (request) => {
      sent.push(await request.json());
      return { status: "ok" };
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Correct and try again" }));
  expect(await screen.findByRole("textbox", { name: "Column" })).toBeTruthy();
  await userEvent.click(screen.getByRole("combobox", { name: "Type" }));
  await userEvent.click(await screen.findByRole("option", { name: "Known loci", hidden: true }));
  expect(screen.queryByRole("combobox", { name: "Ancestry" })).toBeNull();
  expect(screen.queryByRole("textbox", { name: "Column" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Check and install" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({ upload_id: "up1", type: "loci", name: "", version: "", licence: "CC-BY", build: "" });
});

test("a refused file says why, and is tried again with what was said corrected", async () => {
  const sent: unknown[] = [];
  renderApp("/admin/reference", {
    ...server({ underway: [broken] }),
    "POST /api/reference": async (request) => {
      sent.push(await request.json());
      return sent.length === 1 ? refused(409, "This file is being installed already.") : { status: "ok" };
    },
  });
  expect((await screen.findByText("It is empty.")).getAttribute("role")).toBe("alert");
  await userEvent.click(screen.getByRole("button", { name: "Correct and try again" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Column" }), "EUR_AF");
  await userEvent.click(screen.getByRole("button", { name: "Check and install" }));
  expect((await screen.findAllByText(/is being installed already/)).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole("button", { name: "Check and install" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({
    upload_id: "up1",
    type: "panel",
    ancestry: "SAS",
    licence: "CC-BY",
    column: "EUR_AF",
  });
});

test("without a file nothing is sent", async () => {
  const { writes } = renderApp("/admin/reference", server());
  await userEvent.click(await screen.findByRole("button", { name: "Install a file" }));
  await userEvent.click(screen.getByRole("button", { name: "Check and install" }));
  expect((await screen.findAllByText("Upload a file first.")).length).toBeGreaterThan(0);
  expect(writes()).toEqual([]);
});

test("is for administrators", async () => {
  renderApp("/admin/reference", {
    ...server(),
    "GET /api/is-logged-in": person({ groups: ["hermes", "datasets"], areas: ["datasets"] }),
  });
  expect(await screen.findByText(/for administrators of this server/)).toBeTruthy();
});
