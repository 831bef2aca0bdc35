/** The settings of a QC run (Go package qc, struct Options) as sentences. */
import { z } from "zod";
import { peopleWords } from "./words";

const rule = z.object({ mode: z.enum(["off", "warn", "exclude"]), threshold: z.number() });

const settings = z.object({
  frequency_difference: z.number().optional(),
  info_threshold: z.number().nullish(),
  remove_indels: z.boolean().optional(),
  adjustment: z.string().optional(),
  n: z.number().nullish(),
  cases: z.number().nullish(),
  controls: z.number().nullish(),
  palindromes: z.object({ rule: z.string(), from: z.number(), to: z.number() }).optional(),
  rules: z.record(z.string(), rule).optional(),
});

type Settings = z.infer<typeof settings>;

const adjustments: Record<string, string> = {
  none: "none",
  lambda: "genomic control (λ)",
  ldsc: "LDSC intercept",
};

/**
 * Names and sentences of what the run was told; what this page does not know is left to report.json. Compared says whether
 * there was a panel: without one nothing that needs it was done.
 */
export function settingFacts(value: unknown, compared: boolean): [string, string][] {
  const read = settings.safeParse(value);
  if (!read.success) return [];
  const of = read.data;
  const facts: [string, string | undefined][] = [
    ["Study size, where the file states no N", peopleWords(of.n, of.cases, of.controls)],
    ["Insertions and deletions", of.remove_indels === undefined ? undefined : of.remove_indels ? "left out" : "kept"],
    ["Adjustment in the figures", of.adjustment && (adjustments[of.adjustment] ?? of.adjustment)],
    ["Palindromic variants", of.palindromes && palindromeWords(of.palindromes, compared)],
  ];
  return facts.flatMap(([name, words]) => (words ? [[name, words]] : []));
}

function palindromeWords({ rule: name, from, to }: NonNullable<Settings["palindromes"]>, compared: boolean): string {
  if (name === "keep") return "kept as stated";
  if (name === "drop") return "left out";
  if (!compared) return `left out where the frequency is missing or between ${from} and ${to}, else kept as stated`;
  return `strand told by frequency; left out where it is missing or between ${from} and ${to}`;
}

/** What each rule looks for, with its threshold. */
const looksFor: Record<string, (threshold: number, of: Settings) => string> = {
  beta: (t) => `|β| above ${t}`,
  se: (t) => `standard error of ${t} or more`,
  monomorphic: () => "frequency of 0 or 1",
  n: (t) => `N below ${t}`,
  maf: (t) => `minor allele frequency below ${t}`,
  mac: (t) => `minor allele count of ${t} or less`,
  info: (t, of) => `imputation quality below ${of.info_threshold ?? t}`,
  not_in_panel: () => "not in the reference panel",
  frequency: (_, of) => `frequency ${of.frequency_difference ?? "too far"} or more from the panel's`,
};

const needsPanel = new Set(["not_in_panel", "frequency"]);

/** The rules that were on and had something to test, by what happens to a row that meets them. */
export function ruleFacts(value: unknown, compared: boolean): [string, string[]][] {
  const read = settings.safeParse(value);
  if (!read.success) return [];
  const on = (mode: "exclude" | "warn") =>
    Object.entries(read.data.rules ?? {})
      .filter(([name, one]) => one.mode === mode && (compared || !needsPanel.has(name)))
      // The threshold in use is null where no column states a quality.
      .filter(([name]) => name !== "info" || read.data.info_threshold != null)
      .map(([name, one]) => looksFor[name]?.(one.threshold, read.data) ?? name.replaceAll("_", " "));
  const facts: [string, string[]][] = [
    ["Rows are left out for", on("exclude")],
    ["Rows are counted and kept for", on("warn")],
  ];
  return facts.filter(([, rules]) => rules.length > 0);
}
