import { z } from "zod/mini";
import type { Schemas } from "./client";
import { heldIn, objectWith, toldIn } from "./error";

/** What somebody else left of a cohort, when a change of it was refused for that. */
export const heldCohort = heldIn<Schemas["SgcCohort"]>("id", "cohort_metadata");

const check = objectWith<Schemas["SgcFileCheck"]>("header", "report", "grid");
const finding = objectWith<Schemas["SgcFinding"]>("severity", "message");

const findingsShape = z.union([
  z.object({ check, findings: z._default(z.array(finding), []) }),
  z.object({ check: z.optional(check), findings: z.array(finding) }),
]);

/** Which rules are broken: of a file in `check`, of a whole cohort in `findings`. */
export const brokenRules = (error: unknown) => toldIn(error, 422, findingsShape);
