import type { QueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import type { Schemas } from "@/api/client";
import { heldIn, objectWith, toldIn } from "@/api/told";
import { type Cohort, cohortQuery } from "./sgc";

/** The other user's version of a cohort, from a refused change. */
export const heldCohort = heldIn<Cohort>("id", "cohort_metadata");

/**
 * Stores the other user's version in the cache if a change was refused because of it; returns
 * whether it was.
 */
export function cohortConflicts(queries: QueryClient, error: unknown): boolean {
  const held = heldCohort(error);
  if (held) queries.setQueryData(cohortQuery(held.id).queryKey, held);
  return held !== undefined;
}

const check = objectWith<Schemas["SgcFileCheck"]>("header", "report", "grid");
const finding = objectWith<Schemas["SgcFinding"]>("severity", "message");

const findingsShape = z.union([
  z.object({ check, findings: z._default(z.array(finding), []) }),
  z.object({ check: z.optional(check), findings: z.array(finding) }),
]);

/** Which rules are broken: of a file in `check`, of a whole cohort in `findings`. */
export const brokenRules = (error: unknown) => toldIn(error, 422, findingsShape);
