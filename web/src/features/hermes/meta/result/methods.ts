/** A paragraph for the methods section, only from the options and counts of the run. */

import type { MetaAnalysis, MetaOptions } from "@/api/hermes/meta";
import { formatCount, formatDecimal, formatShare, plural } from "@/lib/format/format";
import { buildName } from "@/lib/sumstats/build";
import { contributions, sizesOf } from "../sizes";
import type { MetaSummary } from "../summary";

const schemeSentences: Record<MetaOptions["scheme"], string> = {
  ivw: "were combined in a fixed-effect meta-analysis weighted by inverse variance",
  random: "were combined in a random-effects meta-analysis",
  samplesize:
    "were combined as signed Z scores weighted by the square root of the sample size (the effective one where cases and controls are known)",
  metaregression:
    "were combined in a meta-regression of effects on axes of genetic variation, weighted by inverse variance (Mägi et al. 2017)",
};

const palindromicSentences: Record<MetaOptions["palindromic"], string> = {
  frequency:
    "Palindromic variants were aligned by allele frequency, and left out where it was missing or the minor allele frequency was 0.4 or more.",
  keep: "Palindromic variants were taken to be on the same strand in all studies.",
  drop: "Palindromic variants were left out.",
};

/** `ancestryName` maps ancestry codes to names. */
export function methodsText(
  meta: Pick<MetaAnalysis, "inputs" | "options">,
  summary: MetaSummary,
  ancestryName: (code: string) => string,
): string {
  const { options } = meta;
  return [
    `Summary statistics of ${studiesWords(meta, summary, ancestryName)} ${schemeSentences[options.scheme]}${modelWords(options)}.`,
    filterSentence(options),
    palindromicSentences[options.palindromic],
    overlapSentence(meta),
    controlSentence(options, summary),
    `Variants reported by fewer than ${plural(options.min_studies, "study", "studies")} were left out.`,
    axesSentence(summary),
    options.x_coding && summary.x_chromosome?.text,
    resultSentence(options, summary),
    "Heterogeneity was assessed with Cochran's Q and I².",
    versionSentence(summary),
  ]
    .filter(Boolean)
    .join(" ");
}

function studiesWords(
  { inputs }: Pick<MetaAnalysis, "inputs">,
  summary: MetaSummary,
  ancestryName: (code: string) => string,
): string {
  const { used, counted: sized, few } = contributions({ inputs }, summary);
  const names = used.map((input) => input.dataset_name).join("; ");
  const ancestries = [...new Set(used.map((input) => ancestryName(input.ancestry)))].join(", ");
  const { people, cases, controls, counted } = sizesOf(sized);
  const size =
    sized.length > 0 && counted === sized.length
      ? `${plural(cases, "case")} and ${plural(controls, "control")}`
      : plural(people, "person", "people");
  const without =
    few.length > 0
      ? `, without ${few.map(({ name }) => name).join("; ")}, with less than 1 % of the variants of the largest study`
      : "";
  const build = summary.settings.build ? `, positions on ${buildName(summary.settings.build)}` : "";
  return `${plural(used.length, "study", "studies")} (${names}; ancestry: ${ancestries}; ${size} in all${without}${build})`;
}

/** How random effects were estimated. */
function modelWords({ scheme, tau2 = "dl", ci = "normal" }: MetaOptions): string {
  if (scheme !== "random") return "";
  const variance = { dl: "DerSimonian–Laird", reml: "τ² by restricted maximum likelihood" }[tau2];
  const interval = { normal: "", hk: "; standard errors and P by Hartung and Knapp" }[ci];
  return ` (${variance}${interval})`;
}

function filterSentence({ maf, info }: MetaOptions): string {
  const limits = [
    maf > 0 && `a minor allele frequency below ${maf}`,
    info > 0 && `an imputation quality below ${info} where it was stated`,
  ].filter(Boolean);
  return limits.length > 0 ? `Rows with ${limits.join(" or ")} were left out of each study.` : "";
}

/** Names the pairs, whose studies are known by their ids. */
function overlapSentence({ inputs, options }: Pick<MetaAnalysis, "inputs" | "options">): string {
  const nameOf = (id: string) => inputs.find((input) => input.upload_id === id)?.dataset_name ?? id;
  const pairs = (options.overlaps ?? []).map(
    ({ a, b, correlation }) => `${nameOf(a)} and ${nameOf(b)} ${formatDecimal(correlation, 2)}`,
  );
  if (pairs.length === 0) return "";
  return `The Z scores of studies that share people were taken to be correlated (${pairs.join("; ")}; Lin and Sullivan 2009).`;
}

function axesSentence({ axes }: MetaSummary): string {
  if (!axes) return "";
  const parts = axes.explained.map((part) => formatShare(part)).join(" and ");
  return `The ${plural(axes.explained.length, "axis", "axes")} came from scaling the mean squared differences of allele frequencies between studies at ${plural(axes.n_variants, "variant")} at least 1 Mb apart and had ${parts} of their variation; P tests the association with effects that differ along the axes (${plural(axes.explained.length + 1, "degree")} of freedom).`;
}

function controlSentence({ genomic_control }: MetaOptions, { studies }: MetaSummary): string {
  if (!genomic_control) return "";
  const applied = studies.flatMap((study) =>
    study.lambda_applied != null && study.lambda_applied > 1
      ? [`${study.name} ${formatDecimal(study.lambda_applied, 3)}`]
      : [],
  );
  if (applied.length === 0) return "No study needed genomic control.";
  return `The χ² statistics of studies with inflated test statistics were divided by their genomic inflation factor λ (${applied.join("; ")}).`;
}

function resultSentence({ output_genomic_control }: MetaOptions, summary: MetaSummary): string {
  const loci = summary.n_loci ?? summary.top_loci.length;
  const hits = summary.n_genome_wide_significant;
  const control = output_genomic_control ? " The result was corrected by genomic control once more." : "";
  const lambda = summary.lambda_gc == null ? "" : ` (λ ${formatDecimal(summary.lambda_gc, 3)})`;
  return `Of ${plural(summary.n_variants, "variant")}${lambda}, ${formatCount(hits)} had P < 5 × 10⁻⁸, in ${plural(loci, "locus", "loci")} of ± 500 kb around the strongest variant.${control}`;
}

function versionSentence({ versions }: MetaSummary): string {
  const { cohortium } = versions;
  return cohortium ? `Computed with Cohortium ${cohortium}.` : "Computed with Cohortium.";
}
