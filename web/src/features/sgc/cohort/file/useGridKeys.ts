import type { ClipboardEvent, KeyboardEvent } from "react";
import { own } from "@/lib/own";
import type { Grid, Place } from "./grid";
import { parseBlock } from "./tsv";

export interface GridActions {
  onActive: (place: Place) => void;
  onCell: (place: Place, value: string) => void;
  onPaste: (place: Place, block: string[][]) => void;
  onUndo: () => void;
  onRedo: () => void;
}

/** How many rows a page key moves. */
export const pageRows = 11;

const steps: Readonly<Record<string, [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-pageRows, 0],
  PageDown: [pageRows, 0],
};

/** Where a key leads from a place; undefined for keys that do not move. */
export function moved(key: string, { row, column }: Place, grid: Grid, whole: boolean): Place | undefined {
  const last: Place = { row: grid.rows.length - 1, column: grid.header.length - 1 };
  if (key === "Home") return { row: whole ? 0 : row, column: 0 };
  if (key === "End") return { row: whole ? last.row : row, column: last.column };
  const step = own(steps, key);
  const within = (at: number, end: number) => Math.min(Math.max(at, 0), end);
  return step && { row: within(row + step[0], last.row), column: within(column + step[1], last.column) };
}

/** The next cell in reading order, or the one before. */
export function nextCell({ row, column }: Place, grid: Grid, back: boolean): Place {
  const width = grid.header.length;
  const at = row * width + column + (back ? -1 : 1);
  const kept = Math.min(Math.max(at, 0), grid.rows.length * width - 1);
  return { row: Math.floor(kept / width), column: kept % width };
}

/** What the keyboard does in the table while no cell is open; `open` opens the active cell with a first text. */
export function useGridKeys(grid: Grid, active: Place, actions: GridActions, open: (text: string) => void) {
  const value = grid.rows[active.row]?.cells[active.column] ?? "";

  function keyDown(event: KeyboardEvent) {
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (command && (key === "z" || key === "y")) {
      event.preventDefault();
      if (key === "y" || event.shiftKey) actions.onRedo();
      else actions.onUndo();
      return;
    }
    const place = moved(event.key, active, grid, command);
    if (place) {
      event.preventDefault();
      actions.onActive(place);
    } else if (event.key === "Enter" || event.key === "F2") {
      event.preventDefault();
      open(value);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      actions.onCell(active, "");
    } else if (event.key.length === 1 && !command && !event.altKey) {
      event.preventDefault();
      open(event.key);
    }
  }

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text/plain");
    if (text === "") return;
    event.preventDefault();
    actions.onPaste(active, parseBlock(text));
  }

  function copy(event: ClipboardEvent) {
    event.preventDefault();
    event.clipboardData.setData("text/plain", value);
  }

  return { keyDown, paste, copy };
}
