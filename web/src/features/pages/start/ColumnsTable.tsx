import { NativeSelect } from "@mantine/core";
import type { TableLayout, TablePreview, TablePreviewColumn } from "@/api/pages/tables";
import { columnRoles, columnTypes } from "@/lib/document/document";
import { plural } from "@/lib/format/format";
import { own } from "@/lib/own";
import { Card } from "@/ui/Card";
import data from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { heldWords } from "../held";
import { roleWords, typeWords } from "../words";
import classes from "./start.module.css";

interface Props {
  preview: TablePreview;
  layout: TableLayout;
  onLayout: (part: Partial<TableLayout>) => void;
}

const rowsShown = 12;
/** As many rows as are looked at; of fewer, all. */
const mostLooked = 1000;

/** The first rows, under what each column was taken for, which can be corrected, and what it holds. */
export function ColumnsTable({ preview: { columns, rows, looked_at: looked }, layout, onLayout }: Props) {
  const doubts = columns.filter(({ doubt }) => doubt);
  return (
    <Card title="Columns" aside={`what the ${looked < mostLooked ? "" : "first "}${plural(looked, "row")} hold`} flush>
      {doubts.length > 0 && (
        <ul className={classes.doubts}>
          {doubts.map(({ source, doubt }) => (
            <li key={source}>
              <span className={classes.code}>{source}</span>: {doubt}
            </li>
          ))}
        </ul>
      )}
      <ScrollRegion label="Columns and first rows" className={data.scroll}>
        <table className={data.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.source}>
                  <Head column={column} layout={layout} onLayout={onLayout} />
                </th>
              ))}
            </tr>
            <tr>
              {columns.map((column) => (
                <td key={column.source} className={classes.held}>
                  {heldWords(column, looked).map((words) => (
                    <p key={words}>{words}</p>
                  ))}
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, rowsShown).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
              <tr key={at}>
                {columns.map(({ source }, place) => (
                  <td key={source} className={data.mono}>
                    {row[place] ?? <span className={data.faint}>missing</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

interface HeadProps extends Omit<Props, "preview"> {
  column: TablePreviewColumn;
}

function Head({ column: { source, type, role, reason }, layout, onLayout }: HeadProps) {
  const { types = {}, roles = {} } = layout;
  return (
    <div className={classes.head}>
      <span className={classes.code}>{source}</span>
      <NativeSelect
        size="xs"
        aria-label={`Type of ${source}`}
        value={own(types, source) ?? type}
        data={columnTypes.map((value) => ({ value, label: typeWords[value] }))}
        onChange={({ currentTarget: { value } }) => onLayout({ types: { ...types, [source]: value as typeof type } })}
      />
      <NativeSelect
        size="xs"
        aria-label={`Meaning of ${source}`}
        title={reason}
        value={own(roles, source) ?? role ?? "none"}
        data={[
          { value: "none", label: "No meaning known" },
          ...columnRoles.map((value) => ({ value, label: roleWords[value] })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onLayout({ roles: { ...roles, [source]: value as NonNullable<typeof role> } })
        }
      />
    </div>
  );
}
