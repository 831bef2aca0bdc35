/** What the page of phenotypes asks, shows and refuses before the server does. Pure; no DOM. */
import { z } from "zod/mini";
import type { Phenotype, PhenotypeInput } from "@/api/sgc/sgc";
import { type Compare, inOrder, matching } from "@/lib/list/list-page";
import { descriptionProblem, isShown } from "@/lib/phenotype-list";
import type { FieldErrors } from "@/ui/form/record";
import type { PhenotypesSearch } from "./search";

const byCode: Compare<Phenotype> = (a, b) => a.code.localeCompare(b.code);

const compares: Readonly<Record<string, Compare<Phenotype>>> = {
  code: byCode,
  description: (a, b) => a.description.localeCompare(b.description),
  used_by: (a, b) => a.used_by - b.used_by,
};

/** The phenotypes that match the search, in its order; by code by default. */
export function shownPhenotypes(all: readonly Phenotype[], { q, show, sort }: PhenotypesSearch): Phenotype[] {
  const kept = all.filter(({ retired }) => isShown(retired, show));
  const textOf = ({ code, description, aliases }: Phenotype) => [code, description, ...aliases].join("\n");
  return inOrder(matching(kept, q, textOf), sort, compares, byCode);
}

/** The typed values of a phenotype, as stored. */
export const phenotypeShape = z.object({
  code: z.string(),
  description: z.string(),
  aliases: z.array(z.string()),
  retired: z.boolean(),
});

export type PhenotypeForm = z.infer<typeof phenotypeShape>;

export const noForm: PhenotypeForm = { code: "", description: "", aliases: [], retired: false };

/** What the server holds, as the form shows it. */
export function formOf({ code, description, aliases, retired }: Phenotype): PhenotypeForm {
  return { code, description, aliases, retired };
}

/** The parts of the form with their names. */
export const labels: Readonly<Record<keyof PhenotypeForm, string>> = {
  code: "Code",
  description: "Description",
  aliases: "Other names",
  retired: "Use",
};

/** The display text of a part. */
export function shownPart(part: keyof PhenotypeForm, { retired, aliases, ...texts }: PhenotypeForm): string {
  if (part === "retired") return retired ? "Retired" : "In use";
  return (part === "aliases" ? aliases.join(", ") : texts[part]) || "–";
}

export const maxCode = 20;
const maxAlias = 100;
export const maxAliases = 50;

/** A code as it is typed: in upper case, blanks and dashes as underscores, so that the rule holds while typing. */
export function typedCode(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, "_");
}

function codeProblem(code: string, all: readonly Phenotype[]): string | undefined {
  if (!/^[A-Z0-9_]{2,20}$/.test(code)) return "A code has 2 to 20 characters: A to Z, digits and _.";
  const same = all.find((other) => other.code.toUpperCase() === code.toUpperCase());
  if (!same) return undefined;
  return `${same.code} is in the list already${same.retired ? "; it is retired, and can be brought back" : ""}.`;
}

/**
 * The problems to fix before it is sent. `all` are the existing phenotypes; a changed one keeps its
 * code.
 */
export function problemsOf(form: PhenotypeForm, isNew: boolean, all: readonly Phenotype[]): FieldErrors {
  const code = isNew ? codeProblem(form.code, all) : undefined;
  const description = descriptionProblem(form.description, "Enter a description.");
  const long = form.aliases.find((alias) => alias.length > maxAlias);
  const aliases = long
    ? `Another name has at most ${maxAlias} characters: “${long.slice(0, 30)}…” is longer.`
    : undefined;
  return { ...(code && { code }), ...(description && { description }), ...(aliases && { aliases }) };
}

/** The request from a form. */
export function inputOf({ code, description, aliases, retired }: PhenotypeForm, isNew: boolean): PhenotypeInput {
  return { ...(isNew && { code }), description: description.trim(), aliases, retired };
}
