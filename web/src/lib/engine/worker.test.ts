/** Both ends of the line between a page and its worker, over a real channel and a real file. */
import { readFileSync } from "node:fs";
import { MessageChannel } from "node:worker_threads";
import { afterEach, describe, expect, test } from "vitest";
import type { PageDocument, Step } from "../document/document";
import type { TableInfo } from "../document/table";
import { connect } from "./connect";
import type { Port, ToPage, ToWorker } from "./messages";
import { serve } from "./serve";

/**
 * The content is described in parquet.test.ts: twelve rows in groups of five; every fifth row has
 * only snp.
 */
const file = readFileSync("src/lib/engine/testdata/table.parquet");
const types = { snp: "text", chr: "text", pos: "number", p: "number", coding: "boolean", traits: "list" } as const;
const table: TableInfo = {
  bytes: file.length,
  columns: Object.entries(types).map(([id, type]) => ({ id, source: id, type })),
};

const page = (change: Partial<PageDocument> = {}): PageDocument => ({
  version: 1,
  title: "",
  about: "",
  columns: Object.entries(types).map(([id, type]) => ({ id, source: id, title: id, type })),
  steps: [],
  formats: {},
  tips: {},
  table: { columns: [], rows: 20 },
  groups: [],
  filters: [{ id: "f", type: "at_least", column: "pos", label: "Position", name_in_chip: true }],
  plots: [],
  layout: "tabs",
  ...change,
});

const bytesOf = async (start: number, end: number) => Uint8Array.from(file.subarray(start, end)).buffer;

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A page and a worker; their messages are recorded. */
function line(read: (start: number, end: number, signal?: AbortSignal) => Promise<ArrayBuffer> = bytesOf) {
  const { port1, port2 } = new MessageChannel();
  const said: ToWorker[] = [];
  const answered: ToPage[] = [];
  const listened = (port: typeof port1, kept: unknown[]): Port => ({
    postMessage: (message, transfer) => port.postMessage(message, transfer as never),
    addEventListener: (_, listen) =>
      port.on("message", (data) => {
        kept.push(data);
        listen({ data } as MessageEvent);
      }),
  });
  serve(listened(port2, said));
  const engine = connect(listened(port1, answered), table, read, () => port1.close());
  open.push(() => engine.close());
  return { engine, said, answered };
}

const all = { filters: {}, from: 0, to: 100 };

describe("every question", () => {
  test("is answered as the file says", async () => {
    const { engine } = line();
    const prepared = await engine.use(page());
    expect([prepared.rows, prepared.columns.map(({ id }) => id)]).toEqual([12, Object.keys(types)]);
    const rows = await engine.rows({ ...all, filters: { f: 1010 }, columns: ["snp", "pos"] });
    expect(rows).toMatchObject({
      total: 2,
      rows: [
        { row: 10, cells: ["rs10", 1010] },
        { row: 11, cells: ["rs5", 1011] },
      ],
    });
    expect(await engine.count({ f: 1010 })).toMatchObject({ passing: 2, rows: 12 });
    const { columns, rows: passing } = await engine.values({ columns: ["pos"], filters: { f: 1010 } });
    expect([[...passing], columns[0]]).toEqual([[10, 11], { type: "number", numbers: Float64Array.of(1010, 1011) }]);
    expect((await engine.options({ column: "coding", filters: {} })).options).toEqual([
      { text: "false", count: 7 },
      { text: "true", count: 3 },
    ]);
    expect(await engine.range("pos", ["neglog10"])).toMatchObject({ missing: 2 });
    expect((await engine.account()).steps).toEqual([]);
  });

  test("that is not the table's is answered with what is missing, and never fails", async () => {
    const { engine } = line();
    await engine.use(page());
    const { rows } = await engine.rows({
      ...all,
      to: 1,
      columns: ["nothing"],
      sort: { column: "no", descending: true },
    });
    expect(rows[0]?.cells).toEqual([null]);
    expect(await engine.range("nothing")).toMatchObject({ missing: 12 });
    expect(await engine.options({ column: "nothing", filters: {} })).toMatchObject({ options: [], total: 0 });
  });
});

/** Reading that waits until it is let go. */
function held() {
  const waiting: { go: () => void; signal: AbortSignal | undefined }[] = [];
  const read = (start: number, end: number, signal?: AbortSignal) =>
    new Promise<ArrayBuffer>((done, fail) => {
      signal?.addEventListener("abort", () => fail(signal.reason));
      waiting.push({ signal, go: () => void bytesOf(start, end).then(done) });
    });
  const until = async (count: number) => {
    while (waiting.length < count) await new Promise((done) => setTimeout(done, 1));
  };
  return { waiting, read, until };
}

