import fc from "fast-check";
import { expect, test } from "vitest";
import {
  documentSchema,
  type Filter,
  type Format,
  type MathFunction,
  mathFunctions,
  type PageDocument,
  type Step,
} from "../document/document";
import type { Cell } from "./cell";
import { openHere } from "./core";
import { showCell } from "./format";
import { memorySource } from "./source";

const text = fc.constantFrom(null, "a", "A:b", "1", "yes", "No", "x:1_y", "a, b", "7:100", "chrX:5", "NA", "5E-8", "ä");
const number = fc.constantFrom(null, 0, 1, -1, 0.5, 1e-300, 5e-324, 1e308, 100, 2.5);
const truth = fc.constantFrom(null, true, false);
const list = fc.constantFrom<Cell>(null, ["a"], ["a", "b"], ["a, b"]);
const ids = ["n", "m", "t", "u", "b", "l"];
const types = { n: "number", m: "number", t: "text", u: "text", b: "boolean", l: "list" } as const;

const rowsOf = fc.array(fc.tuple(number, number, text, text, truth, list), { minLength: 1, maxLength: 12 });
/** Also ids that nothing makes, and those that steps may have made. */
const column = fc.constantFrom(...ids, "o1", "o2", "gone");
const output = fc.constantFrom("o1", "o2", "o3", "t", "n").map((id) => ({ id, title: id }));
const mark = fc.constantFrom(":", "_", ",", "a");
const pairs = fc.array(fc.record({ from: fc.constantFrom("a", ":", "1"), to: fc.constantFrom("", "z", "$&") }), {
  minLength: 1,
  maxLength: 2,
});

const made: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  fc.record({
    type: fc.constant("join"),
    inputs: fc.array(column, { minLength: 2, maxLength: 3 }),
    by: fc.array(mark, { maxLength: 2 }),
    missing: fc.constantFrom("missing", "skip"),
    output,
  }),
  fc.record({
    type: fc.constant("split"),
    input: column,
    by: fc.array(mark, { minLength: 1, maxLength: 2 }),
    outputs: fc.constant([
      { id: "o1", title: "o1" },
      { id: "o2", title: "o2" },
    ]),
  }),
  fc.record({ type: fc.constant("neglog10"), input: column, zero: fc.constantFrom("missing", "smallest"), output }),
  fc.record({ type: fc.constantFrom("list_to_text"), input: column, by: mark, output }),
  fc.record({ type: fc.constant("text_to_list"), input: column, by: mark, output }),
  fc.record({
    type: fc.constant("text_to_list"),
    input: column,
    by: mark,
    take: fc.integer({ min: 1, max: 3 }),
    output,
  }),
  fc.record({ type: fc.constant("replace"), input: column, pairs, output }),
  fc.record({ type: fc.constant("map"), input: column, pairs, other: fc.constantFrom("keep", "missing"), output }),
  fc.record({
    type: fc.constant("score"),
    scores: fc.array(fc.record({ column, yes: fc.constant(2), no: fc.constant(-1) }), { minLength: 1, maxLength: 3 }),
    as: fc.constantFrom("sum", "mean"),
    missing: fc.constantFrom("no", "skip"),
    output,
  }),
  fc.record({ type: fc.constant("math"), input: column, function: fc.constantFrom(...mathFunctions), output }),
  fc.record({ type: fc.constant("to_text"), input: column, output }),
  fc.record({
    type: fc.constant("default"),
    input: column,
    value: fc.constantFrom<string | number | boolean>(3, "3", "yes"),
    output,
  }),
  fc.record({
    type: fc.constant("expression"),
    expression: fc.constantFrom(
      "n + m",
      "if(b, n, m)",
      'concat(t, "-", u)',
      "o1 + 1",
      "coalesce(t, u)",
      "gone",
      "missing(l)",
      "1 +",
    ),
    output,
  }),
);

