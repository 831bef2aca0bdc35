import type { SgcKind } from "@/api/sgc/sgc";
import { kinds } from "../kinds";

/** One step of submitting a cohort, as in the address. */
export type Task = "questionnaire" | SgcKind | "validation";
export const tasks = ["questionnaire", ...kinds, "validation"] as const satisfies readonly Task[];
