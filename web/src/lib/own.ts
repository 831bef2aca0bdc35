/** The value of a key that users may have named: none of what every object inherits, as `constructor`. */
export function own<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** A copy without a prototype, in which a key that users may have named can be set, `__proto__` too. */
export function blank<T>(from?: Readonly<Record<string, T>>): Record<string, T> {
  return Object.assign(Object.create(null), from);
}
