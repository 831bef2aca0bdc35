/** What a table changes when it takes the place of the current one, in words. Pure; no DOM. */
import type { Change, Count, FileCheck, Replacement } from "@/api/sgc/sgc";
import { formatCount, formatDecimal, plural } from "@/lib/format/format";
import { toCsv } from "@/lib/text/csv";
import { isHidden, plainText } from "../../count";

/**
 * The changes to confirm before a table is accepted; none for a first table, and for an equal one.
 */
export function changing({ replaces }: FileCheck): Replacement | undefined {
  return replaces && replaces.changes.length + replaces.other_pairs > 0 ? replaces : undefined;
}

export type ChangeState = "gone" | "changed" | "new";

export function stateOf({ before, after }: Change): ChangeState {
  if (!after) return "gone";
  return before ? "changed" : "new";
}

/** "2 rows disappear, 5 change, 1 is new". */
export function replacementWords({ changes, file_version }: Replacement): string {
  const number = (state: ChangeState) => changes.filter((one) => stateOf(one) === state).length;
  const [gone, changed, fresh] = [number("gone"), number("changed"), number("new")];
  const parts = [
    gone > 0 && plural(gone, "row disappears", "rows disappear"),
    changed > 0 && plural(changed, "row changes", "rows change"),
    fresh > 0 && plural(fresh, "row is new", "rows are new"),
  ].filter(Boolean);
  return `against version ${formatCount(file_version)}: ${parts.join(", ") || "no row changes"}`;
}

export const nameOf = ({ code, with: other }: Change): string => (other ? `${code} and ${other}` : code);

/** "+12 %", "−90 %", "×10"; nothing if a number is hidden or was 0. */
export function changeWords(before: Count | undefined, after: Count | undefined): string {
  if (!before || !after || isHidden(before) || isHidden(after) || before.low === 0) return "";
  const times = after.low / before.low;
  if (times === 1) return "";
  if (times >= 3) return `×${formatDecimal(times, times < 10 ? 1 : 0)}`;
  const percent = Math.round((times - 1) * 100);
  if (percent === 0) return times > 1 ? "under +1 %" : "under −1 %";
  return `${percent > 0 ? "+" : "−"}${Math.abs(percent)} %`;
}

/** All changes as a table for spreadsheets. */
export function changesCsv({ changes }: Replacement): string {
  const numbers = ["cases", "controls"] as const;
  return toCsv(
    ["change", "phenotype", "with", ...numbers.flatMap((name) => [`${name}_before`, `${name}_after`])],
    changes.map((one) => [
      stateOf(one),
      one.code,
      one.with ?? "",
      ...numbers.flatMap((name) => [plainText(one.before?.[name]), plainText(one.after?.[name])]),
    ]),
  );
}
