/** Where a document names columns. The places are found by the definition itself, so that no plot or step is forgotten. */
import type { z } from "zod/mini";
import { columnsIn } from "../engine/expression-text";
import { own } from "../own";
import { columnId, expressionText, template } from "./columns";
import { documentSchema, type PageDocument } from "./document";

export type Path = readonly (string | number)[];

/** A place that names a column. */
export interface Reference {
  path: Path;
  id: string;
}

type Look = (id: string, path: Path) => void;

/** Every place that names a column: ids, keys of formats and tips, names in expressions, {ids} in addresses. Outputs of steps are not among them. */
export function references(document: PageDocument): Reference[] {
  const found: Reference[] = [];
  walk(documentSchema, document, [], (id, path) => found.push({ path, id }));
  return found;
}

/** A schema as it describes itself. */
interface Described {
  _zod: { def: Definition };
}

interface Definition {
  type: string;
  innerType?: Described;
  element?: Described;
  keyType?: Described;
  valueType?: Described;
  shape?: Record<string, Described>;
  options?: Described[];
  values?: unknown[];
  discriminator?: string;
}

function walk(schema: z.core.$ZodType | Described, value: unknown, path: Path, look: Look): void {
  if (value === undefined) return;
  const described = schema as Described;
  const { def } = described._zod;
  if (described === (columnId as Described)) look(value as string, path);
  else if (described === (expressionText as Described)) for (const id of columnsIn(value as string)) look(id, path);
  else if (described === (template as Described)) for (const id of idsIn(value as string)) look(id, path);
  else if (def.innerType) walk(def.innerType, value, path, look);
  else if (def.element) walkList(def.element, value as unknown[], path, look);
  else if (def.shape) walkObject(def.shape, value as Record<string, unknown>, path, look);
  else if (def.valueType) walkRecord(def, value as Record<string, unknown>, path, look);
  else if (def.options) walk(chosen(def, value), value, path, look);
}

function walkList(element: Described, list: unknown[], path: Path, look: Look): void {
  list.forEach((item, at) => {
    walk(element, item, [...path, at], look);
  });
}

function walkObject(shape: Record<string, Described>, object: Record<string, unknown>, path: Path, look: Look): void {
  for (const [key, schema] of Object.entries(shape)) walk(schema, own(object, key), [...path, key], look);
}

function walkRecord({ keyType, valueType }: Definition, record: Record<string, unknown>, path: Path, look: Look): void {
  for (const [key, value] of Object.entries(record)) {
    walk(valueType as Described, value, [...path, key], look);
    if ((keyType as Described) === (columnId as Described)) look(key, [...path, key]);
  }
}

/** The option of a union that a value is of: by its type, or by the keys it has. */
function chosen({ options = [], discriminator }: Definition, value: unknown): Described {
  const fits = ({ _zod: { def } }: Described) => {
    if (!def.shape || typeof value !== "object" || value === null) return false;
    const object = value as Record<string, unknown>;
    if (discriminator)
      return own(def.shape, discriminator)?._zod.def.values?.includes(own(object, discriminator)) ?? false;
    return Object.keys(object).every((key) => Object.hasOwn(def.shape as object, key));
  };
  return options.find(fits) ?? { _zod: { def: { type: "unknown" } } };
}

/** {value} is the cell itself. */
function idsIn(address: string): string[] {
  return [...address.matchAll(/\{([a-z][a-z0-9_]*)\}/g)].flatMap(([, id = ""]) => (id === "value" ? [] : [id]));
}
