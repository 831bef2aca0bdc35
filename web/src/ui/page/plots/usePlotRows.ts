/** The rows that pass, as a plot reads them. */
import { useCallback, useMemo } from "react";
import type { Plot } from "@/lib/document/document";
import { makingOf } from "@/lib/document/making";
import { viewFilters } from "@/lib/document/views";
import type { FilterState, ValueColumn, ValuesAnswer } from "@/lib/engine/engine";
import type { PageProps } from "../page";
import { useAsked } from "../useAsked";
import { fromRows } from "./overview";
import { PlotRows, readsApart, readsOf } from "./rows";

/**
 * Milliseconds before the names of a figure are read: a filter that is being moved does not wait
 * for them.
 */
const pause = 300;

/** For a long table the drawn columns are read first, followed by names and other facts. */
export function usePlotRows(plot: Plot, page: PageProps, titles: ReadonlyMap<string, string>) {
  const { document, state, table } = page;
  const isLong = (table.rows ?? 0) >= fromRows;
  const { drawn, told } = useMemo(
    () => (isLong ? readsApart(plot) : { drawn: readsOf(plot), told: [] }),
    [plot, isLong],
  );
  const engine = useEngineFor(
    page,
    useMemo(() => [...drawn, ...told], [drawn, told]),
  );
  const others = JSON.stringify(viewFilters(document, state.views, plot.id));
  const filters = useMemo<FilterState>(() => ({ ...state.filters, ...JSON.parse(others) }), [state.filters, others]);
  const ask = useCallback(
    (signal: AbortSignal) => engine.values({ columns: drawn, filters }, signal),
    [engine, drawn, filters],
  );
  const answer = useAsked<ValuesAnswer>(ask);
  const of = answer.data;
  const isLacking = told.length > 0 && of !== undefined && !answer.stale;
  const askMore = useCallback(
    async (signal: AbortSignal) => {
      await new Promise((done) => setTimeout(done, pause));
      return { of, values: await engine.values({ columns: told, filters }, signal) };
    },
    [engine, told, filters, of],
  );
  const more = useAsked(isLacking ? askMore : undefined).data;
  const rows = useMemo(() => of && new PlotRows(drawn, of, titles), [of, drawn, titles]);
  const whole = useMemo(() => (more && more.of === of ? rows?.with(told, more.values) : rows), [rows, more, of, told]);
  return { ...answer, data: whole };
}

/**
 * The same engine while the columns' inputs are unchanged: a plot does not render again for edits
 * elsewhere.
 */
function useEngineFor({ engine, document }: PageProps, asked: readonly ValueColumn[]) {
  const making = useMemo(() => {
    const ids = asked.map((column) => (typeof column === "string" ? column : column.neg_log_10));
    return makingOf(document, ids);
  }, [document, asked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one engine, under however many names, has one way to end
  return useMemo(() => engine, [engine.close, making]);
}
