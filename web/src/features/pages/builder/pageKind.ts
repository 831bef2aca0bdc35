/** A page as a record with a form: the parts of its document, which are compared and merged one by one. Pure; no DOM. */
import { z } from "zod/mini";
import type { Page } from "@/api/pages/pages";
import type { DraftKind } from "@/lib/browser/draft";
import type { PageDocument } from "@/lib/document/document";
import { draftShape, partsOf, type RecordKind } from "@/ui/form/record";

/** A page whose document is of the version that these pages write. */
export type HeldPage = Omit<Page, "document"> & { document: PageDocument };

const isDocument = (value: unknown) =>
  typeof value === "object" && value !== null && "columns" in value && "plots" in value;
const shape = draftShape(z.custom<PageDocument>(isDocument));
const draft: DraftKind<z.infer<typeof shape>> = { name: "page", version: 1, shape };

const parts = partsOf<PageDocument>(
  "title",
  "about",
  "genome_build",
  "columns",
  "steps",
  "formats",
  "tips",
  "table",
  "groups",
  "locus",
  "star",
  "filters",
  "comparison",
  "plots",
  "layout",
);
export type PagePart = (typeof parts.parts)[number];

export const pageKind: RecordKind<PageDocument, HeldPage, PagePart> = {
  ...parts,
  draft,
  idOf: ({ id }) => id,
  versionOf: ({ version }) => version,
  from: ({ document }) => document,
  // Problems of a document do not prevent saving.
  check: () => ({}),
  place: () => ({}),
};

const labels: Record<PagePart, string> = {
  version: "Version",
  title: "Title",
  about: "Text above the page",
  genome_build: "Genome build",
  columns: "Columns",
  steps: "Converted columns",
  formats: "Formats",
  tips: "Tips",
  table: "Table",
  groups: "Groups",
  locus: "Column of the locus",
  star: "Column of the star",
  filters: "Filters",
  comparison: "Comparison",
  plots: "Plots",
  layout: "Layout of the plots",
};

export const partLabel = (part: PagePart): string => labels[part];

/** The parts in which two documents differ: "Filters, Plots". */
export const partsChanged = (one: PageDocument, other: PageDocument): string =>
  parts.parts
    .filter((part) => JSON.stringify(one[part]) !== JSON.stringify(other[part]))
    .map(partLabel)
    .join(", ");

/** A short text for a part; parts without a text are counted. */
export function partShown(part: PagePart, document: PageDocument): string {
  const value: unknown = document[part];
  if (value === undefined || value === "") return "none";
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(nameOf).join(", ") || "none";
  return JSON.stringify(value).slice(0, 300);
}

/** What an item of a list is called. */
export function nameOf(item: object): string {
  const { id, type, title, label, output } = item as Record<string, unknown>;
  return String(title || label || (output as { title?: string } | undefined)?.title || type || id);
}
