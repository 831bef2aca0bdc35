import { z } from "zod/mini";
import type { DraftKind } from "@/lib/browser/draft";
import { draftShape } from "@/ui/form/record";
import { textKeys } from "../fields";

const values = z.object({
  texts: z.record(z.enum(textKeys), z.string()),
  study: z.object({ id: z.string(), name: z.string(), institution: z.string() }),
  ancestry_counts: z.array(z.object({ key: z.string(), ancestry: z.string(), n: z.string(), detail: z.string() })),
  terms: z.array(z.object({ key: z.string(), curie: z.string(), label: z.string() })),
});

const shape = draftShape(values);

/** The part of the form that is stored between visits. */
export const datasetDraft: DraftKind<z.infer<typeof shape>> = { name: "dataset", version: 1, shape };
