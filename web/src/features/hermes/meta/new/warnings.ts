/** Doubts about a choice of submissions. The server decides; this shows them during the choice. */
import type { HermesUploadRow } from "@/api/hermes/hermes";
import type { MetaCaution } from "@/api/hermes/meta";
import { plural } from "@/lib/format/format";
import type { Confirmation } from "../words";
import type { Draft } from "./draft";
import { samePair } from "./overlaps";

type Options = Draft["options"];

export interface Doubt {
  readonly code: "few" | MetaCaution["code"];
  readonly title: string;
  readonly sentences: readonly string[];
  readonly advice: string;
  /** The confirming option; without one the choice must change. */
  readonly confirm?: Confirm;
  /** It cannot go on like this. */
  readonly blocks: boolean;
}

interface Confirm {
  readonly label: string;
  readonly given: (options: Options) => boolean;
  readonly set: (yes: boolean) => Partial<Options>;
}

const by = (option: Confirmation, label: string): Confirm => ({
  label,
  given: (options) => options[option],
  set: (yes) => ({ [option]: yes }),
});

const confirms: Record<MetaCaution["code"], Confirm | undefined> = {
  ancestry: by("multi_ancestry", "Combine across ancestries"),
  sex: by("mixed_sex", "Combine across sexes"),
  cohort: by("same_cohort", "Combine although a cohort occurs more than once"),
  shared_people: by("shared_people", "Combine despite possible sample overlap"),
  few_shared: by("few_shared", "Combine despite few shared variants"),
  inflation: by("inflated", "Combine despite inflated or deflated statistics"),
  se_n: by("doubtful_size", "Combine despite standard errors that do not fit the sample size"),
  scale: {
    label: "Combine by sample size",
    given: (options) => options.scheme === "samplesize",
    set: (yes) => ({ scheme: yes ? "samplesize" : "ivw" }),
  },
  frequency: {
    label: "Leave A/T and C/G variants out",
    given: (options) => options.palindromic !== "frequency" && options.scheme !== "metaregression",
    set: (yes) => ({ palindromic: yes ? "drop" : "frequency" }),
  },
  contradiction: undefined,
};

const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();

/** Why meta-regression on ancestry cannot be chosen, nothing where it can. */
export function noRegression(chosen: readonly { readonly ancestry: string }[]): string | undefined {
  if (chosen.length < 4) return `It needs four submissions or more; ${plural(chosen.length, "is", "are")} chosen.`;
  if (new Set(chosen.map((one) => one.ancestry)).size < 2)
    return "It requires several ancestries. All chosen submissions have the same one.";
  return undefined;
}

const averages = "It averages effects, but the effects of these submissions are on different scales.";

/** Why a scheme cannot be chosen for some submissions. */
export function unfitOf(
  chosen: readonly { readonly ancestry: string }[],
  doubts: readonly Doubt[],
): Partial<Record<Options["scheme"], string>> {
  if (doubts.some((doubt) => doubt.code === "scale"))
    return { ivw: averages, random: averages, metaregression: averages };
  return { metaregression: noRegression(chosen) };
}

/** What to do about the doubts that block, all of them at once; nothing where none does. */
export function remedyOf(doubts: readonly Doubt[]): string | undefined {
  const blocking = doubts.filter((doubt) => doubt.blocks);
  const [first] = blocking;
  if (!first) return undefined;
  if (!first.confirm) return `${first.title} ${first.advice}`;
  const labels = blocking.flatMap(({ confirm }) => (confirm ? [`“${confirm.label}”`] : []));
  return `Tick ${labels.join(" and ")}, or choose other submissions.`;
}

/** `cautions` are the server's findings about the choice. */
export function doubtsOf(
  chosen: readonly { readonly id: string }[],
  options: Options,
  cautions: readonly MetaCaution[],
): Doubt[] {
  if (chosen.length < 2) {
    const title = "Choose at least two submissions.";
    return [{ code: "few", title, sentences: [], advice: "A meta-analysis combines them.", blocks: true }];
  }
  const ids = new Set(chosen.map((upload) => upload.id));
  return cautions.flatMap(({ code, title, findings, advice }) => {
    const confirm = confirms[code];
    const left = findings.filter(
      ({ datasets }) =>
        datasets.every((id) => ids.has(id)) && !(code === "shared_people" && isStated(options, datasets)),
    );
    if (left.length === 0) return [];
    const sentences = left.map((one) => one.sentence);
    return [{ code, title, advice, sentences, ...(confirm && { confirm }), blocks: !confirm?.given(options) }];
  });
}

/** The overlap of every two is stated, and the scheme takes account of it. */
const isStated = ({ scheme, overlaps }: Options, ids: readonly string[]) =>
  scheme === "samplesize" &&
  ids.every((a, i) => ids.slice(i + 1).every((b) => overlaps.some((pair) => samePair(pair, { a, b }))));

export interface PhenotypeChoice {
  readonly name: string;
  readonly datasets: number;
  readonly cohorts: number;
}

/** Phenotypes that have accepted submissions, those with most first. */
export function phenotypesOf(accepted: readonly HermesUploadRow[]): PhenotypeChoice[] {
  const groups = new Map<string, HermesUploadRow[]>();
  for (const upload of accepted) groups.set(upload.phenotype, [...(groups.get(upload.phenotype) ?? []), upload]);
  return [...groups]
    .map(([name, uploads]) => ({
      name,
      datasets: uploads.length,
      cohorts: distinct(uploads.map((upload) => upload.cohort)).length,
    }))
    .sort((a, b) => b.datasets - a.datasets || a.name.localeCompare(b.name));
}
