import { Fragment, type ReactNode } from "react";
import type { Group } from "@/lib/document/document";
import type { PageState } from "@/lib/document/pageState";
import type { Cell, Row, RowsAnswer } from "@/lib/engine/engine";
import { own } from "@/lib/own";
import { CellView, type Ranges } from "./CellView";
import type { PageProps } from "./page";
import classes from "./page.module.css";

interface Props {
  row: Row;
  /** In the answer. */
  at: number;
  answer: RowsAnswer;
  columns: readonly string[];
  /** Of asked columns among the cells. */
  places: ReadonlyMap<string, number>;
  titles: ReadonlyMap<string, string>;
  numeric: ReadonlySet<string>;
  /** Columns whose values stay on one line. */
  whole: ReadonlySet<string>;
  ranges: Ranges;
  page: PageProps;
  /** "row group" of the open groups. */
  open: ReadonlySet<string>;
  onOpen: (open: ReadonlySet<string>) => void;
  starValue: Cell | undefined;
}

/** A row, and below it the groups that are open. */
export function PageRow(props: Props) {
  const { row, columns, page, open, onOpen, starValue } = props;
  const { groups, star } = page.document;
  const key = (group: Group) => `${row.row} ${group.id}`;
  const name = props.columns[0] ? textOf(row.cells[props.places.get(props.columns[0]) ?? -1]) : "";
  const toggle = (group: Group) => {
    const next = new Set(open);
    if (!next.delete(key(group))) next.add(key(group));
    onOpen(next);
  };
  const width = columns.length + groups.length + (star ? 1 : 0);
  return (
    <>
      <tr>
        {star && (
          <td className={classes.narrow}>
            <Star value={starValue} state={page.state} onState={page.onState} />
          </td>
        )}
        {columns.map((id) => (
          <td key={id} className={classOf(id, props)}>
            <Shown {...props} column={id} />
          </td>
        ))}
        {groups.map((group) => (
          <td key={group.id}>
            <button
              type="button"
              className={classes.opener}
              aria-expanded={open.has(key(group))}
              aria-label={`${group.title} of ${name || `row ${row.row + 1}`}`}
              onClick={() => toggle(group)}
            >
              <span aria-hidden="true">{open.has(key(group)) ? "▾" : "▸"}</span> {group.title}
            </button>
          </td>
        ))}
      </tr>
      {groups
        .filter((group) => open.has(key(group)))
        .map((group) => (
          <tr key={group.id}>
            <td colSpan={width} className={classes.group}>
              <GroupFacts {...props} group={group} />
            </td>
          </tr>
        ))}
    </>
  );
}

function classOf(id: string, { numeric, whole }: Pick<Props, "numeric" | "whole">): string | undefined {
  if (numeric.has(id)) return classes.number;
  return whole.has(id) ? classes.whole : undefined;
}

const textOf = (cell: Cell | undefined): string => (cell == null ? "" : String(cell));

function GroupFacts({ group, ...props }: Props & { group: Group }) {
  return (
    <dl className={classes.facts} aria-label={group.title}>
      {group.columns
        .filter((id) => props.titles.has(id))
        .map((id) => (
          <div key={id}>
            <dt>{props.titles.get(id)}</dt>
            <dd>
              <Shown {...props} column={id} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** One cell; compared values are stacked, one line per group. */
function Shown({ column, ...props }: Props & { column: string }): ReactNode {
  const { row, at, answer, places, page, ranges } = props;
  const compared = own(row.compared, column);
  const context = { row, places, page, ranges, strength: own(answer.neg_log_10, column)?.[at] ?? null };
  if (!compared) return <CellView column={column} value={row.cells[places.get(column) ?? -1] ?? null} {...context} />;
  return (
    <dl className={classes.compared}>
      {answer.groups?.map((group, i) => (
        <Fragment key={group}>
          <dt>{group}</dt>
          <dd>
            <CellView column={column} value={compared[i] ?? null} {...context} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

interface StarProps {
  value: Cell | undefined;
  state: PageState;
  onState: (state: PageState) => void;
}

function Star({ value, state, onState }: StarProps) {
  if (value == null) return null;
  const text = String(value);
  const on = state.starred.includes(text);
  const starred = on ? state.starred.filter((other) => other !== text) : [...state.starred, text];
  const onlyStarred = state.onlyStarred && starred.length > 0;
  return (
    <button
      type="button"
      className={classes.star}
      aria-pressed={on}
      aria-label={`Star ${text}`}
      onClick={() => onState({ ...state, starred, onlyStarred })}
    >
      <span aria-hidden="true">{on ? "★" : "☆"}</span>
    </button>
  );
}
