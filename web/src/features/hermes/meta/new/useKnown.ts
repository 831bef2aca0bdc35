/** What the server knows of a choice of submissions before they are combined. */
import { useQuery } from "@tanstack/react-query";
import { cautionsQuery, overlapsQuery } from "@/api/hermes/meta-choice";
import type { Draft } from "./draft";
import { overlapsOf, pairRows } from "./overlaps";

export function useKnown(options: Draft["options"], ids: readonly string[]) {
  const compared = useQuery(overlapsQuery(ids)).data;
  const found = compared?.items ?? [];
  const cautions = useQuery(cautionsQuery(ids, found.length));
  return {
    found,
    comparing: compared?.left ?? 0,
    cautions: cautions.data ?? [],
    /** Nothing is known yet. */
    looking: cautions.isLoading,
    /** The question that has no answer, because it failed. */
    unknown: cautions.isError ? cautions : undefined,
    /** The choices, with the found overlaps that were neither changed nor removed. */
    options: { ...options, overlaps: overlapsOf(pairRows(options, found, ids)) },
  };
}
