import { z } from "zod";
import type { Inspection } from "@/api/hermes";
import { readStored, removeStored, writeStored } from "@/lib/stored";

const version = 1;

/** What is kept of a form between visits. The inspection is kept as the server answered it. */
const draftShape = z.object({
  version: z.literal(version),
  savedAt: z.number(),
  values: z.record(z.string(), z.string()),
  mapping: z.object({ mapping: z.record(z.string(), z.string()), decided: z.array(z.string()) }).optional(),
  file: z.object({ name: z.string(), size: z.number() }).optional(),
  uploadId: z.string().optional(),
  inspection: z
    .custom<Inspection>((value) => typeof value === "object" && value !== null && "columns" in value)
    .optional(),
});

export type Draft = z.infer<typeof draftShape>;
export type DraftContent = Omit<Draft, "version" | "savedAt">;

/** One draft per person and data set; "new" for one that is not registered yet. */
export function draftKey(userId: string, subject: string): string {
  return `cohortium-draft/hermes-upload/${userId}/${subject}`;
}

/** The stored draft, or undefined when there is none or an older page wrote it in another shape. */
export function readDraft(key: string): Draft | undefined {
  const parsed = draftShape.safeParse(readStored(key));
  return parsed.success ? parsed.data : undefined;
}

/** When it was saved (ms since 1970), or undefined when the browser refuses to store. */
export function saveDraft(key: string, content: DraftContent, now: number): number | undefined {
  return writeStored(key, { ...content, version, savedAt: now }) ? now : undefined;
}

export function discardDraft(key: string): void {
  removeStored(key);
}
