/** Builds the Miami figure: the reductions of two results, one upwards and one downwards from the axis of the genome. */
import { plural } from "@/lib/format/format";
import type { Genome } from "./genome";
import { genomeAxis, manhattanModel, manhattanTwin } from "./manhattan";
import type { Axis, Cells, ChartModel, Facts, Mark, Points } from "./model";
import { toneIndex } from "./model";
import type { ManhattanData } from "./plotData";
import { niceTicks, type Range, upTo } from "./scale";
import type { Twin } from "./TwinTable";
import { formatLocus, formatP } from "./words";

/** A locus of the comparison, labelled on every side that has a lead in it. */
export interface MiamiLocus {
  readonly key: string;
  readonly label: string;
  /** GWAS-SSF code. */
  readonly chromosome: number;
  /** 1-based, of the stronger lead. */
  readonly position: number;
  readonly shared: boolean;
  readonly up: MiamiLead | undefined;
  readonly down: MiamiLead | undefined;
}

export interface MiamiLead {
  /** 1-based. */
  readonly position: number;
  readonly negLog10P: number;
}

export interface MiamiSide {
  readonly name: string;
  readonly data: ManhattanData;
}

/** Whether each result fills its half, or both have one scale. */
export type MiamiScale = "own" | "same";

/** Bases to either side of the lead of a shared locus that are drawn in the highlight; the window of the locus rule. */
const locusWindow = 500_000;

export function miamiModel(
  genome: Genome,
  up: MiamiSide,
  down: MiamiSide,
  loci: readonly MiamiLocus[],
  scale: MiamiScale,
): ChartModel {
  const tops = [up, down].map(({ data }) => upTo(Math.max(data.max_y, data.genome_wide * 1.15), 5)[1]);
  const [topUp, topDown] = scale === "same" ? [Math.max(...tops), Math.max(...tops)] : (tops as [number, number]);
  const place: Placing = { gap: topUp * 0.05, factor: topUp / topDown };
  const above = placed(up, genome, loci, "up", place);
  const below = placed(down, genome, loci, "down", place);
  const shared = loci.filter((locus) => locus.shared).length;
  return {
    title: `Miami plot: ${up.name} against ${down.name}`,
    summary: `${up.name} upwards, strongest P ${formatP(up.data.max_y)}; ${down.name} downwards, strongest P ${formatP(down.data.max_y)}; ${plural(shared, "shared locus", "shared loci")} of ${loci.length}.`,
    x: genomeAxis(genome),
    y: mirroredAxis(up.name, down.name, topUp, topDown, place),
    areas: [],
    cells: [...above.cells, ...below.cells],
    lines: [...above.lines, ...below.lines],
    points: [...above.points, ...below.points],
    marks: [...above.marks, ...below.marks],
  };
}

/**
 * The position of a −log10 P of one side on the axis, after the gap for the names of the
 * chromosomes.
 */
interface Placing {
  readonly gap: number;
  /** Units of the upper half per unit of the lower one. */
  readonly factor: number;
}

const heightOf = (side: "up" | "down", negLog10P: number, { gap, factor }: Placing): number =>
  side === "up" ? gap + negLog10P : -gap - negLog10P * factor;

function mirroredAxis(up: string, down: string, topUp: number, topDown: number, place: Placing): Axis {
  return {
    domain: [heightOf("down", topDown, place), heightOf("up", topUp, place)],
    label: `−log10 P, ${up}`,
    mirrored: `−log10 P, ${down}`,
    grid: true,
    ticks: (_, pixels) => {
      const count = Math.max(2, Math.floor(pixels / 90));
      const half = (side: "up" | "down", top: number) =>
        niceTicks([0, top], count).map((tick) => ({ ...tick, value: heightOf(side, tick.value, place) }));
      return [...half("up", topUp), ...half("down", topDown)];
    },
  };
}

function placed(
  side: MiamiSide,
  genome: Genome,
  loci: readonly MiamiLocus[],
  which: "up" | "down",
  place: Placing,
): Pick<ChartModel, "cells" | "lines" | "points" | "marks"> {
  const plain = manhattanModel(side.data, genome, []);
  const height = (y: number) => heightOf(which, y, place);
  const shared = sharedStretches(loci, genome);
  const marks = loci.flatMap((locus) => markOf(locus, which, side.name, genome, height));
  const threshold = height(side.data.genome_wide);
  return {
    cells: plain.cells.map((cells) => turned(cells, height)),
    lines: [
      { points: [genome.domain[0], threshold, genome.domain[1], threshold], tone: "highlight" as const, dash: [4, 4] },
    ],
    points: [...plain.points.slice(0, 1).map((points) => coloured(points, height, shared)), leadPoints(marks, shared)],
    marks,
  };
}

function turned(cells: Cells, height: (y: number) => number): Cells {
  const ends = [Float64Array.from(cells.y0, height), Float64Array.from(cells.y1, height)] as const;
  const lower = (i: number) => Math.min(ends[0][i] as number, ends[1][i] as number);
  const upper = (i: number) => Math.max(ends[0][i] as number, ends[1][i] as number);
  return { ...cells, y0: ends[0].map((_, i) => lower(i)), y1: ends[0].map((_, i) => upper(i)) };
}

function coloured(points: Points, height: (y: number) => number, shared: (x: number) => boolean): Points {
  const hit = toneIndex("highlight");
  return {
    ...points,
    y: Float64Array.from(points.y, height),
    tone: Uint8Array.from(points.tone, (tone, i) => (shared(points.x[i] as number) ? hit : tone)),
  };
}

/** Whether a position of the axis is in a shared locus. */
function sharedStretches(loci: readonly MiamiLocus[], genome: Genome): (x: number) => boolean {
  const stretches = loci.flatMap((locus): Range[] => {
    const x = locus.shared ? genome.place(locus.chromosome, locus.position) : undefined;
    return x === undefined ? [] : [[x - locusWindow, x + locusWindow]];
  });
  return (x) => stretches.some(([from, to]) => x >= from && x <= to);
}

function markOf(
  locus: MiamiLocus,
  side: "up" | "down",
  name: string,
  genome: Genome,
  height: (y: number) => number,
): Mark[] {
  const lead = locus[side];
  const x = lead && genome.place(locus.chromosome, lead.position);
  if (!lead || x === undefined) return [];
  const facts: Facts = {
    title: formatLocus(locus.chromosome, lead.position),
    facts: [
      ["Result", name],
      ["P", formatP(lead.negLog10P)],
      ["Locus", locus.shared ? "shared" : "in this result only"],
    ],
  };
  return [{ key: `${side} ${locus.key}`, x, y: height(lead.negLog10P), text: locus.label, facts }];
}

function leadPoints(marks: readonly Mark[], shared: (x: number) => boolean): Points {
  return {
    x: marks.map((mark) => mark.x),
    y: marks.map((mark) => mark.y),
    tone: Uint8Array.from(marks, (mark) => toneIndex(shared(mark.x) ? "highlight" : "first")),
    size: 5,
    shape: "dot",
    describe: (i) => (marks[i] as Mark).facts,
  };
}

/** The strongest variants of both, one list after the other. */
export function miamiTwin(up: MiamiSide, down: MiamiSide): Twin {
  const [above, below] = [manhattanTwin(up.data), manhattanTwin(down.data)];
  return {
    caption: `The strongest variants of ${up.name} and of ${down.name}`,
    columns: [{ name: "Result" }, ...above.columns],
    rows: [...above.rows.map((row) => [up.name, ...row]), ...below.rows.map((row) => [down.name, ...row])],
  };
}
