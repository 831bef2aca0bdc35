/** The score plot of a page: the rows that score highest, each with what its score is made of. */
import type { Plot } from "@/lib/document/document";
import { plural } from "@/lib/format/format";
import { formatNumber } from "../../../chart/words";
import { largest } from "../drawn";
import { factsOf, type PlotRows } from "../rows";
import { categoryAxis, frame, type LibraryChart, numberAxis, patterned } from "./chart";

export type ScoreOf = Extract<Plot, { type: "score" }>;

/** What each part adds to a row; a part without a number adds nothing. */
export function partsOf({ parts }: ScoreOf, rows: PlotRows): Float64Array[] {
  return parts.map(({ column, weight }) =>
    rows.numbers(column).map((value) => (Number.isFinite(value) ? value * weight : 0)),
  );
}

export function drawScore(plot: ScoreOf, rows: PlotRows): LibraryChart {
  const parts = partsOf(plot, rows);
  const raw = plot.parts.map(({ column }) => rows.numbers(column));
  const total = Float64Array.from(rows.rows, (_, i) => parts.reduce((sum, part) => sum + (part[i] as number), 0));
  const some = (i: number) => raw.some((values) => Number.isFinite(values[i]));
  const top = largest(total, plot.most, some);
  const lacking = top.filter((i) => raw.some((values) => !Number.isFinite(values[i]))).length;
  const names = plot.parts.map(({ column, weight }) =>
    weight === 1 ? rows.title(column) : `${rows.title(column)} × ${formatNumber(weight)}`,
  );
  return {
    title: plot.title || "Score",
    summary: `The ${plural(top.length, "row")} with the highest score of ${plural(rows.length, "row")}.`,
    height: plot.height ?? Math.max(160, top.length * 24 + 70),
    notes:
      lacking > 0
        ? [`${plural(lacking, "row")} of these ${lacking === 1 ? "lacks" : "lack"} a part, which adds nothing.`]
        : [],
    spots: {
      length: top.length,
      x: top.map((i) => total[i] as number),
      y: top.map((_, at) => at),
      near: "y",
      facts: (at) => {
        const i = top[at] as number;
        const own = names.map((name, part) => [name, formatNumber(parts[part]?.[i], 4)] as const);
        return factsOf(rows, i, plot, [["Score", formatNumber(total[i], 4)], ...own]);
      },
    },
    twin: {
      caption: plot.title || "Score",
      columns: [
        { name: rows.title(plot.name) },
        { name: "Score", kind: "number" },
        ...names.map((name) => ({ name, kind: "number" as const })),
      ],
      rows: top.map((i) => [
        rows.name(plot.name, i),
        formatNumber(total[i], 4),
        ...parts.map((part) => formatNumber(part[i], 4)),
      ]),
    },
    option: (tokens) => ({
      ...frame(tokens, names.length > 1),
      ...(names.length > 1 ? patterned : {}),
      xAxis: numberAxis(tokens, { name: "Score", fromZero: true }),
      yAxis: categoryAxis(
        tokens,
        "",
        top.map((i) => rows.name(plot.name, i)),
        true,
      ),
      series: names.map((name, part) => ({
        type: "bar",
        name: names.length > 1 ? name : "",
        silent: true,
        stack: "all",
        barMaxWidth: 22,
        data: top.map((i) => parts[part]?.[i] ?? 0),
      })),
    }),
  };
}
