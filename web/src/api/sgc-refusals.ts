import { z } from "zod/mini";
import type { Schemas } from "./client";

function objectWith<T>(...keys: (keyof T)[]) {
  return z.custom<T>(
    (value) => typeof value === "object" && value !== null && keys.every((key) => (key as string) in value),
  );
}

/** A 409 that holds the other version. */
export const conflictShape = z.object({
  current: objectWith<Schemas["SgcCohort"]>("id", "version", "cohort_metadata"),
});

const check = objectWith<Schemas["SgcFileCheck"]>("header", "report", "grid");
const finding = objectWith<Schemas["SgcFinding"]>("severity", "message");

/** A 422 that says which rules are broken. */
export const findingsShape = z.union([
  z.object({ check, findings: z._default(z.array(finding), []) }),
  z.object({ check: z.optional(check), findings: z.array(finding) }),
]);
