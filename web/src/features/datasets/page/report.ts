/** What the page reads from the report of a check. Numbers that are not known are null; positions are 1-based. */

import type { Schemas } from "@/api/client";
import type { DatasetCheck } from "@/api/datasets/datasets";
import { stepTitle } from "@/api/qcStep";
import type { StatusWord, Tone } from "@/lib/status";
import { severityWords } from "@/lib/status";
import { sentenceCase } from "@/lib/text/sentence-case";

export type CheckReport = Schemas["DatasetCheckReport"];
/** Of a check that went over all rows. */
export type RowsReport = Schemas["DatasetCheckedRows"];

/** The report of the newest check that came to its end; undefined when there is none yet. */
export const reportOf = (checks: readonly DatasetCheck[]): CheckReport | undefined =>
  checks.find((check) => check.report !== undefined)?.report;

/** Whether the check went over all rows. */
export const hasRows = (report: CheckReport): report is RowsReport => "steps" in report;

/** What figures and lists of lead variants need of a report. */
export type Leads = Pick<RowsReport, "lead_variants"> &
  Partial<Pick<RowsReport, "n_leads" | "lambda_1000" | "genes" | "file_build">>;

/** Something that the check has to say: how bad, about what, and the sentences. */
export interface Told extends StatusWord {
  messages: string[];
}

/** It keeps the check from going on, and is no fault of the file. */
const question: StatusWord = { tone: "warn", word: "Question" };

const stepTones: Record<Schemas["StepVerdict"], Tone> = {
  pass: "neutral",
  "not measured": "neutral",
  warn: "warn",
  fail: "fail",
};

/** The messages of the steps and findings, worst first; none for passed ones. */
export function toldBy({
  steps = [],
  findings,
}: Pick<CheckReport, "findings"> & Partial<Pick<RowsReport, "steps">>): Told[] {
  const fromSteps = steps
    .filter((one) => one.messages.length > 0 && (one.verdict !== "pass" || one.skipped))
    .map(
      ({ name, verdict, skipped, messages }): Told => ({
        tone: skipped ? "neutral" : stepTones[verdict],
        word: sentenceCase(stepTitle(name)),
        messages,
      }),
    );
  const fromFindings = findings.map(
    ({ severity, code, message, line, column }): Told => ({
      ...(code === "question" ? question : severityWords[severity]),
      messages: [placed(message, line, column)],
    }),
  );
  const order: Tone[] = ["fail", "warn", "info", "neutral", "pass"];
  return [...fromSteps, ...fromFindings].sort((a, b) => order.indexOf(a.tone) - order.indexOf(b.tone));
}

function placed(message: string, line: number | undefined, column: string | undefined): string {
  const places = [line && `line ${line}`, column && `column ${column}`].filter(Boolean);
  return places.length > 0 && !places.every((place) => place && message.includes(place))
    ? `${message} (${places.join(", ")})`
    : message;
}
