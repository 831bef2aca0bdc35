import { z } from "zod/mini";

/**
 * Parses an answer of the server; an invalid one is an error that contains the place. `name` names
 * it: "report".
 */
export function parseAs<T extends z.core.$ZodType>(schema: T, value: unknown, name: string): z.infer<T> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Error(`The ${name} cannot be read: ${issue?.path.join(".")}: ${issue?.message}`);
}
