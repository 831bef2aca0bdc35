/** Rows of plots for tests. */
import type { Plot } from "@/lib/document/document";
import { type MemoryTable, memoryDocument, memoryEngine } from "../testing";
import { PlotRows, readsOf } from "./rows";

/** What a plot is handed of a table; titles are the ids in capitals. */
export async function rowsOf(plot: Plot, table: MemoryTable): Promise<PlotRows> {
  const columns = readsOf(plot);
  const answer = await memoryEngine(table, memoryDocument(table)).values({ columns, filters: {} });
  return new PlotRows(columns, answer, new Map(Object.keys(table).map((id) => [id, id.toUpperCase()])));
}
