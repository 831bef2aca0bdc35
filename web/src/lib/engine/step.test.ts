import { expect, test } from "vitest";
import type { Step } from "../document/document";
import type { Cell } from "./cell";
import { type Columns, out, type Plain, run, texts } from "./testing/steps";

const a: Columns = { a: ["text", ["x", null, "z"]], b: ["number", [1, 2, null]], c: ["text", ["p", "q", null]] };
const p: Columns = { p: ["number", [0.001, 1, 0, -0.1, 1.5, null]] };

test.each<[string, Columns, Plain, Cell[], missing: number, failed: number]>([
  [
    "join",
    a,
    { type: "join", inputs: ["a", "b", "c"], by: [":", "_"], missing: "missing" } as Plain,
    ["x:1_p", null, null],
    2,
    0,
  ],
  [
    "join, skipping",
    a,
    { type: "join", inputs: ["a", "b", "c"], by: [":", "_"], missing: "skip" } as Plain,
    ["x:1_p", "2_q", "z"],
    0,
    0,
  ],
  ["−log10", p, { type: "neglog10", input: "p", zero: "missing" } as Plain, [3, 0, null, null, null, null], 4, 3],
  [
    "−log10, smallest",
    p,
    { type: "neglog10", input: "p", zero: "smallest" } as Plain,
    [3, 0, 323.3062153431158, null, null, null],
    3,
    2,
  ],
  [
    "−log10 of texts",
    texts("5E-8", "NA", "abc", null),
    { type: "neglog10", input: "t", zero: "missing" } as Plain,
    [7.301029995663981, null, null, null],
    3,
    1,
  ],
  [
    "list to text",
    { t: ["list", [["a", "b"], null, ["c"]]] },
    { type: "list_to_text", input: "t", by: ", " } as Plain,
    ["a, b", null, "c"],
    1,
    0,
  ],
  [
    "text to list",
    texts("a, b", "c", null),
    { type: "text_to_list", input: "t", by: "," } as Plain,
    [["a", "b"], ["c"], null],
    1,
    0,
  ],
  [
    "item of a list",
    texts("a,b", "c", null),
    { type: "text_to_list", input: "t", by: ",", take: 2 } as Plain,
    ["b", null, null],
    2,
    1,
  ],
  [
    "replace",
    texts("a.b.", "$", null),
    {
      type: "replace",
      input: "t",
      pairs: [
        { from: ".", to: "$&" },
        { from: "$", to: "" },
      ],
    } as Plain,
    ["a&b&", null, null],
    2,
    0,
  ],
  [
    "score, mean",
    {
      x: ["text", ["Yes", "no", null, "maybe"]],
      y: ["boolean", [true, null, null, true]],
      z: ["number", [1, 0, null, 1]],
    },
    {
      type: "score",
      scores: ["x", "y", "z"].map((column) => ({ column, yes: 3, no: 0 })),
      as: "mean",
      missing: "skip",
    } as Plain,
    [3, 0, null, null],
    2,
    1,
  ],
  [
    "score, sum",
    { x: ["text", ["TRUE", "0", null]], y: ["number", [1, 7, null]] },
    {
      type: "score",
      scores: ["x", "y"].map((column) => ({ column, yes: 2, no: -1 })),
      as: "sum",
      missing: "no",
    } as Plain,
    [4, null, -2],
    1,
    1,
  ],
  [
    "math",
    { t: ["number", [4, -1, null]] },
    { type: "math", input: "t", function: "sqrt" } as Plain,
    [2, null, null],
    2,
    1,
  ],
  [
    "locus",
    { c: ["text", ["chr7", "23", null, "5", "6"]], s: ["number", [100, 5, 1, 1.5, 9]] },
    { type: "locus", chromosome: "c", position: "s" } as Plain,
    ["7:100", "X:5", null, null, "6:9"],
    2,
    1,
  ],
  [
    "locus with an end",
    { c: ["number", [1, 24]], s: ["number", [100, 5]], e: ["number", [200, 4]] },
    { type: "locus", chromosome: "c", position: "s", end: "e" } as Plain,
    ["1:100-200", null],
    1,
    1,
  ],
  [
    "to number",
    texts("5E-8", "+3", "1,234,567.5", "1 000", "1,5", "1.2.3", "NA", "."),
    { type: "to_number", input: "t", decimal: "." } as Plain,
    [5e-8, 3, 1234567.5, 1000, null, null, null, null],
    4,
    2,
  ],
  [
    "to number with commas",
    texts("1,5", "1.234,5", "1.234", "12,3,4", "1.234.56"),
    { type: "to_number", input: "t", decimal: "," } as Plain,
    [1.5, 1234.5, 1234, null, null],
    2,
    2,
  ],
  [
    "to text",
    { t: ["number", [1e-7, 12, null]] },
    { type: "to_text", input: "t" } as Plain,
    ["1e-7", "12", null],
    1,
    0,
  ],
  [
    "map",
    texts("a", "b", null),
    { type: "map", input: "t", pairs: [{ from: "a", to: "A" }], other: "keep" } as Plain,
    ["A", "b", null],
    1,
    0,
  ],
  [
    "map, else missing",
    texts("a", "b"),
    { type: "map", input: "t", pairs: [{ from: "a", to: "A" }], other: "missing" } as Plain,
    ["A", null],
    1,
    0,
  ],
  ["default", { t: ["number", [0, null]] }, { type: "default", input: "t", value: 7 } as Plain, [0, 7], 0, 0],
  [
    "default of a list",
    { t: ["list", [["a", "b"], null]] },
    { type: "default", input: "t", value: "a, b" } as Plain,
    [["a", "b"], ["a, b"]],
    0,
    0,
  ],
  [
    "expression",
    p,
    { type: "expression", expression: "if(p > 0.5, log10(p - 1), p)" } as Plain,
    [0.001, null, 0, -0.1, Math.log10(0.5), null],
    2,
    1,
  ],
])("%s", async (_, columns, step, expected, missing, failed) => {
  const { cells, steps } = await run(columns, [{ ...step, id: "s", output: out() } as Step], ["out"]);
  expect(cells[0]).toEqual(expected);
  expect(steps[0]).toMatchObject({ rows: expected.length, missing, failed });
});
