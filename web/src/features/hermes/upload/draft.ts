import { z } from "zod/mini";
import type { Inspection } from "@/api/hermes/hermes";
import type { DraftKind } from "@/lib/browser/draft";

/** The inspection is kept as the server answered it. */
const shape = z.object({
  values: z.record(z.string(), z.string()),
  mapping: z.optional(z.object({ mapping: z.record(z.string(), z.string()), decided: z.array(z.string()) })),
  file: z.optional(z.object({ name: z.string(), size: z.number() })),
  uploadId: z.optional(z.string()),
  /** The values filled in from the file, until the user changes them. */
  told: z.optional(z.record(z.string(), z.string())),
  // One that an earlier version of the server answered is read from the file again.
  inspection: z.catch(
    z.optional(z.custom<Inspection>((value) => typeof value === "object" && value !== null && "questions" in value)),
    undefined,
  ),
});

/** The part of the form that is stored between visits. */
export const uploadDraft: DraftKind<z.infer<typeof shape>> = { name: "hermes-upload", version: 1, shape };
