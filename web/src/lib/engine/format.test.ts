import { describe, expect, test } from "vitest";
import type { Format } from "../document/document";
import type { Cell } from "./cell";
import { type CellContext, functionsBeforeBar, type Shown, showCell } from "./format";

const show = (value: Cell, formats: Format[], context: Partial<CellContext> = {}): Shown =>
  showCell(value, formats, { cell: () => undefined, ...context });

const textOf = (value: Cell, ...formats: Format[]) =>
  show(value, formats)
    .parts.map(({ text }) => text)
    .join("|");

const decimals = (digits: number): Format => ({ type: "decimals", digits });
const scientific: Format = { type: "scientific", digits: 2 };
const abs: Format = { type: "math", function: "abs" };
const direction: Format = { type: "direction" };
const to = (address: string, more: Partial<Format & { type: "link" }> = {}): Format => ({
  type: "link",
  to: address,
  new_tab: true,
  as: "text",
  ...more,
});

test.each<[Cell, Format[], string]>([
  [null, [], "—"],
  [null, [scientific], "—"],
  [null, [decimals(2)], "—"],
  [0, [], "0"],
  [0.1 + 0.2, [], "0.3"],
  [true, [], "true"],
  ["text", [decimals(2)], "text"],
  [1.2345, [decimals(2)], "1.23"],
  [1.2, [decimals(3)], "1.200"],
  [1.005, [decimals(2)], "1.01"],
  [-0.001, [decimals(2)], "0.00"],
  [1.234e-6, [scientific], "1.23e-6"],
  [0.00001, [scientific], "0.00001"],
  [0.05, [scientific], "0.05"],
  [-3.5, [scientific], "-3.5"],
  [-3.5e-7, [scientific], "-3.50e-7"],
  [0, [scientific], "0"],
  [-1.26, [abs, decimals(1)], "1.3"],
  [-4, [{ type: "math", function: "sqrt" }], "—"],
  ["5E-8", [scientific], "5.00e-8"],
  [["a", "b"], [], "a|b"],
  ["rs123456", [{ type: "shorten", to: 3, from: "start" }], "rs1…"],
  ["rs123456", [{ type: "shorten", to: 3, from: "end" }], "…456"],
  ["rs1", [{ type: "shorten", to: 3, from: "start" }], "rs1"],
])("%j with %j is %s", (value, formats, expected) => expect(textOf(value, ...formats)).toBe(expected));

test("a P value that is too small for a number is told by its logarithm", () => {
  // 10^−411.4949 = 3.1998e-412
  expect(show(0, [scientific], { neg_log_10: 411.4949 }).parts).toEqual([{ text: "3.20e-412" }]);
  expect(show(0, [], { neg_log_10: 400 }).parts).toEqual([{ text: "1.00e-400" }]);
  expect(show(0, [], { neg_log_10: 399.0000001 }).parts).toEqual([{ text: "1.00e-399" }]);
});

test.each<[number, boolean, Shown["direction"]]>([
  [1, false, "up"],
  [-1, false, "down"],
  [0, false, "level"],
  [1, true, "down"],
  [-1, true, "up"],
])("the direction of %d, reversed: %s", (value, reverse, expected) =>
  expect(show(value, [{ type: "direction", reverse }]).direction).toBe(expected),
);

test("formats work on what the ones before made", () => {
  expect(show(-0.04, [abs, direction]).direction).toBe("up");
  expect(show(-0.04, [decimals(1), direction]).direction).toBe("level");
  expect(show(-0.04, [direction, abs])).toMatchObject({ direction: "down", parts: [{ text: "0.04" }] });
});

describe("bars", () => {
  const bar = (reverse: boolean): Format => ({ type: "bar", reverse, empty: 7 });
  const range = { low: -1, high: 2 };
  test.each<[Cell, boolean, number, boolean]>([
    [-1, false, 0, true],
    [2, false, 100, false],
    [0, false, 33, false],
    [0, true, 67, false],
    [null, false, 7, false],
    ["none", true, 7, false],
  ])("%j, reversed: %s", (value, reverse, width, negative) =>
    expect(show(value, [bar(reverse)], { range }).bar).toEqual({ width, negative }),
  );

  test("of a column with one value are full, and functions before them are told", () => {
    expect(show(3, [bar(false)], { range: { low: 3, high: 3 } }).bar?.width).toBe(100);
    expect(functionsBeforeBar([abs, bar(false), { type: "math", function: "log" }])).toEqual(["abs"]);
    expect(functionsBeforeBar([abs])).toBeUndefined();
  });
});

describe("links", () => {
  const hrefs = (value: Cell, format: Format, cells: Record<string, Cell> = {}) =>
    show(value, [format], { cell: (id) => cells[id] }).parts.map(({ link }) => link?.href);

  test.each<[Cell, string, (string | undefined)[]]>([
    ["a b/c?d", "https://genes.example/{value}", ["https://genes.example/a%20b%2Fc%3Fd"]],
    [["TTN", "PCSK9"], "https://genes.example/{value}", ["https://genes.example/TTN", "https://genes.example/PCSK9"]],
    [7, "https://genes.example/{value}/{gene}", ["https://genes.example/7/A%26B"]],
    ["TTN", "https://genes.example/{nothing}", [undefined]],
    ["https://own.example/x?y=1", "{value}", ["https://own.example/x?y=1"]],
    ["mailto:a@b.example", "{value}", ["mailto:a@b.example"]],
    ["javascript:alert(1)", "{value}", [undefined]],
    ["JaVaScRiPt:alert(1)", " {value}", [undefined]],
    ["data:text/html,x", "{value}", [undefined]],
    ["alert(1)", "javascript:{value}", [undefined]],
    ["//evil.example", "{value}", [undefined]],
    ["evil.example/", "https://{value}.genes.example/", [undefined]],
    ["\ud800", "https://genes.example/{value}", ["https://genes.example/%EF%BF%BD"]],
    [null, "https://genes.example/", [undefined]],
  ])("%j to %s", (value, address, expected) => expect(hrefs(value, to(address), { gene: "A&B" })).toEqual(expected));

  test("keep their place when the text changes, and have a label", () => {
    const shown = show(0.123, [to("https://x.example/{value}"), decimals(1)]);
    expect(shown.parts).toEqual([
      { text: "0.1", link: { href: "https://x.example/0.123", new_tab: true, as: "text" } },
    ]);
    const button = to("https://x.example/{value}", { as: "button", label: "Open" });
    expect(show("a", [button]).parts).toEqual([
      { text: "Open", link: { href: "https://x.example/a", new_tab: true, as: "button" } },
    ]);
  });
});

test("lists, chips and copies", () => {
  expect(show(["a", "b"], [{ type: "list" }]).as).toBe("list");
  expect(show(["a", "b"], [{ type: "chips" }, { type: "copy" }])).toMatchObject({ as: "chips", copy: "a, b" });
  expect(show("abcdef", [{ type: "shorten", to: 2, from: "start" }, { type: "copy" }]).copy).toBe("abcdef");
  expect(show(null, [{ type: "copy" }, { type: "chips" }])).toEqual({
    parts: [{ text: "—" }],
    as: "text",
    missing: true,
  });
});
