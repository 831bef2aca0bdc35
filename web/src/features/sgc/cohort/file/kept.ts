import { z } from "zod/mini";
import { readStored, removeStored, writeStored } from "@/lib/browser/stored";
import { type Edits, newGrid, startEdits } from "./grid";
import { tableText } from "./sent";
import { parseBlock } from "./tsv";

/** An edited table that was not submitted, as restored by a reload of this tab. */
const keptShape = z.object({
  name: z.string(),
  text: z.string(),
  mapping: z.optional(z.record(z.string(), z.string())),
  onlyCounted: z.optional(z.boolean()),
});

export type Kept = z.infer<typeof keptShape>;

// Of this tab alone: the table may hold numbers that the server will hide.
export function keptKey(userId: string, cohort: string, kind: string): string {
  return `cohortium-table/${userId}/${cohort}/${kind}`;
}

export function readKept(key: string): Kept | undefined {
  const parsed = keptShape.safeParse(readStored(key, "tab"));
  return parsed.success ? parsed.data : undefined;
}

/** `undefined` is nothing to keep. Where the browser refuses or is full, the table lives as long as the page. */
export function writeKept(key: string, kept: Kept | undefined): void {
  if (kept) writeStored(key, kept, "tab");
  else removeStored(key, "tab");
}

export function keptOf(name: string, edits: Edits, { mapping, onlyCounted }: Omit<Kept, "name" | "text">): Kept {
  return { name, text: tableText(edits.grid).text, mapping, onlyCounted };
}

export function editsOf({ text }: Kept): Edits {
  const [header = [], ...rows] = parseBlock(text);
  return startEdits(
    newGrid(
      header,
      rows.map((row) => header.map((_, at) => row[at] ?? "")),
    ),
  );
}
