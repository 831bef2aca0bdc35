import { describe, expect, it } from "vitest";
import type { DatasetBatchPreview, DatasetSheetRow } from "@/api/datasets/datasets";
import { codes } from "../list/testing";
import { choicesOf, columnNamed, sheetColumns, templateText } from "./columns";
import { columnsOf, lineWords, placesOf, problemsOf, rowsOf } from "./preview";
import { readSheetFile } from "./readFile";
import { readSheet } from "./sheet";

const rows: DatasetSheetRow[] = [
  { line: 2, action: "create", cells: [{ column: "name", value: "A", label: "A" }] },
  { line: 3, action: "refused", cells: [{ column: "sex", value: "x", problem: "Not one." }] },
  { line: 4, action: "unchanged", dataset_id: "d4", cells: [] },
  { line: 5, action: "refused", cells: [{ column: "sex", value: "x", problem: "Not one." }] },
];
const preview: DatasetBatchPreview = {
  columns: ["name", "sex"],
  unknown_columns: ["Colour"],
  rows,
  creates: 1,
  changes: 0,
  unchanged: 1,
  problems: 2,
  new_studies: [],
  seen: "s1",
};

describe("rows", () => {
  it("those with problems come first", () => {
    expect(rowsOf(rows, "all").map((row) => row.line)).toEqual([3, 5, 2, 4]);
    expect(rowsOf(rows, "problems").map((row) => row.line)).toEqual([3, 5]);
    expect(rowsOf(rows, "unchanged").map((row) => row.line)).toEqual([4]);
  });

  it("the same problem of the same value is one", () => {
    expect(problemsOf(rows)).toMatchObject([{ column: "sex", value: "x", problem: "Not one.", lines: [3, 5] }]);
  });

  it("columns that the sheet lacks follow when something is to be said", () => {
    const lacking = [
      ...rows,
      { line: 6, action: "refused" as const, cells: [{ column: "status", value: "", problem: "?" }] },
    ];
    expect(columnsOf({ ...preview, rows: lacking })).toEqual(["name", "sex", "status"]);
  });
});

it("columns are found in the sheet by their order, whatever they are called", () => {
  const sheet = readSheet("Data set name,colour,Sex of people\nA,red,x");
  expect([...(placesOf(sheet, preview) ?? [])]).toEqual([
    ["name", 0],
    ["sex", 2],
  ]);
});

it.each(["# made by hand\nname,colour,sex\nA,red,x", "name colour sex\nA red x"])(
  "no place is guessed in %j",
  (text) => {
    expect(placesOf(readSheet(text), preview)).toBeUndefined();
  },
);

it.each<[number[], string]>([
  [[3], "Line 3"],
  [[3, 5], "Lines 3 and 5"],
  [[2, 3, 4, 5, 6, 7, 8, 9], "Lines 2, 3, 4, 5, 6 and 3 more"],
])("lines %j", (lines, words) => {
  expect(lineWords(lines)).toBe(words);
});

describe("the template", () => {
  const [heading, example] = readSheet(templateText()).records;

  it("has every column and one row", () => {
    expect(heading?.cells.map((cell) => cell.value)).toEqual(sheetColumns.map((column) => column.name));
    expect(example?.cells.map((cell) => cell.value)).toEqual(sheetColumns.map((column) => column.example));
  });

  it("its labels are labels", () => {
    const ancestry = columnNamed("ancestry");
    expect(ancestry && choicesOf(ancestry, codes)).toEqual(["European", "East Asian"]);
  });
});

describe("files", () => {
  const file = (...parts: BlobPart[]) => new File(parts, "sets.csv");

  it.each<[string, File, string]>([
    ["UTF-8", file("name\nÅ"), "name\nÅ"],
    ["older spreadsheets", file(new Uint8Array([0x6e, 0x0a, 0xc5])), "n\nÅ"],
    ["UTF-16", file(new Uint8Array([0xff, 0xfe, 0x6e, 0, 0x0a, 0])), "n\n"],
  ])("%s", async (_, given, text) => {
    expect(await readSheetFile(given)).toEqual({ text });
  });

  it.each<[string, File, RegExp]>([
    ["empty", file(), /is empty/],
    ["a workbook", file("PK\u0003\u0004"), /copy its cells/],
    ["compressed", file(new Uint8Array([0x1f, 0x8b, 8])), /unpack it/],
    ["no text", file("a\0b"), /not a text file/],
    ["too long", file("x".repeat(2_000_001)), /too long/],
  ])("%s", async (_, given, problem) => {
    expect(await readSheetFile(given)).toEqual({ problem: expect.stringMatching(problem) });
  });
});
