import { z } from "zod/mini";
import type { DraftKind } from "@/lib/browser/draft";

const shape = z.object({
  text: z.string(),
  create_studies: z.boolean(),
  /** What the sheet became, so that it can still be undone after a reload. */
  result: z.optional(
    z.object({
      id: z.string(),
      at: z.string(),
      created: z.array(z.object({ id: z.string(), name: z.string() })),
      changed: z.array(z.object({ id: z.string(), name: z.string() })),
      undone_at: z.optional(z.string()),
    }),
  ),
});

/** The part of an import that is stored between visits. */
export type ImportDraft = z.infer<typeof shape>;
export type ImportResult = NonNullable<ImportDraft["result"]>;

export const importDraft: DraftKind<ImportDraft> = { name: "dataset-import", version: 1, shape };
