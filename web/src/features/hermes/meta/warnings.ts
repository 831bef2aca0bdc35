/** What is doubtful about a choice of data sets. The server decides; this says it while one chooses. */
import type { HermesUpload } from "@/api/hermes";
import type { FewShared, MetaOptions } from "@/api/meta";
import { plural } from "@/lib/format";

export interface Doubt {
  readonly code: "few" | "ancestry" | "sex" | "cohort" | "shared";
  readonly message: string;
  /** The option that says "yes, on purpose"; without one the choice must change or is only doubtful. */
  readonly confirm?: { readonly option: "multi_ancestry" | "mixed_sex" | "few_shared"; readonly label: string };
  /** It cannot go on like this. */
  readonly blocks: boolean;
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();

/** Why meta-regression on ancestry cannot be chosen, nothing where it can. */
export function noRegression(chosen: readonly { readonly ancestry: string }[]): string | undefined {
  if (chosen.length < 4) return `It needs four data sets or more; ${plural(chosen.length, "is", "are")} chosen.`;
  if (new Set(chosen.map((one) => one.ancestry)).size < 2)
    return "It is for several ancestries; all chosen are of one.";
  return undefined;
}

/** What to do about a doubt that blocks. */
export function remedyOf(doubt: Doubt): string {
  return doubt.confirm ? `Tick “${doubt.confirm.label}”, or choose data sets that are alike.` : doubt.message;
}

/** `nameOf` gives words for the codes of ancestries and sexes; `apart` is what the server found about the variants. */
export function doubtsOf(
  chosen: readonly HermesUpload[],
  options: MetaOptions,
  nameOf: (kind: "ancestry" | "sex", value: string) => string = (_, value) => value,
  apart: readonly FewShared[] = [],
): Doubt[] {
  if (chosen.length < 2) {
    return [{ code: "few", message: "Choose at least two data sets: a meta-analysis combines them.", blocks: true }];
  }
  const doubts: Doubt[] = [];
  const ancestries = distinct(chosen.map((upload) => nameOf("ancestry", upload.ancestry)));
  if (ancestries.length > 1) {
    doubts.push({
      code: "ancestry",
      message: `Different ancestries: ${ancestries.join(", ")}. Effects and frequencies may differ between them.`,
      confirm: { option: "multi_ancestry", label: "Combine over ancestries" },
      blocks: !options.multi_ancestry,
    });
  }
  const sexes = distinct(chosen.map((upload) => nameOf("sex", upload.sex)));
  if (sexes.length > 1) {
    doubts.push({
      code: "sex",
      message: `Different sex strata: ${sexes.join(", ")}. Do not add a cohort's own strata to its total.`,
      confirm: { option: "mixed_sex", label: "Combine over sex strata" },
      blocks: !options.mixed_sex,
    });
  }
  if (apart.length > 0) {
    doubts.push({
      code: "shared",
      message: `${apart.map((found) => found.sentence).join(" ")} Another build, a targeted array or invented data explain that.`,
      confirm: { option: "few_shared", label: "Combine although they share few variants" },
      blocks: !options.few_shared,
    });
  }
  for (const cohort of repeated(chosen.map((upload) => upload.cohort))) {
    const message = `${cohort} takes part more than once. If the same people are in both files, leave one out: they would count twice.`;
    doubts.push({ code: "cohort", message, blocks: false });
  }
  return doubts;
}

function repeated(values: readonly string[]): string[] {
  return distinct(values.filter((value, i) => values.indexOf(value) !== i));
}

export interface PhenotypeChoice {
  readonly name: string;
  readonly datasets: number;
  readonly cohorts: number;
}

/** Phenotypes that have accepted data sets, those with most first. */
export function phenotypesOf(accepted: readonly HermesUpload[]): PhenotypeChoice[] {
  const groups = new Map<string, HermesUpload[]>();
  for (const upload of accepted) groups.set(upload.phenotype, [...(groups.get(upload.phenotype) ?? []), upload]);
  return [...groups]
    .map(([name, uploads]) => ({
      name,
      datasets: uploads.length,
      cohorts: distinct(uploads.map((upload) => upload.cohort)).length,
    }))
    .sort((a, b) => b.datasets - a.datasets || a.name.localeCompare(b.name));
}
