import { expect, test } from "vitest";
import { parseBlock, toTsv } from "./tsv";

test("a table is written so that its reader sees the same cells in the same lines", () => {
  expect(
    toTsv(
      ["a", "b"],
      [
        ["x", 'say "hi"'],
        ["two\nlines", "1\t2"],
      ],
    ),
  ).toBe('a\tb\nx\t"say ""hi"""\ntwo lines\t"1\t2"\n');
});

test.each([
  ["one cell", "PSOR", [["PSOR"]]],
  ["a row and a last line end", "PSOR\t1\t2\r\n", [["PSOR", "1", "2"]]],
  [
    "rows of Windows",
    "a\t1\r\nb\t2\r\n",
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
  [
    "empty cells",
    "a\t\t3\n\t\t",
    [
      ["a", "", "3"],
      ["", "", ""],
    ],
  ],
  ["quoted cells", '"two\nlines"\t"say ""hi"""', [["two lines", 'say "hi"']]],
  ["a quote within a cell", '5" wide\t2', [['5" wide', "2"]]],
])("a pasted block: %s", (_name, text, cells) => {
  expect(parseBlock(text)).toEqual(cells);
});
