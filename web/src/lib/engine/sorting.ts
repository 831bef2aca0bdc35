/** The order of all rows by a column. */
import { type Chunk, isNumbers } from "./chunk";
import { Dictionary } from "./dictionary";
import { chromosomeCode, placeKeys } from "./genome";
import { orderOf, ranksOf } from "./order";
import type { PlannedColumn } from "./plan";
import type { SortState } from "./questions";
import type { FirstRows } from "./source";
import type { Turn } from "./turn";

/** Rows in the order of a column; undefined when nothing orders them. */
export async function sorted(turn: Turn, sort: SortState | undefined): Promise<Uint32Array | undefined> {
  const column = sort && turn.column(sort.column);
  if (!column || column.gone) return undefined;
  const how = wayOf(turn, column);
  return turn.keep(`order ${column.key} ${how} ${sort.descending}`, async () =>
    orderOf(await keysOf(turn, column, how), sort.descending),
  );
}

/** Whether rows in the order of the table's own column are those of the page's. */
export function isOrderOf(turn: Turn, { column: id, descending }: SortState, first: FirstRows): boolean {
  const column = turn.column(id);
  if (!column || column.gone || wayOf(turn, column) !== "plain" || descending !== first.descending) return false;
  const { from } = column;
  return from.kind === "table" && from.name === first.by && from.as === "number";
}

type Way = "locus" | "chromosome" | "plain";

/** Positions and chromosomes have special orders. */
function wayOf({ plan }: Turn, { id, role, type }: PlannedColumn): Way {
  if (type === "text" && plan.document.locus === id) return "locus";
  return role === "chromosome" ? "chromosome" : "plain";
}

async function keysOf(turn: Turn, column: PlannedColumn, how: Way): Promise<Float64Array> {
  const exact = column.from.kind === "table" && column.type === "number" ? column.from.neg_log_10 : undefined;
  if (exact !== undefined) return keysOfP(turn, column, exact);
  const keys = new Float64Array(turn.rows);
  const common = new Dictionary();
  const codes: { start: number; codes: Uint32Array }[] = [];
  await turn.eachGroup([column], ([chunk], { start }) => {
    if (isNumbers(chunk as Chunk)) keys.set((chunk as Chunk & { numbers: Float64Array }).numbers, start);
    else codes.push({ start, codes: withCommon(chunk as Chunk & { codes: Uint32Array; texts: string[] }, common) });
  });
  if (codes.length === 0) return keys;
  const known = keysOfTexts(common.texts, how);
  for (const { start, codes: of } of codes) {
    of.forEach((code, row) => {
      keys[start + row] = known[code] ?? Number.NaN;
    });
  }
  return keys;
}

function withCommon({ codes, texts }: { codes: Uint32Array; texts: string[] }, common: Dictionary): Uint32Array {
  const known = common.codes(texts);
  return codes.map((code) => known[code] ?? code);
}

function keysOfTexts(texts: readonly string[], how: Way): Float64Array {
  if (how === "locus") return placeKeys(texts);
  const ranks = ranksOf(texts);
  if (how === "plain") return ranks;
  return ranks.map((rank, at) => chromosomeCode(texts[at] as string) ?? 100 + rank);
}

/** P values by their logarithm, as those too small for a number have one. */
async function keysOfP(turn: Turn, column: PlannedColumn, name: string): Promise<Float64Array> {
  const keys = new Float64Array(turn.rows);
  const exact = exactColumn(name);
  await turn.eachGroup([column, exact], ([p, logs], { start, rows }) => {
    const values = (p as Chunk & { numbers: Float64Array }).numbers;
    const known = (logs as Chunk & { numbers: Float64Array }).numbers;
    for (let row = 0; row < rows; row += 1) {
      const log = known[row] as number;
      keys[start + row] = Number.isNaN(log) ? Math.log10(values[row] as number) : -log;
    }
  });
  return keys;
}

/** A column of the table as it is, though the document does not name it. */
export const exactColumn = (name: string): PlannedColumn => ({
  id: name,
  title: name,
  type: "number",
  key: `table:${name}:number`,
  from: { kind: "table", name, as: "number" },
});
