import type { PageDocument } from "../document/document";
import type { TableInfo } from "../document/table";
import { withViews } from "../document/views";
import { Keys, type Plan, planOf, stateOf } from "./plan";
import type { Engine } from "./questions";
import { reportOf } from "./report";
import { rowsOf } from "./rows";
import type { Source } from "./source";
import { Store } from "./store";
import { Kept, Turn } from "./turn";
import { optionsOf, rangeOf, valuesOf } from "./values";

/** Bytes of columns, and of masks and orders, that are kept. */
const mostOfColumns = 512 << 20;
const mostOfRows = 128 << 20;
/** Rows that the account of steps looks at, at once. */
const mostOfReport = 131_072;

const empty: Plan = {
  document: { filters: [] } as unknown as PageDocument,
  columns: new Map(),
  steps: [],
  before: new Map(),
};

/** The engine of a table, in the thread that calls it. */
export function openHere(table: TableInfo, source: Source): Engine {
  const keys = new Keys();
  const store = new Store(source, mostOfColumns);
  const kept = new Kept(mostOfRows);
  let plan = empty;
  let revision = 0;

  async function answer<T>(
    signal: AbortSignal | undefined,
    work: (turn: Turn) => Promise<T>,
  ): Promise<T & { revision: number }> {
    const own = revision;
    const turn = new Turn(plan, store, kept, () => own === revision, signal);
    turn.check();
    const found = await work(turn);
    turn.check();
    return { ...found, revision: own };
  }

  const groupsOfReport = Math.max(1, source.groups.filter(({ start }) => start < mostOfReport).length);

  return {
    use: (document, signal) => {
      signal?.throwIfAborted();
      plan = planOf(withViews(document), table, keys);
      revision += 1;
      return answer(signal, async (turn) => ({
        rows: source.rows,
        steps: await reportOf(turn, groupsOfReport),
        columns: [...turn.plan.columns.values()].map(stateOf),
        before: Object.fromEntries([...turn.plan.before].map(([id, columns]) => [id, columns.map(stateOf)])),
      }));
    },
    account: (signal) => answer(signal, async (turn) => ({ steps: await reportOf(turn, source.groups.length) })),
    rows: (question, signal) => answer(signal, (turn) => rowsOf(turn, question)),
    count: (filters, signal) =>
      answer(signal, async (turn) => ({ passing: (await turn.passing(filters)).count, rows: source.rows })),
    values: ({ columns, filters }, signal) =>
      answer(signal, async (turn) => valuesOf(turn, columns, await turn.passing(filters))),
    options: (question, signal) => answer(signal, (turn) => optionsOf(turn, question)),
    range: (column, after = [], signal) => answer(signal, (turn) => rangeOf(turn, column, after)),
    // What a question looks at is kept as it looks at it, and the code that does is compiled: as of a filter that all rows pass.
    readAhead: (columns, signal) =>
      answer(signal, async (turn) => {
        await valuesOf(turn, columns, { mask: new Uint8Array(turn.rows).fill(1), count: turn.rows });
        return {};
      }),
    close: () => undefined,
  };
}
