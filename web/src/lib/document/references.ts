/** Where a document names columns. The places are found by the definition itself, so that no plot or step is forgotten. */
import type { z } from "zod/mini";
import { columnsIn, renameIn } from "../engine/expression-text";
import { columnId, expressionText, template } from "./columns";
import { documentSchema, type PageDocument } from "./document";

export type Path = readonly (string | number)[];

/** A place that names a column. */
export interface Reference {
  path: Path;
  id: string;
}

/** Looks at a place and gives what stands there from now on. */
type Look = (id: string, path: Path) => string;

/** Every place that names a column: ids, keys of formats and tips, names in expressions, {ids} in addresses. Outputs of steps are not among them. */
export function references(document: PageDocument): Reference[] {
  const found: Reference[] = [];
  walk(documentSchema, document, [], (id, path) => {
    found.push({ path, id });
    return id;
  });
  return found;
}

/** The document with other ids in such places; what stays is the same object. */
export function replaceReferences(document: PageDocument, look: Look): PageDocument {
  return walk(documentSchema, document, [], look) as PageDocument;
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

function walk(schema: z.core.$ZodType | Described, value: unknown, path: Path, look: Look): unknown {
  if (value === undefined) return value;
  const described = schema as Described;
  if (described === (columnId as Described)) return look(value as string, path);
  if (described === (expressionText as Described)) return lookInExpression(value as string, path, look);
  if (described === (template as Described)) return lookInTemplate(value as string, path, look);
  const { def } = described._zod;
  if (def.innerType) return walk(def.innerType, value, path, look);
  if (def.element) return walkList(def.element, value as unknown[], path, look);
  if (def.shape) return walkObject(def.shape, value as Record<string, unknown>, path, look);
  if (def.valueType) return walkRecord(def, value as Record<string, unknown>, path, look);
  if (def.options) return walk(chosen(def, value), value, path, look);
  return value;
}

function walkList(element: Described, list: unknown[], path: Path, look: Look): unknown[] {
  const walked = list.map((item, at) => walk(element, item, [...path, at], look));
  return walked.every((item, at) => item === list[at]) ? list : walked;
}

function walkObject(shape: Record<string, Described>, object: Record<string, unknown>, path: Path, look: Look) {
  let walked = object;
  for (const [key, schema] of Object.entries(shape)) {
    const value = walk(schema, object[key], [...path, key], look);
    if (value !== object[key]) walked = { ...walked, [key]: value };
  }
  return walked;
}

function walkRecord({ keyType, valueType }: Definition, record: Record<string, unknown>, path: Path, look: Look) {
  const entries = Object.entries(record);
  const walked = entries.map(([key, value]): [string, unknown] => {
    const place = [...path, key];
    const after = walk(valueType as Described, value, place, look);
    return [(keyType as Described) === (columnId as Described) ? look(key, place) : key, after];
  });
  const same = walked.every(([key, value], at) => key === entries[at]?.[0] && value === entries[at]?.[1]);
  return same ? record : Object.fromEntries(walked);
}

/** The option of a union that a value is of: by its type, or by the keys it has. */
function chosen({ options = [], discriminator }: Definition, value: unknown): Described {
  const fits = ({ _zod: { def } }: Described) => {
    if (!def.shape || typeof value !== "object" || value === null) return false;
    const object = value as Record<string, unknown>;
    if (discriminator) return def.shape[discriminator]?._zod.def.values?.includes(object[discriminator]) ?? false;
    return Object.keys(object).every((key) => key in (def.shape as object));
  };
  return options.find(fits) ?? { _zod: { def: { type: "unknown" } } };
}

function lookInExpression(expression: string, path: Path, look: Look): string {
  const after = new Map(columnsIn(expression).map((id) => [id, look(id, path)]));
  return renameIn(expression, (id) => after.get(id) ?? id);
}

/** {value} is the cell itself. */
function lookInTemplate(address: string, path: Path, look: Look): string {
  return address.replaceAll(/\{([a-z][a-z0-9_]*)\}/g, (all, id: string) =>
    id === "value" ? all : `{${look(id, path)}}`,
  );
}
