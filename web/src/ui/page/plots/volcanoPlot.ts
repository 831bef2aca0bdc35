/** The volcano plot of a page: effect against strength, marked by how many of the two conditions hold. Bounds count. */
import type { Plot } from "@/lib/document/document";
import { plural } from "@/lib/format/format";
import { type ChartModel, type Line, type Mark, type Points, toneIndex } from "../../chart/model";
import { niceTicks, upTo } from "../../chart/scale";
import { formatNumber, formatP } from "../../chart/words";
import { type DrawnScatter, extent, largest, leftOut, twinRows } from "./drawn";
import { factsOf, type PlotRows, strengthColumn, strengthFact } from "./rows";

export type VolcanoOf = Extract<Plot, { type: "volcano" }>;
type Condition = VolcanoOf["x_condition"];

/** The maximum number of highlighted labels. */
const labelled = 60;

/** Whether a value is highlighted. Bounds are inclusive; without bounds no value is. */
export function holds({ above, below, join }: Condition, value: number): boolean {
  const over = above !== undefined && value >= above;
  const under = below !== undefined && value <= below;
  if (above === undefined || below === undefined) return over || under;
  return join === "both" ? over && under : over || under;
}

export function drawVolcano(plot: VolcanoOf, rows: PlotRows): DrawnScatter {
  const x = rows.numbers(plot.x.column);
  const y = rows.numbers(strengthColumn(plot.y));
  const known = Uint32Array.from(rows.rows.keys()).filter((i) => Number.isFinite(x[i]) && Number.isFinite(y[i]));
  const score = Uint8Array.from(
    rows.rows,
    (_, i) => Number(holds(plot.x_condition, x[i] as number)) + Number(holds(plot.y_condition, y[i] as number)),
  );
  const tell = (i: number) =>
    factsOf(rows, i, plot, [[plot.x.label || rows.title(plot.x.column), formatNumber(x[i], 4)], strengthFact(y[i])]);
  const out = largest(y, labelled, (i) => (score[i] as number) >= plot.label_at && Number.isFinite(x[i]));
  const marks = out.map((i): Mark => {
    const facts = tell(i);
    return { key: String(rows.rows[i]), x: x[i] as number, y: y[i] as number, text: facts.title, facts };
  });
  const [low, high] = padded(extent(x) ?? [-1, 1]);
  const top = upTo(extent(y)?.[1] ?? 1, 5)[1];
  const counts = [0, 1, 2].map((wanted) => known.reduce((sum, i) => sum + Number(score[i] === wanted), 0));
  const model: ChartModel = {
    title: plot.title || "Volcano plot",
    summary: `${plural(known.length, "row")}: ${plural(counts[2] ?? 0, "row")} with both conditions, ${counts[1]} with one.`,
    x: {
      domain: [low, high],
      label: plot.x.label || rows.title(plot.x.column),
      grid: true,
      ticks: (view, pixels) => niceTicks(view, Math.max(2, Math.floor(pixels / 80))),
    },
    y: {
      domain: [0, top],
      label: plot.y.label || "−log10 P",
      grid: true,
      ticks: (view, pixels) => niceTicks(view, Math.max(2, Math.floor(pixels / 45))),
    },
    both: true,
    areas: [],
    cells: [],
    lines: [...bounds(plot.x_condition, [0, top], "x"), ...bounds(plot.y_condition, [low, high], "y")],
    // By shape and colour; highlighted points are above the others.
    points: (
      [
        [0, "second", "square", 2.6],
        [1, "first", "dot", 4.4],
        [2, "highlight", "diamond", 7],
      ] as const
    ).map(([wanted, tone, shape, size]): Points => {
      const own = known.filter((i) => score[i] === wanted).sort((a, b) => (x[a] as number) - (x[b] as number));
      return {
        x: Float64Array.from(own, (i) => x[i] as number),
        y: Float64Array.from(own, (i) => y[i] as number),
        tone: new Uint8Array(own.length).fill(toneIndex(tone)),
        size,
        shape,
        rising: true,
        describe: (at) => tell(own[at] as number),
      };
    }),
    marks,
  };
  return {
    model,
    twin: volcanoTwin(plot, rows, x, y, score),
    notes: leftOut(rows.length - known.length, "without one of the two numbers"),
  };
}

function padded([low, high]: [number, number]): [number, number] {
  const air = (high - low || 1) * 0.05;
  return [low - air, high + air];
}

function bounds({ above, below }: Condition, across: readonly [number, number], on: "x" | "y"): Line[] {
  return [above, below].flatMap((at): Line[] => {
    if (at === undefined) return [];
    const points = on === "x" ? [at, across[0], at, across[1]] : [across[0], at, across[1], at];
    return [{ points, tone: "muted", dash: [4, 4] }];
  });
}

function volcanoTwin(plot: VolcanoOf, rows: PlotRows, x: Float64Array, y: Float64Array, score: Uint8Array) {
  const strongest = largest(y, twinRows, (i) => Number.isFinite(x[i]));
  return {
    caption: `The ${plural(strongest.length, "strongest row")}`,
    columns: [
      { name: rows.title(plot.name) },
      { name: plot.x.label || rows.title(plot.x.column), kind: "number" as const },
      { name: "P", kind: "number" as const },
      { name: "Conditions", kind: "number" as const },
    ],
    rows: strongest.map((i) => [rows.name(plot.name, i), formatNumber(x[i], 4), formatP(y[i]), `${score[i]} of 2`]),
  };
}
