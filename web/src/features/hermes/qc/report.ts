/**
 * report.json of a QC run (Go package qc; docs/formats/qc.md): the one place on the page side that knows its shape.
 * Numbers that are not known are null; positions are 1-based.
 */
import { z } from "zod";
import { attempt, parseAs } from "@/lib/parse";
import { senSchema } from "@/ui/chart/plotData";

const number = z.number().nullish();
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);

const verdict = z.enum(["pass", "warn", "fail", "not measured"]);

/** Reports of older runs say of a step without data that it was skipped, beside a verdict that stands for nothing. */
const step = z
  .object({
    name: z.string(),
    verdict,
    skipped: z.boolean().optional(),
    metrics: z
      .record(z.string(), z.unknown())
      .nullish()
      .transform((metrics) => metrics ?? {}),
    messages: listOf(z.string()),
  })
  .transform(({ skipped, ...of }) => ({ ...of, verdict: skipped ? ("not measured" as const) : of.verdict }));

/** What mends the cause of a failure. */
const remedy = z.enum([
  "change_mapping",
  "declare_build",
  "run_without_panel",
  "choose_panel",
  "state_sizes",
  "send_file",
]);

const cause = z.object({
  code: z.string(),
  sentence: z.string(),
  /** Undefined for one that this page does not know. */
  remedy: remedy.optional().catch(undefined),
  /** Names of the steps that failed because of it. */
  steps: listOf(z.string()),
});

/** What a sample of the rows told of a panel before it was applied. */
const fit = z.object({
  /** Whether the panel was applied; else it was set aside. */
  used: z.boolean(),
  sentence: z
    .string()
    .nullish()
    .transform((sentence) => sentence ?? ""),
});

const waterfall = z.object({
  reason: z.string(),
  count: z.number(),
  sentence: z.string(),
  lines: listOf(z.number()),
  example: z.string().optional(),
});

const lead = z.object({
  variant_id: z.string(),
  rsid: z.string().optional(),
  chromosome: z.number(),
  base_pair_location: z.number(),
  effect_allele: z.string(),
  other_allele: z.string(),
  beta: number,
  standard_error: number,
  effect_allele_frequency: number,
  p_value: z.string(),
  neg_log_10_p_value: number,
  n: number,
  support: z.number().optional(),
});

const column = z.object({
  field: z.string(),
  column: z.string(),
  type: z.string().optional(),
  rows: z.number(),
  missing: z.number(),
  valid: z.number(),
  valid_after: z.number(),
  valid_clean: number,
});

const report = z.object({
  rows_in: z.number(),
  rows_clean: z.number(),
  waterfall: listOf(waterfall),
  lambda_gc: number,
  lambda_1000: number,
  eaf_correlation: number,
  pz_correlation: number,
  n_max: number,
  median_se: number,
  build: z.string(),
  mapping: z.record(z.string(), z.string()).nullish(),
  software: z.string().nullish(),
  file: z.object({ name: z.string(), sha256: z.string(), bytes: z.number(), text_bytes: z.number() }).nullish(),
  panel: z.object({ name: z.string(), matched: number, fit: fit.nullish() }).nullish(),
  /** The rows that the figures show; older runs drew the clean ones. */
  figures_from: z
    .enum(["clean", "read"])
    .nullish()
    .transform((from) => from ?? "clean"),
  /** Why the run failed, in one place; null when no single cause is known. Older reports have none. */
  cause: cause.nullish(),
  liftover: z
    .object({
      source_build: z.string(),
      target_build: z.string(),
      total_input_variants: z.number(),
      total_lifted: z.number(),
      total_unmapped: z.number(),
      strand_flips: z.number(),
      per_chromosome: listOf(
        z.object({
          chromosome: z.string(),
          input: z.number(),
          lifted: z.number(),
          unmapped: z.number(),
          strand_flips: z.number(),
        }),
      ),
      chain: z.object({ name: z.string(), sha256: z.string(), licence: z.string().optional(), inverted: z.boolean() }),
    })
    .nullish(),
  steps: listOf(step),
  verdict,
  lead_variants: listOf(lead),
  n_leads: number,
  n_genome_wide_significant: number,
  columns: listOf(column),
  repaired: listOf(z.object({ reason: z.string(), sentence: z.string(), n: z.number() })),
  chromosomes: listOf(
    z.object({ chromosome: z.number(), name: z.string(), rows: z.number(), clean: z.number(), panel: z.number() }),
  ),
  lambda_by_maf: listOf(z.object({ maf: z.string(), n: z.number(), lambda_gc: number })),
  se_n: senSchema.nullish(),
  settings: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((settings) => settings ?? {}),
  versions: z
    .record(z.string(), z.string())
    .nullish()
    .transform((versions) => versions ?? {}),
});

export type QcReport = z.infer<typeof report>;
export type QcStep = QcReport["steps"][number];
/** Of a step: it passed, warns, failed, or had nothing to measure. */
export type Verdict = z.infer<typeof verdict>;
export type QcCause = NonNullable<QcReport["cause"]>;

/** Reads a report; one that does not fit is an error with the place in words. */
export const parseReport = (value: unknown): QcReport => parseAs(report, value, "report");

/** The same for a page, which shows the error in place of what it cannot read. */
export const readReport = (value: unknown): QcReport | Error => attempt(() => parseReport(value));

type Panel = QcReport["panel"];

/** The panel that the rows were compared with; undefined without one, and when it was set aside. */
export const usedPanel = ({ panel }: { panel?: Panel | undefined }): NonNullable<Panel> | undefined =>
  panel && panel.fit?.used !== false ? panel : undefined;

/** The panel that was set aside because it does not fit the file, and why. */
export function panelSetAside({
  panel,
}: {
  panel?: Panel | undefined;
}): { name: string; sentence: string } | undefined {
  if (panel?.fit?.used !== false) return undefined;
  const sentence = panel.fit.sentence || `The reference panel ${panel.name} does not fit this file and was set aside.`;
  return { name: panel.name, sentence };
}

/** Name of the panel that a run was compared with; undefined while there is no report, or no panel. */
export function panelOf(value: unknown): string | undefined {
  const read = report.pick({ panel: true }).safeParse(value).data;
  return read && usedPanel(read)?.name;
}

/** The assemblies between which a run lifted the rows; undefined when it did not. */
export function liftedFrom(value: unknown): { from: string; to: string } | undefined {
  const lift = report.pick({ liftover: true }).safeParse(value).data?.liftover;
  return lift ? { from: lift.source_build, to: lift.target_build } : undefined;
}

/** Rows that could be read: those that the steps after reading have looked at. */
export const rowsRead = (of: QcReport): number => of.chromosomes.reduce((sum, { rows }) => sum + rows, 0);

/** Rows that the waterfall leaves unexplained; 0 in every sound report. */
export function unexplainedRows(of: QcReport): number {
  return of.rows_in - of.rows_clean - of.waterfall.reduce((sum, part) => sum + part.count, 0);
}
