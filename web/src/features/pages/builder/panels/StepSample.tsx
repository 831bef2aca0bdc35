import type { Cell, ColumnState, Failure, Sample, StepReport } from "@/lib/engine/engine";
import { formatCount, plural } from "@/lib/format/format";
import { formatValue } from "@/lib/format/format-number";
import classes from "../builder.module.css";

const mostLetters = 24;
const shortened = (text: string) => (text.length > mostLetters ? `${text.slice(0, mostLetters - 1)}…` : text);

/** The content of a cell, shortened. */
export function cellWords(cell: Cell): string {
  if (cell === null) return "–";
  if (typeof cell === "number") return formatValue(cell);
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  return shortened(Array.isArray(cell) ? cell.join(", ") : String(cell));
}

interface Props {
  report: StepReport | undefined;
  columns: readonly ColumnState[];
  /** The fault of the step is shown elsewhere. */
  isSaid?: boolean;
}

/** What a step made of the first rows, and the cells that it could make nothing of. */
export function StepSample({ report, columns, isSaid = false }: Props) {
  if (!report || (report.fault && isSaid)) return null;
  const { fault, rows, missing, failed, first, before, after } = report;
  const titleOf = (id: string) => columns.find((column) => column.id === id)?.title ?? id;
  return (
    <div className={classes.sample}>
      {!fault && <SampleTable before={before} after={after} titleOf={titleOf} />}
      {/* Of a change the counts are read aloud, and not a table of numbers. */}
      <p role="status" className={fault ? classes.fault : classes.faint}>
        {fault ?? `${plural(rows, "row")} checked, ${formatCount(missing)} without a result`}
      </p>
      {failed > 0 && (
        <details className={classes.failures}>
          <summary>{plural(failed, "cell")} could not be converted</summary>
          <ul>
            {first.map((failure) => (
              <FailureLine key={`${failure.row} ${failure.column}`} failure={failure} titleOf={titleOf} />
            ))}
          </ul>
          {failed > first.length && <p className={classes.faint}>and {plural(failed - first.length, "other")}</p>}
        </details>
      )}
    </div>
  );
}

interface LineProps {
  failure: Failure;
  titleOf: (id: string) => string;
}

/** "Row 811, P value: “n/a” is not a number." */
function FailureLine({ failure: { row, column, value, reason }, titleOf }: LineProps) {
  const written = String(value);
  const isNamed = reason.includes(`“${written}”`);
  return (
    <li>
      Row {formatCount(row + 1)}, {titleOf(column)}
      {!isNamed && `, “${cellWords(value)}”`}: {isNamed ? reason.replace(written, () => cellWords(value)) : reason}
    </li>
  );
}

interface SampleProps {
  before: Sample;
  after: Sample;
  titleOf: (id: string) => string;
}

function SampleTable({ before, after, titleOf }: SampleProps) {
  if (before.rows.length === 0) return null;
  const made = new Map(after.rows.map(({ row, cells }) => [row, cells]));
  return (
    <div className={classes.scroll}>
      <table className={classes.mini}>
        <caption className={classes.caption}>The first rows, before and after</caption>
        <thead>
          <tr>
            {before.columns.map((id) => (
              <th key={id}>{titleOf(id)}</th>
            ))}
            {after.columns.map((id) => (
              <th key={`made ${id}`}>→ {titleOf(id)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before.rows.map(({ row, cells }) => (
            <tr key={row}>
              {cells.map((cell, at) => (
                <td key={before.columns[at]}>{cellWords(cell)}</td>
              ))}
              {made.get(row)?.map((cell, at) => (
                <td key={`made ${after.columns[at]}`}>{cellWords(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
