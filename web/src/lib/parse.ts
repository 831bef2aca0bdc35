import type { z } from "zod";

/** Reads an answer of the server; one that does not fit is an error with the place in words. `name` says what it is: "report". */
export function parseAs<T extends z.ZodType>(schema: T, value: unknown, name: string): z.infer<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Error(`The ${name} cannot be read: ${issue?.path.join(".")}: ${issue?.message}`);
}

/** What `read` gives, or the error that it throws, for a page that shows the error in place of what it cannot read. */
export function attempt<T>(read: () => T): T | Error {
  try {
    return read();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
