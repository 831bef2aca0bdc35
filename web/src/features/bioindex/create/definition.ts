/** The form of an index: proposed values, typed values and the request. Pure; no DOM. */
import { z } from "zod/mini";
import type { BioIndexDefinition, BioIndexPreview, ColumnType, Coordinates } from "@/api/bioindex/bioindex";
import type { DraftKind } from "@/lib/browser/draft";
import { own } from "@/lib/own";
import { draftShape, type FieldErrors, handedInOnce, partsOf, placeAt } from "@/ui/form/record";
import { readSchema, writeSchema } from "../schema";

/** `schema` is the one chosen; "" while the columns are chosen one by one. */
export interface Definition {
  name: string;
  schema: string;
  keys: string[];
  chromosome: string;
  start: string;
  end: string;
  build: string;
  /** What the columns of a locus count; "" leaves it to the table. */
  coordinates: Coordinates | "";
  /** Types that differ from the proposed ones, by column. */
  types: Record<string, ColumnType>;
}

const mostKeys = 3;

const text = z.string();
const shape = draftShape(
  z.object({
    name: text,
    schema: text,
    keys: z.array(text),
    chromosome: text,
    start: text,
    end: text,
    build: text,
    coordinates: z.enum(["", "half_open", "closed", "zero_based"]),
    types: z.record(text, z.enum(["text", "integer", "decimal"])),
  }),
);
const draft: DraftKind<z.infer<typeof shape>> = { name: "bioindex", version: 1, shape };

/** "lakeland_HF.tsv.gz" → "lakeland_HF". */
const bareName = (file: string) => file.replace(/(?:\.(?:gz|bgz|tsv|csv|txt|vcf|bed|jsonl?|ndjson))+$/i, "") || file;

/** What the form shows first: what was recognised. */
export function proposed(preview: BioIndexPreview, told: Partial<Definition> = {}): Definition {
  const [best = ""] = preview.schemas;
  return {
    name: bareName(preview.name),
    schema: best,
    keys: ["", "", ""],
    chromosome: "",
    start: "",
    end: "",
    build: preview.genome_build ?? "",
    coordinates: "",
    types: {},
    ...told,
  };
}

/**
 * The current definition of an index, for a form that changes it; a custom schema is split into its
 * parts.
 */
export function heldDefinition(
  preview: BioIndexPreview,
  held: { name: string; schema: string; genome_build?: string },
): Definition {
  const build = held.genome_build ?? preview.genome_build ?? "";
  const base = proposed(preview, { name: held.name, build });
  if (preview.schemas.includes(held.schema)) return { ...base, schema: held.schema };
  const { keys, locus } = readSchema(held.schema);
  const chosen = keys.map((columns) => columns.join("|"));
  return {
    ...base,
    schema: "",
    keys: Array.from({ length: mostKeys }, (_, at) => chosen[at] ?? ""),
    chromosome: locus?.chromosome ?? "",
    start: locus?.start ?? "",
    end: locus?.end ?? "",
  };
}

/** The schema from the form. */
export function schemaOf({ schema, keys, ...locus }: Definition): string {
  return schema || writeSchema(keys, locus);
}

function check(definition: Definition): FieldErrors {
  const { name, schema, keys, chromosome, start, end, build } = definition;
  const errors: Record<string, string> = {};
  if (!name.trim()) errors.name = "Enter a name for the index.";
  if (!schema) {
    const chosen = keys.filter(Boolean);
    if (chosen.length === 0 && !chromosome && !start) errors.schema = "Choose a key column or a location.";
    if (new Set(chosen).size < chosen.length) errors.schema = "A column can be a key once: choose another.";
    if (Boolean(chromosome) !== Boolean(start)) {
      errors.start = "Choose both chromosome and position, or neither.";
    }
    if (end && !start) errors.start = "The region has an end but no start: choose the start column.";
  }
  if (readSchema(schemaOf(definition)).locus && !build) {
    errors.build = "Choose the genome build of the positions: genes have other positions on another build.";
  }
  return errors;
}

/** The fields that show the server's messages. */
const fields = ["name", "schema", "start", "build", "coordinates", "types"];
const sameAs: Record<string, string> = { genome_build: "build" };

export const definitionKind = handedInOnce({
  ...partsOf<Definition>("name", "schema", "keys", "chromosome", "start", "end", "build", "coordinates", "types"),
  draft,
  check,
  place: (error: unknown) => {
    const placed = placeAt(error, [...fields, ...Object.keys(sameAs)]);
    return Object.fromEntries(Object.entries(placed).map(([field, message]) => [own(sameAs, field) ?? field, message]));
  },
});

export function toDefinition(definition: Definition): BioIndexDefinition & { schema: string } {
  const schema = schemaOf(definition);
  const build = readSchema(schema).locus ? definition.build : "";
  const { types, coordinates } = definition;
  return {
    schema,
    types,
    ...(build && { genome_build: build as "GRCh37" | "GRCh38", ...(coordinates && { coordinates }) }),
  };
}
