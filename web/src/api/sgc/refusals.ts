import type { QueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import type { Schemas } from "@/api/client";
import { heldIn, objectWith, toldIn } from "@/api/told";
import { type Cohort, cohortQuery } from "./sgc";

/** What somebody else left of a cohort, when a change of it was refused for that. */
export const heldCohort = heldIn<Cohort>("id", "cohort_metadata");

/** Puts what somebody else left into the cache, where a change was refused for that; answers whether it was. */
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
