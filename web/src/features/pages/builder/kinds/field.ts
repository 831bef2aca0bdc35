/** What the form of a step, a format, a filter or a plot is made of. A kind is a row of one table, and one component draws them all. */
import type { ColumnRole, ColumnType } from "@/lib/document/document";
import type { TableColumn } from "@/lib/document/table";
import { own } from "@/lib/own";

/** A column that can be chosen at some place of the document. */
export interface Offered {
  id: string;
  title: string;
  type: ColumnType;
  role?: ColumnRole | undefined;
}

/** What a new item is made from. */
export interface Given {
  /** Those that are there at its place. */
  columns: readonly Offered[];
  titleOf: (id: string) => string;
  /** The column of the first of these roles that is there, else the first of these types. */
  pick: (roles: readonly ColumnRole[], types?: readonly ColumnType[]) => string;
  /** The table's facts about a column; undefined for a column made by a step. */
  heldBy: (id: string) => TableColumn | undefined;
  /** The same, or nothing: for what may be left out. */
  find: (...roles: ColumnRole[]) => string | undefined;
  /** An id that nothing has yet. */
  newId: (title: string) => string;
}

/** "y.column" of `{y: {column: string}}`; every way to a part of T. */
export type Path<T> = T extends readonly unknown[]
  ? never
  : T extends object
    ? {
        [K in keyof T & string]:
          | K
          | (Path<NonNullable<T[K]>> extends never ? never : `${K}.${Path<NonNullable<T[K]>>}`);
      }[keyof T & string]
    : never;

interface Common<At extends string> {
  /** Where its value is in the item, e.g. "y.column". */
  at: At;
  label: string;
  hint?: string;
}

export type Choice = readonly [value: string | number, label: string];

/** One row of a list of objects, and how a new one begins. */
interface RowsField<At extends string> extends Common<At> {
  kind: "rows";
  /** Of one row. */
  fields: readonly Field[];
  /** On the button; absent: their number follows something else. */
  add?: string;
  make?: (given: Given, before: readonly unknown[]) => unknown;
  least?: number;
}

export type Field<At extends string = string> =
  | (Common<At> & { kind: "column"; types?: readonly ColumnType[]; optional?: true })
  | (Common<At> & { kind: "columns" })
  | (Common<At> & { kind: "text"; optional?: true; mono?: true; long?: true })
  | (Common<At> & { kind: "number"; optional?: true; whole?: true })
  | (Common<At> & { kind: "value" })
  | (Common<At> & { kind: "choice"; choices: readonly Choice[] })
  | (Common<At> & { kind: "flag" })
  | (Common<At> & { kind: "texts"; optional?: true })
  | (Common<At> & { kind: "numbers" })
  | (Common<At> & { kind: "strings"; add: string })
  /** Texts between the columns of another part. */
  | (Common<At> & { kind: "between"; of: string })
  | (Common<At> & { kind: "expression" })
  /** A column that a step makes; `over` is the part that names the column it may replace. */
  | (Common<At> & { kind: "output"; over?: string })
  | RowsField<At>
  /** A part that may be left out as a whole. */
  | (Common<At> & { kind: "part"; make: (given: Given) => unknown; fields: readonly Field[] })
  /** One of several shapes. */
  | (Common<At> & { kind: "shape"; shapes: readonly Shape[] });

export interface Shape {
  label: string;
  is: (value: unknown) => boolean;
  make: (given: Given) => unknown;
  fields: readonly Field[];
}

/** A kind of step, format, filter or plot. */
export interface Kind<T> {
  label: string;
  /** What it does, in one sentence. */
  hint: string;
  fields: readonly Field<Path<T>>[];
  make: (given: Given) => T;
  /** Brings parts that depend on each other together after a change. */
  fit?: (item: T, given: Given) => T;
}

/** The kinds of a union that is discriminated by `type`. */
export type Kinds<T extends { type: string }> = { readonly [K in T["type"]]: Kind<Extract<T, { type: K }>> };

/** The value at a path; undefined if a part of the path is missing. */
export function valueAt(item: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((at, name) => own(at as Record<string, unknown> | undefined, name), item);
}

/** The item with another value at a path; undefined takes it out. */
export function withValue<T>(item: T, path: string, value: unknown): T {
  const [name = "", ...rest] = path.split(".");
  const { [name]: _before, ...others } = item as Record<string, unknown>;
  const next =
    rest.length > 0 ? withValue(own(item as Record<string, unknown>, name) ?? {}, rest.join("."), value) : value;
  if (next === undefined) return others as T;
  return { ...(item as Record<string, unknown>), [name]: next } as T;
}

/** The place of a path below a place of the document: "/plots/0" and "y.column" → "/plots/0/y/column". */
export const pointerOf = (base: string, path: string) => `${base}/${path.replaceAll(".", "/")}`;
