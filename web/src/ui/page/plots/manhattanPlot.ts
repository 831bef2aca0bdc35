/** The Manhattan plot of a page: every row of the table in its place, the peaks labelled. */
import type { PageDocument, Plot } from "@/lib/document/document";
import type { PlotView } from "@/lib/document/views";
import { formatCount, plural } from "@/lib/format/format";
import { own } from "@/lib/own";
import type { Genome } from "../../chart/genome";
import { genomeAxis, negLog10Axis } from "../../chart/manhattan";
import { type ChartModel, type Line, type Mark, toneIndex, type View } from "../../chart/model";
import { upTo } from "../../chart/scale";
import { formatLocus, formatP } from "../../chart/words";
import { type DrawnScatter, largest, leftOut, twinRows, withoutP } from "./drawn";
import { type Placed, placeRows } from "./genomePlaces";
import { factsOf, type PlotRows, strengthColumn, strengthFact } from "./rows";

export type ManhattanOf = Extract<Plot, { type: "manhattan" }>;

/** Bases to either side of a peak that it speaks for. */
const apart = 500_000;
/** Labelled peaks: more would cover each other. */
const labelled = 40;

export interface DrawnManhattan extends DrawnScatter {
  readonly placed: Placed;
}

export function drawManhattan(plot: ManhattanOf, rows: PlotRows, build: PageDocument["genome_build"]): DrawnManhattan {
  const placed = placeRows(rows, plot.place, rows.numbers(strengthColumn(plot.y)), build);
  const { genome, order, x, y } = placed;
  const lines = thresholdLines(genome, plot.thresholds);
  const { highest, reached } = strengthsOf(y, plot.thresholds);
  const top = heightOf(highest, lines);
  const peaks = peaksOf(placed, labelledFrom(plot.thresholds));
  const tell = (at: number) => {
    const i = order[at] as number;
    const place: [string, string] = ["Position", formatLocus(placed.code[i] as number, placed.position[i] as number)];
    return factsOf(rows, i, plot, [place, strengthFact(y[at])]);
  };
  const marks = peaks.map((at): Mark => {
    const facts = tell(at);
    return { key: String(order[at]), x: x[at] as number, y: y[at] as number, text: facts.title, facts };
  });
  const shades = [toneIndex("first"), toneIndex("second")];
  const shade = new Map(genome.chromosomes.map((chromosome, i) => [chromosome.code, shades[i % 2] as number]));
  const model: ChartModel = {
    title: plot.title || "Manhattan plot",
    summary: summaryOf(order.length, highest, plot.thresholds, reached),
    x: genomeAxis(genome),
    y: { ...negLog10Axis(top), label: plot.y.label || "−log10 P" },
    areas: [],
    cells: [],
    lines,
    points: [
      {
        x,
        y,
        tone: tonesOf(placed, shade),
        size: 2.4,
        shape: "square",
        rising: true,
        describe: tell,
      },
      {
        x: marks.map((mark) => mark.x),
        y: marks.map((mark) => mark.y),
        tone: new Uint8Array(marks.length).fill(toneIndex("highlight")),
        size: 5,
        shape: "dot",
        describe: (i) => (marks[i] as Mark).facts,
      },
    ],
    marks,
  };
  return {
    model,
    placed,
    twin: manhattanTwin(plot, rows, placed),
    notes: [
      ...leftOut(placed.noPlace, "without a place on a chromosome"),
      ...leftOut(placed.noStrength, withoutP),
      ...(build ? [] : ["The page has no genome build: chromosomes are as long as in GRCh38 (hg38)."]),
    ],
  };
}

/** The shade of each point's chromosome. */
export function tonesOf({ order, starts }: Placed, shade: ReadonlyMap<number, number>): Uint8Array {
  const tones = new Uint8Array(order.length);
  for (const [on, tone] of shade) tones.fill(tone, starts[on], starts[on + 1]);
  return tones;
}

/** The strongest P value that a threshold names is where labels begin. */
export function labelledFrom(thresholds: readonly number[]): number {
  const positive = thresholds.filter((p) => p > 0);
  return positive.length > 0 ? -Math.log10(Math.min(...positive)) : 7.30103;
}

/** The strongest, and how many reach each threshold. */
function strengthsOf(y: Float64Array, thresholds: readonly number[]): { highest: number; reached: number[] } {
  const bounds = thresholds.map((p) => (p > 0 ? -Math.log10(p) : Number.POSITIVE_INFINITY));
  const lowest = Math.min(...bounds);
  const reached = bounds.map(() => 0);
  let highest = 0;
  for (let at = 0; at < y.length; at++) {
    const value = y[at] as number;
    if (value > highest) highest = value;
    // Few reach one.
    if (value >= lowest)
      for (const [i, bound] of bounds.entries()) if (value >= bound) reached[i] = (reached[i] ?? 0) + 1;
  }
  return { highest, reached };
}

