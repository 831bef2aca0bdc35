/** Documents as the server keeps them, also with faults in them, as the builder opens them. Pure; no DOM. */
import { documentVersion, type PageDocument } from "@/lib/document/document";
import { migrate } from "@/lib/document/migrate";

/** The document, or why it cannot be opened, as a sentence. */
export type ReadDocument = { document: PageDocument } | { refused: string };

const lists = ["columns", "steps", "filters", "groups", "plots"] as const;

/** A draft may have faults, such as an empty title: it opens as long as its parts are there. */
function hasParts(value: unknown): value is PageDocument {
  if (typeof value !== "object" || value === null) return false;
  const parts = value as Record<string, unknown>;
  return parts.version === documentVersion && "table" in parts && lists.every((name) => Array.isArray(parts[name]));
}

export function readDocument(value: unknown): ReadDocument {
  const read = migrate(value);
  if (read.document) return { document: read.document };
  return hasParts(value) ? { document: value } : { refused: read.fault };
}
