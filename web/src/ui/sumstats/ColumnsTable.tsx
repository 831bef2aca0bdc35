import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { formatCount, plural } from "@/lib/format/format";
import { formatNumber } from "@/lib/format/format-number";
import { own } from "@/lib/own";
import type { FieldDoc, Inspection } from "@/lib/sumstats/contract";
import { chooseColumn, type MappingRow, type MappingState, mappingRows, unusedColumns } from "@/lib/sumstats/mapping";
import { TextButton } from "../action/TextButton";
import { Card } from "../Card";
import { Tag } from "../Tag";
import { ScrollRegion } from "../table/ScrollRegion";
import classes from "./columns.module.css";
import { RecognisedHeaders } from "./RecognisedHeaders";

/** `scope` separates several tables of one page. */
export const columnControlId = (field: string, scope = "") => `${scope}column-${field}`;

interface ColumnsTableProps {
  inspection: Inspection;
  docs: FieldDoc[];
  state: MappingState;
  /** The server's complaints by field. */
  errors: Record<string, string>;
  onState: (state: MappingState) => void;
  scope?: string;
}

/** Which column each field is read from, with what was seen in it. */
export function ColumnsTable({ inspection, docs, state, errors, onState, scope }: ColumnsTableProps) {
  const [headers, setHeaders] = useState(false);
  const [all, setAll] = useState(false);
  const { first, rest } = mappingRows(state, inspection, docs);
  // A field that the server complains about is never hidden.
  const rows = [...first, ...rest.filter((row) => all || own(errors, row.field))];
  const unused = unusedColumns(state, inspection);
  const labels = new Map(docs.map(({ field, label }) => [field, label]));
  const usedBy = new Map(Object.entries(state.mapping).map(([field, column]) => [column, labels.get(field) ?? field]));
  return (
    <>
      <Card flush title="Columns" aside={<TextButton onClick={() => setHeaders(true)}>Recognised headers</TextButton>}>
        <ScrollRegion label="Columns of the file" className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Column in the file</th>
                <th scope="col">First values</th>
                <th scope="col">Range</th>
                <th scope="col">Confidence</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row
                  key={row.field}
                  row={row}
                  state={state}
                  usedBy={usedBy}
                  header={inspection.header}
                  error={own(errors, row.field)}
                  scope={scope}
                  onColumn={(column) => onState(chooseColumn(state, row.field, column, inspection.sets))}
                />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
        {rest.length > 0 && (
          <div className={classes.more}>
            <TextButton onClick={() => setAll(!all)}>
              {all ? "Show relevant fields only" : `Show ${plural(rest.length, "more field")}`}
            </TextButton>
          </div>
        )}
      </Card>
      {unused.length > 0 && <Unused columns={unused} />}
      <RecognisedHeaders docs={docs} opened={headers} onClose={() => setHeaders(false)} />
    </>
  );
}

interface RowProps {
  row: MappingRow;
  state: MappingState;
  /** The label of the field that a column is used for. */
  usedBy: ReadonlyMap<string | undefined, string>;
  header: string[];
  error?: string;
  scope?: string;
  onColumn: (column: string | undefined) => void;
}

function Row({ row, state, usedBy, header, error, scope, onColumn }: RowProps) {
  const id = columnControlId(row.field, scope);
  const { inspected } = row;
  return (
    <tr>
      <th scope="row">
        <label htmlFor={id} className={classes.field}>
          {row.label}
        </label>
      </th>
      <td>
        <NativeSelect
          id={id}
          size="xs"
          classNames={{ root: classes.choice, input: classes.select }}
          value={row.column ?? ""}
          error={error}
          onChange={(event) => onColumn(event.currentTarget.value || undefined)}
        >
          <option value="">– none –</option>
          {header.map((name) => (
            <option key={name} value={name}>
              {usedBy.has(name) && name !== row.column ? `${name} (used for ${usedBy.get(name)})` : name}
            </option>
          ))}
        </NativeSelect>
      </td>
      <td className={classes.values}>{row.examples.slice(0, 3).join(" · ")}</td>
      <td className={classes.range}>
        {range(inspected)}
        {inspected?.share_missing ? <div>{formatNumber(inspected.share_missing * 100, 2)} % missing</div> : null}
      </td>
      <td>
        <Confidence row={row} state={state} />
      </td>
    </tr>
  );
}

function range(inspected: MappingRow["inspected"]): string {
  if (!inspected?.min || !inspected.max) return "";
  const [min, max] = [bound(inspected.min), bound(inspected.max)];
  return min === max ? min : `${min} to ${max}`;
}

/** A bound as the reader wrote it; large ones, such as positions, without an exponent. */
function bound(text: string): string {
  const value = Number(text);
  return Math.abs(value) >= 1000 && Math.abs(value) < 1e12 ? formatCount(value) : text;
}

function Confidence({ row, state }: { row: MappingRow; state: MappingState }) {
  const { inspected } = row;
  const decided = state.decided.includes(row.field);
  if (row.column === undefined) {
    if (row.missing) return <Tag tone="fail">required</Tag>;
    if (row.standsInFor.length === 0) return <Tag tone="neutral">optional</Tag>;
    return <span className={classes.range}>can replace {row.standsInFor.join(", ")}</span>;
  }
  if (inspected?.confidence === "ask" && !decided) return <Tag tone="warn">to confirm</Tag>;
  if (decided) return <Tag tone="pass">{inspected ? "confirmed by you" : "chosen by you"}</Tag>;
  return (
    <>
      <Tag tone="pass">{inspected?.confidence === "certain" ? "certain" : "likely"}</Tag>
      {inspected?.reason && <div className={classes.reason}>{inspected.reason}</div>}
    </>
  );
}

function Unused({ columns }: { columns: Inspection["unmapped"] }) {
  return (
    <Card title="Columns that are not used">
      <dl className={classes.unused}>
        {columns.map((column) => (
          <div key={column.column}>
            <dt>{column.column}</dt>
            <dd>
              {column.reason ?? "not recognised"}
              {column.examples?.length ? (
                <span className={classes.values}> {column.examples.slice(0, 3).join(" · ")}</span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
