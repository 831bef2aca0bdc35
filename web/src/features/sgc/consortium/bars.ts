/** Draws the phenotypes with the most cases: males and females stacked, and how many more the hidden numbers may hold. */
import type { Total } from "@/api/sgc/sgc";
import { formatCount, plural } from "@/lib/format/format";
import { type Key, paintKeys } from "@/ui/chart/figureKeys";
import { textWidth } from "@/ui/chart/layout";
import type { Size } from "@/ui/chart/model";
import type { Pen } from "@/ui/chart/pen";
import { linear, niceTicks } from "@/ui/chart/scale";
import type { Twin } from "@/ui/chart/TwinTable";
import type { ChartTokens } from "@/ui/chart/tokens";
import { addCounts, compareCounts, countText, countWords } from "../count";
import { hasCases } from "./totals";

const barHeight = 24;
const top = 6;
const foot = 62;

/** The length of a bar: males and females one after the other. A cohort may count one of them only, so it is no number of both. */
const lengthOf = ({ male, female }: Total) => addCounts(male.cases, female.cases);

/** The phenotypes with the longest bars; those without a case are left out. */
export function topOf(totals: readonly Total[], count: number): Total[] {
  return totals
    .filter(hasCases)
    .sort((a, b) => compareCounts(lengthOf(b), lengthOf(a)) || a.code.localeCompare(b.code))
    .slice(0, count);
}

/** The numbers of a bar: "600–604 + 604"; a sex without cohorts has none. */
function barNumbers({ male, female }: Total): string {
  return [male, female].map(({ cohorts, cases }) => (cohorts > 0 ? countText(cases) : "–")).join(" + ");
}

export const barsHeight = (bars: readonly Total[]): number => top + bars.length * barHeight + foot;

/** Where a bar begins, from the top of the figure. */
export const barTop = (index: number): number => top + index * barHeight;

/** A bar in words, to be read out and shown beside it. */
export function barWords({ code, description, male, female }: Total): string {
  const parts = (
    [
      ["males", male],
      ["females", female],
    ] as const
  ).map(([words, of]) => {
    if (of.cohorts === 0) return `no cohort counts ${words}`;
    const hidden =
      of.cases_hidden > 0 ? `, hidden in ${formatCount(of.cases_hidden)} of ${plural(of.cohorts, "cohort")}` : "";
    return `${countWords(of.cases)} ${words}${hidden}`;
  });
  return `${code}, ${description}: ${parts.join("; ")}`;
}

const keys: Key[] = [
  { words: "males", tone: "first" },
  { words: "females", tone: "second" },
  { words: "may be as many: hidden numbers", tone: "first", alpha: 0.22 },
];

export function paintBars(bars: readonly Total[], pen: Pen, size: Size, tokens: ChartTokens): void {
  const longest = Math.max(...bars.map(({ code }) => code.length));
  const names = Math.min(longest * 7 + 12, size.width * 0.45);
  const words = Math.max(...bars.map((bar) => textWidth(barNumbers(bar)))) + 12;
  const most = Math.max(...bars.map((bar) => lengthOf(bar).high), 1);
  const x = linear([0, most], [names, Math.max(names + 20, size.width - words)]);
  const base = barTop(bars.length) + 4;
  pen.rect({ x: 0, y: 0, ...size }, tokens.surface);
  for (const tick of niceTicks(x.domain, Math.max(2, Math.floor((x.range[1] - x.range[0]) / 90)))) {
    const at = x.map(tick.value);
    pen.line([at, top, at, base], { color: tokens.line });
    pen.text(at, base + 14, tick.label, { color: tokens.faint, align: "middle" });
  }
  bars.forEach((bar, i) => {
    const { code, male, female } = bar;
    const end = lengthOf(bar).high;
    const y = barTop(i) + 5;
    const segment = (from: number, to: number, color: string, alpha = 1) =>
      pen.rect({ x: x.map(from), y, width: x.map(to) - x.map(from), height: barHeight - 10 }, color, alpha);
    pen.text(names - 8, y + 11, code, { color: tokens.text, mono: true, align: "end" });
    const sure = male.cases.low + female.cases.low;
    segment(0, male.cases.low, tokens.first);
    segment(male.cases.low, sure, tokens.second);
    segment(sure, end, tokens.first, 0.22);
    pen.text(x.map(end) + 6, y + 11, barNumbers(bar), { color: tokens.muted });
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
      { name: "Cohorts with both", kind: "number" },
    ],
    rows: bars.map(({ code, description, male, female, both }) => [
      code,
      description,
      ...[male, female, both].map(({ cohorts, cases }) => (cohorts > 0 ? countText(cases) : "–")),
      formatCount(both.cohorts),
    ]),
  };
}
