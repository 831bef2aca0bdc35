import { z } from "zod/mini";

/** Reads an answer of the server; one that does not fit is an error with the place in words. `name` says what it is: "report". */
export function parseAs<T extends z.core.$ZodType>(schema: T, value: unknown, name: string): z.infer<T> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Error(`The ${name} cannot be read: ${issue?.path.join(".")}: ${issue?.message}`);
}
