import { describe, expect, test } from "vitest";
import { asCell, delimiterOf, readLines } from "./delimited";

const read = (text: string, delimiter: string) =>
  readLines(text, delimiter).map(({ line, cells }) => [line, ...cells.map(({ value }) => value)]);

type Table = (string | number)[][];

describe("lines and cells", () => {
  test.each<[string, string, string, Table]>([
    [
      "commas",
      ",",
      "a,b\n1,2\n",
      [
        [1, "a", "b"],
        [2, "1", "2"],
      ],
    ],
    ["tabs, commas inside", "\t", "a, b\t1,000", [[1, "a, b", "1,000"]]],
    [
      "line ends of Windows",
      ";",
      "a;b\r\n1;2\r\n",
      [
        [1, "a", "b"],
        [2, "1", "2"],
      ],
    ],
    [
      "line ends of old Macs",
      ",",
      "a\rb",
      [
        [1, "a"],
        [2, "b"],
      ],
    ],
    [
      "rows of any width",
      ",",
      "a,b\n1\n1,2,3",
      [
        [1, "a", "b"],
        [2, "1"],
        [3, "1", "2", "3"],
      ],
    ],
    [
      "empty cells",
      "\t",
      "a\t\t3\n\t\t",
      [
        [1, "a", "", "3"],
        [2, "", "", ""],
      ],
    ],
    [
      "blank lines",
      ",",
      "a\n\nb\n\n",
      [
        [1, "a"],
        [2, ""],
        [3, "b"],
        [4, ""],
      ],
    ],
    ["a delimiter in quotes", ",", '"a,b",c', [[1, "a,b", "c"]]],
    [
      "a line break in quotes",
      ",",
      'x,y\n"A\r\nB",1\nC,2',
      [
        [1, "x", "y"],
        [2, "A\r\nB", "1"],
        [4, "C", "2"],
      ],
    ],
    ["doubled quotes", ",", '"a ""b""",""""', [[1, 'a "b"', '"']]],
    ["empty quotes", ",", '"",x', [[1, "", "x"]]],
    ["spaces around quotes", ",", ' "a, b" , c ', [[1, "a, b", "c"]]],
    ["spaces inside quotes", ",", '" a "', [[1, "a"]]],
    [
      "a quote that never ends",
      ",",
      '"a,1\nb,2',
      [
        [1, '"a', "1"],
        [2, "b", "2"],
      ],
    ],
    ["a quote in the middle", "\t", '5" wide\t2', [[1, '5" wide', "2"]]],
    ["text behind a quote", ",", '"a, b" and c,d', [[1, '"a, b" and c', "d"]]],
    ["a mark of the byte order", ",", "\uFEFFa,b", [[1, "a", "b"]]],
    ["a mark of the byte order before a quote", ",", '\uFEFF"a,b",c', [[1, "a,b", "c"]]],
    ["letters beyond ASCII", ",", "β,é", [[1, "β", "é"]]],
    ["nothing", ",", "", []],
    ["a line end alone", ",", "\n", [[1, ""]]],
  ])("%s", (_name, delimiter, text, expected) => expect(read(text, delimiter)).toEqual(expected));

  test("a cell knows its place, quotes and spaces included", () => {
    const text = '\uFEFFa, "b" \r\n"c""d",';
    const pieces = readLines(text, ",").map(({ cells }) => cells.map(({ from, to }) => text.slice(from, to)));
    expect(pieces).toEqual([
      ["a", ' "b" '],
      ['"c""d"', ""],
    ]);
  });

  test("no more lines are read than are asked for", () => {
    expect(readLines("a\nb\nc", ",", 2)).toHaveLength(2);
  });
});

test.each([
  ["a\tb,c\n1\t2", "\t"],
  ["a;b\n1;2,5", ";"],
  ["a,b\n1,2", ","],
  ["a|b\n1|2", "|"],
  ['"a;b;c",d', ","],
  ["\n\na,b\n\n1,2", ","],
  ["a, b;c\n1;2\n3;4", ";"],
  ["alone", "\t"],
  ["", "\t"],
])("the delimiter of %j", (text, delimiter) => expect(delimiterOf(text)).toBe(delimiter));

/** Numbers 0 ≤ n < below, the same in every run. */
function sequence(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test("property: cells that were written are read as they were, in any number and with anything in them", () => {
  const alphabet = ["a", "é", " ", ",", ";", "\t", "|", '"', '""', "\n", "\r\n", "9"];
  for (let seed = 1; seed <= 300; seed += 1) {
    const next = sequence(seed);
    const word = () => Array.from({ length: next(8) }, () => alphabet[next(alphabet.length)]).join("");
    const rows = Array.from({ length: 1 + next(6) }, () => Array.from({ length: 1 + next(4) }, () => `x${word()}x`));
    for (const delimiter of [",", ";", "\t", "|"]) {
      const text = rows.map((row) => row.map((cell) => asCell(cell, delimiter)).join(delimiter)).join("\r\n");
      expect(readLines(text, delimiter).map(({ cells }) => cells.map(({ value }) => value))).toEqual(rows);
    }
  }
});
