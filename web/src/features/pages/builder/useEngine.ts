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

/** What the engine says of the document, each time it has changed. */
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
 * The same engine as another object, whenever the document says otherwise what stands in the cells or which rows pass: whoever
 * asked then asks again. Titles, formats and plots change nothing of that.
 */
export function useEngineOf(engine: Engine | undefined, document: PageDocument): Engine | undefined {
  const { columns, steps, filters, star, locus, comparison } = document;
  const values = columns.map(({ id, source, type }) => [id, source, type]);
  const key = JSON.stringify([values, steps, filters, star, locus, comparison]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what answers depend on
  return useMemo(() => engine && { ...engine }, [engine, key]);
}
