import { useEffect, useState } from "react";
import { readPublishedTable } from "@/api/pages/published-table";
import type { PageDocument } from "@/lib/document/document";
import type { TableInfo } from "@/lib/document/table";
import { type Engine, openEngine } from "@/lib/engine/engine";

/** The engine of a published table, as long as its page is open. */
export function useTableEngine(slug: string, table: TableInfo, document: PageDocument): Engine | undefined {
  const [engine, setEngine] = useState<Engine>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a published table does not change while it is open
  useEffect(() => {
    const opened = openEngine(table, (start, end, signal) => readPublishedTable(slug, start, end, signal));
    // Each question reports its own errors.
    opened.use(document).catch(() => undefined);
    setEngine(opened);
    return () => opened.close();
  }, [slug, document]);
  return engine;
}
