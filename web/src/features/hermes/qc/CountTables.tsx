import { VisuallyHidden } from "@mantine/core";
import { formatCount, formatPart } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { useFieldWords } from "../useFieldWords";
import classes from "./qc.module.css";
import { type QcReport, rowsRead, usedPanel } from "./report";

/** Every mapped column before repair, after it, and in the clean file. */
export function ColumnsCard({ report }: { report: QcReport }) {
  const wordsOf = useFieldWords();
  const title = "Columns before and after repair";
  if (report.columns.length === 0) return <Card title={title}>No column was read.</Card>;
  return (
    <Card title={title} aside={`${report.columns.length} mapped`} flush>
      <ScrollRegion label="Columns, table" className={shared.scroll}>
        <table className={`${shared.table} ${classes.fields}`}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">In the file</th>
              <th scope="col" className={shared.number}>
                Missing
              </th>
              <th scope="col" className={shared.number}>
                Valid as sent
              </th>
              <th scope="col" className={shared.number}>
                After repair
              </th>
              <th scope="col" className={shared.number}>
                Clean file
              </th>
            </tr>
          </thead>
          <tbody>
            {report.columns.map((column) => (
              <tr key={column.field}>
                <th scope="row">{wordsOf(column.field)}</th>
                <td className={shared.mono}>{column.column}</td>
                <td className={shared.number}>{formatCount(column.missing)}</td>
                <td className={shared.number}>
                  {formatCount(column.valid)} <Incomplete part={column.valid} whole={column.rows} />
                </td>
                <td className={shared.number}>
                  {formatCount(column.valid_after)} <Incomplete part={column.valid_after} whole={column.rows} />
                </td>
                <td className={shared.number}>{formatCount(column.valid_clean)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {report.repaired.length > 0 && (
        <ul className={classes.repairs}>
          {report.repaired.map((repair) => (
            <li key={repair.reason}>
              <strong>{formatCount(repair.n)}</strong> {repair.sentence}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The share, where it is worth saying. */
function Incomplete({ part, whole }: { part: number; whole: number }) {
  return part < whole ? <span className={shared.faint}>{formatPart(part, whole)}</span> : null;
}

/** Rows of the file, of the clean file and of the panel per chromosome: a gap shows at once. */
export function ChromosomesCard({ report }: { report: QcReport }) {
  const most = Math.max(1, ...report.chromosomes.map((c) => c.rows));
  const panel = usedPanel(report) !== undefined;
  const shown = report.chromosomes.filter((c) => c.rows > 0 || (panel && c.panel > 0) || c.chromosome <= 23);
  const title = "Rows per chromosome";
  if (rowsRead(report) === 0) return <Card title={title}>No row could be read.</Card>;
  return (
    <Card title={title} flush>
      <ScrollRegion label="Chromosomes, table" className={`${shared.tall} ${classes.chromosomes}`}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Chr</th>
              <th scope="col" className={shared.number}>
                Read
              </th>
              <th scope="col" className={shared.number}>
                Clean
              </th>
              {panel && (
                <th scope="col" className={shared.number}>
                  Panel
                </th>
              )}
              <th scope="col" className={classes.barColumn}>
                <VisuallyHidden component="span">Rows as a bar, the clean part filled</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((c) => (
              <tr key={c.chromosome} className={c.rows === 0 ? classes.emptyRow : undefined}>
                <th scope="row">{c.name}</th>
                <td className={shared.number}>{formatCount(c.rows)}</td>
                <td className={shared.number}>{formatCount(c.clean)}</td>
                {panel && <td className={shared.number}>{formatCount(c.panel)}</td>}
                <td className={classes.barColumn}>
                  <div className={classes.miniBar} style={{ width: `${(c.rows / most) * 100}%` }}>
                    <div style={{ width: `${c.rows ? (c.clean / c.rows) * 100 : 0}%` }} />
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
