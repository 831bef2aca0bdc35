import { z } from "zod/mini";
import { count, mathFunction, short, template } from "./columns";

/** How a cell is shown. Several work one after the other on what the one before made. */
export const format = z.discriminatedUnion("type", [
  /** {value} and {id of a column} in `to` are put in, encoded for addresses; at the beginning the value is an address itself. */
  z.strictObject({
    type: z.literal("link"),
    to: template,
    new_tab: z.boolean(),
    as: z.enum(["text", "button"]),
    label: z.optional(short),
  }),
  z.strictObject({ type: z.literal("math"), function: mathFunction }),
  z.strictObject({ type: z.literal("scientific"), digits: z.int().check(z.minimum(0), z.maximum(15)) }),
  z.strictObject({ type: z.literal("decimals"), digits: z.int().check(z.minimum(0), z.maximum(15)) }),
  /** Up above zero, down below, a dash at zero; `reverse` the other way round. */
  z.strictObject({ type: z.literal("direction"), reverse: z.optional(z.boolean()) }),
  /** A bar behind the value, from the smallest to the largest of the column; `reverse` has the longest bar at the smallest. */
  z.strictObject({ type: z.literal("bar"), reverse: z.boolean(), empty: z.int().check(z.minimum(0), z.maximum(100)) }),
  z.strictObject({ type: z.literal("list") }),
  z.strictObject({ type: z.literal("chips") }),
  z.strictObject({ type: z.literal("shorten"), to: count, from: z.enum(["start", "end"]) }),
  z.strictObject({ type: z.literal("copy") }),
]);
