import type { HermesMetadata } from "@/api/hermes/hermes";
import { askedId } from "./askedPhenotype";
import { allFields, type Field, type MetadataKey, type Values } from "./fields";

export type FieldErrors = Partial<Record<MetadataKey, string>>;

export const noValues = Object.fromEntries(allFields.map((field) => [field.key, ""])) as Values;

/** 20.000 is 20 in one country and 20000 in another. */
const eitherPoint = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

/** A number as people type it: spaces and thousands separators are ignored. undefined when it is not one. */
export function parseNumber(text: string): number | undefined {
  const plain = text.trim().replace(/(?<=\d)[,\s\u00a0](?=\d{3}(\D|$))/g, "");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return undefined;
  return Number(plain);
}

function isNumeric(field: Field): boolean {
  return field.control.kind === "count" || field.control.kind === "years" || field.control.kind === "share";
}

function problemOf(field: Field, typed: string): string | undefined {
  const { control, label } = field;
  if (typed.trim() === "") return field.required ? `${label} is required.` : undefined;
  if (control.kind === "phenotype" && askedId(typed) !== undefined) {
    return "The phenotype that you asked for is not in the list yet: a reviewer decides, and your draft is kept.";
  }
  if (!isNumeric(field)) return undefined;
  const value = parseNumber(typed);
  if (value === undefined) return `${label} must be a number; “${typed.trim()}” is not.`;
  if (control.kind === "count" && eitherPoint.test(typed.trim())) {
    return `${label}: the point may separate thousands or decimals. Write the number without separators.`;
  }
  if (control.kind === "count" && !(Number.isSafeInteger(value) && value >= control.smallest)) {
    return `${label} must be a whole number of at least ${control.smallest}.`;
  }
  if (control.kind === "years" && value <= 0) return `${label} must be above 0.`;
  if (control.kind === "share" && (value < 0 || value > 1)) return `${label} must be between 0 and 1.`;
  return undefined;
}

/** The problems that the page can detect; the server checks everything again. */
export function checkValues(values: Values): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of allFields) {
    const problem = problemOf(field, values[field.key]);
    if (problem) errors[field.key] = problem;
  }
  const total = parseNumber(values.totalSampleSize);
  const cases = parseNumber(values.cases);
  if (!errors.cases && total !== undefined && cases !== undefined && cases > total) {
    errors.cases = "Cases cannot exceed the total sample size.";
  }
  const { dataCollectionStart: start, dataCollectionEnd: end } = values;
  if (start && end && end < start) errors.dataCollectionEnd = "The end is before the start.";
  return errors;
}

/** The metadata to send. Only for values that passed checkValues; empty ones are left out. */
export function toMetadata(values: Values): HermesMetadata {
  const entries: [string, string | number][] = [];
  for (const field of allFields) {
    const typed = values[field.key].trim();
    if (typed === "") continue;
    entries.push([field.key, isNumeric(field) ? (parseNumber(typed) ?? typed) : typed]);
  }
  return Object.fromEntries(entries) as unknown as HermesMetadata;
}

/** The form's values for metadata that the server holds. */
export function fromMetadata(metadata: HermesMetadata): Values {
  const values = { ...noValues };
  for (const field of allFields) {
    const value = metadata[field.key];
    if (value !== undefined && value !== null) values[field.key] = String(value);
  }
  return values;
}
