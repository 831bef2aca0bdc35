import type { DatasetCodes } from "@/api/datasets/datasets";
import { Card } from "@/ui/Card";
import data from "@/ui/data.module.css";
import { type DataColumn, DataTable } from "@/ui/table/DataTable";
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
        <summary>Columns</summary>
        <p className={classes.columnsAbout}>
          The heading names the columns, in any order. Field names of the form work too. Columns not listed here are
          ignored. An empty cell changes nothing. A cell with only “{clearMark}” clears an optional field.
        </p>
        <DataTable
          label="Columns of a sheet"
          className={classes.columnsTable}
          columns={columnsOf(codes)}
          rows={sheetColumns}
          rowKey={({ name }) => name}
        />
      </details>
    </Card>
  );
}

function columnsOf(codes: DatasetCodes): DataColumn<SheetColumn>[] {
  return [
    {
      label: "Column",
      names: true,
      cell: ({ name, label, needed }) => (
        <>
          <span className={data.mono}>{name}</span>
          <div className={data.faint}>
            {label}
            {needed && <span className={classes.needed}> · required for every new data set</span>}
          </div>
        </>
      ),
    },
    { label: "Description", kind: "wrap", cell: ({ about }) => about },
    { label: "Allowed values", cell: (column) => <Allowed column={column} choices={choicesOf(column, codes)} /> },
  ];
}

function Allowed({ column: { example }, choices }: { column: SheetColumn; choices: readonly string[] }) {
  return (
    <div className={classes.choices}>
      {choices.length > 0 ? choices.join(" · ") : example && <span className={data.faint}>Such as {example}</span>}
    </div>
  );
}
