import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkExpression } from "@/lib/engine/expression";
import { complete, nameAt, suggestionsFor } from "./completion";
import { functionHelp } from "./functionHelp";

const shared = JSON.parse(readFileSync("../internal/area/page/testdata/expressions.json", "utf8")) as {
  functions: Record<string, { least: number; most?: number }>;
};

test("every function is told of, is called with as many values as it takes, and has an example that can be read", () => {
  expect(Object.keys(functionHelp).sort()).toEqual(Object.keys(shared.functions).sort());
  for (const [name, { call, example }] of Object.entries(functionHelp)) {
    const { least, most } = shared.functions[name] ?? { least: -1 };
    const values = call.slice(name.length + 1, -1).split(", ");
    expect(call.startsWith(`${name}(`)).toBe(true);
    expect(values.includes("…")).toBe(most === undefined);
    expect(values.length).toBeGreaterThanOrEqual(least);
    if (most !== undefined) expect(values.length).toBe(most);
    expect(checkExpression(example, new Map()).fault).toBeUndefined();
  }
});

test.each([
  ["exp10(-8)", 1e-8],
  ["round(1.2345, 2)", 1.23],
  ["clamp(7, 0, 5)", 5],
  ['replace("1_55_A_G", "_", ":")', "1:55:A:G"],
  ['ends("chr1_A_G", "_G")', 1],
  ['coalesce("", "none")', "none"],
])("the example %s comes to %j", (example, value) => {
  expect(Object.values(functionHelp).map((help) => help.example)).toContain(example);
  const result = checkExpression(example, new Map()).compiled?.bind(() => ({
    type: "number",
    numbers: new Float64Array(),
  }))(0);
  if (typeof value === "number") expect(result).toBeCloseTo(value, 12);
  else expect(result).toBe(value);
});

test.each([
  ["be", 2, "be"],
  ["1 + be", 6, "be"],
  ["beta + 1", 2, "be"],
  ["beta + ", 7, ""],
  ['contains(gene, "be', 18, ""],
  ['"beta" == ge', 12, "ge"],
  ["1.5", 3, ""],
])("in %j at %d the name is %j", (text, at, name) => expect(nameAt(text, at)).toBe(name));

const columns = [
  { id: "beta", title: "Effect" },
  { id: "eaf", title: "Effect allele frequency" },
  { id: "log_p", title: "Strength" },
];
const names = (typed: string) => suggestionsFor(typed, columns).map(({ name }) => name);

test("what begins so comes first, then columns by their title; a whole name needs nothing more", () => {
  expect(names("lo")).toEqual(["log_p", "log", "log2", "log10", "lower", "locus"]);
  expect(names("Eff")).toEqual(["beta", "eaf"]);
  expect(names("neglog10")).toEqual([]);
  expect(names("zzz")).toEqual([]);
  expect(names("")).toEqual([]);
});

test.each([
  ["1 + be", 6, { name: "beta", kind: "column" }, "1 + beta", 8],
  ["1 + be * 2", 6, { name: "beta", kind: "column" }, "1 + beta * 2", 8],
  ["neg", 3, { name: "neglog10", kind: "function" }, "neglog10()", 9],
  ["neg(p)", 3, { name: "neglog10", kind: "function" }, "neglog10(p)", 9],
  ["", 0, { name: "abs", kind: "function" }, "abs()", 4],
] as const)("in %j at %d, %j makes %j", (text, at, chosen, whole, cursor) =>
  expect(complete({ text, at }, chosen)).toEqual({ text: whole, at: cursor }),
);
