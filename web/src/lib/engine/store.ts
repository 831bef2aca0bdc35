/** Columns of the plan as chunks: read, made, and kept up to a bound. */

import { WeightedCache } from "./cache";
import { asType, type Chunk, emptyChunk, weightOf } from "./chunk";
import { type Made, weightOfMade } from "./made";
import type { PlannedColumn, PlannedStep } from "./plan";
import { besideGroup, type Group, type Source } from "./source";
import { makeStep } from "./step";
import type { WholeTexts } from "./texts";

export class Store {
  readonly #chunks: WeightedCache<Chunk>;
  readonly #made: WeightedCache<Made>;
  /** Of chunks that are being read. */
  readonly #reading = new Map<string, Promise<void>>();
  /** The stored first rows, with their places there. */
  readonly beside: ReadonlyMap<number, number>;
  /** Columns of texts as plots ask for them, by their keys. */
  readonly whole: WeightedCache<WholeTexts>;

  /** Holds up to `most` bytes of chunks. */
  constructor(
    readonly source: Source,
    most: number,
  ) {
    this.#chunks = new WeightedCache(most / 2);
    this.#made = new WeightedCache(most / 2);
    this.whole = new WeightedCache(most / 4);
    this.beside = new Map(Array.from(source.first?.rows ?? [], (row, at) => [row, at]));
  }

  /** The columns in a group, in order. */
  async columns(columns: readonly PlannedColumn[], group: number, signal?: AbortSignal): Promise<Chunk[]> {
    const namesOf = (names: Set<string>) => {
      for (const column of columns) this.#namesOf(column, group, names);
    };
    const held = await this.#tableChunks(namesOf, group, signal);
    return columns.map((column) => this.#chunk(column, group, held));
  }

  /** What a step makes in a group, with the account of it. */
  async step(step: PlannedStep, group: number, signal?: AbortSignal): Promise<Made> {
    const held = await this.#tableChunks((names) => this.#namesOfStep(step, group, names), group, signal);
    return this.#makeStep(step, group, held);
  }

  /** Chunks of the table that the columns are made of, read in one go. They are held by the caller: the cache may let them go. */
  async #tableChunks(namesOf: (names: Set<string>) => void, group: number, signal?: AbortSignal) {
    const held = new Map<string, Chunk>();
    for (;;) {
      const names = new Set<string>();
      namesOf(names);
      const lacking = [...names].filter((name) => !held.has(name));
      if (lacking.length === 0) return held;
      // A kept answer may be dropped while this is read, so it is checked again.
      await this.#read(lacking, group, held, signal);
    }
  }

  #namesOf({ from }: PlannedColumn, group: number, names: Set<string>) {
    if (from.kind === "table") names.add(from.name);
    if (from.kind === "step") this.#namesOfStep(from.step, group, names);
  }

  #namesOfStep(step: PlannedStep, group: number, names: Set<string>) {
    if (this.#made.has(placeOf(step.key, group))) return;
    for (const input of step.inputs) this.#namesOf(input, group, names);
    const exact = exactOf(step);
    if (exact !== undefined) names.add(exact);
  }

  async #read(names: readonly string[], group: number, held: Map<string, Chunk>, signal?: AbortSignal): Promise<void> {
    const lacking: string[] = [];
    const reading: Promise<void>[] = [];
    for (const name of names) {
      const chunk = this.#chunks.get(placeOf(name, group));
      const underway = this.#reading.get(placeOf(name, group));
      if (chunk) held.set(name, chunk);
      else if (underway) reading.push(underway);
      else lacking.push(name);
    }
    if (lacking.length > 0) await this.#load(lacking, group, held, signal);
    if (reading.length === 0) return;
    // Another question's read may have been cancelled or dropped: missing parts are read here.
    await Promise.allSettled(reading);
    signal?.throwIfAborted();
    await this.#read(
      names.filter((name) => !held.has(name)),
      group,
      held,
      signal,
    );
  }

  async #load(names: string[], group: number, held: Map<string, Chunk>, signal?: AbortSignal) {
    const loading = this.source.load(names, group, signal).then((loaded) => {
      for (const [name, chunk] of loaded) {
        held.set(name, chunk);
        this.#chunks.set(placeOf(name, group), chunk, weightOf(chunk));
      }
    });
    for (const name of names) this.#reading.set(placeOf(name, group), loading);
    try {
      await loading;
    } finally {
      for (const name of names) this.#reading.delete(placeOf(name, group));
    }
  }

  #rows(group: number): number {
    const { first, groups } = this.source;
    return group === besideGroup ? (first?.rows.length ?? 0) : (groups[group] as Group).rows;
  }

  #chunk(column: PlannedColumn, group: number, held: ReadonlyMap<string, Chunk>): Chunk {
    const { from, type } = column;
    if (from.kind === "table") return asType(held.get(from.name) as Chunk, from.as);
    if (from.kind === "none") return emptyChunk(type, this.#rows(group));
    return this.#makeStep(from.step, group, held).outputs[from.output] as Chunk;
  }

  #makeStep(step: PlannedStep, group: number, held: ReadonlyMap<string, Chunk>): Made {
    const place = placeOf(step.key, group);
    const known = this.#made.get(place);
    if (known) return known;
    const inputs = step.inputs.map((input) => this.#chunk(input, group, held));
    const exact = exactOf(step);
    const made = makeStep(step.step, inputs, this.#rows(group), {
      ids: step.ids,
      ...(step.compiled ? { compiled: step.compiled } : {}),
      ...(exact === undefined ? {} : { negLog10: numbersOf(held.get(exact) as Chunk) }),
    });
    this.#made.set(place, made, weightOfMade(made));
    return made;
  }
}

const placeOf = (key: string, group: number) => `${group}/${key}`;

const numbersOf = (chunk: Chunk) => (asType(chunk, "number") as Chunk & { numbers: Float64Array }).numbers;

/** The column of the table that has −log10 of the P values that a step reads. */
function exactOf({ step, inputs }: PlannedStep): string | undefined {
  const from = inputs[0]?.from;
  return step.type === "neglog10" && from?.kind === "table" ? from.neg_log_10 : undefined;
}
