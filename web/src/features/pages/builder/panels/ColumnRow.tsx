import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { removeColumn, renameColumn, setColumn, showColumns, titleFault, titleOf } from "@/lib/document/change";
import { type Column, type ColumnRole, columnRoles } from "@/lib/document/document";
import { TextButton } from "@/ui/action/TextButton";
import { confirm } from "@/ui/dialog/confirm";
import { heldWords } from "../../held";
import { roleWords, typeWords } from "../../words";
import classes from "../builder.module.css";
import { controlId } from "../fields/editing";
import { Small } from "../OrderButtons";
import type { PanelProps } from "../panel";
import { breakWords } from "./breakWords";

interface RowProps extends Pick<PanelProps, "document" | "table" | "change"> {
  id: string;
  shown: boolean;
  /** Called before the column is removed from the list. */
  onLeave: (words: string) => void;
  /** The controls for its order. */
  children?: ReactNode;
}

/** Shown or not, and the title. A title that another column has is kept in the box and said. */
export function ColumnRow({ document, table, id, shown, change, onLeave, children }: RowProps) {
  const [open, setOpen] = useState(false);
  const more = useId();
  const title = titleOf(document, id);
  const at = document.columns.findIndex((column) => column.id === id);
  const column = document.columns[at];

  function show(checked: boolean) {
    onLeave(checked ? `${title} is shown, in last place` : `${title} is not shown`);
    change((before) => {
      const others = before.table.columns.filter((one) => one !== id);
      return showColumns(before, checked ? [...others, id] : others);
    });
  }

  return (
    <li>
      <div className={classes.columnRow}>
        <Checkbox
          aria-label={`Show ${title}`}
          checked={shown}
          onChange={({ currentTarget: { checked } }) => show(checked)}
        />
        <Title document={document} id={id} change={change} control={controlId(`/columns/${at}`)} column={column} />
        {children}
        {column && (
          <Small label={`More of ${title}`} sign="⋯" expanded={open} controls={more} onClick={() => setOpen(!open)} />
        )}
      </div>
      {column && open && (
        <div id={more} className={classes.more}>
          <More document={document} table={table} column={column} change={change} onLeave={onLeave} />
        </div>
      )}
    </li>
  );
}

interface TitleProps extends Pick<PanelProps, "document" | "change"> {
  id: string;
  control: string;
  column: Column | undefined;
}

function Title({ document, id, change, control, column }: TitleProps) {
  const [typed, setTyped] = useState<string>();
  const title = titleOf(document, id);
  const text = typed ?? title;
  return (
    <TextInput
      className={classes.grow}
      size="xs"
      id={control}
      aria-label={`Title of ${column?.source ?? id}`}
      title={column && column.source !== title ? `In the table: ${column.source}` : undefined}
      value={text}
      error={titleFault(document, id, text)}
      onChange={({ currentTarget: { value } }) => {
        const wrong = titleFault(document, id, value);
        setTyped(wrong ? value : undefined);
        if (!wrong) change((before) => renameColumn(before, id, value), `/title/${id}`);
      }}
    />
  );
}

interface MoreProps extends Pick<RowProps, "document" | "table" | "change" | "onLeave"> {
  column: Column;
}

/** What the column is in the table and to a geneticist, and the way out of the page. */
function More({ document, table, column, change, onLeave }: MoreProps) {
  const { id, source, title, type, role } = column;
  const there = table.columns.find((one) => one.source === source);

  async function remove() {
    const { breaks } = removeColumn(document, id);
    const yes =
      breaks.length === 0 ||
      (await confirm({
        title: `Remove ${title} from the page?`,
        children: `${breakWords(breaks)} The table keeps the column.`,
        confirm: "Remove",
      }));
    if (!yes) return;
    onLeave(`${title} is removed`);
    change((before) => removeColumn(before, id).document);
  }

  return (
    <>
      <p className={classes.note}>
        In the table: <span className={classes.code}>{source}</span>, {typeWords[type].toLowerCase()}
      </p>
      {there && (
        <ul className={classes.bullets} aria-label={`Content of ${title}`}>
          {heldWords(there, table.rows ?? 0).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <NativeSelect
        size="xs"
        label="Meaning"
        value={role ?? ""}
        data={[
          { value: "", label: "No meaning known" },
          ...columnRoles.map((value) => ({ value, label: roleWords[value] })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          change((before) => setColumn(before, id, { role: (value || undefined) as ColumnRole | undefined }))
        }
      />
      <TextButton danger onClick={() => void remove()}>
        Remove from the page
      </TextButton>
    </>
  );
}
