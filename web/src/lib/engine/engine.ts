import type { TableInfo } from "../document/table";
import { connect } from "./connect";
import type { Engine, ReadBytes } from "./questions";

export type * from "./questions";
export { filtersOf, missingCode } from "./questions";

/**
 * The engine of one table, in a separate worker. `openHere` of core.ts is the same without a
 * worker.
 */
export function openEngine(table: TableInfo, read: ReadBytes): Engine {
  const worker = new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module" });
  return connect(worker, table, read, () => worker.terminate());
}
