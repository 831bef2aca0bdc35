/** The value of a key that users may have named: none of what every object inherits, as `constructor`. */
export const own = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;

/** A copy without a prototype, in which a key that users may have named can be set, `__proto__` too. */
export const blank = <T>(from?: Readonly<Record<string, T>>): Record<string, T> =>
  Object.assign(Object.create(null), from);
