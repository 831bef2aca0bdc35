/** What a form is about: its values and their parts, which are compared, merged and sent. Pure; no DOM. */
import { z } from "zod/mini";
import { ApiError } from "@/lib/api-error";
import type { DraftKind } from "@/lib/browser/draft";
import { blank } from "@/lib/own";

/** By the name of the control; "" for what has none. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What the server held when the form was begun. */
export interface Base<V> {
  version: number;
  values: V;
}

export interface Content<V> {
  values: V;
  /** Absent for a record that is not registered yet. */
  base?: Base<V> | undefined;
}

/** The shape of a draft: the values as they are typed, and what the server held when they were begun. */
export function draftShape<S extends z.core.$ZodType>(values: S) {
  return z.object({ values, base: z.optional(z.object({ version: z.number(), values })) });
}

/** One kind of record that has a form: how its values are read, compared, checked and kept. */
export interface RecordKind<V, Held, Part extends string = string> {
  /** The part stored in the browser; absent for secrets. */
  draft?: DraftKind<Content<unknown>>;
  /** Its name among the records of its kind, in addresses and drafts. */
  idOf: (held: Held) => string;
  /** Counted up by each change. */
  versionOf: (held: Held) => number;
  /** What the server holds, as the form shows it. */
  from: (held: Held) => V;
  /** The parts that are compared and merged one by one. */
  parts: readonly Part[];
  samePart: (part: Part, a: V, b: V) => boolean;
  /** `a` with the part of `b`. */
  withPart: (part: Part, a: V, b: V) => V;
  /** The problems that the page can detect. */
  check: (values: V) => FieldErrors;
  /** A refusal at its controls; empty when it names none. */
  place: (error: unknown, values: V) => FieldErrors;
}

export type Parts<V, Part extends string> = Pick<RecordKind<V, never, Part>, "parts" | "samePart" | "withPart">;

/** The parts of values that are fields of an object, texts and lists of texts. */
export function partsOf<V extends object>(...parts: (keyof V & string)[]): Parts<V, keyof V & string> {
  return {
    parts,
    samePart: (part, a, b) => JSON.stringify(a[part]) === JSON.stringify(b[part]),
    withPart: (part, a, b) => ({ ...a, [part]: b[part] }),
  };
}

/** A kind whose forms are submitted once and not changed afterwards. */
export function handedInOnce<V, Part extends string>(
  kind: Parts<V, Part> & Pick<RecordKind<V, never>, "draft" | "check" | "place">,
): RecordKind<V, never, Part> {
  return { ...kind, idOf: () => "", versionOf: () => 0, from: (held) => held };
}

export function sameValues<V, Part extends string>({ parts, samePart }: Parts<V, Part>, a: V, b: V): boolean {
  return parts.every((part) => samePart(part, a, b));
}

/**
 * `now`, with the typed value of each part that differs between `typed` and `sent`; `left` if there
 * are any.
 */
export function withTypedSince<V, Part extends string>(of: Parts<V, Part>, now: V, sent: V, typed: V) {
  const since = of.parts.filter((part) => !of.samePart(part, sent, typed));
  const next = since.reduce((values, part) => of.withPart(part, values, typed), now);
  return { next, left: !sameValues(of, next, now) };
}

/** Whose version of a part is taken. */
export type Side = "mine" | "theirs";
export type Sides<Part extends string> = Partial<Record<Part, Side>>;

/** A part that differs between both versions. */
export interface Difference<Part extends string> {
  key: Part;
  /** Both were changed since the form was opened; only the user can decide. */
  both: boolean;
  /** The side that changed it; the user's own if both did. */
  proposed: Side;
}

/** The parts in which two versions differ; `base` is their common origin. */
export function differences<V, Part extends string>(
  { parts, samePart }: Parts<V, Part>,
  { base, mine, theirs }: { base: V; mine: V; theirs: V },
): Difference<Part>[] {
  return parts
    .filter((key) => !samePart(key, mine, theirs))
    .map((key) => {
      const kept = samePart(key, mine, base);
      return { key, both: !kept && !samePart(key, theirs, base), proposed: kept ? "theirs" : "mine" };
    });
}

export function merge<V, Part extends string>(of: Parts<V, Part>, mine: V, theirs: V, sides: Sides<Part>): V {
  return of.parts.reduce((merged, key) => (sides[key] === "theirs" ? of.withPart(key, merged, theirs) : merged), mine);
}

/**
 * The server's messages at the fields of a form, whatever contains them: "grant.terms[2]" belongs
 * to `terms`. Messages about other fields are separate.
 */
export function placeAt(error: unknown, fields: readonly string[]): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  const placed = blank<string>();
  for (const { field, message } of error.fields) {
    const words = field.replace(/\[\d*\]/g, "").split(".");
    placed[words.find((word) => fields.includes(word)) ?? ""] ??= message;
  }
  return placed;
}
