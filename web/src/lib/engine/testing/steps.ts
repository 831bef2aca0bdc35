/** Steps over a small table in groups of three rows. */
import type { PageDocument, Step } from "../../document/document";
import type { Cell } from "../cell";
import type { ChunkType } from "../chunk";
import { openHere } from "../core";
import { memorySource } from "./memory";

export type Columns = Record<string, [ChunkType, Cell[]]>;
export type Plain = Step extends infer S ? (S extends Step ? Omit<S, "id" | "output" | "outputs"> : never) : never;

const page = (columns: Columns, steps: Step[]): PageDocument => ({
  version: 1,
  title: "",
  about: "",
  columns: Object.entries(columns).map(([id, [type]]) => ({ id, source: id, title: id.toUpperCase(), type })),
  steps,
  formats: {},
  tips: {},
  table: { columns: [], rows: 20 },
  groups: [],
  filters: [],
  plots: [],
  layout: "tabs",
});

/** The results of steps over columns, with their reports. */
export async function run(columns: Columns, steps: Step[], asked: string[]) {
  const table = { columns: Object.entries(columns).map(([id, [type]]) => ({ id, source: id, type })) };
  const source = memorySource(
    Object.entries(columns).map(([id, [type, cells]]) => ({ id, type, cells })),
    3,
  );
  const engine = openHere(table, source);
  const prepared = await engine.use(page(columns, steps));
  const { rows } = await engine.rows({ filters: {}, from: 0, to: 100, columns: asked });
  return { ...prepared, cells: asked.map((_, at) => rows.map(({ cells }) => cells[at])) };
}

export const out = (id = "out") => ({ id, title: id });

export const texts = (...cells: Cell[]): Columns => ({ t: ["text", cells] });
