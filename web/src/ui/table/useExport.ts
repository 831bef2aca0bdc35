import { type FetchQueryOptions, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { formatCount } from "@/lib/format/format";
import { type At, type Page, walk } from "@/lib/list/walk";
import { saveText, toCsv } from "@/lib/text/csv";
import { toastDone, toastError } from "../dialog/toast";
import type { TableColumn } from "./column";

/** How the whole of a table is had: all rows that match, whatever page is shown. */
export interface TableExport<Row> {
  /** Of the file, without its ending. */
  name: string;
  /** Reads one page of what the filters and the sort of now give. */
  read: (at: At) => Promise<Page<Row>>;
}

interface Running {
  done: number;
  total: number | undefined;
}

/**
 * Saves every matching row as CSV, in the shown columns; shows its progress, and can be stopped.
 */
export function useExport<Row>(exported: TableExport<Row> | undefined, visible: readonly TableColumn<Row>[]) {
  const [running, setRunning] = useState<Running>();
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);

  async function start(): Promise<void> {
    if (!exported) return;
    const control = new AbortController();
    work.current = control;
    setRunning({ done: 0, total: undefined });
    try {
      const { rows, total, whole } = await walk(
        exported.read,
        (done, all) => setRunning({ done, total: all }),
        control.signal,
      );
      save(whole ? exported.name : `${exported.name} (first ${rows.length})`, rows, visible);
      if (!whole) {
        const first = formatCount(rows.length);
        toastDone(
          `The first ${first} of ${formatCount(total)} rows were saved. Filters split the list into smaller ones.`,
        );
      }
    } catch (error) {
      if (!control.signal.aborted) toastError("The table was not exported", error);
    } finally {
      if (work.current === control) setRunning(undefined);
    }
  }

  function cancel(): void {
    work.current?.abort();
    work.current = undefined;
    setRunning(undefined);
  }

  return { running, start, cancel };
}

function save<Row>(name: string, rows: readonly Row[], visible: readonly TableColumn<Row>[]): void {
  const columns = visible.filter((column) => column.text);
  const lines = rows.map((row) => columns.map((column) => column.text?.(row) ?? ""));
  const header = columns.map((column) => column.label);
  saveText(`${name}.csv`, toCsv(header, lines));
}

/** Reads the list of a page without the cache, because these pages are not shown again. */
export function useListExport<List extends Page<unknown>, Key extends QueryKey>(
  name: string,
  question: (at: At) => FetchQueryOptions<List, Error, List, Key>,
): TableExport<List["items"][number]> {
  const queries = useQueryClient();
  return { name, read: (at) => queries.fetchQuery({ ...question(at), staleTime: 0, gcTime: 0 }) };
}
