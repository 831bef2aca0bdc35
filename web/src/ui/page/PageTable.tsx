import { Button, VisuallyHidden } from "@mantine/core";
import { useCallback, useMemo, useState } from "react";
import type { RowsAnswer } from "@/lib/engine/engine";
import { formatCount, plural } from "@/lib/format/format";
import { Card } from "../Card";
import { Answered } from "../state/Answered";
import { late } from "../state/late";
import { RowsSkeleton } from "../state/Skeletons";
import { EmptyState } from "../state/states";
import { ScrollRegion } from "../table/ScrollRegion";
import { narrowings, withoutFilters } from "./filters";
import { PageRow } from "./PageRow";
import { type PageProps, titlesOf } from "./page";
import classes from "./page.module.css";
import { Reading } from "./Reading";
import { TableHead } from "./TableHead";
import { columnsAsked, shownColumns, tableQuestion } from "./tableColumns";
import { useAsked } from "./useAsked";
import { useRanges } from "./useRanges";

const TableTools = late(() => import("./TableTools").then((part) => part.TableTools));

/** The rows that pass, a page of them at a time. */
export function PageTable(page: PageProps) {
  const { document, table, engine, state, onState } = page;
  const size = document.table.rows;
  const titles = useMemo(() => titlesOf(document, table), [document, table]);
  const asked = useMemo(() => columnsAsked(document, titles), [document, titles]);
  const question = JSON.stringify(tableQuestion(document, state, asked));
  const from = (state.page - 1) * size;
  const ask = useCallback(
    (signal: AbortSignal) => engine.rows({ ...JSON.parse(question), from, to: from + size }, signal),
    [engine, question, from, size],
  );
  const answer = useAsked<RowsAnswer>(ask);
  const total = answer.data?.total;
  return (
    <Card flush>
      <TableTools {...page} titles={titles} total={total} meanwhile={<div className={classes.tools} />} />
      <Answered
        what="the rows of the page"
        title="The table could not be read"
        answer={answer}
        loading={
          <div className={classes.loading} role="status" aria-label="Reading the table">
            <Reading on rows={table.rows} />
            <RowsSkeleton rows={Math.min(size, 20)} />
          </div>
        }
        isEmpty={(data) => data.total === 0}
        empty={<NoRows {...page} />}
        flush
      >
        {(data) => (
          <>
            <Reading on={answer.stale} rows={table.rows} />
            <div className={answer.stale ? classes.stale : undefined} aria-busy={answer.stale}>
              <Rows {...page} answer={data} asked={asked} titles={titles} />
            </div>
          </>
        )}
      </Answered>
      <Pages page={state.page} size={size} total={total ?? 0} onPage={(next) => onState({ ...state, page: next })} />
    </Card>
  );
}

interface RowsProps extends PageProps {
  answer: RowsAnswer;
  asked: readonly string[];
  titles: ReadonlyMap<string, string>;
}

function Rows({ answer, asked, titles, ...page }: RowsProps) {
  const { document, state, onState } = page;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const shown = shownColumns(document, state, titles);
  const numeric = useMemo(() => numericColumns(answer, asked), [answer, asked]);
  const whole = useMemo(() => namingColumns(document), [document]);
  const places = useMemo(() => new Map(asked.map((id, i) => [id, i])), [asked]);
  const ranges = useRanges(page);
  const star = document.star;
  const isTooFar = answer.rows.length === 0;
  if (isTooFar) {
    return (
      <EmptyState
        title="This page of the table does not exist"
        actions={
          <Button variant="default" onClick={() => onState({ ...state, page: 1 })}>
            First page
          </Button>
        }
      >
        The table has {plural(answer.total, "row")} now.
      </EmptyState>
    );
  }
  if (shown.length === 0) {
    return <EmptyState title="No column is shown">The table has {plural(answer.total, "row")}.</EmptyState>;
  }
  const caption = `${document.title || "Table"}, ${plural(answer.total, document.comparison ? "key" : "row")}`;
  return (
    <ScrollRegion label={caption} className={classes.scroll}>
      <table className={classes.table}>
        <VisuallyHidden component="caption">{caption}</VisuallyHidden>
        <TableHead {...page} columns={shown} titles={titles} numeric={numeric} />
        <tbody>
          {answer.rows.map((row, at) => (
            <PageRow
              key={row.row}
              row={row}
              at={at}
              answer={answer}
              columns={shown}
              places={places}
              titles={titles}
              numeric={numeric}
              whole={whole}
              ranges={ranges}
              page={page}
              open={open}
              onOpen={setOpen}
              starValue={star === undefined ? undefined : row.cells[places.get(star) ?? -1]}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Columns with numbers and nothing else on this page. */
function numericColumns({ rows }: RowsAnswer, asked: readonly string[]): ReadonlySet<string> {
  const numeric = asked.filter((_, i) => {
    const known = rows.flatMap(({ cells }) => (cells[i] == null ? [] : [cells[i]]));
    return known.length > 0 && known.every((cell) => typeof cell === "number");
  });
  return new Set(numeric);
}

/** Names of variants and genes are read at a glance when they are not broken. */
const namingColumns = ({ columns }: PageProps["document"]): ReadonlySet<string> =>
  new Set(columns.flatMap(({ id, role }) => (role === "rsid" || role === "gene" ? [id] : [])));

/** A filter that leaves nothing stays, and can be taken back. */
function NoRows({ document, state, onState }: PageProps) {
  if (narrowings(document, state) === 0) {
    return <EmptyState title="The table has no rows">Rows appear here when its source contains some.</EmptyState>;
  }
  return (
    <EmptyState
      title="No row passes the filters"
      actions={
        <Button variant="default" onClick={() => onState(withoutFilters(state))}>
          Clear all filters
        </Button>
      }
    >
      Your filters are kept. Change one above, or clear all.
    </EmptyState>
  );
}

interface PagesProps {
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
}

/** Back and forth; nothing when one page holds all. */
function Pages({ page, size, total, onPage }: PagesProps) {
  const last = Math.max(1, Math.ceil(total / size));
  if (last === 1 && page === 1) return null;
  const from = (page - 1) * size + 1;
  const step = (to: number, label: string, sign: string) => {
    const isNowhere = to < 1 || to > last || to === page;
    return (
      <Button
        variant="default"
        size="xs"
        aria-label={label}
        // It keeps the keyboard when the last page is reached.
        aria-disabled={isNowhere}
        data-disabled={isNowhere || undefined}
        onClick={() => !isNowhere && onPage(to)}
      >
        {sign}
      </Button>
    );
  };
  return (
    <nav className={classes.pages} aria-label="Pages of the table">
      <span aria-live="polite">
        {formatCount(from)}–{formatCount(Math.min(total, from + size - 1))} of {formatCount(total)}
      </span>
      {step(1, "First page", "«")}
      {step(page - 1, "Previous page", "‹")}
      {step(page + 1, "Next page", "›")}
      {step(last, "Last page", "»")}
    </nav>
  );
}
