import { queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrap } from "./client";

type KnownLociInput = Schemas["KnownLociInput"];

/** Which of some loci are known, by what is installed on this server when it is asked. */
export function knownLociQuery(question: KnownLociInput) {
  return queryOptions({
    queryKey: ["known-loci", question],
    queryFn: ({ signal }) => unwrap(client.POST("/api/known-loci", { body: question, signal })),
    enabled: question.leads.length > 0,
    staleTime: 5 * 60_000,
  });
}
