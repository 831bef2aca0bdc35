import type { User } from "@/api/accounts/session";
import type { Dataset, DatasetCodes, DatasetInput } from "@/api/datasets/datasets";
import type { FieldError } from "@/lib/api-error";
import { parseCount } from "@/lib/format/count";
import { formatCount } from "@/lib/format/format";
import { blank } from "@/lib/own";
import { fieldOf, fields, type PartKey, partKeys, type TextKey, textFields, textKeys } from "../fields";
import { labelOf } from "../words";

/** A study that is registered, or (without an id) one that is typed and will be. */
export interface StudyValue {
  id: string;
  name: string;
  institution: string;
}

/** Rows are known by their key, so that taking one out never shifts another. */
export interface AncestryLine {
  key: string;
  ancestry: string;
  n: string;
  detail: string;
}

export interface TermLine {
  key: string;
  curie: string;
  label: string;
}

/** The form as it is typed, right or wrong. */
export interface Values {
  texts: Readonly<Record<TextKey, string>>;
  study: StudyValue;
  ancestry_counts: readonly AncestryLine[];
  terms: readonly TermLine[];
}

/** By text key, "study", "institution", or list, key of the row and field: "terms.k1.curie". */
export type FieldErrors = Readonly<Record<string, string>>;

const usualTexts = Object.fromEntries(textFields.map(({ key, usual = "" }) => [key, usual])) as Record<TextKey, string>;

/** A new form, prefilled from the user. */
export function newValues(user: Pick<User, "first_name" | "last_name" | "email">): Values {
  const name = [user.first_name, user.last_name].filter(Boolean).join(" ");
  return {
    texts: { ...usualTexts, data_submitter: name, data_submitter_email: user.email ?? "" },
    study: { id: "", name: "", institution: "" },
    ancestry_counts: [],
    terms: [],
  };
}

/** What the server holds, as the form shows it. */
export function fromDataset(dataset: Dataset): Values {
  const texts = { ...usualTexts };
  for (const key of textKeys) texts[key] = String(dataset[key] ?? "");
  texts.global_sample_size = formatCount(dataset.global_sample_size);
  return {
    texts,
    study: { id: dataset.study_id, name: dataset.study.name, institution: dataset.study.institution },
    ancestry_counts: (dataset.ancestry_counts ?? []).map(({ ancestry, n, detail }, at) => ({
      key: `kept-${at}`,
      ancestry,
      n: formatCount(n),
      detail: detail ?? "",
    })),
    terms: (dataset.terms ?? []).map(({ curie, label }, at) => ({ key: `kept-${at}`, curie, label: label ?? "" })),
  };
}

const saysSomething = ({ key: _key, ...texts }: AncestryLine | TermLine) =>
  Object.values(texts).some((text) => text.trim() !== "");

const sentLines = <T extends AncestryLine | TermLine>(lines: readonly T[]) => lines.filter(saysSomething);

/** The request. Only for values that passed checkValues; `studyId` of a study that is registered by now. */
export function toInput({ texts, ancestry_counts, terms }: Values, studyId: string): DatasetInput {
  const trimmed = Object.fromEntries(textKeys.map((key) => [key, texts[key].trim()]));
  return {
    ...(trimmed as unknown as DatasetInput),
    study_id: studyId,
    global_sample_size: parseCount(texts.global_sample_size) ?? 0,
    ancestry_counts: sentLines(ancestry_counts).map(({ ancestry, n, detail }) => ({
      ancestry: ancestry as DatasetInput["ancestry"],
      n: parseCount(n) ?? 0,
      detail: detail.trim(),
    })),
    terms: sentLines(terms).map(({ curie, label }) => ({ curie: curie.trim(), label: label.trim() })),
  };
}

/** One address without spaces and with a domain; the server looks closer. */
const email = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

/** The problems that the page can detect. */
export function checkValues(values: Values): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { key, label, needed, control } of textFields) {
    const typed = values.texts[key].trim();
    if (needed && typed === "") errors[key] = `${label} is required.`;
    else if (control === "count" && typed !== "" && parseCount(typed) === undefined) {
      errors[key] = "Enter a whole number, such as 211,728.";
    } else if (key.endsWith("_email") && typed !== "" && !email.test(typed)) {
      errors[key] = "Enter an address such as name@example.org.";
    }
  }
  const { study } = values;
  if (study.name.trim() === "") errors.study = "Study is required.";
  else if (study.id === "" && study.institution.trim() === "") {
    errors.institution = "This study is new: enter its institution, or choose a registered study.";
  }
  return { ...errors, ...checkAncestries(values), ...checkTerms(values) };
}

