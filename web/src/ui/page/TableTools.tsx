import { Button, Checkbox, Menu, Popover, Stack } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { formatCount, plural } from "@/lib/format/format";
import { toastError } from "../dialog/toast";
import { type ExportKind, exportRows } from "./exportRows";
import type { PageProps } from "./page";
import classes from "./page.module.css";

interface Props extends PageProps {
  titles: ReadonlyMap<string, string>;
  /** Rows that pass; undefined until it is known. */
  total: number | undefined;
}

/** How many rows there are, only starred ones, columns, and saving. */
export function TableTools({ titles, total, ...page }: Props) {
  const { document, state, onState } = page;
  const what = document.comparison ? "key" : "row";
  return (
    <div className={classes.tools}>
      <span className={classes.count}>{total === undefined ? "" : plural(total, what)}</span>
      {document.star && (
        <Button
          variant="default"
          size="xs"
          aria-pressed={state.onlyStarred}
          disabled={state.starred.length === 0}
          onClick={() => onState({ ...state, page: 1, onlyStarred: !state.onlyStarred })}
        >
          {state.onlyStarred ? "All rows" : `Starred (${formatCount(state.starred.length)})`}
        </Button>
      )}
      <Columns {...page} titles={titles} />
      <Export {...page} titles={titles} total={total} />
    </div>
  );
}

function Columns({ document, state, onState, titles }: Omit<Props, "total">) {
  const choices = document.table.columns.filter((id) => titles.has(id));
  const toggle = (id: string) => {
    const { hidden } = state;
    onState({ ...state, hidden: hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id] });
  };
  if (choices.length < 2) return null;
  return (
    <Popover position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <Button variant="default" size="xs">
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns shown">
        <Stack gap="xs" className={classes.columns}>
          {choices.map((id) => (
            <Checkbox
              key={id}
              label={titles.get(id)}
              checked={!state.hidden.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const kinds: [ExportKind, string][] = [
  ["csv", "Table (CSV)"],
  ["tsv", "Table (TSV)"],
  ["jsonl", "Rows (JSON lines)"],
];

/** Saves every passing row; shows its progress, and can be stopped. */
function Export({ titles, total = 0, ...page }: Props) {
  const [done, setDone] = useState<number>();
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);

  async function save(kind: ExportKind): Promise<void> {
    const control = new AbortController();
    work.current = control;
    setDone(0);
    try {
      await exportRows(page, titles, kind, setDone, control.signal);
    } catch (error) {
      if (!control.signal.aborted) toastError("The rows were not saved", error);
    } finally {
      if (work.current === control) setDone(undefined);
    }
  }

  if (done !== undefined) {
    return (
      <>
        <span className={classes.count} role="status">
          Saving {formatCount(done)} of {formatCount(total)}
        </span>
        <Button variant="default" size="xs" onClick={() => work.current?.abort()}>
          Cancel
        </Button>
      </>
    );
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" size="xs" disabled={total === 0}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(([kind, label]) => (
          <Menu.Item key={kind} onClick={() => void save(kind)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
