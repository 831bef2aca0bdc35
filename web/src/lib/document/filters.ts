import { z } from "zod/mini";
import { columnId, finite, id, title } from "./columns";

/** A filter; its bounds are inclusive. `preset` is its initial value. A hidden one is not shown and always applies. */
const asked = { id, column: columnId, label: title, name_in_chip: z.boolean(), hidden: z.optional(z.boolean()) };
const texts = z.array(z.string().check(z.maxLength(500))).check(z.maxLength(1000));
const bounds = z.strictObject({ low: finite, high: finite });
export const filter = z.discriminatedUnion("type", [
  /** Any of the texts is in it, in any case. */
  z.strictObject({ ...asked, type: z.literal("contains"), preset: z.optional(texts) }),
  z.strictObject({ ...asked, type: z.literal("exact"), preset: z.optional(texts) }),
  z.strictObject({ ...asked, type: z.literal("at_least"), preset: z.optional(finite) }),
  z.strictObject({ ...asked, type: z.literal("at_most"), preset: z.optional(finite) }),
  /** low ≤ value ≤ high. */
  z.strictObject({ ...asked, type: z.literal("between"), preset: z.optional(bounds) }),
  /** value ≤ low or value ≥ high. */
  z.strictObject({ ...asked, type: z.literal("outside"), preset: z.optional(bounds) }),
  /** The same as between, with two handles. */
  z.strictObject({ ...asked, type: z.literal("slider"), preset: z.optional(bounds) }),
  z.strictObject({ ...asked, type: z.literal("choice"), preset: z.optional(texts) }),
  z.strictObject({ ...asked, type: z.literal("checklist"), preset: z.optional(texts) }),
  z.strictObject({ ...asked, type: z.literal("suggest"), preset: z.optional(texts) }),
  /** Rows with any of the texts are left out, in any case; rows without a value stay. */
  z.strictObject({ ...asked, type: z.literal("without"), preset: z.optional(texts) }),
]);
