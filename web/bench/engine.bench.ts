/**
 * What a page's edits cost: `npx vitest bench --run bench/engine.bench.ts`. A million made-up variants in row groups as the
 * server writes them, without the reading of bytes.
 */
import { bench, describe } from "vitest";
import type { PageDocument } from "../src/lib/document/document";
import { type Chunk, TextBuilder } from "../src/lib/engine/chunk";
import { openHere } from "../src/lib/engine/core";
import type { Engine } from "../src/lib/engine/questions";
import type { Source } from "../src/lib/engine/source";

const groupRows = 65_536;

function numbers(rows: number, of: (row: number) => number): Chunk {
  return { type: "number", numbers: Float64Array.from({ length: rows }, (_, row) => of(row)) };
}

function texts(rows: number, of: (row: number) => string): Chunk {
  const built = new TextBuilder(rows);
  for (let row = 0; row < rows; row += 1) built.set(row, of(row));
  return built.done();
}

/** A sequence that looks like chance and is the same in every run. */
const chance = (row: number) => ((row * 2_654_435_761) % 4_294_967_296) / 4_294_967_296;

function variants(rows: number): Source {
  const groups = Array.from({ length: Math.ceil(rows / groupRows) }, (_, at) => ({
    start: at * groupRows,
    rows: Math.min(groupRows, rows - at * groupRows),
  }));
  const made = groups.map(
    ({ start, rows: n }) =>
      new Map<string, Chunk>([
        ["rsid", texts(n, (row) => `rs${start + row}`)],
        ["chr", texts(n, (row) => String(1 + Math.floor((22 * (start + row)) / rows)))],
        ["pos", numbers(n, (row) => 1000 + start + row)],
        ["p", numbers(n, (row) => chance(start + row))],
        ["beta", numbers(n, (row) => chance(start + row + 7) - 0.5)],
        ["gene", texts(n, (row) => `GENE${Math.floor((start + row) / 50)}`)],
      ]),
  );
  return { rows, groups, load: async (_, group) => made[group] as Map<string, Chunk> };
}

const types = { rsid: "text", chr: "text", pos: "number", p: "number", beta: "number", gene: "text" } as const;
const columns = Object.entries(types).map(([id, type]) => ({ id, source: id, title: id, type }));

const page = (expression: string): PageDocument => ({
  version: 1,
  title: "",
  about: "",
  columns,
  steps: [
    { id: "a", type: "locus", chromosome: "chr", position: "pos", output: { id: "locus", title: "Locus" } },
    { id: "b", type: "neglog10", input: "p", zero: "missing", output: { id: "strength", title: "Strength" } },
    { id: "c", type: "expression", expression, output: { id: "score", title: "Score" } },
  ],
  formats: {},
  tips: {},
  table: { columns: [], rows: 20 },
  groups: [],
  filters: [
    { id: "p", type: "at_most", column: "p", label: "P", name_in_chip: true },
    { id: "gene", type: "contains", column: "gene", label: "Gene", name_in_chip: true },
  ],
  plots: [],
  layout: "tabs",
});

for (const rows of [100_000, 1_000_000]) {
  describe(`${rows} rows`, () => {
    const engine: Engine = openHere({ columns }, variants(rows));
    let turn = 0;
    const first = { from: 0, to: 50, columns: ["rsid", "locus", "score"] };
    const ready = engine.use(page("strength * abs(beta)"));
    const use = () => {
      turn += 1;
      return engine.use(page(`strength * abs(beta) + ${turn}`));
    };
    const options = { time: 500, iterations: 5, warmupIterations: 1, warmupTime: 0 };
    bench(
      "an expression is changed, and its rows are shown sorted by it",
      async () => {
        await use();
        await engine.rows({ ...first, filters: {}, sort: { column: "score", descending: true } });
      },
      options,
    );
    bench(
      "a filter of numbers is moved",
      async () => {
        await ready;
        turn += 1;
        await engine.rows({ ...first, filters: { p: 0.01 + turn * 1e-6 } });
      },
      options,
    );
    bench(
      "a filter of texts is typed",
      async () => {
        await ready;
        turn += 1;
        await engine.rows({ ...first, filters: { gene: [`e${turn % 1000}`] } });
      },
      options,
    );
    bench(
      "values of a Manhattan plot under a filter",
      async () => {
        await ready;
        turn += 1;
        await engine.values({ columns: ["chr", "pos", { neg_log_10: "p" }], filters: { p: 0.5 + turn * 1e-6 } });
      },
      options,
    );
  });
}
