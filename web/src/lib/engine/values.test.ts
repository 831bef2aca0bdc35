import { expect, test } from "vitest";
import type { PageDocument } from "../document/document";
import { emptyDocument } from "../document/start";
import type { TableInfo } from "../document/table";
import type { Cell } from "./cell";
import type { ChunkType } from "./chunk";
import { openHere } from "./core";
import { buffersOf } from "./messages";
import { type FilterState, missingCode, type TextValues, type ValuesAnswer } from "./questions";
import { memorySource } from "./testing/memory";
import { textOf } from "./texts";

/** Twenty rows in groups of three; the name of row 7 is missing, and a third of the rows has no list. */
const rows = Array.from({ length: 20 }, (_, row) => row);
const cells: Record<string, [ChunkType, Cell[]]> = {
  at: ["number", rows],
  name: ["text", rows.map((row) => (row === 7 ? null : `n${row % 6}é`))],
  tags: ["list", rows.map((row) => (row % 3 === 0 ? null : [`t${row % 2}`, "a, b"]))],
};
const table: TableInfo = { columns: Object.entries(cells).map(([id, [type]]) => ({ id, source: id, type })) };
const page: PageDocument = {
  ...emptyDocument(table),
  filters: [{ id: "f", type: "between", column: "at", label: "", name_in_chip: true }],
};

async function opened() {
  const loaded: number[] = [];
  const source = memorySource(
    Object.entries(cells).map(([id, [type, of]]) => ({ id, type, cells: of })),
    3,
  );
  const watched: typeof source = {
    ...source,
    load: (names, group) => {
      loaded.push(group);
      return source.load(names, group);
    },
  };
  const engine = openHere(table, watched);
  await engine.use(page);
  return { engine, loaded };
}

const shown = ({ columns }: ValuesAnswer) =>
  columns.map((column) => {
    if ("numbers" in column) return [...column.numbers];
    const { codes, texts } = column as TextValues;
    return Array.from(codes, (code) => (code === missingCode ? null : textOf(texts, code)));
  });

const expected = (low: number, high: number) =>
  ["at", "name", "tags"].map((id) =>
    (cells[id] as [ChunkType, Cell[]])[1]
      .slice(low, high + 1)
      .map((cell) => (Array.isArray(cell) ? cell.join(", ") : cell)),
  );

const within = (low: number, high: number): FilterState => ({ f: { low, high } });
const columns = ["at", "name", "tags"];

test.each([
  ["all rows", 0, 19],
  ["most rows", 2, 18],
  ["three of twenty", 6, 8],
  ["two, which are read by themselves", 7, 8],
  ["one", 11, 11],
])("values are those of the rows that pass: %s", async (_, low, high) => {
  const { engine } = await opened();
  const answer = await engine.values({ columns, filters: within(low, high) });
  expect([...answer.rows]).toEqual(rows.slice(low, high + 1));
  expect(shown(answer)).toEqual(expected(low, high));
});

test("no row has no values", async () => {
  const { engine } = await opened();
  const answer = await engine.values({ columns, filters: within(30, 40) });
  expect(shown(answer)).toEqual([[], [], []]);
});

test("an answer that was handed over leaves the next one whole", async () => {
  const { engine } = await opened();
  for (const [low, high] of [
    [0, 19],
    [5, 19],
  ] as const) {
    const answer = await engine.values({ columns, filters: within(low, high) });
    expect(shown(structuredClone(answer, { transfer: buffersOf(answer) }))).toEqual(expected(low, high));
  }
});

test("few rows read the groups that hold them, and the column of the filter", async () => {
  const { engine, loaded } = await opened();
  await engine.count(within(11, 11));
  const before = loaded.length;
  await engine.values({ columns: ["name"], filters: within(11, 11) });
  expect(loaded.slice(before)).toEqual([3]);
});

test("questions that come together are answered by one work, also when the one that began it is given up", async () => {
  const { engine } = await opened();
  const control = new AbortController();
  const first = engine.count(within(6, 8), control.signal);
  const others = [engine.count(within(6, 8)), engine.values({ columns: ["at"], filters: within(6, 8) })] as const;
  control.abort();
  await expect(first).rejects.toMatchObject({ name: "AbortError" });
  expect((await others[0]).passing).toBe(3);
  expect([...(await others[1]).rows]).toEqual([6, 7, 8]);
});

test("two filters at once let through what both do, and what was counted for one is not that of both", async () => {
  const { engine } = await opened();
  const two = [...page.filters, { id: "g", type: "at_most", column: "at", label: "", name_in_chip: true } as const];
  await engine.use({ ...page, filters: two });
  expect((await engine.count(within(6, 12))).passing).toBe(7);
  expect((await engine.count({ ...within(6, 12), g: 8 })).passing).toBe(3);
  expect((await engine.count({ g: 8 })).passing).toBe(9);
});
