import type { FieldError } from "@/lib/api-error";
import { blank, own } from "@/lib/own";
import { isMetadataKey, type MetadataKey } from "./fields";

export type Step = 1 | 2 | 3 | 4;

/** Steps that other pages lead to, by name. */
const named = { study: 2, columns: 3 } as const;

export const stepOf = (place: number | keyof typeof named): Step =>
  typeof place === "number" ? (place as Step) : named[place];

/** The server's field errors, sorted to the step and control that they belong to. */
export interface Placed {
  metadata: Partial<Record<MetadataKey, string>>;
  /** By canonical field; "" for the mapping as a whole. */
  mapping: Record<string, string>;
  file: string[];
  other: string[];
}

/** Sorts field errors by their names: `metadata.cohort` or `cohort`, `mapping.beta` or `mapping`, `upload_id` or `file`. */
export function placeErrors(fields: readonly FieldError[]): Placed {
  const mapping = blank<string>();
  const placed: Placed = { metadata: {}, mapping, file: [], other: [] };
  for (const { field, message } of fields) {
    const key = field.replace(/^(body\.)?metadata[./]/, "");
    if (isMetadataKey(key)) placed.metadata[key] ??= message;
    else if (/^mapping([./]|$)/.test(field)) mapping[field.replace(/^mapping[./]?/, "")] ??= message;
    else if (field === "upload_id" || field === "file") placed.file.push(message);
    else placed.other.push(message);
  }
  return placed;
}

/** The first step with a problem; undefined if no field is named. */
export function firstStep(placed: Placed): Step | undefined {
  if (placed.file.length > 0) return 1;
  if (Object.keys(placed.metadata).length > 0) return 2;
  if (Object.keys(placed.mapping).length > 0) return 3;
  return undefined;
}

type Texts = Readonly<Record<string, string>>;

/** What was sent when the server refused, or what the form holds now. */
export interface Sent {
  values: Texts;
  mapping: Texts;
}

/** The complaints whose value has not been changed since the server saw it. */
export function stillRefused(refused: Placed, then: Sent, now: Sent): Placed {
  const sameMapping = (field: string) =>
    field === "" ? sameTexts(then.mapping, now.mapping) : own(then.mapping, field) === own(now.mapping, field);
  return {
    ...refused,
    metadata: keep(refused.metadata, (key) => own(then.values, key) === own(now.values, key)),
    mapping: keep(refused.mapping, sameMapping),
  };
}

function keep<T extends object>(errors: T, still: (key: string) => boolean): T {
  return Object.fromEntries(Object.entries(errors).filter(([key]) => still(key))) as T;
}

function sameTexts(a: Texts, b: Texts): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => own(a, key) === own(b, key));
}
