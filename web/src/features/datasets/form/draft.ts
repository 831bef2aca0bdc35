import { z } from "zod";
import type { DraftKind } from "@/lib/draft";
import { textKeys } from "./fields";

const values = z.object({
  texts: z.record(z.enum(textKeys), z.string()),
  study: z.object({ id: z.string(), name: z.string(), institution: z.string() }),
  ancestry_counts: z.array(z.object({ key: z.string(), ancestry: z.string(), n: z.string(), detail: z.string() })),
  terms: z.array(z.object({ key: z.string(), curie: z.string(), label: z.string() })),
});

const shape = z.object({
  values,
  /** What the server held when this was begun; absent for a data set that is not registered yet. */
  base: z.object({ version: z.number(), values }).optional(),
});

/** What is kept of the form of a data set between visits. */
export const datasetDraft: DraftKind<z.infer<typeof shape>> = { name: "dataset", version: 1, shape };
