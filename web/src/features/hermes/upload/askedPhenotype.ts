/**
 * What the form keeps in place of a phenotype that was asked for and is not in the list yet: the request. Values of the form
 * are text, and no code has a colon.
 */
const mark = "request:";

export function askedValue(requestId: string): string {
  return mark + requestId;
}

/** The request of a value; undefined for a code. */
export function askedId(value: string): string | undefined {
  return value.startsWith(mark) ? value.slice(mark.length) : undefined;
}
