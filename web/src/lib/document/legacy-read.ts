import { own } from "../own";
/** Reading of older configurations: keys are words with blanks, truths are texts, and nothing is sure. */

export type Loose = Record<string, unknown>;

/** Something that could not be carried over, or that should be looked at. */
export interface Note {
  /** The part that it is about. */
  part: "conversion" | "format" | "table" | "filter" | "plot" | "text";
  /** A whole sentence. */
  sentence: string;
  /** It is in the page, but broken until it is fixed. */
  broken?: true;
}

export const isLoose = (value: unknown): value is Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const textAt = (of: Loose, key: string): string | undefined => {
  const value = own(of, key);
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
};

export const numberAt = (of: Loose, key: string): number | undefined => {
  const said = own(of, key);
  const value = typeof said === "string" && said.trim() !== "" ? Number(said) : said;
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
};

/** "true" and true; `other` if missing. */
export const truthAt = (of: Loose, key: string, other = false): boolean => {
  const value = own(of, key);
  return value === undefined ? other : String(value) === "true";
};

export const listAt = (of: Loose, key: string): unknown[] => {
  const value = own(of, key);
  return Array.isArray(value) ? value : [];
};

export const textsAt = (of: Loose, key: string): string[] =>
  listAt(of, key).flatMap((one) => (typeof one === "string" ? [one] : []));

export const numbersAt = (of: Loose, key: string): number[] =>
  listAt(of, key).flatMap((one) => (typeof one === "number" && Number.isFinite(one) ? [one] : []));
