import { Button } from "@mantine/core";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type BioIndex, type BioIndexBuild, indexQuery } from "@/api/bioindex/bioindex";
import {
  countQuery,
  exportBytes,
  type Question,
  type Row,
  type RowsPage,
  readRows,
  rowsQuery,
} from "@/api/bioindex/rows";
import type { ApiError } from "@/lib/api-error";
import { formatBytes, formatCount, formatDecimal, plural } from "@/lib/format/format";
import { mostRows } from "@/lib/list/walk";
import { own } from "@/lib/own";
import { buildName } from "@/lib/sumstats/build";
import { TextButton } from "@/ui/action/TextButton";
import data from "@/ui/data.module.css";
import { Answered } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import type { TableColumn } from "@/ui/table/column";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { useExport } from "@/ui/table/useExport";
import classes from "./page.module.css";

interface Props {
  index: BioIndex;
  build: BioIndexBuild;
  question: Question;
}

/** The rows of a question page after page, how many there are, and all of them as a file. */
export function AnswerTable({ index, build, question }: Props) {
  const answer = useInfiniteQuery(rowsQuery(index.id, build.generation, question));
  const count = useQuery(countQuery(index.id, build.generation, question)).data;
  return (
    <Answered
      what="the rows"
      answer={answer}
      rows={6}
      safe=""
      refused={(error) => <Refusal index={index} error={error} />}
      isEmpty={({ pages }) => pages.every(({ rows }) => rows.length === 0)}
      empty={<p className={classes.nothingYet}>No row matches this query.</p>}
      flush
    >
      {({ pages }) => (
        <>
          <Facts pages={pages} count={count?.count} exact={count?.exact !== false} build={build} />
          <Rows build={build} pages={pages} />
          <div className={classes.foot}>
            <span className={classes.note}>
              {formatCount(rowsOf(pages))} of {count ? formatCount(count.count) : "more"} · column names as in the file
            </span>
            <span className={classes.footButtons}>
              {answer.hasNextPage && (
                <Button
                  variant="default"
                  size="xs"
                  loading={answer.isFetchingNextPage}
                  onClick={() => void answer.fetchNextPage()}
                >
                  Next rows
                </Button>
              )}
              <Export index={index} build={build} question={question} total={count?.count} />
            </span>
          </div>
        </>
      )}
    </Answered>
  );
}

const rowsOf = (pages: readonly RowsPage[]) => pages.reduce((sum, { rows }) => sum + rows.length, 0);

interface FactsProps {
  pages: readonly RowsPage[];
  count: number | undefined;
  exact: boolean;
  build: BioIndexBuild;
}

function Facts({ pages, count, exact, build }: FactsProps) {
  const [first] = pages;
  const seconds = first?.seconds ?? 0;
  const bytes = pages.reduce((sum, page) => sum + page.bytes, 0);
  const place = first?.region && `${first.region} on ${buildName(build.genome_build ?? "")}, both ends included`;
  return (
    <p className={classes.answerFacts} role="status">
      <strong>{count === undefined ? "Counting" : `${exact ? "" : "about "}${plural(count, "row")}`}</strong>
      {[place, `${formatDecimal(seconds * 1000, 1)} ms`, `${formatBytes(bytes)} read`]
        .filter(Boolean)
        .map((fact) => ` · ${fact}`)
        .join("")}
    </p>
  );
}

function Rows({ build: { columns }, pages }: { build: BioIndexBuild; pages: readonly RowsPage[] }) {
  const rows = pages.flatMap((page) => page.rows);
  return (
    <ScrollRegion className={classes.rows} label="Rows">
      <table className={data.table}>
        <thead>
          <tr>
            {columns.map(({ name, type }) => (
              <th key={name} scope="col" className={type === "text" ? undefined : data.number}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no other name and never move
            <tr key={at}>
              {columns.map(({ name, type }) => (
                <td key={name} className={type === "text" ? classes.cell : data.number}>
                  {own(row, name) ?? "–"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Export({ index, build, question, total }: Props & { total: number | undefined }) {
  const columns = useMemo(
    () =>
      build.columns.map(
        ({ name }): TableColumn<Row> => ({
          id: name,
          label: name,
          cell: (row) => own(row, name),
          text: (row) => own(row, name) ?? "",
        }),
      ),
    [build.columns],
  );
  const exported = {
    name: `${index.name} ${question.q.join(" ")}`.replaceAll(/[^\w.+ -]+/g, "_"),
    read: async ({ cursor }: { cursor: string | undefined }) => {
      const { rows, continuation } = await readRows(index.id, question, { token: cursor, bytes: exportBytes });
      return { items: rows, next_cursor: continuation ?? undefined, total };
    },
  };
  const { running, start, cancel } = useExport<Row>(exported, columns);
  if (running) {
    return (
      <>
        <span className={classes.note} role="status">
          Exporting {formatCount(running.done)} of {formatCount(total)}
        </span>
        <Button variant="default" size="xs" onClick={cancel}>
          Cancel export
        </Button>
      </>
    );
  }
  const words =
    total !== undefined && total > mostRows ? `the first ${formatCount(mostRows)}` : `all ${formatCount(total)}`;
  return (
    <Button variant="default" size="xs" disabled={total === undefined} onClick={() => void start()}>
      Export {words}
    </Button>
  );
}

/**
 * A question without an answer shows the reason instead of rows. Server errors are handled
 * elsewhere.
 */
function Refusal({ index, error }: { index: BioIndex; error: ApiError }) {
  const queries = useQueryClient();
  if (![400, 404, 409, 413, 422].includes(error.status)) return null;
  return (
    <div className={classes.refusal}>
      <Notice tone="warn" alert>
        {error.message} {error.fields.map(({ message }) => message).join(" ")}{" "}
        {error.status === 409 && (
          <TextButton onClick={() => void queries.invalidateQueries({ queryKey: indexQuery(index.id).queryKey })}>
            Query the new build
          </TextButton>
        )}
      </Notice>
    </div>
  );
}
