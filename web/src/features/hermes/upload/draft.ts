import { z } from "zod";
import type { Inspection } from "@/api/hermes";
import type { DraftKind } from "@/lib/draft";

/** The inspection is kept as the server answered it. */
const shape = z.object({
  values: z.record(z.string(), z.string()),
  mapping: z.object({ mapping: z.record(z.string(), z.string()), decided: z.array(z.string()) }).optional(),
  file: z.object({ name: z.string(), size: z.number() }).optional(),
  uploadId: z.string().optional(),
  /** What the file filled in, as long as nobody changes it. */
  told: z.record(z.string(), z.string()).optional(),
  // One that an earlier version of the server answered is read from the file again.
  inspection: z
    .custom<Inspection>((value) => typeof value === "object" && value !== null && "questions" in value)
    .optional()
    .catch(undefined),
});

/** What is kept of the form of a data set between visits. */
export const uploadDraft: DraftKind<z.infer<typeof shape>> = { name: "hermes-upload", version: 1, shape };
