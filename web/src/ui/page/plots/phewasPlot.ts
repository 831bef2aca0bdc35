/** The PheWAS plot of a page: a slot for each row, groups beside each other, the strongest of a group first. */
import type { Plot } from "@/lib/document/document";
import { plural } from "@/lib/format/format";
import { negLog10Axis } from "../../chart/manhattan";
import { type Axis, type ChartModel, type Line, type Mark, type Points, toneIndex } from "../../chart/model";
import { type Range, type Tick, upTo } from "../../chart/scale";
import { formatNumber, formatP } from "../../chart/words";
import { type DrawnScatter, largest, leftOut, withoutP } from "./drawn";
import { factsOf, type PlotRows, strengthColumn, strengthFact } from "./rows";

export type PhewasOf = Extract<Plot, { type: "phewas" }>;

/** Slots between two groups. */
const gap = 2;
const labelled = 60;
const noGroup = "No group";

interface Slot {
  /** Index of the row. */
  readonly i: number;
  readonly x: number;
}

interface GroupSpan {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Rows by group in alphabetical order, those without a group last; in a group by falling strength. */
function slotsOf(rows: PlotRows, group: string, y: Float64Array): { slots: Slot[]; spans: GroupSpan[] } {
  const { texts, of } = rows.groups(group);
  const members: number[][] = [...texts, noGroup].map(() => []);
  for (let i = 0; i < rows.length; i++) {
    if (!Number.isFinite(y[i])) continue;
    const at = of[i] as number;
    members[at < 0 ? texts.length : at]?.push(i);
  }
  const slots: Slot[] = [];
  const spans: GroupSpan[] = [];
  let next = 0;
  members.forEach((own, at) => {
    if (own.length === 0) return;
    own.sort((a, b) => (y[b] as number) - (y[a] as number) || a - b);
    for (const [k, i] of own.entries()) slots.push({ i, x: next + k + 0.5 });
    spans.push({ name: texts[at] ?? noGroup, from: next, to: next + own.length });
    next += own.length + gap;
  });
  return { slots, spans };
}

export interface DrawnPhewas extends DrawnScatter {
  /** Groups that a stretch of the axis touches, and the stretch of groups. */
  groupsIn(x: Range): string[];
  rangeOf(groups: readonly string[]): Range | undefined;
}

export function drawPhewas(plot: PhewasOf, rows: PlotRows): DrawnPhewas {
  const y = rows.numbers(strengthColumn(plot.y));
  const beta = plot.beta ? rows.numbers(plot.beta) : undefined;
  const { slots, spans } = slotsOf(rows, plot.group, y);
  const whole: Range = [-1, Math.max(1, (spans.at(-1)?.to ?? 0) + 1)];
  const thresholds = plot.thresholds.filter((p) => p > 0).map((p) => -Math.log10(p));
  const highest = slots.reduce((most, { i }) => Math.max(most, y[i] as number), 0);
  const top = upTo(Math.max(highest, ...thresholds.map((at) => at * 1.15)), 5)[1];
  const shade = new Map(spans.map((span, at) => [span, toneIndex(at % 2 === 0 ? "first" : "second")]));
  const spanOf = (x: number) => spans.find((span) => x >= span.from && x <= span.to);
  const tell = (i: number) => {
    const effect: [string, string][] = beta && plot.beta ? [[rows.title(plot.beta), formatNumber(beta[i], 4)]] : [];
    const group: [string, string] = [rows.title(plot.group), rows.text(plot.group, i) ?? noGroup];
    return factsOf(rows, i, plot, [group, strengthFact(y[i]), ...effect]);
  };
  const strongest = thresholds.length > 0 ? Math.min(...thresholds) : 0;
  const marks = largest(
    slots.map(({ i }) => y[i] as number),
    labelled,
    (at) => (y[(slots[at] as Slot).i] as number) >= strongest,
  ).map((at): Mark => {
    const { i, x } = slots[at] as Slot;
    const facts = tell(i);
    return { key: String(rows.rows[i]), x, y: y[i] as number, text: facts.title, facts };
  });
  const model: ChartModel = {
    title: plot.title || "PheWAS plot",
    summary: summaryOf(slots, spans, highest, strongest, y),
    x: groupAxis(whole, spans),
    y: { ...negLog10Axis(top), label: plot.y.label || "−log10 P" },
    areas: [],
    cells: [],
    lines: thresholds.map((at): Line => ({ points: [whole[0], at, whole[1], at], tone: "highlight", dash: [4, 4] })),
    points: (["up", "down", "dot"] as const).map((shape): Points => {
      const own = slots.filter(({ i }) => shapeOf(beta?.[i]) === shape);
      return {
        x: own.map(({ x }) => x),
        y: own.map(({ i }) => y[i] as number),
        tone: Uint8Array.from(own, ({ x }) => shade.get(spanOf(x) as GroupSpan) ?? 0),
        size: shape === "dot" ? 5 : 8,
        shape,
        rising: true,
        describe: (at) => tell((own[at] as Slot).i),
      };
    }),
    marks,
  };
  return {
    model,
    twin: phewasTwin(plot, rows, slots, y),
    notes: leftOut(rows.length - slots.length, withoutP),
    groupsIn: ([low, high]) => spans.filter(({ from, to }) => from < high && to > low).map(({ name }) => name),
    rangeOf: (groups) => {
      const named = spans.filter(({ name }) => groups.includes(name));
      const [first, last] = [named[0], named.at(-1)];
      return first && last && [first.from - 1, last.to + 1];
    },
  };
}

/** The direction of the effect; a dot where there is none or none is known. */
function shapeOf(beta: number | undefined): "up" | "down" | "dot" {
  if (beta === undefined || !Number.isFinite(beta) || beta === 0) return "dot";
  return beta > 0 ? "up" : "down";
}

function summaryOf(slots: Slot[], spans: GroupSpan[], highest: number, from: number, y: Float64Array): string {
  if (slots.length === 0) return "No row has a P value.";
  const over = slots.filter(({ i }) => (y[i] as number) >= from).length;
  const beyond = from > 0 ? `; ${plural(over, "row")} at or below P ${formatP(from)}` : "";
  return `${plural(slots.length, "row")} in ${plural(spans.length, "group")}; strongest P ${formatP(highest)}${beyond}.`;
}

/** Names of groups under their middles; one that would touch another is cut, and a span too small for three letters has none. */
function groupAxis(domain: Range, spans: readonly GroupSpan[]): Axis {
  return {
    domain,
    label: "",
    grid: false,
    ticks: (view, pixels) => {
      const perSlot = pixels / (view[1] - view[0]);
      return spans.flatMap((span): Tick[] => {
        const [from, to] = [Math.max(span.from, view[0]), Math.min(span.to, view[1])];
        const letters = Math.floor(((to - from + gap) * perSlot) / 6.4) - 1;
        if (to <= from || letters < 3) return [];
        const label = span.name.length > letters ? `${span.name.slice(0, letters - 1)}…` : span.name;
        return [{ value: (from + to) / 2, label, bare: true }];
      });
    },
    describe: (view) =>
      spans
        .filter(({ from, to }) => from < view[1] && to > view[0])
        .map(({ name }) => name)
        .join(", "),
  };
}

function phewasTwin(plot: PhewasOf, rows: PlotRows, slots: readonly Slot[], y: Float64Array) {
  const beta = plot.beta ? rows.numbers(plot.beta) : undefined;
  const strongest = [...slots].sort((a, b) => (y[b.i] as number) - (y[a.i] as number)).slice(0, 500);
  return {
    caption: `The ${plural(strongest.length, "strongest row")}`,
    columns: [
      { name: rows.title(plot.name) },
      { name: rows.title(plot.group) },
      { name: "P", kind: "number" as const },
      ...(plot.beta ? [{ name: rows.title(plot.beta), kind: "number" as const }] : []),
    ],
    rows: strongest.map(({ i }) => [
      rows.name(plot.name, i),
      rows.text(plot.group, i) ?? noGroup,
      formatP(y[i]),
      ...(beta ? [formatNumber(beta[i], 4)] : []),
    ]),
  };
}
