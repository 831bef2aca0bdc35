import { useMemo } from "react";
import type { Plot } from "@/lib/document/document";
import { QqCard } from "../../chart/QqCard";
import { leftOut, withoutP } from "./drawn";
import type { FigureProps } from "./figureProps";
import { NothingDrawn } from "./NothingDrawn";
import { allRows, calledQq, qqData } from "./qqPlot";
import { strengthColumn } from "./rows";

/** Expected against observed P values of the rows that pass. */
export function QqFigure({ plot, rows, page }: FigureProps<Extract<Plot, { type: "qq" }>>) {
  const name = allRows(page);
  const data = useMemo(() => calledQq(qqData(rows.numbers(strengthColumn(plot.y))), name), [plot.y, rows, name]);
  const title = plot.title || "QQ plot";
  const notes = leftOut(rows.length - data.n, withoutP);
  if (data.n === 0) return <NothingDrawn title={title} notes={notes} />;
  return (
    <QqCard title={title} data={data} height={plot.height ?? 300} lambdaGc={data.lambda_gc} note={notes.join(" ")} />
  );
}
