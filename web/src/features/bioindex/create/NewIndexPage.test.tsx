import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { refused } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { indexOf, openIndexes, preview } from "../testing";
import { sourceAt } from "./source";

const upload = "/minibioindex/new?kind=upload&id=u1";
const server = { "POST /api/indexes/preview": () => preview, "GET /api/indexes/i1": () => indexOf() };

test("what was recognised is proposed, with an example of each; the genome build is asked", async () => {
  const sent: unknown[] = [];
  const { router } = openIndexes(upload, {
    ...server,
    "POST /api/indexes": async (request) => {
      sent.push(await request.json());
      return indexOf();
    },
  });
  const best = await screen.findByRole("radio", { name: "By region, gene or position" });
  expect(best).toHaveProperty("checked", true);
  expect(screen.getByText("4:111600118-111700118")).toBeTruthy();
  expect(screen.getByText("rs11724067", { selector: "code" })).toBeTruthy();
  expect(screen.getByText(/not sorted. They are sorted/)).toBeTruthy();
  expect(await accessFaults()).toEqual([]);

  await userEvent.click(screen.getByRole("button", { name: "Build the index" }));
  expect(await screen.findAllByText(/Choose the genome build of the positions/)).toHaveLength(2);
  expect(sent).toEqual([]);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: /^Genome build/ }), "GRCh37");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Type of rsid" }), "whole number");
  await userEvent.click(screen.getByRole("button", { name: "Build the index" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/minibioindex/i1"));
  expect(sent).toEqual([
    {
      name: "lakeland_HF",
      source: { kind: "upload", id: "u1" },
      schema: "chr:pos",
      types: { rsid: "integer" },
      genome_build: "GRCh37",
    },
  ]);
});

test("a table that contradicts itself asks what its positions count, and the choice is sent", async () => {
  const sent: { coordinates?: string }[] = [];
  const question = "Do positions count from 0 or from 1? The file is BED, where starts count from 0.";
  openIndexes(upload, {
    ...server,
    "POST /api/indexes": async (request) => {
      sent.push(await request.json());
      return refused(422, question, [{ field: "coordinates", message: question }]);
    },
  });
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: /^Genome build/ }), "GRCh37");
  await userEvent.click(screen.getByRole("button", { name: "Build the index" }));
  expect((await screen.findAllByText(question)).length).toBeGreaterThan(0);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Coordinate system" }), "from 0, as in BED");
  await userEvent.click(screen.getByRole("button", { name: "Build the index" }));
  await waitFor(() => expect(sent.map(({ coordinates }) => coordinates)).toEqual([undefined, "zero_based"]));
});

test("columns chosen one by one; a key alone needs no genome build; a refusal stands at its place and nothing is lost", async () => {
  const sent: { schema: string; genome_build?: string }[] = [];
  openIndexes(upload, {
    ...server,
    "POST /api/indexes": async (request) => {
      sent.push(await request.json());
      return refused(422, "One field needs attention.", [{ field: "schema", message: "The column p is no key." }]);
    },
  });
  await userEvent.click(await screen.findByRole("radio", { name: "Choose columns" }));
  await userEvent.click(screen.getByRole("button", { name: "Build the index" }));
  expect(await screen.findAllByText("Choose a key column or a location.")).toHaveLength(2);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Key 1" }), "p");
  expect(screen.queryByRole("combobox", { name: /^Genome build/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Build the index" }));
  expect(await screen.findAllByText("The column p is no key.")).toHaveLength(2);
  expect(sent.map(({ schema, genome_build }) => [schema, genome_build])).toEqual([["p", undefined]]);
  expect(screen.getByRole("combobox", { name: "Key 1" })).toHaveProperty("value", "p");
});

test("an index is built again with what it was built by, without a name", async () => {
  const sent: unknown[] = [];
  openIndexes("/minibioindex/new?rebuild=i1", {
    ...server,
    "GET /api/indexes/i1": () => indexOf({ schema: "rsid,p", genome_build: undefined }),
    "POST /api/indexes/i1/rebuild": async (request) => {
      sent.push(await request.json());
      return indexOf();
    },
  });
  expect(await screen.findByRole("combobox", { name: "Key 2" })).toHaveProperty("value", "p");
  expect(screen.queryByRole("textbox", { name: /^Name/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Build again" }));
  await waitFor(() => expect(sent).toEqual([{ schema: "rsid,p", types: {} }]));
});

test("a file that cannot be read says why, and leads to another", async () => {
  openIndexes(upload, { "POST /api/indexes/preview": () => refused(422, "Two columns are called beta.") });
  expect(await screen.findByText(/Two columns are called beta\. The uploaded file is kept\./)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Choose another file" }));
  expect(await screen.findByText("Choose a file")).toBeTruthy();
});

test("a file sent before is taken up; an address of a result is understood", async () => {
  const held = { id: "u7", file_name: "old.tsv", size: 10, offset: 10, complete: true };
  const { router } = openIndexes("/minibioindex/new", { ...server, "GET /api/uploads/": () => ({ items: [held] }) });
  await userEvent.type(await screen.findByRole("textbox", { name: "File address" }), "https://elsewhere/x");
  await userEvent.click(screen.getByRole("button", { name: "Use file" }));
  expect(await screen.findByText(/This is not the address of a report/)).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "Index file" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ kind: "upload", id: "u7" }));
});

test.each([
  ["https://x/hermes/qc/d1?step=2", { kind: "hermes_upload", id: "d1" }],
  ["/hermes/ma/m-1", { kind: "meta_analysis", id: "m-1" }],
  ["https://x/api/datasets/d1/files/f2", { kind: "dataset_file", id: "d1", file_id: "f2" }],
  ["https://x/datasets/d1", undefined],
])("the file at %s", (address, source) => expect(sourceAt(address)).toEqual(source));
