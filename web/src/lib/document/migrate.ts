/** Documents of every version that was ever written, as ones of today. */
import { z } from "zod/mini";
import { documentSchema, documentVersion, type PageDocument } from "./document";
import { faultOf } from "./fault";

export type Migrated = { document: PageDocument; fault?: undefined } | { document?: undefined; fault: string };

/** From a version to the next one, by the version that is left behind. */
const steps: Readonly<Record<number, (document: Record<string, unknown>) => Record<string, unknown>>> = {};

/** The document in today's form, or why it cannot be read, as a sentence. */
export function migrate(value: unknown): Migrated {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { fault: "A page is a JSON object." };
  let document = value as Record<string, unknown>;
  if (!Number.isInteger(document.version))
    return { fault: "The page does not state its version: “version” has to be a whole number." };
  if ((document.version as number) > documentVersion) {
    return {
      fault: `The page has version ${document.version}, and this program knows versions up to ${documentVersion}. Open it with a newer one.`,
    };
  }
  while (document.version !== documentVersion) {
    const step = steps[document.version as number];
    if (!step) return { fault: `Unknown version ${document.version}.` };
    document = { ...step(document), version: (document.version as number) + 1 };
  }
  const read = z.safeParse(documentSchema, document);
  if (read.success) return { document: read.data };
  const [issue] = read.error.issues;
  return { fault: issue ? faultOf(issue, document) : "This is not a page." };
}
