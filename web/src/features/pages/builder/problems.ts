/** Problems of a document, by the place that they are about. Pure; no DOM. */
import type { PageProblem } from "@/api/pages/pages";
import type { PageDocument } from "@/lib/document/document";
import { own } from "@/lib/own";
import type { SectionName } from "./tabs";

export type Problems = readonly PageProblem[];

/** Those of a place and of everything within it. */
export function within(problems: Problems, pointer: string): Problems {
  return problems.filter(({ path }) => path === pointer || path.startsWith(`${pointer}/`));
}

export const errorsOf = (problems: Problems): Problems => problems.filter(({ severity }) => severity === "error");

/** The parts of a JSON pointer. */
function partsOfPointer(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The document with another value at a place; the same document where there is no such place. */
export function withAt(document: PageDocument, pointer: string, value: unknown): PageDocument {
  return put(document, partsOfPointer(pointer), value) as PageDocument;
}

function put(at: unknown, [part, ...rest]: string[], value: unknown): unknown {
  if (part === undefined) return value;
  if (Array.isArray(at)) {
    const place = Number(part);
    return at.map((item, index) => (index === place ? put(item, rest, value) : item));
  }
  if (typeof at !== "object" || at === null || !Object.hasOwn(at, part)) return at;
  return { ...at, [part]: put(own(at as Record<string, unknown>, part), rest, value) };
}

const sectionOfPart: Record<string, SectionName> = {
  columns: "columns",
  table: "columns",
  steps: "convert",
  formats: "format",
  filters: "filters",
  groups: "groups",
  tips: "groups",
  locus: "groups",
  star: "groups",
  comparison: "groups",
  plots: "plots",
  layout: "plots",
};

/** The section of the builder where a place can be fixed. */
export const sectionOf = (pointer: string): SectionName =>
  own(sectionOfPart, partsOfPointer(pointer)[0] ?? "") ?? "source";
