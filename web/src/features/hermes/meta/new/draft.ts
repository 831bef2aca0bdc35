/** The choices of a new meta-analysis before it is started, kept in the browser as they are made. */
import { z } from "zod/mini";
import type { HermesUploadRow } from "@/api/hermes/hermes";
import type { MetaAnalysis, MetaOptions } from "@/api/hermes/meta";
import type { PreparedMeta } from "@/api/hermes/prepared";
import type { DraftKind } from "@/lib/browser/draft";
import { own } from "@/lib/own";
import { otherPairs } from "./overlaps";

export const defaultOptions: MetaOptions = {
  scheme: "ivw",
  axes: 0,
  tau2: "dl",
  ci: "normal",
  genomic_control: true,
  output_genomic_control: false,
  min_studies: 2,
  maf: 0.01,
  info: 0.6,
  palindromic: "frequency",
  multi_ancestry: false,
  mixed_sex: false,
  few_shared: false,
  same_cohort: false,
  shared_people: false,
  inflated: false,
  doubtful_size: false,
  leave_one_out: false,
  overlaps: [],
  x_coding: {},
};

const options = z.object({
  scheme: z.enum(["ivw", "samplesize", "random", "metaregression"]),
  axes: z._default(z.number(), 0),
  tau2: z._default(z.enum(["dl", "reml"]), "dl"),
  ci: z._default(z.enum(["normal", "hk"]), "normal"),
  genomic_control: z.boolean(),
  output_genomic_control: z.boolean(),
  min_studies: z.number(),
  maf: z.number(),
  info: z.number(),
  palindromic: z.enum(["frequency", "keep", "drop"]),
  multi_ancestry: z.boolean(),
  mixed_sex: z.boolean(),
  few_shared: z._default(z.boolean(), false),
  same_cohort: z._default(z.boolean(), false),
  shared_people: z._default(z.boolean(), false),
  inflated: z._default(z.boolean(), false),
  doubtful_size: z._default(z.boolean(), false),
  leave_one_out: z._default(z.boolean(), false),
  overlaps: z._default(
    z.array(z.object({ a: z.string(), b: z.string(), correlation: z.number(), found: z.optional(z.boolean()) })),
    [],
  ),
  x_coding: z._default(z.record(z.string(), z.enum(["0/1", "0/2", "females"])), {}),
  /** Pairs that were found to share participants, and that the user removed. */
  declined: z._default(z.array(z.object({ a: z.string(), b: z.string() })), []),
});

const shape = z.object({ name: z.string(), phenotype: z.string(), datasets: z.array(z.string()), options });

export type Draft = z.infer<typeof shape>;

export const metaDraft: DraftKind<Draft> = { name: "hermes-meta", version: 1, shape };

export const emptyDraft: Draft = {
  name: "",
  phenotype: "",
  datasets: [],
  options: { ...options.parse(defaultOptions) },
};

/** The options of choices that were kept; pairs that were found and not stated were removed by their maker. */
function keptOptions(datasets: string[], kept: MetaOptions): Draft["options"] {
  const chosen = options.parse({ ...defaultOptions, ...kept });
  return { ...chosen, declined: chosen.scheme === "samplesize" ? otherPairs(datasets, chosen.overlaps) : [] };
}

/** The same choices as an earlier run, under a name of their own; what it left unstated stays so. */
export function draftOf(meta: MetaAnalysis): Draft {
  const datasets = meta.inputs.map((input) => input.upload_id);
  return {
    name: `${meta.name} (again)`,
    phenotype: meta.phenotype,
    datasets,
    options: keptOptions(datasets, meta.options),
  };
}

/** The choices that an analyst prepared, without confirmations: who starts the run confirms each warning. */
export function draftOfPrepared({ name, phenotype, datasets, options }: PreparedMeta): Draft {
  const ids = datasets.map(({ upload_id }) => upload_id);
  return { name, phenotype, datasets: ids, options: keptOptions(ids, options) };
}

/** The options as they are sent: those that the scheme takes account of, of submissions that are chosen; defaults stay unsaid. */
export function sentOptions(
  { overlaps, declined: _, axes, tau2, ci, x_coding, ...options }: Draft["options"],
  datasets: readonly string[],
): MetaOptions {
  const coded = datasets.toSorted().flatMap((id) => {
    const coding = own(x_coding, id);
    return coding ? [[id, coding] as const] : [];
  });
  const sent = { ...options, ...(coded.length > 0 && { x_coding: Object.fromEntries(coded) }) };
  switch (options.scheme) {
    case "metaregression":
      return { ...sent, axes };
    case "random":
      return { ...sent, ...(tau2 !== "dl" && { tau2 }), ...(ci !== "normal" && { ci }) };
    case "samplesize":
      return { ...sent, overlaps: overlaps.filter(({ a, b }) => datasets.includes(a) && datasets.includes(b)) };
    case "ivw":
      return sent;
  }
}

/** A name to start from: phenotype, ancestry where there is one, month. */
export function suggestedName(
  phenotype: string,
  chosen: readonly HermesUploadRow[],
  month: string,
  ancestryName: (code: string) => string,
): string {
  const ancestries = [...new Set(chosen.map((upload) => ancestryName(upload.ancestry)))];
  const who = ancestries.length === 1 ? ancestries[0] : "all ancestries";
  return [phenotype, who, month].filter(Boolean).join(", ");
}
