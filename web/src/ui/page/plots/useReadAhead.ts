/** What a first filter will need is read while a reader looks at the reduced plot. */
import { useEffect, useMemo } from "react";
import type { PageProps } from "../page";
import type { OverviewOf } from "./overview";
import { distinctColumns, readsApart } from "./rows";

/** Longer tables would be much to hold for a filter that may never be set. */
const most = 2_000_000;

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * After the plot is drawn: reads its columns and those of non-text filters, unless the user asked
 * to save data.
 */
export function useReadAhead(plot: OverviewOf, { document, table, engine }: PageProps, isThere: boolean) {
  const columns = useMemo(() => {
    const texts = new Set(document.columns.flatMap(({ id, type }) => (type === "text" || type === "list" ? [id] : [])));
    const filtered = document.filters.map(({ column }) => column).filter((column) => !texts.has(column));
    return distinctColumns([...readsApart(plot).drawn, ...filtered]);
  }, [plot, document]);
  useEffect(() => {
    if (!isThere || (table.rows ?? 0) > most || savesData()) return;
    const control = new AbortController();
    const begin = setTimeout(() => {
      // The question that needs it reads it again and reports the error.
      engine.readAhead(columns, control.signal).catch(() => undefined);
      void import("./unseen").then(({ drawUnseen }) => drawUnseen(plot, control.signal));
    });
    return () => {
      clearTimeout(begin);
      control.abort();
    };
  }, [plot, columns, engine, isThere, table.rows]);
}
