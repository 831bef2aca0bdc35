/** The box plot of a page: median, quartiles and reach of a number, by category. */
import type { Plot } from "@/lib/document/document";
import { formatCount, plural } from "@/lib/format/format";
import { formatNumber } from "../../../chart/words";
import { leftOut } from "../drawn";
import type { PlotRows } from "../rows";
import { categoryAxis, frame, type LibraryChart, numberAxis } from "./chart";

export type BoxOf = Extract<Plot, { type: "box" }>;

const mostBoxes = 60;
/** Rows beyond the whiskers that are drawn. */
const mostBeyond = 2000;

export interface BoxNumbers {
  readonly n: number;
  /** The furthest values within 1.5 times the box of its ends. */
  readonly low: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly high: number;
  readonly beyond: readonly number[];
}

/** The quantile between ranks, as R's type 7. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = (sorted.length - 1) * share;
  const low = Math.floor(at);
  const [a, b] = [sorted[low] as number, sorted[Math.min(low + 1, sorted.length - 1)] as number];
  return a + (b - a) * (at - low);
}

export function boxOf(values: readonly number[]): BoxNumbers {
  const sorted = Float64Array.from(values).sort();
  const [q1, median, q3] = [quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)];
  const [from, to] = [q1 - 1.5 * (q3 - q1), q3 + 1.5 * (q3 - q1)];
  const within = sorted.filter((value) => value >= from && value <= to);
  return {
    n: sorted.length,
    low: within[0] ?? q1,
    q1,
    median,
    q3,
    high: within[within.length - 1] ?? q3,
    beyond: [...sorted.filter((value) => value < from || value > to)],
  };
}

export function drawBox(plot: BoxOf, rows: PlotRows): LibraryChart {
  const { texts, of } = rows.groups(plot.category.column);
  const values = rows.numbers(plot.value.column);
  const members: number[][] = texts.map(() => []);
  let without = 0;
  for (let i = 0; i < rows.length; i++) {
    const value = values[i] as number;
    if ((of[i] as number) < 0 || !Number.isFinite(value)) without++;
    else members[of[i] as number]?.push(value);
  }
  const all = texts.flatMap((name, at) => (members[at]?.length ? [{ name, ...boxOf(members[at]) }] : []));
  const boxes = all.slice(0, mostBoxes);
  const beyond = boxes.flatMap((box, at) => box.beyond.map((value): [number, number] => [at, value]));
  const label = plot.value.label || rows.title(plot.value.column);
  const category = plot.category.label || rows.title(plot.category.column);
  return {
    title: plot.title || "Box plot",
    summary: `${label} by ${category}: ${plural(boxes.length, "box", "boxes")}, ${plural(rows.length - without, "row")}.`,
    height: plot.height ?? 320,
    notes: [
      ...leftOut(without, "without a category or number"),
      ...(all.length > mostBoxes ? [`The first ${mostBoxes} of ${plural(all.length, "box", "boxes")} are drawn.`] : []),
      ...(beyond.length > mostBeyond
        ? [`${formatCount(mostBeyond)} of ${plural(beyond.length, "row")} beyond the whiskers are drawn.`]
        : []),
    ],
    spots: {
      length: boxes.length,
      x: boxes.map((_, at) => at),
      y: boxes.map(({ median }) => median),
      near: "x",
      facts: (i) => {
        const box = boxes[i] as BoxNumbers & { name: string };
        return {
          title: box.name,
          facts: [
            ["Rows", formatCount(box.n)],
            ["Median", formatNumber(box.median, 4)],
            ["Quartiles", `${formatNumber(box.q1, 4)} to ${formatNumber(box.q3, 4)}`],
            ["Whiskers", `${formatNumber(box.low, 4)} to ${formatNumber(box.high, 4)}`],
            ["Beyond them", formatCount(box.beyond.length)],
          ],
        };
      },
      pick: (i) => ({ categories: [boxes[i]?.name ?? ""] }),
    },
    twin: {
      caption: `${label} by ${category}`,
      columns: [
        { name: category },
        ...["Rows", "Low", "Q1", "Median", "Q3", "High", "Beyond"].map((name) => ({ name, kind: "number" as const })),
      ],
      rows: boxes.map((box) => [
        box.name,
        formatCount(box.n),
        ...[box.low, box.q1, box.median, box.q3, box.high].map((value) => formatNumber(value, 4)),
        formatCount(box.beyond.length),
      ]),
    },
    option: (tokens) => ({
      ...frame(tokens),
      xAxis: categoryAxis(
        tokens,
        plot.category.label,
        boxes.map(({ name }) => name),
      ),
      yAxis: numberAxis(tokens, { name: label, upright: true }),
      series: [
        {
          type: "boxplot",
          silent: true,
          itemStyle: { color: `${tokens.first}33`, borderColor: tokens.first, borderWidth: 1.5 },
          boxWidth: [8, 44],
          data: boxes.map(({ low, q1, median, q3, high }) => [low, q1, median, q3, high]),
        },
        {
          type: "scatter",
          silent: true,
          symbol: "emptyCircle",
          symbolSize: 4,
          itemStyle: { color: tokens.first },
          data: beyond.slice(0, mostBeyond),
        },
      ],
    }),
  };
}
