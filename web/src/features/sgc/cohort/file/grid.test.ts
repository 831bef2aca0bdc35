import { expect, test } from "vitest";
import {
  addRow,
  edit,
  type Grid,
  newGrid,
  pasteBlock,
  redo,
  removeRow,
  replaceAll,
  setCell,
  startEdits,
  undo,
} from "./grid";

const grid = newGrid(
  ["code", "n"],
  [
    ["PSOR", "1"],
    ["psor", "2"],
  ],
);
const cells = ({ rows }: Grid) => rows.map((row) => row.cells);
const ids = ({ rows }: Grid) => rows.map((row) => row.id);

test("rows keep their ids whatever happens around them", () => {
  const next = removeRow(addRow(setCell(grid, { row: 0, column: 1 }, "9"), 0), 0);
  expect(ids(next)).toEqual([2, 1]);
  expect(cells(next)).toEqual([
    ["", ""],
    ["psor", "2"],
  ]);
  expect(setCell(grid, { row: 0, column: 1 }, "1")).toBe(grid);
});

test("a pasted block covers cells and adds rows, never columns", () => {
  const next = pasteBlock(grid, { row: 1, column: 1 }, [["7", "lost"], ["8"]]);
  expect(cells(next)).toEqual([
    ["PSOR", "1"],
    ["psor", "7"],
    ["", "8"],
  ]);
  expect(ids(next)).toEqual([0, 1, 2]);
  expect(cells(grid)[1]).toEqual(["psor", "2"]);
});

test("a replacement holds wherever the value stands in its column", () => {
  const twice = pasteBlock(grid, { row: 2, column: 0 }, [["psor", "psor"]]);
  expect(cells(replaceAll(twice, [{ column: 0, value: "psor", by: "PSOR" }]))).toEqual([
    ["PSOR", "1"],
    ["PSOR", "2"],
    ["PSOR", "psor"],
  ]);
  expect(replaceAll(grid, [{ column: 1, value: "psor", by: "x" }])).toBe(grid);
});

test("edits can be taken back and brought again", () => {
  const one = edit(startEdits(grid), removeRow(grid, 0));
  expect(undo(one).grid).toBe(grid);
  expect(redo(undo(one)).grid).toBe(one.grid);
  expect(undo(undo(one)).grid).toBe(grid);
  expect(edit(undo(one), addRow(grid, 1)).future).toEqual([]);
  expect(edit(one, one.grid)).toBe(one);
});
