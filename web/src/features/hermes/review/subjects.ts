/** What a comment of a reviewer can be about, in the words of the page. */

import type { HermesUpload } from "@/api/hermes/hermes";
import { stepTitle } from "@/api/qcStep";
import { own } from "@/lib/own";
import { allFields, fieldOf } from "../upload/fields";
import type { FieldWords } from "../useFieldWords";

export interface Subject {
  value: string;
  label: string;
}

export interface SubjectGroup {
  group: string;
  items: Subject[];
}

const metadata = "metadata.";
const mapping = "mapping.";
const finding = "qc.";

/** Everything about this submission that can be commented on; `steps` are those of the report that is read. */
export function subjectsOf(upload: HermesUpload, steps: readonly string[], wordsOf: FieldWords): SubjectGroup[] {
  const of = (group: string, values: string[]): SubjectGroup => ({
    group,
    items: values.map((value) => ({ value, label: subjectLabel(value, upload, wordsOf) })),
  });
  return [
    of(
      "Description",
      allFields.map(({ key }) => metadata + key),
    ),
    of(
      "Columns",
      Object.keys(upload.mapping).map((field) => mapping + field),
    ),
    of(
      "Findings",
      steps.map((step) => finding + step),
    ),
    of("File", ["file"]),
  ].filter(({ items }) => items.length > 0);
}

/** "Ancestry", "Column POS (Position)", "Allele frequencies" or "The file". */
export function subjectLabel(about: string, upload: HermesUpload, wordsOf: FieldWords): string {
  if (about.startsWith(metadata)) {
    const key = about.slice(metadata.length);
    return fieldOf(key)?.label ?? key;
  }
  if (about.startsWith(mapping)) {
    const field = about.slice(mapping.length);
    const column = own(upload.mapping, field);
    return column ? `Column ${column} (${wordsOf(field)})` : `Column for ${wordsOf(field)}`;
  }
  if (about.startsWith(finding)) return stepTitle(about.slice(finding.length));
  return "The file";
}

/** Where in the form of the submission this can be changed. */
export function stepOfForm(about: string): "study" | "columns" | undefined {
  if (about.startsWith(metadata)) return "study";
  if (about.startsWith(mapping)) return "columns";
  return undefined;
}

/** The open requests of reviewers, by subject: "metadata.ancestry", "mapping.beta". */
export function askedOf(upload: HermesUpload): ReadonlyMap<string, string> {
  const asked = new Map<string, string>();
  for (const { about, text, settled } of upload.review_state.comments ?? []) {
    if (!settled) asked.set(about, [asked.get(about), text].filter(Boolean).join(" "));
  }
  return asked;
}

/** At its field, before its own hint. */
export const askedHint = (asked: ReadonlyMap<string, string> | undefined, key: string): string | undefined => {
  const text = asked?.get(metadata + key);
  return text && `A reviewer asks: ${text}`;
};
