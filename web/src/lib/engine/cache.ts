/** Keeps values up to a weight in bytes; those that were not asked for the longest go first. */
export class WeightedCache<V> {
  #kept = new Map<string, { value: V; weight: number }>();
  #weight = 0;

  constructor(private readonly most: number) {}

  get(key: string): V | undefined {
    const entry = this.#kept.get(key);
    if (!entry) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    return entry.value;
  }

  has(key: string): boolean {
    return this.#kept.has(key);
  }

  set(key: string, value: V, weight: number) {
    this.#weight += weight - (this.#kept.get(key)?.weight ?? 0);
    this.#kept.delete(key);
    this.#kept.set(key, { value, weight });
    for (const [oldest, entry] of this.#kept) {
      if (this.#weight <= this.most || oldest === key) return;
      this.#kept.delete(oldest);
      this.#weight -= entry.weight;
    }
  }
}
