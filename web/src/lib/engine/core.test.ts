import { describe, expect, test } from "vitest";
import type { PageDocument } from "../document/document";
import type { TableInfo } from "../document/table";
import type { Cell } from "./cell";
import type { ChunkType } from "./chunk";
import { openHere } from "./core";
import type { FilterState } from "./questions";
import { memorySource } from "./testing/memory";

const columnsOf: Record<string, [ChunkType, Cell[]]> = {
  name: ["text", ["rs10", "rs9", "rs1", "rs2", null]],
  beta: ["number", [0.5, 0, -1, null, 2]],
  chr: ["text", ["X", "2", "10", "2", "MT"]],
  place: ["text", ["X:5", "2:100", "10:7", "2:20-40", "odd"]],
  coding: ["boolean", [true, false, null, true, false]],
  traits: ["list", [["a", "b"], ["b"], null, ["c, d"], ["a"]]],
};

const table: TableInfo = {
  columns: Object.entries(columnsOf).map(([id, [type]]) => ({ id, source: id, type })),
};

const page = (change: Partial<PageDocument> = {}): PageDocument => ({
  version: 1,
  title: "",
  about: "",
  columns: Object.entries(columnsOf).map(([id, [type]]) => ({ id, source: id, title: id, type })),
  steps: [],
  formats: {},
  tips: {},
  table: { columns: [], rows: 20 },
  groups: [],
  filters: [],
  plots: [],
  layout: "tabs",
  ...change,
});

/** Groups of two rows, so that every answer is made of several. */
function engine(document: PageDocument) {
  const source = memorySource(
    Object.entries(columnsOf).map(([id, [type, cells]]) => ({ id, type, cells })),
    2,
  );
  const opened = openHere(table, source);
  const used = opened.use(document);
  return { opened, used };
}

const all = { filters: {}, from: 0, to: 100 };

describe("rows", () => {
  test("are given as they stand, from one to another", async () => {
    const { opened } = engine(page());
    expect(
      await opened.rows({ filters: {}, from: 1, to: 3, columns: ["name", "traits", "coding", "nothing"] }),
    ).toEqual({
      revision: 1,
      total: 5,
      neg_log_10: {},
      rows: [
        { row: 1, cells: ["rs9", ["b"], false, null] },
        { row: 2, cells: ["rs1", null, null, null] },
      ],
    });
  });

  test.each<[string, boolean, number[]]>([
    ["beta", false, [2, 1, 0, 4, 3]],
    ["beta", true, [4, 0, 1, 2, 3]],
    ["name", false, [2, 3, 1, 0, 4]],
    ["name", true, [0, 1, 3, 2, 4]],
    ["chr", false, [1, 3, 2, 0, 4]],
    ["chr", true, [4, 0, 2, 1, 3]],
    ["place", false, [3, 1, 2, 0, 4]],
    ["place", true, [0, 2, 1, 3, 4]],
    ["coding", false, [1, 4, 0, 3, 2]],
    ["coding", true, [0, 3, 1, 4, 2]],
  ])("by %s, descending: %s", async (column, descending, expected) => {
    const columns = page().columns.map((one) => (one.id === "chr" ? { ...one, role: "chromosome" as const } : one));
    const { opened } = engine(page({ columns, locus: "place" }));
    const { rows } = await opened.rows({ ...all, columns: [], sort: { column, descending } });
    expect(rows.map(({ row }) => row)).toEqual(expected);
  });

  test("with a star are those whose name has one", async () => {
    const { opened } = engine(page({ star: "name" }));
    const { rows, total } = await opened.rows({ ...all, columns: ["name"], starred: ["rs1", "rs10"] });
    expect([total, rows.map(({ cells }) => cells[0])]).toEqual([2, ["rs10", "rs1"]]);
  });
});

const filter = (type: string, column: string, more: object = {}) =>
  ({ id: "f", type, column, label: "F", name_in_chip: true, ...more }) as PageDocument["filters"][number];

describe("filters", () => {
  test.each<[string, string, FilterState[string], number[]]>([
    ["at_most", "beta", 0, [1, 2]],
    ["at_least", "beta", 0, [0, 1, 4]],
    ["between", "beta", { low: 0, high: 0.5 }, [0, 1]],
    ["between", "beta", { low: 0.5 }, [0, 4]],
    ["slider", "beta", { low: -1, high: -1 }, [2]],
    ["outside", "beta", { low: 0, high: 2 }, [1, 2, 4]],
    ["contains", "name", ["S1", "9"], [0, 1, 2]],
    ["exact", "name", ["RS1"], [2]],
    ["choice", "name", ["RS1"], []],
    ["choice", "chr", ["2", "X"], [0, 1, 3]],
    ["checklist", "coding", ["true"], [0, 3]],
    ["checklist", "traits", ["b"], [0, 1]],
    ["checklist", "traits", ["c"], []],
    ["suggest", "traits", ["C, D"], [3]],
    ["choice", "beta", ["0", "0.5"], [0, 1]],
    ["without", "traits", ["b"], [2, 3, 4]],
    ["without", "name", ["RS1"], [0, 1, 3, 4]],
    ["contains", "name", [], [0, 1, 2, 3, 4]],
    ["contains", "name", [""], [0, 1, 2, 3, 4]],
    ["between", "beta", {}, [0, 1, 2, 3, 4]],
    ["at_least", "beta", ["of another kind"], [0, 1, 2, 3, 4]],
    ["at_least", "gone", 0, [0, 1, 2, 3, 4]],
  ])("%s of %s at %j", async (type, column, value, expected) => {
    const { opened } = engine(page({ filters: [filter(type, column)] }));
    const { rows, total } = await opened.rows({ ...all, filters: { f: value }, columns: [] });
    expect(rows.map(({ row }) => row)).toEqual(expected);
    expect(total).toBe(expected.length);
    expect(await opened.count({ f: value })).toEqual({ revision: 1, passing: expected.length, rows: 5 });
  });

  test("hold together, several on a column, and hidden ones whatever is set", async () => {
    const filters = [
      filter("at_least", "beta", { id: "low" }),
      filter("at_most", "beta", { id: "high" }),
      filter("choice", "chr", { id: "always", hidden: true, preset: ["X", "2", "MT"] }),
    ];
    const { opened } = engine(page({ filters }));
    const { rows } = await opened.rows({ ...all, filters: { low: 0, high: 1, always: ["10"] }, columns: [] });
    expect(rows.map(({ row }) => row)).toEqual([0, 1]);
  });
});

