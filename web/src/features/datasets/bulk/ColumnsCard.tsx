import type { DatasetCodes } from "@/api/datasets";
import { Card } from "@/ui/Card";
import data from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "./bulk.module.css";
import { choicesOf, clearMark, type SheetColumn, sheetColumns } from "./columns";

interface Props {
  codes: DatasetCodes;
  /** Open at first: there is no sheet yet. */
  open: boolean;
}

/** What a sheet may say. */
export function ColumnsCard({ codes, open }: Props) {
  return (
    <Card flush>
      <details className={classes.columns} open={open}>
        <summary>What the columns say</summary>
        <p className={classes.columnsAbout}>
          The heading names the columns, in any order. The names of the form are understood too; columns that are not
          listed here are left out. An empty cell leaves what is there as it is; a cell that holds only “{clearMark}”
          empties a field that may be empty.
        </p>
        <ScrollRegion label="Columns of a sheet" className={data.scroll}>
          <table className={`${data.table} ${classes.columnsTable}`}>
            <thead>
              <tr>
                <th scope="col">Column</th>
                <th scope="col">What it says</th>
                <th scope="col">Allowed values</th>
              </tr>
            </thead>
            <tbody>
              {sheetColumns.map((column) => (
                <ColumnRow key={column.name} column={column} choices={choicesOf(column, codes)} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </Card>
  );
}

function ColumnRow({ column, choices }: { column: SheetColumn; choices: readonly string[] }) {
  const { name, label, needed, about, example } = column;
  return (
    <tr>
      <th scope="row">
        <span className={data.mono}>{name}</span>
        <div className={data.faint}>
          {label}
          {needed && <span className={classes.needed}> · required for every new data set</span>}
        </div>
      </th>
      <td className={data.wrap}>{about}</td>
      <td className={classes.choices}>
        {choices.length > 0 ? choices.join(" · ") : example && <span className={data.faint}>Such as {example}</span>}
      </td>
    </tr>
  );
}
