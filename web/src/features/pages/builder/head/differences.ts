/** What two versions of a page say otherwise, in the words of the builder. Pure; no DOM. */
import type { PageDocument } from "@/lib/document/document";
import { titledColumns } from "@/lib/document/ids";
import { own } from "@/lib/own";
import type { Field } from "../kinds/field";
import { filterKinds } from "../kinds/filters";
import { plotKinds } from "../kinds/plots";
import { stepKinds } from "../kinds/steps";
import { nameOf, type PagePart, partLabel } from "../pageKind";

type Item = Record<string, unknown>;

type Names = ReadonlyMap<string, string>;

/** Ids that a difference at this place may name, and what the builder calls each; the later document has the last word. */
export function namesAt(path: string, ...documents: readonly PageDocument[]): Names {
  const [, part = ""] = path.split("/");
  return new Map(documents.flatMap((document) => namesIn(part, document)));
}

/**
 * A list that was only reordered is described by the ids of its items; everything else names
 * columns.
 */
function namesIn(part: string, document: PageDocument): [string, string][] {
  const columns = titledColumns(document).map(({ id, title }): [string, string] => [id, title]);
  const list: unknown = document[part as PagePart];
  if (!Array.isArray(list)) return columns;
  return [...columns, ...list.map((item: Item): [string, string] => [String(item.id), nameOf(item)])];
}

const spaced = (name: string) => name.replaceAll("_", " ");

/** "Filters › P value › Begins with" for the place of a document that a pointer names. */
export function placeWords(path: string, document: PageDocument, names: Names): string {
  const [part = "", at, ...within] = path.split("/").slice(1);
  const words = [partLabel(part as PagePart)];
  const list: unknown = document[part as PagePart];
  if (at !== undefined && Array.isArray(list)) {
    const item = list[Number(at)] as Item | undefined;
    words.push(item ? nameOf(item) : at);
    if (within.length > 0) words.push(labelWithin(part, item, within));
  } else if (at !== undefined) {
    words.push(...[at, ...within].map((name) => names.get(name) ?? spaced(name)));
  }
  return words.join(" › ");
}

/** What the form of a step, a filter or a plot calls one of its fields. */
function labelWithin(part: string, item: Item | undefined, within: readonly string[]): string {
  const kinds: Record<string, Record<string, { fields: readonly Field[] }>> = {
    steps: stepKinds,
    filters: filterKinds,
    plots: plotKinds,
  };
  const path = within.join(".");
  const fields = own(own(kinds, part), String(item?.type))?.fields ?? [];
  const field = fields.find(({ at }) => path === at || path.startsWith(`${at}.`));
  return field?.label ?? within.map(spaced).join(" › ");
}

/** A value in few words: names in place of ids, and nothing of how the document writes it. */
export function valueWords(value: unknown, names: Names): string {
  if (value === undefined || value === null || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((one) => valueWords(one, names)).join(", ") || "nothing";
  if (typeof value !== "object") return names.get(String(value)) ?? String(value);
  const { id, type, title, label, ...rest } = value as Item;
  const name = title || label || type;
  const known = name === undefined ? [] : [String(name)];
  // A whole item is described by its name, or by all its values if it has none.
  if (id !== undefined && known.length > 0) return known.join(" ");
  const parts = Object.entries(rest).map(([key, of]) => `${spaced(key)} ${valueWords(of, names)}`);
  return [...known, ...parts].join(", ") || "nothing";
}
