/** The settings of a QC run (Go package qc, struct Options) as sentences. */
import type { Schemas } from "@/api/client";
import { own } from "@/lib/own";
import { peopleWords } from "./words";

type Settings = Schemas["QcAppliedSettings"];

const adjustments: Record<Settings["adjustment"], string> = {
  none: "none",
  lambda: "genomic control (λ)",
  ldsc: "LDSC intercept",
};

/**
 * Names and descriptions of the run's settings; unknown ones are only in report.json. `compared` is
 * whether there was a panel: without one, settings for it had no effect.
 */
export function settingFacts(of: Settings, compared: boolean): [string, string][] {
  const facts: [string, string | undefined][] = [
    ["Study size, where the file states no N", peopleWords(of.n, of.cases, of.controls)],
    ["Insertions and deletions", of.remove_indels ? "left out" : "kept"],
    ["Adjustment in the figures", adjustments[of.adjustment]],
    ["Palindromic variants", palindromeWords(of.palindromes, compared)],
  ];
  return facts.flatMap(([name, words]) => (words ? [[name, words]] : []));
}

function palindromeWords({ rule: name, from, to }: Settings["palindromes"], compared: boolean): string {
  if (name === "keep") return "kept as stated";
  if (name === "drop") return "left out";
  if (!compared) return `left out where the frequency is missing or between ${from} and ${to}, else kept as stated`;
  return `strand inferred from frequency; left out where it is missing or between ${from} and ${to}`;
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
  frequency: (_, of) => `frequency ${of.frequency_difference} or more from the panel's`,
};

const needsPanel = new Set(["not_in_panel", "frequency"]);

const hadMatter = (name: string, of: Settings, compared: boolean): boolean =>
  // The threshold in use is null where no column states a quality.
  name === "info" ? of.info_threshold != null : compared || !needsPanel.has(name);

const ruleWords = (name: string, threshold: number, of: Settings): string =>
  own(looksFor, name)?.(threshold, of) ?? name.replaceAll("_", " ");

/** The rules that were on and had nothing to test, for want of a panel or of a column. */
export function idleRules(of: Settings, compared: boolean): string[] {
  return Object.entries(of.rules)
    .filter(([name, one]) => (one.mode === "exclude" || one.mode === "warn") && !hadMatter(name, of, compared))
    .map(([name, one]) => ruleWords(name, one.threshold, of));
}

/** The rules that were on and had something to test, by what happens to a row that meets them. */
export function ruleFacts(of: Settings, compared: boolean): [string, string[]][] {
  const on = (mode: "exclude" | "warn") =>
    Object.entries(of.rules)
      .filter(([name, one]) => one.mode === mode && hadMatter(name, of, compared))
      .map(([name, one]) => ruleWords(name, one.threshold, of));
  const facts: [string, string[]][] = [
    ["Removed", on("exclude")],
    ["Flagged, not removed", on("warn")],
  ];
  return facts.filter(([, rules]) => rules.length > 0);
}
