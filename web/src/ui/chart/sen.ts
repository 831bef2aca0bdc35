/**
 * Builds the figures that compare a file with others: SE–N, where a file is on the identity line if
 * N, effects and their scale are consistent, and λ–N.
 */
import { formatDecimal } from "@/lib/format/format";
import type { Axis, ChartModel, Facts, Mark, Points, Tone } from "./model";
import { toneIndex } from "./model";
import type { SenData } from "./plotData";
import { niceTicks, upTo } from "./scale";
import type { Twin } from "./TwinTable";
import { formatNumber, formatWhole } from "./words";

/** For the ratio in every place. */
export const ratioDecimals = 2;
/** For λ in every place of these figures. */
const lambdaDecimals = 3;

/** Another file of the phenotype. */
export interface Placed {
  readonly name: string;
  readonly accepted: boolean;
  readonly lambda: number | null;
  readonly sen: SenData | null;
}

interface At {
  x: number;
  y: number;
  facts: Facts;
  tone: Tone;
}

const toneOf = ({ accepted }: Placed): Tone => (accepted ? "first" : "muted");

/** Undefined while the point has no place: a part of it is not known. */
export function senModel(data: SenData, others: readonly Placed[] = []): ChartModel | undefined {
  const { x, y } = data;
  if (x == null || y == null) return undefined;
  const beside = others.flatMap((other): At[] => {
    const { sen } = other;
    if (sen?.x == null || sen.y == null || sen.scale !== data.scale) return [];
    return [{ x: sen.x, y: sen.y, facts: { title: other.name, facts: senFacts(sen) }, tone: toneOf(other) }];
  });
  const [, max] = upTo(Math.max(x, y, ...beside.flatMap((at) => [at.x, at.y])) * 1.15, 4);
  return {
    title: "SE against N",
    summary: `${data.explanation}. Ratio ${formatDecimal(data.ratio, ratioDecimals)}; 1 is expected.`,
    x: { ...axis(data.scale === "log_odds" ? "√N eff / 2" : "√N", false), domain: [0, max] },
    y: { ...axis("c / median SE", true), domain: [0, max] },
    ...placed(beside, { x, y, facts: { title: "This file", facts: senFacts(data) }, tone: "highlight" }),
    lines: [{ points: [0, 0, max, max], tone: "muted", dash: [3, 3] }],
  };
}

/** The inflation of this file among that of others of its size; undefined while its λ or its size is not known. */
export function lambdaModel(
  lambda: number | null,
  sen: SenData | null,
  others: readonly Placed[],
): ChartModel | undefined {
  const own = sizeAndLambda(lambda, sen);
  if (!own) return undefined;
  const beside = others.flatMap((other): At[] => {
    const at = sizeAndLambda(other.lambda, other.sen);
    return at
      ? [{ ...at, facts: { title: other.name, facts: lambdaFacts(other.lambda, other.sen) }, tone: toneOf(other) }]
      : [];
  });
  const [, most] = upTo(Math.max(own.x, ...beside.map(({ x }) => x)) * 1.15, 4);
  const lambdas = [1, own.y, ...beside.map(({ y }) => y)];
  const [least, largest] = [Math.min(...lambdas), Math.max(...lambdas)];
  // A point at the edge of the frame would be cut in half.
  const margin = Math.max(0.01, (largest - least) * 0.04);
  const bottom = Math.min(0.95, Math.floor((least - margin) * 20) / 20);
  const top = Math.max(1.1, Math.ceil((largest + margin) * 20) / 20);
  return {
    title: "λ against N",
    summary:
      "Genomic inflation of each file against its size. It grows with N for a polygenic trait. A file far above others of its size is stratified or counts people twice.",
    x: { ...axis(sen?.n_effective == null ? "largest N" : "effective N", false), domain: [0, most] },
    y: { ...axis("λ", true), domain: [bottom, top] },
    ...placed(beside, { ...own, facts: { title: "This file", facts: lambdaFacts(lambda, sen) }, tone: "highlight" }),
    lines: [{ points: [0, 1, most, 1], tone: "muted", dash: [3, 3] }],
  };
}

function sizeAndLambda(lambda: number | null, sen: SenData | null) {
  const size = sen?.n_effective ?? sen?.n_max;
  return size == null || lambda == null ? undefined : { x: size, y: lambda };
}

/** Others as dots, accepted ones above those that are not, this file as a larger one on top; the keyboard reaches all. */
function placed(beside: readonly At[], own: At) {
  const others = [...beside.filter(({ tone }) => tone === "muted"), ...beside.filter(({ tone }) => tone !== "muted")];
  const dots = (all: readonly At[], size: number): Points => ({
    x: all.map(({ x }) => x),
    y: all.map(({ y }) => y),
    tone: all.map(({ tone }) => toneIndex(tone)),
    size,
    shape: "dot",
    describe: (i) => all[i]?.facts ?? own.facts,
  });
  const marks: Mark[] = [{ key: "this", x: own.x, y: own.y, text: "this file", facts: own.facts }];
  return { areas: [], cells: [], points: [dots(others, 8), dots([own], 10)], marks };
}

const axis = (label: string, grid: boolean): Omit<Axis, "domain"> => ({
  label,
  grid,
  ticks: (view: readonly [number, number]) => niceTicks(view, 5),
});

function senFacts(data: SenData): [string, string][] {
  return [
    ["Ratio", formatDecimal(data.ratio, ratioDecimals)],
    ["Largest N", formatWhole(data.n_max)],
    ["Effective N", formatWhole(data.n_effective)],
    ["Median SE", formatNumber(data.median_se, 4)],
  ];
}

const lambdaFacts = (lambda: number | null, sen: SenData | null): [string, string][] => [
  ["λ", formatDecimal(lambda, lambdaDecimals)],
  ["Largest N", formatWhole(sen?.n_max)],
  ["Effective N", formatWhole(sen?.n_effective)],
];

export function senTwin(data: SenData): Twin {
  return {
    caption: "The SE–N point and its components",
    columns: [{ name: "Quantity" }, { name: "Value", kind: "number" }],
    rows: [["x", formatNumber(data.x)], ["y", formatNumber(data.y)], ...senFacts(data)],
  };
}

/** All files of a figure as a table, this one first. */
export function placedTwin(lambda: number | null, sen: SenData | null, others: readonly Placed[]): Twin {
  const row = (name: string, l: number | null, s: SenData | null) => [
    name,
    formatWhole(s?.n_max),
    formatWhole(s?.n_effective),
    formatDecimal(l, lambdaDecimals),
    formatDecimal(s?.ratio, ratioDecimals),
  ];
  return {
    caption: "Size, inflation and SE–N ratio of the files of this phenotype",
    columns: [
      { name: "File" },
      { name: "Largest N", kind: "number" },
      { name: "Effective N", kind: "number" },
      { name: "λ", kind: "number" },
      { name: "SE–N ratio", kind: "number" },
    ],
    rows: [row("This file", lambda, sen), ...others.map((other) => row(other.name, other.lambda, other.sen))],
  };
}
