import { z } from "zod/mini";
import type { Inspection } from "@/api/hermes/hermes";
import type { DraftKind } from "@/lib/browser/draft";

const texts = z.record(z.string(), z.string());
const suggestion = z.optional(z.string());

const file = z.object({
  name: z.string(),
  size: z.number(),
  own: texts,
  columns: z.object({ mapping: texts, decided: z.array(z.string()) }),
  inspection: z.optional(
    z.custom<Inspection>((value) => typeof value === "object" && value !== null && "columns" in value),
  ),
  uploadId: z.optional(z.string()),
  stored: z.optional(z.boolean()),
  line: z.optional(z.number()),
  made: z.optional(z.object({ id: z.string(), name: z.string() })),
});

const sheet = z.object({
  name: z.string(),
  /** The sheet itself as base64, for files that are chosen after it. */
  bytes: z.string(),
  lines: z.array(z.object({ line: z.number(), file: z.string(), message: z.string(), suggestion })),
  columns: z.array(z.object({ name: z.string(), suggestion })),
});

const shape = z.object({ shared: texts, files: z.array(file), sheet: z.optional(sheet) });

export type Sheet = z.infer<typeof sheet>;
export type BatchDraft = z.infer<typeof shape>;

/** The part of a batch that is stored between visits. */
export const batchDraft: DraftKind<BatchDraft> = { name: "hermes-batch", version: 1, shape };
