import { useMemo } from "react";
import type { Plot } from "@/lib/document/document";
import { QqCard } from "../../chart/QqCard";
import { leftOut, withoutP } from "./drawn";
import type { FigureProps } from "./figureProps";
import { NothingDrawn } from "./NothingDrawn";
import { allRows, calledQq, ofGenome, qqData } from "./qqPlot";
import { strengthColumn } from "./rows";

/** Expected against observed P values of the rows that pass. */
export function QqFigure({ plot, rows, page }: FigureProps<Extract<Plot, { type: "qq" }>>) {
  const name = allRows(page);
  const { document, table } = page;
  const data = useMemo(
    () => calledQq(ofGenome(qqData(rows.numbers(strengthColumn(plot.y))), { document, table }), name),
    [plot.y, rows, name, document, table],
  );
  const title = plot.title || "QQ plot";
  const notes = leftOut(rows.length - data.n, withoutP);
  if (data.lambda_gc !== null && rows.length < (table.rows ?? 0)) notes.push("λ is that of the selected rows.");
  if (data.n === 0) return <NothingDrawn title={title} notes={notes} />;
  return (
    <QqCard title={title} data={data} height={plot.height ?? 300} lambdaGc={data.lambda_gc} note={notes.join(" ")} />
  );
}
