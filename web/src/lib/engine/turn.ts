/** One question's work: over the plan it began with, given up when it is not wanted any more. */
import { WeightedCache } from "./cache";
import type { Chunk } from "./chunk";
import { type Asked, askedOf, maskOf, maskOfValues } from "./filter";
import type { Plan, PlannedColumn } from "./plan";
import type { FilterState } from "./questions";
import type { Group } from "./source";
import type { Store } from "./store";

/** The cache between questions, besides the columns. */
export class Kept extends WeightedCache<Uint8Array<ArrayBuffer> | Uint32Array> {
  /** Running computations, so that concurrent questions share them; settles in any case. */
  readonly making = new Map<string, Promise<unknown>>();
}

/** Rows that pass: 1 in the mask, all of them without one. */
export interface Passing {
  mask?: Uint8Array;
  count: number;
}

/** Groups that are read before they are needed. */
const ahead = 4;
/** Milliseconds of work between checks for cancellation. */
const breath = 12;

export class Turn {
  #since = performance.now();

  constructor(
    readonly plan: Plan,
    readonly store: Store,
    readonly kept: Kept,
    private readonly isWanted: () => boolean,
    readonly signal?: AbortSignal,
  ) {}

  get rows(): number {
    return this.store.source.rows;
  }

  get groups(): readonly Group[] {
    return this.store.source.groups;
  }

  /** The stored first rows, with their places there. */
  get beside(): ReadonlyMap<number, number> {
    return this.store.beside;
  }

  /** Throws when the answer is not wanted any more. */
  check() {
    this.signal?.throwIfAborted();
    if (!this.isWanted()) throw new DOMException("The page was changed meanwhile.", "AbortError");
  }

  /** Lets other messages in, now and then. */
  async breathe() {
    if (performance.now() - this.#since < breath) return;
    await new Promise((done) => setTimeout(done));
    this.#since = performance.now();
    this.check();
  }

  /** Walks over the given groups, by default all, with the columns of each. */
  async eachGroup(
    columns: readonly PlannedColumn[],
    look: (chunks: Chunk[], group: Group) => void,
    groups: readonly number[] = this.groups.map((_, at) => at),
  ) {
    const waiting: Promise<Chunk[]>[] = [];
    for (const [at, group] of groups.entries()) {
      for (const next of groups.slice(at + waiting.length, at + ahead)) {
        const reading = this.store.columns(columns, next, this.signal);
        reading.catch(() => undefined); // the awaited promise reports it
        waiting.push(reading);
      }
      const chunks = await waiting.shift();
      this.check();
      look(chunks as Chunk[], this.groups[group] ?? { start: 0, rows: this.beside.size });
      await this.breathe();
    }
  }

  /** A column of the document, for as long as it is there. */
  column(id: string): PlannedColumn | undefined {
    return this.plan.columns.get(id);
  }

  /** A filter whose column is gone asks for nothing: it is shown as broken, and the page stays. */
  #asked(state: FilterState, of?: string): { asked: Asked; column: PlannedColumn }[] {
    const filters = this.plan.document.filters.filter(({ id }) => id !== of);
    return askedOf(filters, state).flatMap((asked) => {
      const column = this.column(asked.filter.column);
      return column && !column.gone ? [{ asked, column }] : [];
    });
  }

  /** Rows that pass the filters, but for the one whose options are asked for, and that have a star. */
  async passing(
    state: FilterState,
    { of, starred }: { of?: string; starred?: readonly string[] | undefined } = {},
  ): Promise<Passing> {
    const masks = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const { asked, column } of this.#asked(state, of)) {
      const key = `${column.key} ${asked.filter.type} ${JSON.stringify(asked.value)}`;
      masks.set(key, await this.#mask(key, column, (chunk) => maskOf(asked, chunk)));
    }
    const star = this.column(this.plan.document.star ?? "");
    if (starred && star) {
      const key = `${star.key} starred ${JSON.stringify(starred)}`;
      masks.set(key, await this.#mask(key, star, (chunk) => maskOfValues(starred, chunk)));
    }
    const [first, ...others] = masks.values();
    if (!first) return { count: this.rows };
    const made = async () => together(first, others);
    const mask = others.length === 0 ? first : await this.keep(`masks ${[...masks.keys()].join(" ")}`, made);
    return { mask, count: countOf(mask) };
  }

  async #mask(key: string, column: PlannedColumn, of: (chunk: Chunk) => Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    return this.keep(`mask ${key}`, async () => {
      const mask = new Uint8Array(this.rows);
      await this.eachGroup([column], ([chunk], { start }) => mask.set(of(chunk as Chunk), start));
      return mask;
    });
  }

  async keep<T extends Uint8Array<ArrayBuffer> | Uint32Array>(key: string, make: () => Promise<T>): Promise<T> {
    for (;;) {
      const known = this.kept.get(key) as T | undefined;
      if (known) return known;
      const underway = this.kept.making.get(key);
      if (!underway) return this.#make(key, make);
      await underway;
      // Who made it may have given up.
      this.check();
    }
  }

  async #make<T extends Uint8Array<ArrayBuffer> | Uint32Array>(key: string, make: () => Promise<T>): Promise<T> {
    const making = make();
    this.kept.making.set(key, Promise.allSettled([making]));
    try {
      const made = await making;
      this.kept.set(key, made, made.byteLength);
      return made;
    } finally {
      this.kept.making.delete(key);
    }
  }
}

function together(first: Uint8Array<ArrayBuffer>, others: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const mask = first.slice();
  for (const other of others)
    for (let row = 0; row < mask.length; row += 1) mask[row] = (mask[row] as number) & (other[row] as number);
  return mask;
}

const counts = new WeakMap<Uint8Array, number>();

/** Several questions about the same rows count them once. */
function countOf(mask: Uint8Array): number {
  const known = counts.get(mask);
  if (known !== undefined) return known;
  let count = 0;
  for (let row = 0; row < mask.length; row += 1) count += mask[row] as number;
  counts.set(mask, count);
  return count;
}
