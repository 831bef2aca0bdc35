/** The collected result of converting older texts. */
import type { Loose, Note } from "./legacy-read";

/** The names that the texts know their columns by, and what was left out. */
export class Saying {
  readonly conversions: Loose[] = [];
  readonly notes: Note[] = [];
  readonly names = new Map<string, string>();
  /** By the id of a column: what conversions call it. */
  readonly sources = new Map<string, string>();

  note(part: Note["part"], sentence: string) {
    this.notes.push({ part, sentence });
  }

  /** A name that no other column has. */
  name(id: string, title: string): string {
    const taken = new Set([...this.names].flatMap(([other, name]) => (other === id ? [] : [name])));
    let name = title;
    for (let n = 2; taken.has(name); n += 1) name = `${title} ${n}`;
    this.names.set(id, name);
    return name;
  }

  source(id: string): string | undefined {
    return this.sources.get(id) ?? this.names.get(id);
  }

  list(ids: readonly string[]): string[] {
    return ids.flatMap((id) => this.names.get(id) ?? []);
  }
}
