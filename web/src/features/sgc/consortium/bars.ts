/** Draws the phenotypes with the most cases: males and females stacked, and how many more the hidden numbers may hold. */
import type { SexTotal, Total } from "@/api/sgc";
import { formatCount, plural } from "@/lib/format";
import { textWidth } from "@/ui/chart/layout";
import type { Size } from "@/ui/chart/model";
import type { Pen } from "@/ui/chart/pen";
import { linear, niceTicks } from "@/ui/chart/scale";
import type { Twin } from "@/ui/chart/TwinTable";
import type { ChartTokens } from "@/ui/chart/tokens";
import { compareCounts, countText, countWords } from "../count";
import { type Key, paintKeys } from "./keys";

export const barHeight = 24;
const top = 6;
const foot = 62;

/** The phenotypes with the most cases of both sexes together; those without a case are left out. */
export function topOf(totals: readonly Total[], count: number): Total[] {
  return totals
    .filter(({ both }) => both.cases.high > 0)
    .sort((a, b) => compareCounts(b.both.cases, a.both.cases) || a.code.localeCompare(b.code))
    .slice(0, count);
}

export const barsHeight = (bars: readonly Total[]): number => top + bars.length * barHeight + foot;

/** Where a bar begins, from the top of the figure. */
export const barTop = (index: number): number => top + index * barHeight;

/** A bar in words, to be read out and shown beside it. */
export function barWords({ code, description, male, female, both }: Total): string {
  const sexes = `${countWords(male.cases)} males, ${countWords(female.cases)} females`;
  const hidden = both.cases_hidden > 0 ? `; hidden in ${hiddenWords(both)}` : "";
  return `${code}, ${description}: ${countWords(both.cases)} cases (${sexes})${hidden}`;
}

/** In how many of its cohorts the cases of a total are hidden. */
function hiddenWords({ cases_hidden, cohorts }: SexTotal): string {
  return `${formatCount(cases_hidden)} of ${plural(cohorts, "cohort")}`;
}

const keys: Key[] = [
  { words: "males", tone: "first" },
  { words: "females", tone: "second" },
  { words: "may be as many: hidden numbers", tone: "first", alpha: 0.22 },
];

export function paintBars(bars: readonly Total[], pen: Pen, size: Size, tokens: ChartTokens): void {
  const longest = Math.max(...bars.map(({ code }) => code.length));
  const names = Math.min(longest * 7 + 12, size.width * 0.45);
  const words = Math.max(...bars.map(({ both }) => textWidth(countText(both.cases)))) + 12;
  const most = Math.max(...bars.map(({ both }) => both.cases.high), 1);
  const x = linear([0, most], [names, Math.max(names + 20, size.width - words)]);
  const base = barTop(bars.length) + 4;
  pen.rect({ x: 0, y: 0, ...size }, tokens.surface);
  for (const tick of niceTicks(x.domain, Math.max(2, Math.floor((x.range[1] - x.range[0]) / 90)))) {
    const at = x.map(tick.value);
    pen.line([at, top, at, base], { color: tokens.line });
    pen.text(at, base + 14, tick.label, { color: tokens.faint, align: "middle" });
  }
  bars.forEach(({ code, male, female, both }, i) => {
    const y = barTop(i) + 5;
    const segment = (from: number, to: number, color: string, alpha = 1) =>
      pen.rect({ x: x.map(from), y, width: x.map(to) - x.map(from), height: barHeight - 10 }, color, alpha);
    pen.text(names - 8, y + 11, code, { color: tokens.text, mono: true, align: "end" });
    const sure = male.cases.low + female.cases.low;
    segment(0, male.cases.low, tokens.first);
    segment(male.cases.low, sure, tokens.second);
    segment(sure, both.cases.high, tokens.first, 0.22);
    pen.text(x.map(both.cases.high) + 6, y + 11, countText(both.cases), { color: tokens.muted });
  });
  pen.text((x.range[0] + x.range[1]) / 2, base + 31, "Cases", { color: tokens.muted, align: "middle" });
  paintKeys(keys, pen, { x: 8, y: base + 50 }, tokens);
}

export function barsTwin(bars: readonly Total[], title: string): Twin {
  return {
    caption: title,
    columns: [
      { name: "Phenotype", kind: "mono" },
      { name: "Description" },
      { name: "Males", kind: "number" },
      { name: "Females", kind: "number" },
      { name: "Both sexes", kind: "number" },
      { name: "Cohorts", kind: "number" },
      { name: "Of which hidden", kind: "number" },
    ],
    rows: bars.map(({ code, description, male, female, both }) => [
      code,
      description,
      countText(male.cases),
      countText(female.cases),
      countText(both.cases),
      formatCount(both.cohorts),
      formatCount(both.cases_hidden),
    ]),
  };
}
