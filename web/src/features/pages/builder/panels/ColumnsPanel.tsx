import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { addColumn, renameColumn, showColumns, titleFault, titleOf } from "@/lib/document/change";
import type { Column, PageDocument } from "@/lib/document/document";
import { titledColumns } from "@/lib/document/ids";
import { plural } from "@/lib/format";
import { TextButton } from "@/ui/TextButton";
import classes from "../builder.module.css";
import { controlId } from "../fields/editing";
import { OrderButtons } from "../OrderButtons";
import { moved } from "../order";
import type { PanelProps } from "../panel";
import { type Problems, within } from "../problems";

/** The columns of the page: their titles, which of them the table shows, and in which order. */
export function ColumnsPanel({ document, table, problems, editing, change }: PanelProps) {
  const all = titledColumns(document);
  const shown = document.table.columns;
  const hidden = all.filter(({ id }) => !shown.includes(id));
  const missing = table.columns.filter(({ id }) => !document.columns.some((column) => column.id === id));
  const { onRepair } = editing();
  return (
    <div className={classes.panel}>
      <Gone document={document} problems={problems} onRepair={onRepair} />
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="compact-sm"
          disabled={hidden.length === 0}
          onClick={() => change((before) => showColumns(before, [...shown, ...hidden.map(({ id }) => id)]))}
        >
          Show all
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          disabled={shown.length === 0}
          onClick={() => change((before) => showColumns(before, []))}
        >
          Hide all
        </Button>
      </div>
      <ol className={classes.items} aria-label="Columns shown, in order">
        {shown.map((id, at) => (
          <li key={id} className={classes.columnRow}>
            <ColumnRow document={document} id={id} shown change={change} />
            <OrderButtons
              name={titleOf(document, id)}
              at={at}
              of={shown.length}
              onMove={(to) => change((before) => showColumns(before, moved(shown, at, to)))}
            />
          </li>
        ))}
      </ol>
      {hidden.length > 0 && (
        <ul className={classes.items} aria-label="Columns not shown">
          {hidden.map(({ id }) => (
            <li key={id} className={classes.columnRow}>
              <ColumnRow document={document} id={id} shown={false} change={change} />
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <NativeSelect
          label="Columns of the table that the page has not"
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
      <SortFields document={document} change={change} />
    </div>
  );
}

interface RowProps extends Pick<PanelProps, "document" | "change"> {
  id: string;
  shown: boolean;
}

/** Shown or not, and the title. A title that another column has is kept in the box and said. */
function ColumnRow({ document, id, shown, change }: RowProps) {
  const title = titleOf(document, id);
  const source = document.columns.find((column) => column.id === id)?.source;
  const [typed, setTyped] = useState<string>();
  const text = typed ?? title;
  const fault = titleFault(document, id, text);
  return (
    <>
      <Checkbox
        aria-label={`Show ${title}`}
        checked={shown}
        onChange={({ currentTarget: { checked } }) =>
          change((before) => {
            const others = before.table.columns.filter((one) => one !== id);
            return showColumns(before, checked ? [...others, id] : others);
          })
        }
      />
      <TextInput
        className={classes.grow}
        size="xs"
        id={controlId(`/columns/${document.columns.findIndex((column) => column.id === id)}`)}
        aria-label={`Title of ${source ?? id}`}
        title={source && source !== title ? `In the table: ${source}` : undefined}
        value={text}
        error={fault}
        onChange={({ currentTarget: { value } }) => {
          const wrong = titleFault(document, id, value);
          setTyped(wrong ? value : undefined);
          if (!wrong) change((before) => renameColumn(before, id, value), `/title/${id}`);
        }}
      />
    </>
  );
}

interface GoneProps {
  document: PageDocument;
  problems: Problems;
  onRepair: (pointer: string, near: string) => void;
}

/** Columns that the table has no more, with the one that was probably meant. */
function Gone({ document, problems, onRepair }: GoneProps) {
  const found = within(problems, "/columns").filter(({ code }) => code === "column_gone" || code === "column_type");
  if (found.length === 0) return null;
  const place = (path: string) => document.columns[Number(path.split("/")[2])]?.title ?? path;
  return (
    <ul className={classes.lacks} aria-label="Columns that are gone">
      {found.map(({ path, text, near }) => (
        <li key={path}>
          {text}{" "}
          {near !== undefined && (
            <TextButton
              aria-label={`Use ${near} for ${place(path)}`}
              onClick={() => onRepair(/\/source$/.test(path) ? path : `${path}/source`, near)}
            >
              Use {near}
            </TextButton>
          )}
        </li>
      ))}
    </ul>
  );
}

/** How the table is sorted at first, and how many rows it shows. */
function SortFields({ document, change }: Pick<PanelProps, "document" | "change">) {
  const { sort, rows } = document.table;
  const set = (part: Partial<PageDocument["table"]>) =>
    change((before) => ({ ...before, table: { ...before.table, ...part } }));

  function sortBy(column: string) {
    change((before) => {
      const { sort: _, ...others } = before.table;
      return {
        ...before,
        table: column ? { ...others, sort: { column, descending: sort?.descending ?? false } } : others,
      };
    });
  }

  return (
    <>
      <NativeSelect
        label="Sorted at first by"
        value={sort?.column ?? ""}
        data={[
          { value: "", label: "as in the table" },
          ...titledColumns(document).map(({ id, title }) => ({ value: id, label: title })),
        ]}
        onChange={({ currentTarget: { value } }) => sortBy(value)}
      />
      {sort && (
        <Checkbox
          label="Largest first"
          checked={sort.descending}
          onChange={({ currentTarget: { checked } }) => set({ sort: { ...sort, descending: checked } })}
        />
      )}
      <NativeSelect
        label="Rows at a time"
        value={String(rows)}
        data={["10", "20", "50", "100"]}
        onChange={({ currentTarget: { value } }) => set({ rows: Number(value) as PageDocument["table"]["rows"] })}
      />
    </>
  );
}
