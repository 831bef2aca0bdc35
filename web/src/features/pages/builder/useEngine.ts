import { useEffect, useMemo, useState } from "react";
import { readTable, type Table } from "@/api/pages/tables";
import type { PageDocument } from "@/lib/document/document";
import { type Engine, openEngine, type Prepared } from "@/lib/engine/engine";

/** The engine of a table, as long as the page is open. */
export function useEngine(table: Table): Engine | undefined {
  const [engine, setEngine] = useState<Engine>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a table of an id says never changes
  useEffect(() => {
    const opened = openEngine(table, (start, end, signal) => readTable(table.id, start, end, signal));
    setEngine(opened);
    return () => {
      opened.close();
      setEngine(undefined);
    };
  }, [table.id]);
  return engine;
}

/** The engine's answer about the document, after each change. */
export function usePrepared(engine: Engine | undefined, document: PageDocument): Prepared | undefined {
  const [prepared, setPrepared] = useState<Prepared>();
  useEffect(() => {
    if (!engine) return;
    const stop = new AbortController();
    engine.use(document, stop.signal).then(setPrepared, () => undefined); // a newer document is on its way
    return () => stop.abort();
  }, [engine, document]);
  return prepared;
}

/**
 * The same engine as a new object whenever the document changes cell values or filters, so that
 * users of it ask again. Titles, formats and plots do not matter.
 */
export function useEngineOf(engine: Engine | undefined, document: PageDocument): Engine | undefined {
  const { columns, steps, filters, star, locus, comparison } = document;
  const values = columns.map(({ id, source, type }) => [id, source, type]);
  const key = JSON.stringify([values, steps, filters, star, locus, comparison]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what answers depend on
  return useMemo(() => engine && { ...engine }, [engine, key]);
}
