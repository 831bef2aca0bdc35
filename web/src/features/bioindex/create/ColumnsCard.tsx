import { NativeSelect } from "@mantine/core";
import type { BioIndexPreview, ColumnType } from "@/api/bioindex/bioindex";
import { plural } from "@/lib/format/format";
import { own } from "@/lib/own";
import { Card } from "@/ui/Card";
import data from "@/ui/data.module.css";
import { Notice } from "@/ui/state/Notice";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "../bioindex.module.css";
import type { Definition } from "./definition";

interface Props {
  preview: BioIndexPreview;
  values: Definition;
  error?: string;
  onChange: (next: (before: Definition) => Definition, ...mended: string[]) => void;
}

const types = [
  { value: "text", label: "text" },
  { value: "integer", label: "whole number" },
  { value: "decimal", label: "number" },
];

const shownRows = 5;

/** The columns with their types, to correct, above the first rows. */
export function ColumnsCard({ preview: { columns, rows }, values, error, onChange }: Props) {
  function setType(column: string, proposed: ColumnType, type: ColumnType) {
    onChange((before) => {
      const { [column]: _before, ...others } = before.types;
      return { ...before, types: type === proposed ? others : { ...others, [column]: type } };
    }, "types");
  }

  return (
    <Card flush title="Columns and first rows" aside={plural(columns.length, "column")}>
      {error && (
        <div className={classes.inside} id="index-types" tabIndex={-1}>
          <Notice tone="fail">{error}</Notice>
        </div>
      )}
      <ScrollRegion className={data.scroll} label="Columns and first rows">
        <table className={data.table}>
          <thead>
            <tr>
              {columns.map(({ name }) => (
                <th key={name} scope="col" className={classes.code}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              {columns.map(({ name, type }) => (
                <td key={name}>
                  <NativeSelect
                    size="xs"
                    className={classes.type}
                    aria-label={`Type of ${name}`}
                    data={types}
                    value={own(values.types, name) ?? type}
                    onChange={(event) => setType(name, type, event.currentTarget.value as ColumnType)}
                  />
                </td>
              ))}
            </tr>
            {rows.slice(0, shownRows).map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have no other name and never move
              <tr key={line}>
                {columns.map(({ name }, at) => (
                  <td key={name} className={classes.code}>
                    {row[at]}
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