const value = {
  contains: [["a"]],
  exact: [["A"]],
  without: [["a"]],
  choice: [["a", "1"]],
  at_most: [0],
  at_least: [0.5],
  between: [{ low: 0, high: 1 }],
  outside: [{ low: 0, high: 1 }],
};
const filter = fc
  .tuple(fc.constantFrom(...(Object.keys(value) as (keyof typeof value)[])), column)
  .map(
    ([type, of]) => ({ id: "f", type, column: of, label: "F", name_in_chip: true, preset: value[type][0] }) as Filter,
  );

const document: fc.Arbitrary<PageDocument> = fc
  .record({
    steps: fc.array(made, { maxLength: 4 }),
    filters: fc.array(filter, { maxLength: 2 }),
    sort: column,
    descending: fc.boolean(),
  })
  .map(({ steps, filters, sort, descending }) => ({
    version: 1,
    title: "",
    about: "",
    columns: ids.map((id) => ({ id, source: id, title: id, type: types[id as keyof typeof types] })),
    steps: steps.map((step, at) => ({ ...step, id: `s${at}` }) as Step),
    formats: {},
    tips: {},
    table: { columns: ids, sort: { column: sort, descending }, rows: 20 },
    groups: [],
    filters: filters.map((one, at) => ({ ...one, id: `f${at}` })),
    plots: [],
    layout: "tabs",
  }));

/** A column as a list of cells: how a plain walk over the rows works it out, without any of the engine's code. */
interface Plain {
  type: string;
  cells: Cell[];
  gone?: boolean;
}

const textOf = (cell: Cell): string | null => {
  if (cell === null) return null;
  return Array.isArray(cell) ? cell.join(", ") : String(cell);
};

const plainNumber = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;
const numberIn = (cell: Cell): number | null => {
  if (typeof cell === "number") return cell;
  if (typeof cell === "boolean") return cell ? 1 : 0;
  const written = textOf(cell);
  return written !== null && plainNumber.test(written) ? Number(written) : null;
};

const orNothing = (result: Cell | undefined): Cell =>
  result === undefined || result === "" || (typeof result === "number" && !Number.isFinite(result)) ? null : result;

const isYes = (cell: Cell): boolean | null => {
  const word = textOf(cell)?.toLowerCase() ?? "";
  if (["yes", "true", "1"].includes(word)) return true;
  return ["no", "false", "0"].includes(word) ? false : null;
};

function mathOf(name: MathFunction, x: number): number {
  if (name === "exp2") return 2 ** x;
  if (name === "exp10") return 10 ** x;
  if (name === "neglog10") return 0 - Math.log10(x);
  if (name === "round") return Math.sign(x) * Math.round(Math.abs(x)) + 0;
  return Math[name](x) + 0;
}

/** The expressions of these documents: the type they have over columns of given types, and their value. */
const expressions: Record<
  string,
  [(type: (id: string) => string) => string | null, (cell: (id: string) => Cell) => Cell]
> = {
  "n + m": [
    (t) => (t("n") === "number" && t("m") === "number" ? "number" : null),
    (c) => (c("n") === null || c("m") === null ? null : Number(c("n")) + Number(c("m"))),
  ],
  "if(b, n, m)": [
    (t) => (t("b") === "boolean" && t("n") === t("m") ? t("n") : null),
    (c) => (c("b") === null ? null : c("b") ? c("n") : c("m")),
  ],
  'concat(t, "-", u)': [
    () => "text",
    (c) => (c("t") === null || c("u") === null ? null : `${textOf(c("t"))}-${textOf(c("u"))}`),
  ],
  "o1 + 1": [(t) => (t("o1") === "number" ? "number" : null), (c) => (c("o1") === null ? null : Number(c("o1")) + 1)],
  "coalesce(t, u)": [(t) => (t("t") === t("u") ? t("t") : null), (c) => c("t") ?? c("u")],
  gone: [() => null, () => null],
  "missing(l)": [() => "boolean", (c) => c("l") === null],
  "1 +": [() => null, () => null],
};

