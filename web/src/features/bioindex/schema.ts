import { own } from "@/lib/own";
/**
 * The schema of an index, "phenotype,chr:pos": its key columns, and the position of a row. Pure; no
 * DOM.
 */

export interface Schema {
  /** In the order in which their values are given; one of several columns may hold a key. */
  keys: readonly (readonly string[])[];
  locus?: Locus;
}

export interface Locus {
  /** As in the schema. */
  text: string;
  chromosome?: string;
  /** Column of the position, or of the start of a region. */
  start?: string;
  end?: string;
}

function locusOf(text: string): Locus {
  const [chromosome = "", place = ""] = text.split(":");
  if (text.includes("=") || text.includes("$") || !place) return { text };
  const [start = "", end] = place.split("-");
  return { text, chromosome, start, end };
}

/** A schema in its parts. The server judges whether it holds; here it is only taken apart. */
export function readSchema(text: string): Schema {
  const [columns = ""] = text.split(";");
  const parts = columns.split(",").map((part) => part.trim());
  const last = parts.at(-1) ?? "";
  const locus = last.includes(":") || last.includes("=") ? locusOf(last) : undefined;
  const keys = (locus ? parts.slice(0, -1) : parts).filter(Boolean).map((part) => part.split("|"));
  return { keys, locus };
}

/** Key columns and a locus as a schema. */
export function writeSchema(
  keys: readonly string[],
  locus: { chromosome: string; start: string; end: string },
): string {
  const { chromosome, start, end } = locus;
  const place = chromosome && start ? [`${chromosome}:${start}${end ? `-${end}` : ""}`] : [];
  return [...keys.filter(Boolean), ...place].join(",");
}

const either = (columns: readonly string[]) => columns.join(" or ");

/** "By phenotype, together with a region, gene or position". */
export function schemaWords({ keys, locus }: Schema): string {
  const named = keys.map(either).join(" and ");
  if (!locus) return keys.length === 0 ? "No key yet" : `By ${named}`;
  const place = "a region, a gene or a position";
  return keys.length === 0 ? "By region, gene or position" : `By ${named}, together with ${place}`;
}

/** "4:111600118-111700118": what one would type to find a row. */
function locusExample({ chromosome, start }: Locus, row: Readonly<Record<string, string | undefined>>): string {
  const name = own(row, chromosome ?? "")?.replace(/^chr/i, "");
  const at = Number(own(row, start ?? ""));
  return name && Number.isSafeInteger(at) && at > 0 ? `${name}:${at}-${at + 100_000}` : "PITX2";
}

/** Values that would find a row, one for each key and the locus. */
export function exampleOf({ keys, locus }: Schema, row: Readonly<Record<string, string | undefined>>): string[] {
  const values = keys.map((columns) => columns.map((column) => own(row, column)).find(Boolean) ?? "…");
  return locus ? [...values, locusExample(locus, row)] : values;
}
