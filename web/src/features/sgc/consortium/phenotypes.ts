/** What the page of phenotypes asks, shows and refuses before the server does. Pure; no DOM. */
import { z } from "zod";
import type { Phenotype, PhenotypeInput } from "@/api/sgc";
import { tableSearch } from "@/lib/table-search";
import type { DialogProblems } from "@/ui/form/useDialogForm";

/** What the page keeps in the address. */
export const phenotypesSearch = tableSearch.extend({
  show: z.enum(["current", "retired"]).optional().catch(undefined),
});
export type PhenotypesSearch = z.infer<typeof phenotypesSearch>;

export const noFilters = { q: undefined, show: undefined, after: undefined };

export function isFiltered(search: PhenotypesSearch): boolean {
  return Boolean(search.q || search.show);
}

type Compare = (a: Phenotype, b: Phenotype) => number;

const compares: Record<string, Compare> = {
  code: (a, b) => a.code.localeCompare(b.code),
  description: (a, b) => a.description.localeCompare(b.description),
  used_by: (a, b) => a.used_by - b.used_by,
};

/** The phenotypes that the search keeps, in its order; by code unless it says otherwise. */
export function shownPhenotypes(all: readonly Phenotype[], { q, show, sort = "code" }: PhenotypesSearch): Phenotype[] {
  const words = (q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const kept = all.filter((phenotype) => {
    const text = [phenotype.code, phenotype.description, ...phenotype.aliases].join("\n").toLowerCase();
    return (!show || phenotype.retired === (show === "retired")) && words.every((word) => text.includes(word));
  });
  const compare = compares[sort.replace(/^-/, "")] ?? (compares.code as Compare);
  const sign = sort.startsWith("-") ? -1 : 1;
  return kept.sort((a, b) => sign * compare(a, b) || a.code.localeCompare(b.code));
}

export interface PhenotypeForm {
  code: string;
  description: string;
  aliases: string[];
}

export const maxCode = 20;
export const maxDescription = 500;
export const maxAlias = 100;
export const maxAliases = 50;

export type FormProblems = DialogProblems<PhenotypeForm>;

/** A code as it is typed: in upper case, blanks and dashes as underscores, so that the rule holds while typing. */
export function typedCode(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, "_");
}

function codeProblem(code: string, all: readonly Phenotype[]): string | undefined {
  if (!/^[A-Z0-9_]{2,20}$/.test(code)) return "A code has 2 to 20 characters: A to Z, digits and _.";
  const same = all.find((other) => other.code.toUpperCase() === code.toUpperCase());
  if (!same) return undefined;
  return `${same.code} is in the list already${same.retired ? "; it is retired, and can be restored" : ""}.`;
}

/** What to mend before it is sent. `all` are the phenotypes there are; a changed one keeps its code. */
export function problemsOf(form: PhenotypeForm, all: readonly Phenotype[], isNew: boolean): FormProblems {
  const code = isNew ? codeProblem(form.code, all) : undefined;
  const length = form.description.trim().length;
  const description =
    length === 0
      ? "Say in words what the code means."
      : length > maxDescription
        ? `A description has at most ${maxDescription} characters; this has ${length}.`
        : undefined;
  const long = form.aliases.find((alias) => alias.length > maxAlias);
  const aliases = long
    ? `Another name has at most ${maxAlias} characters: “${long.slice(0, 30)}…” is longer.`
    : undefined;
  return { ...(code && { code }), ...(description && { description }), ...(aliases && { aliases }) };
}

/** What is sent of a form. */
export function inputOf(form: PhenotypeForm, isNew: boolean, retired: boolean): PhenotypeInput {
  const { code, description, aliases } = form;
  return { ...(isNew && { code }), description: description.trim(), aliases, retired };
}
