/** What a column holds, in words. Pure; no DOM. */
import type { TableColumn } from "@/api/pages/tables";
import { formatCount } from "@/lib/format/format";
import { formatValue } from "@/lib/format/format-number";

type Held = Pick<
  TableColumn,
  "type" | "missing" | "unreadable" | "first_unreadable" | "distinct" | "min" | "max" | "first"
>;

const noneOf: Record<Held["type"], string> = {
  number: "not a number",
  text: "not a text",
  boolean: "neither yes nor no",
  list: "not a list",
};

/** Its range or its values, how many cells are empty, and how many are not of its type; `rows` were looked at. */
export function heldWords(column: Held, rows: number): string[] {
  const { type, missing, unreadable, first_unreadable: first } = column;
  const empty = missing - unreadable;
  if (empty === rows) return ["all empty"];
  const words = missing < rows ? [valuesOf(column, rows)] : [];
  words.push(empty === 0 ? "none empty" : `${formatCount(empty)} of ${formatCount(rows)} empty`);
  if (unreadable > 0) words.push(`${formatCount(unreadable)} ${noneOf[type]}${first ? `: ${first}` : ""}`);
  return words;
}

const mostNamed = 3;

function valuesOf({ type, missing, distinct, min, max, first }: Held, rows: number): string {
  if (type === "number" && min !== undefined && max !== undefined) {
    return min === max ? `always ${formatValue(min)}` : `${formatValue(min)} to ${formatValue(max)}`;
  }
  const named = first.slice(0, mostNamed).join(", ");
  if (distinct === undefined) return `more than 1,000 different: ${named}…`;
  if (distinct === 1) return `always ${named}`;
  const different = distinct === rows - missing ? "all different" : `${formatCount(distinct)} different`;
  return `${different}: ${named}${distinct > mostNamed ? "…" : ""}`;
}