const namesIn = (expression: string) =>
  ["n", "m", "b", "t", "u", "o1", "l", "gone"].filter((id) =>
    new RegExp(`\\b${id}\\b`).test(expression.replace(/\w+\(/g, "(")),
  );

type Made = { type: string; of: (row: number) => Cell | Cell[] } | null;

function madeBy(step: Step, columns: ReadonlyMap<string, Plain>): Made {
  const cell = (id: string, row: number) => columns.get(id)?.cells[row] ?? null;
  const typeOf = (id: string) => columns.get(id)?.type ?? "";
  const reads =
    "input" in step
      ? [step.input]
      : step.type === "join"
        ? step.inputs
        : step.type === "score"
          ? step.scores.map((one) => one.column)
          : step.type === "expression"
            ? namesIn(step.expression)
            : [];
  if (reads.some((id) => !columns.has(id) || columns.get(id)?.gone)) return null;
  switch (step.type) {
    case "join":
      return {
        type: "text",
        of: (row) => {
          const parts = step.inputs.map((id) => textOf(cell(id, row)));
          if (step.missing === "missing" && parts.includes(null)) return null;
          return parts.reduce<string | null>(
            (all, part, at) =>
              part === null
                ? all
                : all === null
                  ? part
                  : all + (step.by[at - 1] ?? step.by[step.by.length - 1] ?? "") + part,
            null,
          );
        },
      };
    case "split":
      return {
        type: "text",
        of: (row) => {
          const whole = textOf(cell(step.input, row));
          const at = whole?.indexOf(step.by[0] as string) ?? -1;
          return whole === null || at < 0
            ? [whole, null]
            : [orNothing(whole.slice(0, at)), orNothing(whole.slice(at + 1))];
        },
      };
    case "neglog10":
      return {
        type: "number",
        of: (row) => {
          const p = numberIn(cell(step.input, row));
          if (p === 0 && step.zero === "smallest") return 323.3062153431158;
          return p === null || p <= 0 || p > 1 ? null : 0 - Math.log10(p);
        },
      };
    case "list_to_text":
      return {
        type: "text",
        of: (row) =>
          typeOf(step.input) === "list"
            ? ((cell(step.input, row) as string[] | null)?.join(step.by) ?? null)
            : textOf(cell(step.input, row)),
      };
    case "text_to_list":
      return {
        type: step.take === undefined ? "list" : "text",
        of: (row) => {
          const items = textOf(cell(step.input, row))
            ?.split(step.by)
            .map((item) => item.trim());
          if (step.take !== undefined) return orNothing(items?.[step.take - 1]);
          const full = items?.filter((item) => item !== "") ?? [];
          // A list is one cell, though it is an array: it is wrapped so that it is not taken for two outputs.
          return [full.length === 0 ? null : full];
        },
      };
    case "replace":
      return {
        type: "text",
        of: (row) =>
          orNothing(
            step.pairs.reduce((all, { from, to }) => all.split(from).join(to), textOf(cell(step.input, row)) ?? ""),
          ),
      };
    case "map":
      return {
        type: "text",
        of: (row) => {
          const from = textOf(cell(step.input, row));
          const pair = step.pairs.findLast((one) => one.from === from);
          return from === null ? null : orNothing(pair ? pair.to : step.other === "keep" ? from : null);
        },
      };
    case "score":
      return {
        type: "number",
        of: (row) => {
          const cells = step.scores.map(({ column: id }) => cell(id, row));
          if (cells.some((one) => one !== null && isYes(one) === null)) return null;
          const kept = cells.filter((one) => one !== null || step.missing === "no");
          const sum = kept.reduce<number>((all, one) => all + (one !== null && isYes(one) ? 2 : -1), 0);
          if (kept.length === 0) return null;
          return step.as === "mean" ? sum / kept.length : sum;
        },
      };
    case "math":
      return {
        type: "number",
        of: (row) => {
          const x = numberIn(cell(step.input, row));
          return x === null ? null : orNothing(mathOf(step.function, x));
        },
      };
    case "to_text":
      return { type: "text", of: (row) => textOf(cell(step.input, row)) };
    case "default": {
      const type = typeOf(step.input);
      const values: Record<string, Cell> = {
        number: numberIn(step.value),
        boolean: isYes(step.value),
        text: String(step.value),
        list: [String(step.value)],
      };
      return values[type] === null ? null : { type, of: (row) => [cell(step.input, row) ?? (values[type] as Cell)] };
    }
    case "expression": {
      const [type, of] = expressions[step.expression] as (typeof expressions)[string];
      const known = type(typeOf);
      return known === null ? null : { type: known, of: (row) => [orNothing(of((id) => cell(id, row)))] };
    }
    default:
      return null;
  }
}

/** Types that a step's outputs have though it makes nothing do not matter: nothing orders or filters by them. */
function referenceCells(page: PageDocument, table: { id: string; type: string; cells: Cell[] }[]): Map<string, Plain> {
  const columns = new Map<string, Plain>(table.map(({ id, type, cells }) => [id, { type, cells }]));
  const rows = table[0]?.cells.length ?? 0;
  for (const step of page.steps) {
    const found = madeBy(step, columns);
    const outputs = step.type === "split" ? step.outputs : [step.output];
    const values = Array.from({ length: rows }, (_, row) => found?.of(row) ?? null);
    outputs.forEach(({ id }, at) => {
      const cells = values.map((value) => (Array.isArray(value) ? (value[at] as Cell) : (value as Cell)) ?? null);
      columns.set(id, found ? { type: found.type, cells } : { type: "text", cells: cells.map(() => null), gone: true });
    });
  }
  return columns;
}

function passes(one: Filter, of: Cell): boolean {
  const items = (Array.isArray(of) ? of : of === null ? [] : [String(of)]) as string[];
  const preset = one.preset as never;
  const lower = (list: string[]) => list.map((item) => item.toLowerCase());
  const asked = Array.isArray(preset) ? (preset as string[]) : [];
  const x = numberIn(of);
  switch (one.type) {
    case "contains":
      return lower(items).some((item) => lower(asked).some((part) => item.includes(part)));
    case "exact":
      return lower(items).some((item) => lower(asked).includes(item));
    case "without":
      return !lower(items).some((item) => lower(asked).includes(item));
    case "choice":
      return items.some((item) => asked.includes(item));
    case "at_most":
      return x !== null && x <= preset;
    case "at_least":
      return x !== null && x >= preset;
    case "between":
      return x !== null && x >= 0 && x <= 1;
    default:
      return x !== null && (x <= 0 || x >= 1);
  }
}

function referencePasses(page: PageDocument, columns: ReadonlyMap<string, Plain>, rows: number): number[] {
  const there = page.filters.filter((one) => columns.has(one.column) && !columns.get(one.column)?.gone);
  const all = Array.from({ length: rows }, (_, row) => row);
  return all.filter((row) => there.every((one) => passes(one, columns.get(one.column)?.cells[row] ?? null)));
}

function compareTexts(a: string, b: string): number {
  const parts = (one: string) => one.toLowerCase().match(/\d+|\D/g) ?? [];
  const [x, y] = [parts(a), parts(b)];
  for (let at = 0; at < Math.min(x.length, y.length); at += 1) {
    const [p, q] = [x[at] as string, y[at] as string];
    const numbers = /\d/.test(p) && /\d/.test(q);
    if (numbers && BigInt(p) !== BigInt(q)) return BigInt(p) < BigInt(q) ? -1 : 1;
    if (!numbers && p !== q) return p < q ? -1 : 1;
  }
  return x.length - y.length || (a < b ? -1 : a > b ? 1 : 0);
}

function referenceOrder(page: PageDocument, columns: ReadonlyMap<string, Plain>, rows: number[]): number[] {
  const { column: id, descending } = page.table.sort as { column: string; descending: boolean };
  const by = columns.get(id);
  if (!by || by.gone) return rows;
  const numeric = by.type === "number" || by.type === "boolean";
  const compare = (a: Cell, b: Cell) =>
    numeric ? Number(a) - Number(b) : compareTexts(textOf(a) ?? "", textOf(b) ?? "");
  return [...rows].sort((a, b) => {
    const [x, y] = [by.cells[a] ?? null, by.cells[b] ?? null];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return descending ? compare(y, x) : compare(x, y);
  });
}

test("any document over any table is worked out as a plain walk over its rows does", async () => {
  const table = { columns: ids.map((id) => ({ id, source: id, type: types[id as keyof typeof types] })) };
  await fc.assert(
    fc.asyncProperty(document, rowsOf, async (page, cells) => {
      expect(documentSchema.safeParse(page).error).toBeUndefined();
      const columns = ids.map((id, at) => ({
        id,
        type: types[id as keyof typeof types],
        cells: cells.map((row) => row[at] as Cell),
      }));
      const engine = openHere(table, memorySource(columns, 5));
      const { columns: told } = await engine.use(page);
      const asked = told.map(({ id }) => id);
      const plain = referenceCells(page, columns);
      const filters = Object.fromEntries(page.filters.map(({ id, preset }) => [id, preset as never]));
      const expected = referenceOrder(page, plain, referencePasses(page, plain, cells.length));
      const sort = page.table.sort as { column: string; descending: boolean };
      const { rows, total } = await engine.rows({ filters, sort, from: 0, to: 100, columns: asked });
      expect(rows.map(({ row, cells: of }) => [row, ...of])).toEqual(
        expected.map((row) => [row, ...asked.map((id) => plain.get(id)?.cells[row] ?? null)]),
      );
      expect(total).toBe(expected.length);
    }),
    { numRuns: 100 },
  );
});

test("formats never fail, and never lead anywhere but to http, https and mailto", () => {
  const format: fc.Arbitrary<Format> = fc.oneof(
    fc.record({
      type: fc.constant("link" as const),
      to: fc.oneof(fc.string(), fc.constantFrom("{value}", "https://x.example/{value}{n}")),
      new_tab: fc.boolean(),
      as: fc.constantFrom("text" as const, "button" as const),
    }),
    fc.record({ type: fc.constant("math" as const), function: fc.constantFrom(...mathFunctions) }),
    fc.record({
      type: fc.constantFrom("scientific" as const, "decimals" as const),
      digits: fc.integer({ min: 0, max: 15 }),
    }),
    fc.record({ type: fc.constant("bar" as const), reverse: fc.boolean(), empty: fc.integer({ min: 0, max: 100 }) }),
    fc.record({
      type: fc.constant("shorten" as const),
      to: fc.integer({ min: 1, max: 9 }),
      from: fc.constantFrom("start" as const, "end" as const),
    }),
    fc.record({ type: fc.constantFrom("direction" as const, "list" as const, "chips" as const, "copy" as const) }),
  );
  const cell = fc.oneof(
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ minLength: 1 }),
    fc.webUrl(),
    fc.boolean(),
    fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
  );
  fc.assert(
    fc.property(cell, fc.array(format, { maxLength: 5 }), cell, (of, formats, other) => {
      const { parts, bar } = showCell(of, formats, { cell: () => other, range: { low: -1, high: 1 } });
      for (const { link, text: shown } of parts) {
        if (link) expect(link.href).toMatch(/^(https?|mailto):/i);
        expect(shown).not.toMatch(/NaN|Infinity|undefined/.test(String(of)) ? /$^/ : /^(NaN|-?Infinity|undefined)$/);
      }
      if (bar) expect(bar.width >= 0 && bar.width <= 100).toBe(true);
    }),
  );
});
