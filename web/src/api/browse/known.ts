import { apiQuestion } from "@/api/api-query";
import type { Schemas } from "@/api/client";

type KnownLociInput = Schemas["KnownLociInput"];

/** Which of some loci are known, by what is installed on this server when it is asked. */
export function knownLociQuery(question: KnownLociInput) {
  return apiQuestion("/api/known-loci", question, { enabled: question.leads.length > 0, staleTime: 5 * 60_000 });
}
