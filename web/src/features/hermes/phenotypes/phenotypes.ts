/** What the page of phenotypes shows and refuses before the server does. Pure; no DOM. */
import { z } from "zod/mini";
import type { HermesPhenotype } from "@/api/hermes/hermes";
import type { HermesPhenotypeInput } from "@/api/hermes/phenotypes";
import { type Compare, inOrder } from "@/lib/list/list-page";
import { descriptionProblem, isShown } from "@/lib/phenotype-list";
import type { FieldErrors } from "@/ui/form/record";
import type { PhenotypesSearch } from "./search";
import { kindWords } from "./words";

export const isRetired = ({ retired_at }: HermesPhenotype) => Boolean(retired_at);

const compares: Readonly<Record<string, Compare<HermesPhenotype>>> = {
  description: (a, b) => a.description.localeCompare(b.description),
  kind: (a, b) => Number(b.dichotomous) - Number(a.dichotomous),
  datasets: (a, b) => a.datasets - b.datasets,
};

/** The server's matches to show, in the requested order; by default in the server's order. */
export function shownPhenotypes(
  found: readonly HermesPhenotype[],
  { show, sort }: PhenotypesSearch,
): readonly HermesPhenotype[] {
  const kept = found.filter((phenotype) => isShown(isRetired(phenotype), show));
  const sorted = sort !== undefined && Object.hasOwn(compares, sort.replace(/^-/, ""));
  return sorted ? inOrder(kept, sort, compares, (a, b) => a.name.localeCompare(b.name)) : kept;
}

export const phenotypeFields = ["name", "description", "dichotomous", "terms", "synonyms"] as const;

/** The typed values of a phenotype, as stored. */
export const phenotypeShape = z.object({
  name: z.string(),
  description: z.string(),
  /** Not said yet: it decides what uploaders are asked, so nothing is assumed. */
  dichotomous: z.optional(z.boolean()),
  terms: z.array(z.string()),
  synonyms: z.array(z.string()),
  retired: z.boolean(),
});

export type PhenotypeForm = z.infer<typeof phenotypeShape>;

export const maxCode = 40;

export const noForm: PhenotypeForm = {
  name: "",
  description: "",
  dichotomous: undefined,
  terms: [],
  synonyms: [],
  retired: false,
};

export function formOf(phenotype: HermesPhenotype): PhenotypeForm {
  const { name, description, dichotomous, terms, synonyms } = phenotype;
  return { name, description, dichotomous, terms, synonyms, retired: isRetired(phenotype) };
}

/** The parts of the form with their names. */
export const labels: Readonly<Record<keyof PhenotypeForm, string>> = {
  name: "Code",
  description: "Description",
  dichotomous: "Kind",
  terms: "Ontology terms",
  synonyms: "Other names",
  retired: "Use",
};

/** The display text of a part. */
export function shownPart(part: keyof PhenotypeForm, form: PhenotypeForm): string {
  if (part === "retired") return form.retired ? "Retired" : "In use";
  if (part === "dichotomous")
    return form.dichotomous === undefined ? "–" : kindWords({ dichotomous: form.dichotomous });
  const value = form[part];
  return (typeof value === "string" ? value : value.join(", ")) || "–";
}

/** A code as it is typed: blanks as underscores, so that the rule holds while typing. */
export function typedCode(text: string): string {
  return text.replace(/\s/g, "_");
}

/** A first code for a requested phenotype, from the requester's words. */
export function codeFor(wanted: string): string {
  const words = wanted.replace(/[^A-Za-z0-9]+/g, "_").replace(/^[_0-9]+|_+$/g, "");
  return words.toUpperCase().slice(0, maxCode);
}

/**
 * The problems to fix before it is sent. Only a new phenotype has its code checked, because a code
 * never changes.
 */
export function problemsOf(form: PhenotypeForm, isNew: boolean): FieldErrors {
  const problems: Record<string, string> = {};
  if (isNew && !/^[A-Za-z][A-Za-z0-9_.-]{1,39}$/.test(form.name)) {
    problems.name = `A code has 2 to ${maxCode} characters: a letter, then letters, digits, and _ . or -.`;
  }
  const description = descriptionProblem(form.description, "Enter a description.");
  if (description) problems.description = description;
  if (form.dichotomous === undefined) problems.dichotomous = "Choose cases and controls, or measured.";
  return problems;
}

/** The request from a form. */
export function inputOf(form: PhenotypeForm, isNew: boolean): HermesPhenotypeInput {
  const { name, description, dichotomous = true, terms, synonyms, retired } = form;
  return { ...(isNew && { name }), description: description.trim(), dichotomous, terms, synonyms, retired };
}
