import { Anchor } from "@mantine/core";
import { formatCount, formatPart, plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { Notice } from "@/ui/state/Notice";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "./qc.module.css";
import { reasonWords } from "./reasons";
import { type QcReport, unexplainedRows } from "./report";

interface Props {
  report: QcReport;
  /** Address of the excluded rows. */
  excluded: string;
}

/** Neighbours differ; none of them is a colour that means something elsewhere. */
const shades = [
  "var(--co-plot-2)",
  "color-mix(in srgb, var(--co-plot-2) 60%, var(--co-text))",
  "color-mix(in srgb, var(--co-plot-2) 55%, var(--co-surface))",
];

/** Rows in minus every reason is rows kept: as a bar, as a sum, and reason by reason. */
export function Waterfall({ report, excluded }: Props) {
  const left = report.waterfall.filter((part) => part.count > 0);
  const gone = left.reduce((sum, part) => sum + part.count, 0);
  const unexplained = unexplainedRows(report);
  const link = gone > 0 && (
    <Anchor href={excluded} download size="sm">
      Excluded rows ({formatCount(gone)})
    </Anchor>
  );
  return (
    <Card title="Row counts" aside={link}>
      {report.rows_in > 0 && (
        <div className={classes.bar} aria-hidden="true">
          {report.rows_clean > 0 && (
            <div className={classes.kept} style={{ flexGrow: report.rows_clean }}>
              {report.rows_clean > report.rows_in / 3 && `${formatCount(report.rows_clean)} kept`}
            </div>
          )}
          {left.map((part, i) => (
            <div
              key={part.reason}
              className={classes.lost}
              style={{ flexGrow: part.count, background: shades[i % shades.length] }}
              title={`${formatCount(part.count)} ${reasonWords(part.reason)}`}
            />
          ))}
        </div>
      )}
      <p className={classes.sum}>{sumWords(report)}</p>
      {unexplained !== 0 && (
        <Notice tone="fail" title="Row counts do not add up">
          {plural(Math.abs(unexplained), "row is", "rows are")} {unexplained > 0 ? "missing from" : "counted twice in"}{" "}
          these counts. Do not accept the file. Contact the operator.
        </Notice>
      )}
      {left.length > 0 && (
        <details className={classes.reasons} open={report.verdict === "fail"}>
          <summary>{left.length === 1 ? "The reason" : `The ${left.length} reasons`}</summary>
          <Reasons report={report} />
        </details>
      )}
    </Card>
  );
}

function sumWords(report: QcReport): string {
  if (report.rows_in === 0) return "The file holds no rows.";
  const parts = report.waterfall
    .filter((part) => part.count > 0)
    .map((part) => ` − ${formatCount(part.count)} ${reasonWords(part.reason)}`);
  return `${formatCount(report.rows_in)} read${parts.join("")} = ${formatCount(report.rows_clean)} kept`;
}

type Part = QcReport["waterfall"][number];

const numbers = { count: (part: Part) => part.count };

function Reasons({ report }: { report: QcReport }) {
  const shaded = report.waterfall
    .filter((part) => part.count > 0)
    .map((part, i) => ({ ...part, shade: shades[i % shades.length] }));
  const sort = useRowSort(shaded, numbers);
  return (
    <ScrollRegion label="Reasons, table" className={shared.scroll}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Left out because</th>
            <NumberHead sort={sort} by="count">
              Rows
            </NumberHead>
            <NumberHead sort={sort} by="count">
              Share
            </NumberHead>
            <th scope="col">First lines</th>
          </tr>
        </thead>
        <tbody>
          {sort.rows.map((part) => (
            <tr key={part.reason}>
              <td className={shared.wrap}>
                <span className={classes.swatch} style={{ background: part.shade }} aria-hidden="true" />
                {part.sentence}
                {part.example && <code className={classes.example}>{part.example}</code>}
              </td>
              <td className={shared.number}>{formatCount(part.count)}</td>
              <td className={shared.number}>{formatPart(part.count, report.rows_in)}</td>
              <td className={shared.faint}>{part.lines.slice(0, 3).map(formatCount).join(" · ") || "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
