import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { planQuery } from "@/api/hermes/freezes";
import type { FreezeDraft } from "./draft";

const typingMs = 400;

/** The plan of the document, a moment after the last letter; until then the previous plan. */
export function usePlan(document: FreezeDraft["document"]) {
  const [settled] = useDebouncedValue(document, typingMs);
  const answer = useQuery(planQuery(settled));
  return {
    answer,
    plan: answer.data,
    /** The shown plan is of an older document, or not all of its studies are compared. */
    behind: settled !== document || answer.isPlaceholderData || (answer.data?.left ?? 0) > 0,
  };
}
