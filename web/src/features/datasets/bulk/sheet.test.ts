import { describe, expect, it } from "vitest";
import { readSheet, withCells, withColumn } from "./sheet";

const values = (text: string) => readSheet(text).records.map(({ line, cells }) => [line, ...cells.map((c) => c.value)]);

describe("readSheet", () => {
  it.each<[string, string, (string | number)[][]]>([
    [
      "commas",
      "name,sex\nA,male\n",
      [
        [1, "name", "sex"],
        [2, "A", "male"],
      ],
    ],
    [
      "tabs, with commas inside",
      "name\tsex\nA, B\tmale",
      [
        [1, "name", "sex"],
        [2, "A, B", "male"],
      ],
    ],
    [
      "semicolons, with commas inside",
      "name;n\r\nA;1,000\r\n",
      [
        [1, "name", "n"],
        [2, "A", "1,000"],
      ],
    ],
    [
      "blank lines count",
      "name\n\nA\n",
      [
        [1, "name"],
        [3, "A"],
      ],
    ],
    [
      "a cell with a line break",
      'name,x\n"A\nB",1\nC,2',
      [
        [1, "name", "x"],
        [2, "A\nB", "1"],
        [4, "C", "2"],
      ],
    ],
    [
      "doubled quotes",
      'name,x\n"a ""b""",1',
      [
        [1, "name", "x"],
        [2, 'a "b"', "1"],
      ],
    ],
    [
      "a quote that never ends",
      'name,x\n"a,1\nb,2',
      [
        [1, "name", "x"],
        [2, '"a', "1"],
        [3, "b", "2"],
      ],
    ],
    [
      "a mark at the beginning",
      "\uFEFFname,x\nA,1",
      [
        [1, "name", "x"],
        [2, "A", "1"],
      ],
    ],
    [
      "delimiters in a quoted heading",
      '"a;b;c",x\nA,1',
      [
        [1, "a;b;c", "x"],
        [2, "A", "1"],
      ],
    ],
    ["nothing", " \n", []],
  ])("%s", (_, text, expected) => {
    expect(values(text)).toEqual(expected);
  });
});

describe("withCells", () => {
  it.each<[string, string, Parameters<typeof withCells>[1], string]>([
    ["one cell, all else as it was", 'a,b\r\n"x",1 \r\n', [{ line: 2, at: 1, value: "2" }], 'a,b\r\n"x",2\r\n'],
    [
      "several",
      "a,b\nx,1\ny,2",
      [
        { line: 2, at: 0, value: "X" },
        { line: 3, at: 0, value: "Y" },
      ],
      "a,b\nX,1\nY,2",
    ],
    ["quotes where they are needed", "a,b\nx,1", [{ line: 2, at: 0, value: 'p, "q"' }], 'a,b\n"p, ""q""",1'],
    ["a row that is too short", "a,b,c\nx", [{ line: 2, at: 2, value: "z" }], "a,b,c\nx,,z"],
    ["a line that is not there", "a\nx", [{ line: 9, at: 0, value: "z" }], "a\nx"],
    ["emptied", "a\tb\nx\ty", [{ line: 2, at: 1, value: "" }], "a\tb\nx\t"],
  ])("%s", (_, text, edits, expected) => {
    expect(withCells(readSheet(text), edits)).toBe(expected);
  });

  it("a column is added at the right, and filled", () => {
    const wider = withColumn(readSheet("a,b\nx,1\ny"), "sex");
    expect(wider.text).toBe("a,b,sex\nx,1,\ny,,");
    const filled = withCells(wider, [
      { line: 2, at: 2, value: "Male" },
      { line: 3, at: 2, value: "Female" },
    ]);
    expect(filled).toBe("a,b,sex\nx,1,Male\ny,,Female");
  });
});