function checkAncestries({ ancestry_counts, texts }: Values): FieldErrors {
  const errors: Record<string, string> = {};
  let sum = 0;
  for (const { key, ancestry, n } of sentLines(ancestry_counts)) {
    const count = parseCount(n);
    if (ancestry === "") errors[`ancestry_counts.${key}.ancestry`] = "Choose the ancestry.";
    if (count === undefined) errors[`ancestry_counts.${key}.n`] = "Enter a whole number.";
    sum += count ?? 0;
  }
  const all = parseCount(texts.global_sample_size);
  if (all !== undefined && sum > all) {
    errors.ancestry_counts = `The ancestries are ${formatCount(sum)} people together, more than the ${formatCount(all)} of the data set.`;
  }
  return errors;
}

function checkTerms({ terms }: Values): FieldErrors {
  const without = sentLines(terms).filter(({ curie }) => curie.trim() === "");
  return Object.fromEntries(without.map(({ key }) => [`terms.${key}.curie`, "Enter the term, such as EFO:0000384."]));
}

/** Refusals of the server at the controls that they belong to; those that name no control are left out. */
export function placeErrors(errors: readonly FieldError[], values: Values): FieldErrors {
  const placed = blank<string>();
  for (const { field, message } of errors) {
    const key = placeOf(field, values);
    if (key) placed[key] ??= message;
  }
  return placed;
}

function placeOf(field: string, values: Values): string | undefined {
  const [head = "", index, rest] = field.replace(/^body\./, "").split(".");
  if (head === "study_id" || head === "study") return "study";
  if ((textKeys as readonly string[]).includes(head)) return head;
  if (head !== "ancestry_counts" && head !== "terms") return undefined;
  const line = index === undefined ? undefined : sentLines<AncestryLine | TermLine>(values[head])[Number(index)];
  return line ? [head, line.key, rest ?? (head === "terms" ? "curie" : "n")].join(".") : head;
}

/** A new study is asked for its institution. */
const controls: readonly string[] = partKeys.flatMap((key) => (key === "study" ? [key, "institution"] : [key]));

/** Errors in the order of the controls on the page. */
export function inOrder(errors: FieldErrors): [string, string][] {
  const place = (key: string) => controls.indexOf(key.split(".", 1)[0] ?? "");
  return Object.entries(errors).sort(([a], [b]) => place(a) - place(b));
}

/** One part as text, the same for the same content. */
function plain(key: PartKey, values: Values): string {
  switch (key) {
    case "study":
      return values.study.id || `new ${values.study.name.trim()} ${values.study.institution.trim()}`;
    case "ancestry_counts":
      return JSON.stringify(
        sentLines(values.ancestry_counts).map(({ ancestry, n, detail }) => [ancestry, formatTyped(n), detail]),
      );
    case "terms":
      return JSON.stringify(sentLines(values.terms).map(({ curie, label }) => [curie, label]));
    case "global_sample_size":
      return formatTyped(values.texts[key]);
    default:
      return values.texts[key];
  }
}

export function samePart(key: PartKey, a: Values, b: Values): boolean {
  return plain(key, a) === plain(key, b);
}

/** `a` with the part of `b`. */
export function withPart(key: PartKey, a: Values, b: Values): Values {
  if (key === "study" || key === "ancestry_counts" || key === "terms") return { ...a, [key]: b[key] };
  return { ...a, texts: { ...a.texts, [key]: b.texts[key] } };
}

/** One part for people: labels in place of codes, lists line by line. */
export function shownPart(key: PartKey, values: Values, codes: DatasetCodes | undefined): string {
  switch (key) {
    case "study":
      return [values.study.name, values.study.institution].filter(Boolean).join(", ") || "–";
    case "ancestry_counts":
      return lines(
        sentLines(values.ancestry_counts).map(({ ancestry, n, detail }) =>
          [labelOf(codes?.ancestry, ancestry), formatTyped(n), detail && `(${detail})`].filter(Boolean).join(" "),
        ),
      );
    case "terms":
      return lines(sentLines(values.terms).map(({ curie, label }) => `${curie} ${label}`.trim()));
    default:
      return shownText(key, values.texts[key], codes);
  }
}

function shownText(key: TextKey, text: string, codes: DatasetCodes | undefined): string {
  const { control } = fieldOf(key);
  if (text === "") return "–";
  if (control === "count") return formatTyped(text);
  return typeof control === "object" ? labelOf(codes?.[control.codes], text) : text;
}

const lines = (texts: string[]) => texts.join("\n") || "–";

function formatTyped(text: string): string {
  const count = parseCount(text);
  return count === undefined ? text : formatCount(count);
}

/** How many of the needed fields are filled in, and how many there are. */
export function neededParts({ texts, study }: Values): { label: string; key: string; done: boolean }[] {
  const said: Partial<Record<PartKey, string>> = { ...texts, study: study.name };
  return fields
    .filter(({ needed }) => needed)
    .map(({ key, label }) => ({ key, label, done: said[key]?.trim() !== "" }));
}
