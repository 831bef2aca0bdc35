/**
 * The report of a check as the list of checks holds it: the one place of the page that knows its shape. Numbers that are
 * not known are null; positions are 1-based.
 */
import { z } from "zod";
import type { DatasetCheck } from "@/api/datasets";
import { attempt, parseAs } from "@/lib/parse";
import type { StatusWord, Tone } from "@/lib/status";

const number = z.number().nullish();
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);

const finding = z.object({
  severity: z.enum(["info", "warn", "block"]),
  code: z.string(),
  message: z.string(),
  line: number,
  column: z.string().nullish(),
});

const step = z.object({
  name: z.string(),
  verdict: z.enum(["pass", "warn", "fail", "not measured"]),
  skipped: z.boolean().nullish(),
  messages: listOf(z.string()),
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
  neg_log_10_p_value: number,
  n: number,
});

const deposit = z.object({
  file: z.string(),
  size: z.number(),
  md5: z.string(),
  lacking: listOf(z.string()),
});

const report = z.object({
  findings: listOf(finding),
  steps: listOf(step),
  lead_variants: listOf(lead),
  n_leads: number,
  lambda_1000: number,
  deposit: deposit.nullish(),
});

export type CheckReport = z.infer<typeof report>;
export type LeadRow = CheckReport["lead_variants"][number];

/** The report of the newest check that came to its end; undefined when there is none yet. */
export function reportOf(checks: readonly DatasetCheck[]): CheckReport | Error | undefined {
  const value = checks.find((check) => check.report !== undefined)?.report;
  return value && attempt(() => parseAs(report, value, "report of the check"));
}

/** Something that the check has to say: how bad, about what, and the sentences. */
export interface Told extends StatusWord {
  messages: string[];
}

const severities: Record<"info" | "warn" | "block", StatusWord> = {
  block: { tone: "fail", word: "Problem" },
  warn: { tone: "warn", word: "Warning" },
  info: { tone: "info", word: "Note" },
};

/** It keeps the check from going on, and is no fault of the file. */
const question: StatusWord = { tone: "warn", word: "Question" };

/** Steps whose names are no words. */
const stepTitles: Readonly<Record<string, string>> = { pz: "P–Z", se_n: "SE–N", leads: "Lead variants" };

function stepTitle(name: string): string {
  const words = name.replaceAll("_", " ");
  return stepTitles[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const stepTones: Record<CheckReport["steps"][number]["verdict"], Tone> = {
  pass: "neutral",
  "not measured": "neutral",
  warn: "warn",
  fail: "fail",
};

/** What the steps and the findings have to say, worst first; nothing for what is as it should be. */
export function toldBy({ steps, findings }: Pick<CheckReport, "steps" | "findings">): Told[] {
  const fromSteps = steps
    .filter((one) => one.messages.length > 0 && (one.verdict !== "pass" || one.skipped))
    .map(
      ({ name, verdict, skipped, messages }): Told => ({
        tone: skipped ? "neutral" : stepTones[verdict],
        word: stepTitle(name),
        messages,
      }),
    );
  const fromFindings = findings.map(
    ({ severity, code, message, line, column }): Told => ({
      ...(code === "question" ? question : severities[severity]),
      messages: [placed(message, line, column)],
    }),
  );
  const order: Tone[] = ["fail", "warn", "info", "neutral", "pass"];
  return [...fromSteps, ...fromFindings].sort((a, b) => order.indexOf(a.tone) - order.indexOf(b.tone));
}

function placed(message: string, line: number | null | undefined, column: string | null | undefined): string {
  const places = [line && `line ${line}`, column && `column ${column}`].filter(Boolean);
  return places.length > 0 && !places.every((place) => place && message.includes(place))
    ? `${message} (${places.join(", ")})`
    : message;
}
