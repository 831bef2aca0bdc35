/**
 * What a document asks for, worked out without a row: which columns there are at each step, of which type, and what makes
 * them. What a column is made by is its key, so a change makes again only what depends on it, and undo finds all it needs.
 */
import type { Column, PageDocument, Step } from "../document/document";
import { outputsOf, titledColumns } from "../document/ids";
import { readsOf } from "../document/reads";
import type { TableColumn, TableInfo } from "../document/table";
import type { ChunkType } from "./chunk";
import { checkExpression } from "./expression";
import type { Compiled } from "./expression-compile";
import type { ColumnState } from "./questions";
import { defaultFault } from "./step";

/** Where the values of a column come from. */
export type Origin =
  | { kind: "table"; name: string; as: ChunkType; neg_log_10?: string }
  | { kind: "step"; step: PlannedStep; output: number }
  | { kind: "none" };

export interface PlannedColumn extends ColumnState {
  key: string;
  from: Origin;
}

export interface PlannedStep {
  key: string;
  step: Step;
  /** Ids of what it reads, and the columns, in the order of `readsOf`. */
  ids: readonly string[];
  inputs: readonly PlannedColumn[];
  outputs: readonly PlannedColumn[];
  compiled?: Compiled;
  fault?: string;
}

export interface Plan {
  document: PageDocument;
  columns: ReadonlyMap<string, PlannedColumn>;
  /** Those that are on. */
  steps: readonly PlannedStep[];
  /** By the id of a step: the columns before it. */
  before: ReadonlyMap<string, readonly PlannedColumn[]>;
}

/** Short names for long keys. */
export class Keys {
  #known = new Map<string, string>();

  of(key: string): string {
    const known = this.#known.get(key) ?? `k${this.#known.size}`;
    this.#known.set(key, known);
    return known;
  }
}

export function planOf(document: PageDocument, table: TableInfo, keys: Keys): Plan {
  const bySource = new Map(table.columns.map((column) => [column.source, column]));
  const columns = new Map<string, PlannedColumn>();
  for (const column of document.columns) columns.set(column.id, fromTable(column, bySource.get(column.source)));
  const titles = new Map(titledColumns(document).map(({ id, title }) => [id, title]));
  const before = new Map<string, readonly PlannedColumn[]>();
  const steps: PlannedStep[] = [];
  for (const step of document.steps) {
    before.set(step.id, [...columns.values()]);
    if (step.off) continue;
    const planned = plannedStep(step, columns, titles, keys);
    steps.push(planned);
    for (const output of planned.outputs) columns.set(output.id, output);
  }
  return { document, columns, steps, before };
}

function fromTable({ id, title, type, role }: Column, found: TableColumn | undefined): PlannedColumn {
  const state = { id, title, type, ...(role ? { role } : {}) };
  if (!found) return { ...state, gone: true, key: `none:${type}`, from: { kind: "none" } };
  const exact = found.neg_log_10 === undefined ? {} : { neg_log_10: found.neg_log_10 };
  return { ...state, key: `table:${found.id}:${type}`, from: { kind: "table", name: found.id, as: type, ...exact } };
}

function plannedStep(
  step: Step,
  columns: ReadonlyMap<string, PlannedColumn>,
  titles: ReadonlyMap<string, string>,
  keys: Keys,
): PlannedStep {
  const ids = readsOf(step);
  const inputs = ids.flatMap((id) => columns.get(id) ?? []);
  const lacking = ids.find((id) => !columns.has(id) || columns.get(id)?.gone);
  const types = new Map([...columns].map(([id, { type }]) => [id, type]));
  const { type, fault, compiled } = resultOf(step, inputs, types);
  const key = keys.of(JSON.stringify([withoutNames(step), inputs.map((input) => input.key)]));
  const said = lacking === undefined ? fault : `It reads “${titles.get(lacking) ?? lacking}”, which is missing.`;
  const planned: PlannedStep & { outputs: PlannedColumn[] } = {
    key,
    step,
    ids,
    inputs,
    outputs: [],
    ...(compiled ? { compiled } : {}),
    ...(said === undefined ? {} : { fault: said }),
  };
  planned.outputs = outputsOf(step).map(({ id, title }, output) => ({
    id,
    title,
    type,
    ...(said === undefined
      ? { key: `${key}:${output}`, from: { kind: "step", step: planned, output } }
      : { gone: true, key: `none:${type}`, from: { kind: "none" } }),
  }));
  return planned;
}

/** The identity of a step: without its id and the names of its outputs. */
function withoutNames(step: Step): unknown {
  const { id: _, off: __, ...rest } = step;
  return "outputs" in rest ? { ...rest, outputs: rest.outputs.length } : { ...rest, output: 1 };
}

interface Result {
  type: ChunkType;
  fault?: string;
  compiled?: Compiled;
}

/** The type of a step's output; for an expression as far as it can be inferred. */
function resultOf(step: Step, inputs: readonly PlannedColumn[], types: ReadonlyMap<string, ChunkType>): Result {
  switch (step.type) {
    case "neglog10":
    case "score":
    case "math":
    case "to_number":
      return { type: "number" };
    case "text_to_list":
      return { type: step.take === undefined ? "list" : "text" };
    case "expression": {
      const { compiled, fault } = checkExpression(step.expression, types);
      return compiled ? { type: compiled.type, compiled } : { type: "number", fault: fault.sentence };
    }
    case "default": {
      const type = inputs[0]?.type ?? "text";
      const fault = defaultFault(type, step.value);
      return fault === undefined ? { type } : { type, fault };
    }
    default:
      return { type: "text" };
  }
}

/** The state of a column for a page. */
export const stateOf = ({ id, title, type, role, gone }: PlannedColumn): ColumnState => ({
  id,
  title,
  type,
  ...(role ? { role } : {}),
  ...(gone ? { gone } : {}),
});