describe("a question that is not wanted any more", () => {
  test("is given up on both sides, its reading too, and the next one is answered", async () => {
    const { waiting, read, until } = held();
    const { engine, said } = line(read);
    const used = engine.use(page());
    await until(1);
    waiting[0]?.go();
    await used;
    const control = new AbortController();
    const asked = engine.rows({ ...all, columns: ["snp"] }, control.signal);
    await until(2);
    control.abort();
    await expect(asked).rejects.toMatchObject({ name: "AbortError" });
    while (!waiting[1]?.signal?.aborted) await new Promise((done) => setTimeout(done, 1));
    expect(said.filter(({ kind }) => kind === "abort")).toHaveLength(1);
    const again = engine.rows({ ...all, columns: ["snp"] });
    for (let at = 2; at < 5; at += 1) {
      await until(at + 1);
      for (const one of waiting) one.go();
    }
    expect((await again).rows[1]?.cells).toEqual(["rs7"]);
  });

  test("that was given up before it was asked is not asked", async () => {
    const { engine, said } = line();
    await engine.use(page());
    const before = said.length;
    await expect(engine.count({}, AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
    expect(said).toHaveLength(before);
  });

  test("is not answered about another document, even when its answer was under way", async () => {
    const { engine, answered } = line();
    await engine.use(page());
    const older = engine.count({ f: 1010 });
    while (!answered.some((one) => one.kind === "answer" && one.id === 1))
      await new Promise((done) => setImmediate(done));
    const control = engine.use(page({ filters: [] }));
    const newer = engine.count({ f: 1010 });
    await older.catch(() => undefined);
    await control;
    expect(await newer).toMatchObject({ passing: 12, revision: 2 });
    const late = engine.rows({ ...all, columns: ["snp"] });
    const last = engine.use(page());
    await expect(late).rejects.toMatchObject({ name: "AbortError" });
    expect(await last).toMatchObject({ revision: 3 });
  });

  test("is told so when the table is closed, and bytes on their way are stopped", async () => {
    const { waiting, read, until } = held();
    const { engine } = line(read);
    const asked = engine.use(page());
    await until(1);
    engine.close();
    await expect(asked).rejects.toMatchObject({ name: "AbortError", message: "The table was closed." });
    expect(waiting[0]?.signal?.aborted).toBe(true);
  });
});

test("bytes that cannot be read are told to the question, and read again by the next one", async () => {
  let away = true;
  const reason = new Error("The server is away.");
  const { engine } = line((start, end) => (away ? Promise.reject(reason) : bytesOf(start, end)));
  await expect(engine.use(page())).rejects.toBe(reason); // the error itself, with its advice
  await expect(engine.count({})).rejects.toThrow("The server is away.");
  away = false;
  expect(await engine.count({ f: 1010 })).toMatchObject({ passing: 2, rows: 12 }); // about the document that was used
  away = true;
  await expect(engine.rows({ ...all, columns: ["traits"] })).rejects.toThrow("The server is away.");
  away = false;
  expect((await engine.rows({ ...all, columns: ["traits"] })).rows[1]?.cells).toEqual([["t1", "a, b"]]);
});

const toNumber = {
  id: "s",
  type: "to_number",
  input: "snp",
  decimal: ".",
  output: { id: "made", title: "Made" },
} as const;

describe("bad cells", () => {
  test("are named by row, column and value, the first ten of all, over every group", async () => {
    const { engine } = line();
    const steps: Step[] = [toNumber];
    await engine.use(page({ steps }));
    const [report] = (await engine.account()).steps;
    expect([report?.rows, report?.missing, report?.failed, report?.first.length]).toEqual([12, 12, 12, 10]);
    expect(report?.first[0]).toEqual({ row: 0, column: "snp", value: "rs0", reason: "“rs0” is not a number." });
    expect(report?.first[6]).toEqual({ row: 6, column: "snp", value: "rs6", reason: "“rs6” is not a number." });
  });

  test("leave the table as it is, and a formula that cannot be read says why", async () => {
    const { engine } = line();
    const broken: Step = { id: "e", type: "expression", expression: "pos + ", output: { id: "sum", title: "Sum" } };
    const { steps, columns } = await engine.use(page({ steps: [toNumber, broken] }));
    expect(steps[1]?.fault).toMatch(/cannot be read/);
    expect(columns.find(({ id }) => id === "sum")?.gone).toBe(true);
    const { rows, total } = await engine.rows({ ...all, columns: ["snp", "made", "sum"] });
    expect([total, rows[0]?.cells]).toEqual([12, ["rs0", null, null]]);
  });
});

describe("limits", () => {
  test.each([
    [2, 2],
    [undefined, 12],
  ])("of options with at most %s are %d, and all are counted", async (most, shown) => {
    const { engine } = line();
    await engine.use(page());
    const { options, total } = await engine.options({ column: "snp", filters: {}, ...(most ? { most } : {}) });
    expect([options.length, total]).toEqual([shown, 12]);
  });

  test("of rows: what lies behind the last one is nothing", async () => {
    const { engine } = line();
    await engine.use(page());
    expect((await engine.rows({ ...all, from: 11, to: 1e9, columns: ["snp"] })).rows).toHaveLength(1);
    expect((await engine.rows({ ...all, from: 12, to: 20, columns: ["snp"] })).rows).toEqual([]);
  });

  test("of a formula: two thousand characters", async () => {
    const { engine } = line();
    const formula = (length: number): Step => ({
      id: "e",
      type: "expression",
      expression: `pos${" ".repeat(length - 3)}`,
      output: { id: "made", title: "Made" },
    });
    expect((await engine.use(page({ steps: [formula(2000)] }))).steps[0]?.fault).toBeUndefined();
    const told = (await engine.use(page({ steps: [formula(2001)] }))).steps[0]?.fault;
    expect(told).toBe("An expression has at most 2000 characters.");
  });
});