test("options are counted among the rows that pass the other filters, and ordered naturally", async () => {
  const filters = [filter("choice", "chr"), filter("at_least", "beta", { id: "b" })];
  const { opened } = engine(page({ filters }));
  const state = { f: ["2"], b: 0 };
  expect((await opened.options({ column: "chr", filters: state, of: "f" })).options).toEqual([
    { text: "2", count: 1 },
    { text: "MT", count: 1 },
    { text: "X", count: 1 },
  ]);
  expect((await opened.options({ column: "traits", filters: {} })).options).toEqual([
    { text: "a", count: 2 },
    { text: "b", count: 2 },
    { text: "c, d", count: 1 },
  ]);
  expect(await opened.options({ column: "name", filters: {}, prefix: "RS1", most: 1 })).toEqual({
    revision: 1,
    total: 2,
    options: [{ text: "rs1", count: 1 }],
  });
});

test("ranges leave out what is missing, and follow functions", async () => {
  const { opened } = engine(page());
  expect(await opened.range("beta")).toEqual({ revision: 1, low: -1, high: 2, missing: 1 });
  expect(await opened.range("beta", ["abs"])).toEqual({ revision: 1, low: 0, high: 2, missing: 1 });
  expect(await opened.range("name")).toEqual({ revision: 1, missing: 5 });
});

test("rows of one key stand side by side when one of them passes", async () => {
  const cells: Record<string, [ChunkType, Cell[]]> = {
    variant: ["text", ["v1", "v1", "v2", "v3", "v3", null]],
    study: ["text", ["B", "A", "A", "A", "B", "A"]],
    p: ["number", [0.5, 0.01, 0.02, 0.9, 0.8, 0.001]],
  };
  const info: TableInfo = { columns: Object.entries(cells).map(([id, [type]]) => ({ id, source: id, type })) };
  const source = memorySource(
    Object.entries(cells).map(([id, [type, of]]) => ({ id, type, cells: of })),
    4,
  );
  const columns = info.columns.map(({ id, type }) => ({ id, source: id, title: id, type }));
  const comparison = { key: "variant", group: "study", columns: ["p"], keys: "all" as const };
  const opened = openHere(info, source);
  const filters = [filter("at_most", "p")];
  const asked = { filters: { f: 0.1 }, from: 0, to: 10, columns: ["variant"] };
  await opened.use(page({ columns, filters, comparison }));
  const answer = await opened.rows(asked);
  expect(answer).toMatchObject({ total: 2, groups: ["A", "B"] });
  expect(answer.rows).toEqual([
    { row: 1, cells: ["v1"], compared: { p: [0.01, 0.5] } },
    { row: 2, cells: ["v2"], compared: { p: [0.02, null] } },
  ]);
  await opened.use(page({ columns, filters, comparison: { ...comparison, keys: "shared" } }));
  expect((await opened.rows(asked)).rows.map(({ cells: [key] }) => key)).toEqual(["v1"]);
});

test("P values below what a number holds are told by their logarithm, and sorted by it", async () => {
  const info: TableInfo = {
    columns: [
      { id: "p", source: "P", type: "number", neg_log_10: "p__log" },
      { id: "p__log", source: "P (log)", type: "number" },
    ],
  };
  const source = memorySource([
    { id: "p", type: "number", cells: [0, 0.5, 0, null] },
    { id: "p__log", type: "number", cells: [400, 0.30103, 500, null] },
  ]);
  const step = { id: "s", type: "neglog10", input: "p", zero: "missing", output: { id: "l", title: "l" } } as const;
  const opened = openHere(info, source);
  await opened.use(page({ columns: [{ id: "p", source: "P", title: "P", type: "number" }], steps: [step] }));
  const answer = await opened.rows({ ...all, columns: ["p", "l"], sort: { column: "p", descending: false } });
  expect(answer.rows.map(({ cells }) => cells)).toEqual([
    [0, 500],
    [0, 400],
    [0.5, 0.30103],
    [null, null],
  ]);
  expect(answer.neg_log_10).toEqual({ p: [500, 400, null, null] });
  const { columns } = await opened.values({ columns: [{ neg_log_10: "p" }], filters: {} });
  expect(columns[0]).toEqual({ type: "number", numbers: Float64Array.of(400, 0.30103, 500, Number.NaN) });
});

test("an older answer never overtakes a newer one, and who gave up is told so", async () => {
  const { opened, used } = engine(page());
  const older = opened.rows({ ...all, columns: [] });
  const newer = opened.use(page({ title: "another" }));
  await expect(used).rejects.toMatchObject({ name: "AbortError" });
  await expect(older).rejects.toMatchObject({ name: "AbortError" });
  expect((await newer).revision).toBe(2);
  const control = new AbortController();
  const asked = opened.rows({ ...all, columns: ["name"] }, control.signal);
  control.abort();
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
});
