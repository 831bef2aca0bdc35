/** Any document over any small table. */
import fc from "fast-check";
import { type Filter, mathFunctions, type PageDocument, type Step } from "../../document/document";
import type { Cell } from "../cell";

const text = fc.constantFrom(null, "a", "A:b", "1", "yes", "No", "x:1_y", "a, b", "7:100", "chrX:5", "NA", "5E-8", "ä");
const number = fc.constantFrom(null, 0, 1, -1, 0.5, 1e-300, 5e-324, 1e308, 100, 2.5);
const truth = fc.constantFrom(null, true, false);
const list = fc.constantFrom<Cell>(null, ["a"], ["a", "b"], ["a, b"]);
export const ids = ["n", "m", "t", "u", "b", "l"];
export const types = { n: "number", m: "number", t: "text", u: "text", b: "boolean", l: "list" } as const;

export const rowsOf = fc.array(fc.tuple(number, number, text, text, truth, list), { minLength: 1, maxLength: 12 });
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

export const document: fc.Arbitrary<PageDocument> = fc
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
