import { z } from "zod/mini";
import { columnId, columnIds, count, finite, id, short, template } from "./columns";

const axis = z.strictObject({ column: columnId, label: short });
/** The strength of an association: P values are turned into −log10 P by the plot. */
const strength = z.strictObject({ column: columnId, is: z.enum(["p", "neg_log_10_p"]), label: short });
const place = z.strictObject({ chromosome: columnId, position: columnId });
const drawn = {
  id,
  title: short,
  /** CSS pixels of the drawing without its title. */
  height: z.optional(z.int().check(z.minimum(120), z.maximum(2000))),
  hover: z.optional(columnIds),
};
/** P values, whatever the axis shows. */
const thresholds = z.array(finite).check(z.maxLength(10));
/**
 * Highlighted values, as drawn (−log10 P on an axis of strength): at least `above`, at most
 * `below`. With both, `join` is either or both at once.
 */
const condition = z.strictObject({
  above: z.optional(finite),
  below: z.optional(finite),
  join: z.enum(["either", "both"]),
});

export const plot = z.discriminatedUnion("type", [
  z.strictObject({
    ...drawn,
    type: z.literal("manhattan"),
    place,
    y: strength,
    name: z.optional(columnId),
    thresholds,
    /** Where a point leads to, with {ids of columns}. */
    link: z.optional(template),
  }),
  z.strictObject({ ...drawn, type: z.literal("qq"), y: strength }),
  /**
   * The region is at the table's strongest row until another is chosen. Genes, LD and recombination
   * are shown if the server has them.
   */
  z.strictObject({
    ...drawn,
    type: z.literal("region"),
    place,
    y: strength,
    name: z.optional(columnId),
    alleles: z.optional(z.strictObject({ effect: columnId, other: columnId })),
    population: z.optional(short),
    genes: z.boolean(),
  }),
  z.strictObject({
    ...drawn,
    type: z.literal("volcano"),
    x: axis,
    y: strength,
    name: columnId,
    x_condition: condition,
    y_condition: condition,
    /** A point is labelled when at least so many of its two conditions hold. */
    label_at: z.union([z.literal(1), z.literal(2)]),
  }),
  z.strictObject({
    ...drawn,
    type: z.literal("phewas"),
    y: strength,
    name: columnId,
    group: columnId,
    beta: z.optional(columnId),
    thresholds,
  }),
  z.strictObject({
    ...drawn,
    type: z.literal("heatmap"),
    column: axis,
    row: axis,
    value: z.strictObject({
      column: columnId,
      label: short,
      low: finite,
      middle: finite,
      high: finite,
      reverse: z.boolean(),
    }),
    /** A circle grows by one step for each value that is reached. */
    circle: z.optional(
      z.strictObject({
        column: columnId,
        label: short,
        steps: z.array(finite).check(z.minLength(1), z.maxLength(10)),
        reverse: z.boolean(),
      }),
    ),
  }),
  /** An estimate with its 95 % interval, from its standard error or from bounds. */
  z.strictObject({
    ...drawn,
    type: z.literal("forest"),
    name: columnId,
    estimate: axis,
    interval: z.union([
      z.strictObject({ standard_error: columnId }),
      z.strictObject({ low: columnId, high: columnId }),
    ]),
    /** An odds ratio is drawn on a log axis with its line at 1. */
    scale: z.enum(["linear", "ratio"]),
    group: z.optional(columnId),
  }),
  z.strictObject({
    ...drawn,
    type: z.literal("scatter"),
    x: axis,
    y: axis,
    x_log: z.boolean(),
    y_log: z.boolean(),
    colour: z.optional(columnId),
    size: z.optional(columnId),
    name: z.optional(columnId),
  }),
  z.strictObject({
    ...drawn,
    type: z.literal("bar"),
    category: axis,
    value: z.optional(axis),
    as: z.enum(["count", "sum", "mean", "median"]),
    colour: z.optional(columnId),
    across: z.boolean(),
  }),
  z.strictObject({ ...drawn, type: z.literal("box"), category: axis, value: axis }),
  z.strictObject({
    ...drawn,
    type: z.literal("histogram"),
    value: axis,
    bins: z.optional(z.int().check(z.minimum(2), z.maximum(500))),
    colour: z.optional(columnId),
  }),
  /** The rows that score highest, each with what its score is made of. */
  z.strictObject({
    ...drawn,
    type: z.literal("score"),
    name: columnId,
    parts: z.array(z.strictObject({ column: columnId, weight: finite })).check(z.minLength(1), z.maxLength(20)),
    most: count,
  }),
]);
