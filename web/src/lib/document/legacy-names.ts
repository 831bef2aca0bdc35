import type { Column, Step } from "./document";
import { freshId, freshTitleAmong, idOf, type Output, outputsOf } from "./ids";
import type { Note } from "./legacy-read";
import type { TableInfo } from "./table";

/** A document that grows, and the names by which an older configuration knows its columns. */
export class Growing {
  readonly columns: Column[] = [];
  readonly steps: Step[] = [];
  readonly notes: Note[] = [];
  /** Ids of filters that are never seen. */
  readonly hidden: string[] = [];
  readonly #byName = new Map<string, string>();
  readonly #bySource = new Map<string, string>();

  constructor(readonly table: TableInfo) {}

  note(part: Note["part"], sentence: string) {
    this.notes.push({ part, sentence });
  }

  /** A column of the table by name. A missing one is kept, so that it can be fixed. */
  column(source: string, name: string, use?: { part: Note["part"]; words: string }): string {
    const found = this.table.columns.find((column) => column.source === source);
    const id = freshId(found?.id ?? source, this.#ids());
    if (!found) {
      const sentence = use
        ? `${use.words} names “${source}”, which the table does not have.`
        : `The table has no column “${source}”.`;
      this.notes.push({ part: use?.part ?? "conversion", sentence, broken: true });
    }
    const role = found?.role ? { role: found.role } : {};
    this.columns.push({
      id,
      source: source.slice(0, 500),
      title: this.#title(name),
      type: found?.type ?? "text",
      ...role,
    });
    this.#byName.set(name, id);
    if (!this.#bySource.has(source)) this.#bySource.set(source, id);
    return id;
  }

  /** What a conversion reads: names of the table first, then what earlier conversions made. */
  source(name: string): string {
    return this.#bySource.get(name) ?? this.#byName.get(name) ?? this.column(name, name);
  }

  /**
   * The shown column: current names first. An unknown name is a column that the table does not
   * have.
   */
  field(part: Note["part"], name: string | undefined, words: string): string | undefined {
    if (name === undefined) return undefined;
    return this.#byName.get(name) ?? this.#bySource.get(name) ?? this.column(name, name, { part, words });
  }

  fields(part: Note["part"], names: readonly string[], use: string): string[] {
    return [...new Set(names.flatMap((name) => this.field(part, name, use) ?? []))];
  }

  /** A new column, or the one that is replaced. */
  output(name: string, replaces?: string): { id: string; title: string } {
    const id = replaces ?? freshId(idOf(name), this.#ids());
    this.#byName.set(name, id);
    return { id, title: this.#title(name, replaces) };
  }

  has(source: string): boolean {
    return this.#bySource.has(source);
  }

  /** A step; `make` gets its id. */
  step(make: (id: string) => Step) {
    this.steps.push(make(`step_${this.steps.length + 1}`));
  }

  /** Two columns with one name would be ambiguous. */
  #title(name: string, of?: string): string {
    const others = this.#named().filter(({ id }) => id !== of);
    return freshTitleAmong(
      others.map(({ title }) => title),
      name.slice(0, 190),
    );
  }

  #named(): Output[] {
    return [...this.columns, ...this.steps.flatMap(outputsOf)];
  }

  #ids(): string[] {
    return this.#named()
      .map(({ id }) => id)
      .concat([...this.#byName.values()]);
  }
}
