import { apiQuestion } from "@/api/api-query";
import type { Schemas } from "@/api/client";

type KnownLociInput = Schemas["KnownLociInput"];

/** Which of the loci are known, according to the current reference data of this server. */
export function knownLociQuery(question: KnownLociInput) {
  return apiQuestion("/api/known-loci", question, { enabled: question.leads.length > 0, staleTime: 5 * 60_000 });
}
