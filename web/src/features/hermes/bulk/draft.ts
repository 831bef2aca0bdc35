import { z } from "zod";
import type { Inspection } from "@/api/hermes";
import type { DraftKind } from "@/lib/draft";

const texts = z.record(z.string(), z.string());
const suggestion = z.string().optional();

const file = z.object({
  name: z.string(),
  size: z.number(),
  own: texts,
  columns: z.object({ mapping: texts, decided: z.array(z.string()) }),
  inspection: z
    .custom<Inspection>((value) => typeof value === "object" && value !== null && "columns" in value)
    .optional(),
  uploadId: z.string().optional(),
  stored: z.boolean().optional(),
  line: z.number().optional(),
  made: z.object({ id: z.string(), name: z.string() }).optional(),
});

const sheet = z.object({
  name: z.string(),
  /** The sheet itself as base64, for files that are chosen after it. */
  bytes: z.string(),
  lines: z.array(z.object({ line: z.number(), file: z.string(), message: z.string(), suggestion })),
  columns: z.array(z.object({ name: z.string(), suggestion })),
});

const shape = z.object({ shared: texts, files: z.array(file), sheet: sheet.optional() });

export type Sheet = z.infer<typeof sheet>;
export type BatchDraft = z.infer<typeof shape>;

/** What is kept of a batch of files between visits. */
export const batchDraft: DraftKind<BatchDraft> = { name: "hermes-batch", version: 1, shape };
