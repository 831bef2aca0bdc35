import { z } from "zod/mini";

/** What names a column, a step, a filter or a plot; it stays when the title changes. */
export const id = z.string().check(z.regex(/^[a-z][a-z0-9_]*$/), z.maxLength(64));
/** An id at a use of a column. It is a separate schema, by which all uses of columns are found. */
export const columnId = z.string().check(z.regex(/^[a-z][a-z0-9_]*$/), z.maxLength(64));
/** An address with {ids of columns} in it. */
export const template = z.string().check(z.maxLength(1000));
/** A text in the language of expressions; its names are ids of columns. */
export const expressionText = z.string().check(z.minLength(1), z.maxLength(2000));
export const columnIds = z.array(columnId).check(z.maxLength(500));
export const title = z.string().check(z.minLength(1), z.maxLength(200));
export const text = z.string().check(z.maxLength(2000));
export const short = z.string().check(z.maxLength(200));
export const finite = z.number();
export const count = z.int().check(z.minimum(1), z.maximum(1000));

export const columnTypes = ["number", "text", "boolean", "list"] as const;
const columnType = z.enum(columnTypes);

/** The genetic meaning of a column; unknown ones have none. */
export const columnRoles = [
  "chromosome",
  "position",
  "effect_allele",
  "other_allele",
  "p_value",
  "neg_log_10_p_value",
  "beta",
  "standard_error",
  "odds_ratio",
  "effect_allele_frequency",
  "rsid",
  "gene",
] as const;

/** A column of the table that the page has: `source` is its header, `title` what the page calls it. */
export const column = z.strictObject({
  id,
  source: z.string().check(z.minLength(1), z.maxLength(500)),
  title,
  type: columnType,
  role: z.optional(z.enum(columnRoles)),
});

/** Functions of one number; also the functions of expressions, with more there. */
export const mathFunctions = [
  "abs",
  "ceil",
  "exp",
  "exp2",
  "exp10",
  "floor",
  "log",
  "log2",
  "log10",
  "neglog10",
  "round",
  "sign",
  "sqrt",
] as const;

export const mathFunction = z.enum(mathFunctions);
