import { ApiError } from "@/lib/api-error";

/** Problems of form fields, by the server's names. */
export type FieldErrors<F extends string> = Partial<Record<F, string>>;

/** The refusals of single fields; undefined when the server named none, or one that this form does not show. */
export function fieldErrorsOf<F extends string>(error: unknown, fields: readonly F[]): FieldErrors<F> | undefined {
  if (!(error instanceof ApiError) || error.fields.length === 0) return undefined;
  const found: FieldErrors<F> = {};
  for (const { field, message } of error.fields) {
    const known = fields.find((name) => name === field);
    if (known === undefined) return undefined;
    found[known] = message;
  }
  return found;
}
