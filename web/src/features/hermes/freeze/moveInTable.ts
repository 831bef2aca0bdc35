import type { KeyboardEvent } from "react";
import { own } from "@/lib/own";

const steps: Readonly<Record<string, [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const target = "a[href], input:not(:disabled)";

/** Moves the focus between the cells of a table that can be followed or ticked; cells without a target are skipped. */
export function moveInTable(event: KeyboardEvent<HTMLTableElement>): void {
  const step = own(steps, event.key);
  const from = (event.target as Element).closest("td");
  if (!step || !from || event.altKey || event.ctrlKey || event.metaKey) return;
  const { rows } = event.currentTarget;
  let row = (from.parentElement as HTMLTableRowElement).rowIndex;
  let column = from.cellIndex;
  for (;;) {
    row += step[0];
    column += step[1];
    const cell = rows[row]?.cells[column];
    if (!cell) return;
    const found = cell.tagName === "TD" && cell.querySelector<HTMLElement>(target);
    if (!found) continue;
    event.preventDefault();
    found.focus();
    return;
  }
}
