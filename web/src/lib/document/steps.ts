import { z } from "zod/mini";
import { columnId, columnIds, count, expressionText, finite, id, mathFunction, short, title } from "./columns";

/** A new column, or one of the step's own inputs, whose values are then replaced from this step on (its id is the input's). */
const output = z.strictObject({ id, title });

const pair = z.strictObject({
  from: z.string().check(z.minLength(1), z.maxLength(500)),
  to: z.string().check(z.maxLength(500)),
});

const common = { id, off: z.optional(z.boolean()) };
export const step = z.discriminatedUnion("type", [
  /** Texts of the inputs with `by[i]` between input i and i+1. A missing part makes the whole missing, or is left out with its separator. */
  z.strictObject({
    ...common,
    type: z.literal("join"),
    inputs: columnIds.check(z.minLength(2)),
    by: z.array(short),
    missing: z.enum(["missing", "skip"]),
    output,
  }),
  /**
   * Splits at the first match of each separator in turn; the rest goes to the last output. Missing
   * parts are missing values.
   */
  z.strictObject({
    ...common,
    type: z.literal("split"),
    input: columnId,
    by: z.array(z.string().check(z.minLength(1), z.maxLength(50))).check(z.minLength(1)),
    outputs: z.array(output).check(z.minLength(2), z.maxLength(50)),
  }),
  /**
   * −log10 of a P value. Zero is missing and counted, or replaced by the smallest positive number;
   * below 0 and above 1 is invalid.
   */
  z.strictObject({
    ...common,
    type: z.literal("neglog10"),
    input: columnId,
    zero: z.enum(["missing", "smallest"]),
    output,
  }),
  z.strictObject({ ...common, type: z.literal("list_to_text"), input: columnId, by: short, output }),
  /** `take` is the item wanted, 1 the first; without it all. */
  z.strictObject({
    ...common,
    type: z.literal("text_to_list"),
    input: columnId,
    by: z.string().check(z.minLength(1), z.maxLength(50)),
    take: z.optional(count),
    output,
  }),
  /** Every occurrence, pair after pair. */
  z.strictObject({
    ...common,
    type: z.literal("replace"),
    input: columnId,
    pairs: z.array(pair).check(z.minLength(1), z.maxLength(100)),
    output,
  }),
  /** What yes and no of each column are worth, summed or averaged; yes, true and 1 in any case. Missing counts as no, or is skipped. */
  z.strictObject({
    ...common,
    type: z.literal("score"),
    scores: z
      .array(z.strictObject({ column: columnId, yes: finite, no: finite }))
      .check(z.minLength(1), z.maxLength(100)),
    as: z.enum(["sum", "mean"]),
    missing: z.enum(["no", "skip"]),
    output,
  }),
  z.strictObject({
    ...common,
    type: z.literal("expression"),
    expression: expressionText,
    output,
  }),
  z.strictObject({ ...common, type: z.literal("math"), input: columnId, function: mathFunction, output }),
  /** chromosome:position, or chromosome:start-end. */
  z.strictObject({
    ...common,
    type: z.literal("locus"),
    chromosome: columnId,
    position: columnId,
    end: z.optional(columnId),
    output,
  }),
  /** `decimal` is the mark between whole and part; the other one, blanks and underscores group thousands. */
  z.strictObject({ ...common, type: z.literal("to_number"), input: columnId, decimal: z.enum([".", ","]), output }),
  z.strictObject({ ...common, type: z.literal("to_text"), input: columnId, output }),
  /** Whole values; one that no pair names is kept, or missing. */
  z.strictObject({
    ...common,
    type: z.literal("map"),
    input: columnId,
    pairs: z.array(pair).check(z.minLength(1), z.maxLength(1000)),
    other: z.enum(["keep", "missing"]),
    output,
  }),
  /** The replacement for missing values; it must have the column's type. */
  z.strictObject({
    ...common,
    type: z.literal("default"),
    input: columnId,
    value: z.union([finite, z.string().check(z.maxLength(500)), z.boolean()]),
    output,
  }),
]);
