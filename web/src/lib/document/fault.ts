/** What a document does wrong at a place, in the words that the server has for the same. */
import type { z } from "zod/mini";
import { own } from "../own";

type Issue = z.core.$ZodIssue;

const types: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const things: Readonly<Record<string, string>> = { string: "characters", array: "entries" };

/** The place as a JSON pointer, and its problem as one sentence. */
export function faultOf(issue: Issue, document: unknown): string {
  const place = issue.path.length > 0 ? `/${issue.path.join("/")}` : "The page";
  return `${place} ${wordsOf(issue, valueAt(document, issue.path))}.`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((at: unknown, key) => own(at as Record<string, unknown> | undefined, String(key)), value);
}

function wordsOf(issue: Issue, value: unknown): string {
  if (value === undefined) return "is missing";
  switch (issue.code) {
    case "invalid_type":
      return `has to be ${own(types, issue.expected) ?? "of another type"}`;
    case "invalid_value":
      return `has to be ${oneOf(issue.values)}`;
    case "unrecognized_keys":
      return `has ${issue.keys.map((key) => `“${key}”`).join(", ")}, which is unknown there`;
    case "too_big":
      return `${boundOf(issue.origin, "have", "be")} at most ${issue.maximum}${unitOf(issue.origin)}`;
    case "too_small":
      return `${boundOf(issue.origin, "have", "be")} at least ${issue.minimum}${unitOf(issue.origin)}`;
    case "invalid_union":
      return ofUnion(issue);
    default:
      return "is invalid";
  }
}

function ofUnion({ errors, discriminator }: Extract<Issue, { code: "invalid_union" }>): string {
  if (discriminator) return "is not a supported kind";
  const values = errors.flatMap(([first]) => (first?.code === "invalid_value" ? first.values : []));
  return values.length > 0 ? `has to be ${oneOf(values)}` : "has no supported form";
}

const oneOf = (values: readonly unknown[]) =>
  values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(", ")}`;

const unitOf = (origin: string) => {
  const unit = own(things, origin);
  return unit ? ` ${unit}` : "";
};

const boundOf = (origin: string, sized: string, measured: string) => `has to ${own(things, origin) ? sized : measured}`;
