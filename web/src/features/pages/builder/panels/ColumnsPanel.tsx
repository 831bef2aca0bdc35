import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { addColumn, showColumns, titleOf } from "@/lib/document/change";
import type { Column, PageDocument } from "@/lib/document/document";
import { titledColumns } from "@/lib/document/ids";
import { formatCount, plural } from "@/lib/format/format";
import classes from "../builder.module.css";
import { Fields } from "../fields/Fields";
import type { Field } from "../kinds/field";
import { OrderButtons } from "../OrderButtons";
import { moved } from "../order";
import type { PanelProps } from "../panel";
import { useRemoval } from "../removal";
import { useSay } from "../saying";
import { ColumnRow } from "./ColumnRow";
import { GoneColumns } from "./GoneColumns";

/** The columns of the page: their titles, which of them the table shows, and in which order. */
export function ColumnsPanel({ document, table, problems, editing, change }: PanelProps) {
  const all = titledColumns(document);
  const shown = document.table.columns;
  const hidden = all.filter(({ id }) => !shown.includes(id));
  const missing = table.columns.filter(({ id }) => !document.columns.some((column) => column.id === id));
  const leavesShown = useRemoval(shown.length);
  const leavesHidden = useRemoval(hidden.length);
  const say = useSay();
  function showOnly(ids: string[]) {
    change((before) => showColumns(before, ids));
    say(`${formatCount(ids.length)} of ${plural(all.length, "column")} shown`);
  }
  return (
    <div className={classes.panel}>
      <GoneColumns document={document} problems={problems} table={table} change={change} />
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="compact-sm"
          aria-disabled={hidden.length === 0}
          data-disabled={hidden.length === 0 || undefined}
          onClick={() => showOnly([...shown, ...hidden.map(({ id }) => id)])}
        >
          Show all
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          aria-disabled={shown.length === 0}
          data-disabled={shown.length === 0 || undefined}
          onClick={() => showOnly([])}
        >
          Hide all
        </Button>
      </div>
      <ol className={classes.items} aria-label="Columns shown, in order">
        {shown.map((id, at) => (
          <ColumnRow key={id} document={document} table={table} id={id} shown change={change} onLeave={leavesShown}>
            <OrderButtons
              name={titleOf(document, id)}
              at={at}
              of={shown.length}
              onMove={(to) => change((before) => showColumns(before, moved(shown, at, to)))}
            />
          </ColumnRow>
        ))}
      </ol>
      {hidden.length > 0 && (
        <ul className={classes.items} aria-label="Columns not shown">
          {hidden.map(({ id }) => (
            <ColumnRow
              key={id}
              document={document}
              table={table}
              id={id}
              shown={false}
              change={change}
              onLeave={leavesHidden}
            />
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <NativeSelect
          label="Unused columns of the table"
          value=""
          data={[
            { value: "", label: plural(missing.length, "column") },
            ...missing.map(({ id, source }) => ({ value: id, label: source })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const found = missing.find(({ id }) => id === value);
            if (!found) return;
            const { id, source, type, role } = found;
            const column: Column = { id, source, title: source, type, ...(role && { role }) };
            change((before) => addColumn(before, column));
          }}
        />
      )}
      <SortFields document={document} editing={editing} change={change} />
    </div>
  );
}

const sortField: readonly Field<"column">[] = [
  { at: "column", kind: "column", optional: true, label: "Initial order", hint: "None: the order of the table." },
];

/** How the table is sorted at first, and how many rows it shows. */
function SortFields({ document, editing, change }: Pick<PanelProps, "document" | "editing" | "change">) {
  const { sort, rows } = document.table;

  function sortBy(next: PageDocument["table"]["sort"]) {
    change((before) => {
      const { sort: _, ...others } = before.table;
      return { ...before, table: next ? { ...others, sort: next } : others };
    });
  }

  return (
    <>
      <Fields
        fields={sortField}
        item={sort ?? {}}
        pointer="/table/sort"
        editing={editing()}
        onChange={(next) => {
          const { column } = next as { column?: string };
          sortBy(column ? { column, descending: sort?.descending ?? false } : undefined);
        }}
      />
      {sort && (
        <Checkbox
          label="Largest first"
          checked={sort.descending}
          onChange={({ currentTarget: { checked } }) => sortBy({ ...sort, descending: checked })}
        />
      )}
      <NativeSelect
        label="Rows at a time"
        value={String(rows)}
        data={["10", "20", "50", "100"]}
        onChange={({ currentTarget: { value } }) =>
          change((before) => {
            const rows = Number(value) as PageDocument["table"]["rows"];
            return { ...before, table: { ...before.table, rows } };
          })
        }
      />
    </>
  );
}
