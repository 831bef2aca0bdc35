/**
 * The differences between two reports: the settings of the runs, the fate of the rows, and the
 * measured values.
 */

import { stepTitle } from "@/api/qcStep";
import { formatDecimal } from "@/lib/format/format";
import { buildName } from "@/lib/sumstats/build";
import { formatWhole } from "@/ui/chart/words";
import { versionFacts } from "../report/versions";
import type { FieldWords } from "../useFieldWords";
import { reasonWords } from "./reasons";
import { panelSetAside, type QcReport, usedPanel } from "./report";
import { idleRules, ruleFacts, settingFacts } from "./settings";
import { metricWords, outcomeOf, spoken } from "./steps";

export const parts = ["Settings", "Rows", "Measured", "Steps"] as const;
export type Part = (typeof parts)[number];

export interface Difference {
  part: Part;
  name: string;
  /** Of the first and the second run; a dash for a missing value. */
  values: [string, string];
}

type Said = Map<string, { part: Part; name: string; value: string }>;

/** What differs, in the order of a report, and how much is the same in both. */
export function differences(
  one: QcReport,
  other: QcReport,
  wordsOf: FieldWords,
): { differ: Difference[]; same: number } {
  const [a, b] = [saidBy(one, wordsOf), saidBy(other, wordsOf)];
  const all = [...new Map([...a, ...b])].sort(([, x], [, y]) => parts.indexOf(x.part) - parts.indexOf(y.part));
  const both = all.map(([key, { part, name }]): Difference => {
    return { part, name, values: [a.get(key)?.value ?? "–", b.get(key)?.value ?? "–"] };
  });
  const differ = both.filter(({ values: [left, right] }) => left !== right);
  return { differ, same: both.length - differ.length };
}

function saidBy(report: QcReport, wordsOf: FieldWords): Said {
  const said: Said = new Map();
  const say = (part: Part, facts: readonly (readonly [name: string, value: string])[]) => {
    for (const [name, value] of facts) said.set(`${part}\n${name}`, { part, name, value });
  };
  const panel = usedPanel(report);
  const aside = panelSetAside(report);
  const compared = panel !== undefined;
  say("Settings", [
    ["Build", buildName(report.build)],
    ["Reference panel", panel?.name ?? (aside ? `${aside.name}, not used` : "none")],
    ...settingFacts(report.settings, compared),
    ...ruleFacts(report.settings, compared).map(([name, rules]) => [name, rules.join(", ")] as const),
    ["Nothing to test", idleRules(report.settings, compared).join(", ") || "–"],
    ...Object.entries(report.mapping).map(([field, column]) => [`Column: ${wordsOf(field)}`, column] as const),
    ...versionFacts(report.versions),
  ]);
  say("Rows", [
    ["Read", formatWhole(report.rows_in)],
    ["Kept", formatWhole(report.rows_clean)],
    ...report.waterfall.map(({ reason, count }) => [reasonWords(reason), formatWhole(count)] as const),
  ]);
  say("Measured", [
    ["λ", formatDecimal(report.lambda_gc, 3)],
    ["λ1000", formatDecimal(report.lambda_1000, 3)],
    ["Frequency against panel, r", formatDecimal(report.eaf_correlation, 3)],
    ["P against P of Z, r", formatDecimal(report.pz_correlation, 3)],
    ["SE–N ratio", formatDecimal(report.se_n?.ratio, 2)],
    ["Largest N", formatWhole(report.n_max)],
    ["Lead variants", formatWhole(report.n_leads)],
    ["Variants below 5e-8", formatWhole(report.n_genome_wide_significant)],
  ]);
  say(
    "Steps",
    report.steps.map((step) => {
      const outcome = spoken[outcomeOf(step, report)];
      const figure = metricWords(step, report);
      return [stepTitle(step.name), figure === outcome ? outcome : `${outcome}, ${figure}`] as const;
    }),
  );
  return said;
}
