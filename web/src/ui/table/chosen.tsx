import { Button, Checkbox, type CheckboxProps } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { plural } from "@/lib/format/format";
import classes from "./chosen.module.css";
import type { TableColumn } from "./column";

interface Row {
  id: string;
}

export type Chosen<T extends Row> = ReadonlyMap<string, T>;

/** Which rows are chosen, over all pages of the list; as they were when they were read last. */
export function useChosen<T extends Row>(rows: readonly T[] | undefined) {
  const [ids, setIds] = useState<Chosen<T>>(new Map());
  const chosen: Chosen<T> = useMemo(() => {
    const now = new Map(rows?.map((row) => [row.id, row]));
    return new Map([...ids].map(([id, row]) => [id, now.get(id) ?? row]));
  }, [ids, rows]);
  const put = (some: readonly T[], on: boolean) =>
    setIds((before) => {
      const next = new Map(before);
      for (const row of some) {
        if (on) next.set(row.id, row);
        else next.delete(row.id);
      }
      return next;
    });
  return { chosen, put, clear: () => setIds(new Map()) };
}

interface Choice<T extends Row> {
  chosen: Chosen<T>;
  put: (some: readonly T[], on: boolean) => void;
  nameOf: (row: T) => string;
  /** "file" and "files" */
  noun: readonly [string, string];
}

/** A box in a target of 28 px. */
const Box = (props: CheckboxProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the box is its control, and has the words
  <label className={classes.box}>
    <Checkbox size="xs" {...props} />
  </label>
);

/** The column of boxes; the one at its head chooses all of the page. */
export function choiceColumn<T extends Row>(
  rows: readonly T[],
  { chosen, put, nameOf, noun }: Choice<T>,
): TableColumn<T> {
  const here = rows.filter(({ id }) => chosen.has(id)).length;
  return {
    id: "choice",
    label: "Choose",
    role: "choice",
    head: (
      <Box
        aria-label={`Choose ${rows.length === 1 ? `the ${noun[0]}` : `all ${plural(rows.length, ...noun)}`} of this page`}
        checked={rows.length > 0 && here === rows.length}
        indeterminate={here > 0 && here < rows.length}
        onChange={(event) => put(rows, event.currentTarget.checked)}
      />
    ),
    cell: (row) => (
      <Box
        aria-label={`Choose ${nameOf(row)}`}
        checked={chosen.has(row.id)}
        onChange={(event) => put([row], event.currentTarget.checked)}
      />
    ),
  };
}

interface BarProps {
  count: number;
  noun: readonly [string, string];
  /** What can be done with the chosen ones. */
  actions: ReactNode;
  onClear: () => void;
  /** The running action, below. */
  children?: ReactNode;
}

/** How many rows are chosen, and what can be done with them. */
export function ChosenFrame({ count, noun, actions, onClear, children }: BarProps) {
  return (
    <section className={classes.chosen} aria-label={`Chosen ${noun[1]}`}>
      <div className={classes.actions}>
        <strong aria-live="polite">{plural(count, ...noun)} chosen</strong>
        {actions}
        <Button variant="subtle" size="xs" onClick={onClear}>
          Choose none
        </Button>
      </div>
      {children}
    </section>
  );
}
