import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Cell } from "./cell";
import type { Chunk } from "./chunk";
import { checkExpression, mostDepth } from "./expression";
import { columnsIn, tokensOf } from "./expression-text";
import { functions, type Kind } from "./functions";
import { chunkOf } from "./testing/memory";

interface Case {
  expression: string;
  columns: string[];
  functions: string[];
  ok: boolean;
  type?: Kind;
  fault?: { from: number; to: number; sentence: string };
}

/** The server's check reads the same file. */
const shared = JSON.parse(readFileSync("../internal/area/page/testdata/expressions.json", "utf8")) as {
  functions: Record<string, { least: number; most?: number; gives: string }>;
  of: Record<string, Kind>;
  scanned: Case[];
  parsed: Case[];
};
const of = new Map(Object.entries(shared.of));

describe("expressions that server and page read alike", () => {
  test.each([...shared.scanned, ...shared.parsed])(
    "$expression",
    ({ expression, columns, functions: calls, ok, type, fault }) => {
      expect(columnsIn(expression)).toEqual(columns);
      expect([...new Set(tokensOf(expression).flatMap((t) => (t.kind === "call" ? [t.text] : [])))]).toEqual(calls);
      const checked = checkExpression(expression, of);
      expect(checked.fault === undefined).toBe(ok);
      expect(checked.compiled?.type).toBe(type);
      if (fault) expect(checked.fault).toEqual(fault);
    },
  );

  test("the functions are those of the file", () => {
    const told = Object.entries(functions).map(([name, { takes, optional = 0, more, gives }]) => [
      name,
      { least: takes.length - optional, ...(more ? {} : { most: takes.length }), gives },
    ]);
    expect(Object.fromEntries(told)).toEqual(shared.functions);
  });
});

/** The result of an expression in one row. */
function result(expression: string, row: Record<string, [Kind, Cell]> = {}): unknown {
  const types = new Map(Object.entries(row).map(([id, [type]]) => [id, type]));
  const checked = checkExpression(expression, types);
  if (!checked.compiled) return checked.fault.sentence;
  const chunks = new Map<string, Chunk>(Object.entries(row).map(([id, [type, cell]]) => [id, chunkOf(type, [cell])]));
  return checked.compiled.bind((id) => chunks.get(id) as Chunk)(0);
}

test.each([
  ["x * 2y", "The expression cannot be read from “y” on: is a sign or a comma missing?", 5],
  ["(x + 1) y + 1", "The expression cannot be read from “y” on: is a sign or a comma missing?", 8],
])("%s is told with what cannot be read", (expression, sentence, from) => {
  const types = new Map<string, Kind>([
    ["x", "number"],
    ["y", "number"],
  ]);
  expect(checkExpression(expression, types).fault).toEqual({ from, to: from + 1, sentence });
});

test.each<[string, unknown]>([
  ["1 + 2 * 3", 7],
  ["(1 + 2) * 3", 9],
  ["10 - 4 - 3", 3],
  ["-2 * -3", 6],
  ["7 % 4", 3],
  ["1 + 1 == 2 && 3 > 2", 1],
  ["true || false && false", 1],
  ["!(1 > 2)", 1],
  ["1 / 0", Number.NaN],
  ["log10(-1)", Number.NaN],
  ["exp(1000)", Number.NaN],
  ["neglog10(0.001)", 3],
  ["neglog10(1)", 0],
  ["power(2, 10)", 1024],
  ["exp10(-2)", 0.01],
  ["round(1.005, 2)", 1.01],
  ["round(-2.5)", -3],
  ["round(1234, -2)", 1200],
  ["round(1e294, 15)", 1e294],
  ["clamp(5, 0, 3)", 3],
  ["min(3, 1, 2) + max(3, 1, 2)", 4],
  ["mean(1, 2, 6)", 3],
  ["sum(1, 2, 6)", 9],
  ['if(2 > 1, "a", "b")', "a"],
  ["if(1 / 0 > 1, 1, 2)", Number.NaN],
  ['length("αβ🧬")', 3],
  ['lower("TtN")', "ttn"],
  ['replace("a.b.c", ".", "$&")', "a$&b$&c"],
  ['contains("rs123", "123") && starts("rs1", "rs") && ends("rs1", "1")', 1],
  ['concat("chr", 7, ":", 1e5, " ", true)', "chr7:100000 true"],
  ['number("5E-8")', 5e-8],
  ['number("NA")', Number.NaN],
  ["text(0.5)", "0.5"],
  ['locus("chr7", 100)', "7:100"],
  ["locus(23, 100)", "X:100"],
  ['"it\'s"', "it's"],
  ["'\\'\\\\'", "'\\"],
])("%s", (expression, expected) => expect(result(expression)).toEqual(expected));

describe("missing values", () => {
  const row: Record<string, [Kind, Cell]> = {
    x: ["number", null],
    one: ["number", 1],
    t: ["text", null],
    no: ["boolean", false],
    yes: ["boolean", true],
    b: ["boolean", null],
    l: ["list", ["a", "b"]],
  };
  test.each<[string, unknown]>([
    ["x + 1", Number.NaN],
    ["x > 1", Number.NaN],
    ["max(x, 1)", Number.NaN],
    ["concat(t, 1)", undefined],
    ["missing(x) && missing(t) && !missing(one)", 1],
    ["coalesce(x, one)", 1],
    ['coalesce(t, "none")', "none"],
    ["b && no", 0],
    ["b || yes", 1],
    ["b && yes", Number.NaN],
    ["if(b, 1, 2)", Number.NaN],
    ["if(yes, one, x)", 1],
    ['contains(l, "a")', 1],
    ['contains(l, "a, b")', 0],
    ["length(l)", 2],
    ["text(l)", "a, b"],
    ["t == t", Number.NaN],
  ])("%s", (expression, expected) => expect(result(expression, row)).toEqual(expected));
});

test("depth and length have limits, and nothing overflows", () => {
  const nested = (n: number) => `${"(".repeat(n)}1${")".repeat(n)}`;
  expect(result(nested(mostDepth))).toBe(1);
  expect(result(nested(mostDepth + 1))).toBe("The expression is nested more than 100 deep.");
  expect(result(`${"!".repeat(1500)}true`)).toBe("The expression is nested more than 100 deep.");
  expect(result(`1${"+1".repeat(mostDepth)}`)).toBe(mostDepth + 1);
  expect(result(`1${" ".repeat(2000)}`)).toBe("An expression has at most 2000 characters.");
});
