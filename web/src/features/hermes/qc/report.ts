/** What the page reads from the report of a QC run. Numbers that are not known are null; positions are 1-based. */
import type { Schemas } from "@/api/client";

export type QcReport = Schemas["QcReport"];
export type QcStep = Schemas["QcStep"];
export type QcCause = Schemas["QcCause"];
/** Of a step: it passed, warns, failed, or had nothing to measure. */
export type Verdict = Schemas["StepVerdict"];

/**
 * Converts a report to the current form: early ones describe a step without data as skipped, next
 * to a meaningless verdict.
 */
export const readReport = (report: QcReport): QcReport => ({
  ...report,
  steps: report.steps.map((step) => (step.skipped ? { ...step, verdict: "not measured" } : step)),
});

type OfPanel = Pick<QcReport, "panel">;

/** The panel that the rows were compared with; undefined without one, and if it was not applied. */
export const usedPanel = ({ panel }: OfPanel): Schemas["QcPanel"] | undefined =>
  panel && panel.fit?.used !== false ? panel : undefined;

/** The panel that was not applied because it does not fit the file, and the reason. */
export function panelSetAside({ panel }: OfPanel): { name: string; sentence: string } | undefined {
  if (panel?.fit?.used !== false) return undefined;
  const sentence = panel.fit.sentence || `The reference panel ${panel.name} does not match this file and was not used.`;
  return { name: panel.name, sentence };
}

/** The assemblies between which a run lifted the rows; undefined when it did not. */
export function liftedFrom({ liftover }: Pick<QcReport, "liftover">): { from: string; to: string } | undefined {
  return liftover && { from: liftover.source_build, to: liftover.target_build };
}

/** Rows that could be read: those that the steps after reading have looked at. */
export const rowsRead = (of: QcReport): number => of.chromosomes.reduce((sum, { rows }) => sum + rows, 0);

/** Rows that the waterfall leaves unexplained; 0 in every sound report. */
export function unexplainedRows(of: QcReport): number {
  return of.rows_in - of.rows_clean - of.waterfall.reduce((sum, part) => sum + part.count, 0);
}