function summaryOf(count: number, highest: number, thresholds: readonly number[], reached: readonly number[]): string {
  if (count === 0) return "No row has a place and a P value.";
  const below = thresholds.map(
    (p, i) => `${plural(reached[i] ?? 0, "row")} at or below ${p < 0.001 ? p.toExponential() : p}`,
  );
  return `${plural(count, "row")}; strongest P ${formatP(highest)}${below.length > 0 ? `; ${below.join("; ")}` : ""}.`;
}

/** The end of the axis: the strongest row, and slightly above each threshold. */
export const heightOf = (highest: number, lines: readonly Line[]): number =>
  upTo(Math.max(highest, ...lines.map((line) => (line.points[1] as number) * 1.15)), 5)[1];

/** Dashed; the strongest one in the highlight. */
export function thresholdLines(genome: Genome, thresholds: readonly number[]): Line[] {
  const positive = thresholds.filter((p) => p > 0);
  const strongest = Math.min(...positive);
  return positive.map((p) => ({
    points: [genome.domain[0], -Math.log10(p), genome.domain[1], -Math.log10(p)],
    tone: p === strongest ? "highlight" : "muted",
    dash: p === strongest ? [4, 4] : [2, 4],
  }));
}

/** The strongest rows from a strength on, each alone within its window. */
export function peaksOf({ x, y, order, code }: Placed, from: number): number[] {
  const peaks: number[] = [];
  for (const at of largest(y, 5000, (i) => (y[i] as number) >= from)) {
    const on = code[order[at] as number];
    const near = peaks.some(
      (peak) => code[order[peak] as number] === on && Math.abs((x[peak] as number) - (x[at] as number)) <= apart,
    );
    if (!near) peaks.push(at);
    if (peaks.length === labelled) break;
  }
  return peaks;
}

function manhattanTwin(plot: ManhattanOf, rows: PlotRows, placed: Placed) {
  const strongest = largest(placed.y, twinRows);
  const hover = plot.hover ?? [];
  return {
    caption: `The ${plural(strongest.length, "strongest row")} of ${formatCount(placed.order.length)}`,
    columns: [
      { name: plot.name ? rows.title(plot.name) : "Row" },
      { name: "Position", kind: "mono" as const },
      { name: "P", kind: "number" as const },
      ...hover.map((column) => ({ name: rows.title(column) })),
    ],
    rows: strongest.map((at) => {
      const i = placed.order[at] as number;
      return [
        rows.name(plot.name, i),
        formatLocus(placed.code[i] as number, placed.position[i] as number),
        formatP(placed.y[at]),
        ...rows.hover(hover, i).map(([, value]) => value),
      ];
    }),
  };
}

/** What of the table is in view of a figure over the genome: a stretch of one chromosome, or whole chromosomes. */
export function genomeView(genome: Genome, written: Placed["written"], view: View | undefined): PlotView | undefined {
  if (!view) return undefined;
  const from = genome.locate(view.x[0] + 1);
  const to = genome.locate(view.x[1]);
  if (!from || !to) return undefined;
  if (from.chromosome === to.chromosome) {
    return { chromosomes: written.get(from.chromosome.code) ?? [], positions: [from.position, to.position] };
  }
  const { code: first } = from.chromosome;
  const { code: last } = to.chromosome;
  const within = genome.chromosomes.filter(({ code }) => code >= first && code <= last);
  return { chromosomes: within.flatMap(({ code }) => written.get(code) ?? []) };
}

/** The same on the axis. */
export function genomeRange(
  genome: Genome,
  written: Placed["written"],
  view: PlotView | undefined,
): readonly [number, number] | undefined {
  const [first] = view?.chromosomes ?? [];
  if (!view?.chromosomes || first === undefined) return undefined;
  const named = new Set(view.chromosomes);
  const shown = genome.chromosomes.filter(({ code }) => (written.get(code) ?? []).some((text) => named.has(text)));
  const [from, to] = [shown[0], shown.at(-1)];
  if (!from || !to) return undefined;
  const { positions } = view;
  if (positions && shown.length === 1) return [from.start + positions[0] - 1, from.start + positions[1]];
  return [from.start, to.start + to.length];
}

/**
 * The link of a point, if the page has one: {chromosome}, {position}, {start} and {end} are
 * replaced.
 */
export function linkOf({ link }: ManhattanOf, genome: Genome) {
  if (!link || !/^(https?:\/\/|\/)/.test(link)) return undefined;
  return (x: number) => {
    const at = genome.locate(x);
    if (!at) return;
    const { chromosome, position } = at;
    const values: Record<string, string> = {
      chromosome: chromosome.name,
      position: String(position),
      start: String(Math.max(1, position - 50_000)),
      end: String(position + 50_000),
    };
    const to = link.replaceAll(/\{(\w+)\}/g, (all, name: string) => encodeURIComponent(own(values, name) ?? all));
    window.open(to, "_blank", "noopener,noreferrer");
  };
}
