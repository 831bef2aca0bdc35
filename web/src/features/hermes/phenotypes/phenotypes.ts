/** What the page of phenotypes keeps in the address, shows and refuses before the server does. Pure; no DOM. */
import { z } from "zod";
import type { HermesPhenotype } from "@/api/hermes";
import type { HermesPhenotypeInput } from "@/api/phenotypes";
import { tableSearch } from "@/lib/table-search";
import type { DialogProblems } from "@/ui/form/useDialogForm";

export const phenotypesSearch = tableSearch.extend({
  show: z.enum(["current", "retired", "asked"]).optional().catch(undefined),
});
export type PhenotypesSearch = z.infer<typeof phenotypesSearch>;

export const noFilters = { q: undefined, show: undefined, after: undefined };

export function isFiltered(search: PhenotypesSearch): boolean {
  return Boolean(search.q || (search.show && search.show !== "asked"));
}

export const isRetired = ({ retired_at }: HermesPhenotype) => Boolean(retired_at);

type Compare = (a: HermesPhenotype, b: HermesPhenotype) => number;

const compares: Record<string, Compare> = {
  description: (a, b) => a.description.localeCompare(b.description),
  kind: (a, b) => Number(b.dichotomous) - Number(a.dichotomous),
  datasets: (a, b) => a.datasets - b.datasets,
};

/** Those of what the server found that are to be shown, in the order asked for; without one as the server gives them. */
export function shownPhenotypes(
  found: readonly HermesPhenotype[],
  { show, sort }: PhenotypesSearch,
): readonly HermesPhenotype[] {
  const kept = found.filter((phenotype) => !show || show === "asked" || isRetired(phenotype) === (show === "retired"));
  const compare = sort && compares[sort.replace(/^-/, "")];
  if (!compare) return kept;
  const sign = sort.startsWith("-") ? -1 : 1;
  return kept.sort((a, b) => sign * compare(a, b) || a.name.localeCompare(b.name));
}

export interface PhenotypeForm {
  name: string;
  description: string;
  /** Not said yet: it decides what uploaders are asked, so nothing is assumed. */
  dichotomous: boolean | undefined;
  terms: string[];
  synonyms: string[];
}

export const maxCode = 40;
export const maxDescription = 500;

export const noForm: PhenotypeForm = { name: "", description: "", dichotomous: undefined, terms: [], synonyms: [] };

export function formOf(phenotype: HermesPhenotype): PhenotypeForm {
  const { name, description, dichotomous, terms, synonyms } = phenotype;
  return { name, description, dichotomous, terms, synonyms };
}

/** A code as it is typed: blanks as underscores, so that the rule holds while typing. */
export function typedCode(text: string): string {
  return text.replace(/\s/g, "_");
}

/** A code to begin with for what somebody asked for, in their words. */
export function codeFor(wanted: string): string {
  const words = wanted.replace(/[^A-Za-z0-9]+/g, "_").replace(/^[_0-9]+|_+$/g, "");
  return words.toUpperCase().slice(0, maxCode);
}

/** What to mend before it is sent. Only a new one has its code checked: it never changes. */
export function problemsOf(form: PhenotypeForm, isNew: boolean): DialogProblems<PhenotypeForm> {
  const problems: DialogProblems<PhenotypeForm> = {};
  if (isNew && !/^[A-Za-z][A-Za-z0-9_.-]{1,39}$/.test(form.name)) {
    problems.name = `A code has 2 to ${maxCode} characters: a letter, then letters, digits, and _ . or -.`;
  }
  const length = form.description.trim().length;
  if (length === 0) problems.description = "Say in words what the phenotype is.";
  else if (length > maxDescription) {
    problems.description = `A description has at most ${maxDescription} characters; this has ${length}.`;
  }
  if (form.dichotomous === undefined) problems.dichotomous = "Say whether people have it or it is measured.";
  return problems;
}

/** What is sent of a form. */
export function inputOf(form: PhenotypeForm, isNew: boolean, retired: boolean): HermesPhenotypeInput {
  const { name, description, dichotomous = true, terms, synonyms } = form;
  return { ...(isNew && { name }), description: description.trim(), dichotomous, terms, synonyms, retired };
}
