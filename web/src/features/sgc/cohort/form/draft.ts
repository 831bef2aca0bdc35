import { z } from "zod";
import type { DraftKind } from "@/lib/draft";
import { fieldKeys } from "./fields";

const valuesShape = z.record(z.enum(fieldKeys), z.string());

const shape = z.object({
  values: valuesShape,
  /** What the server held when this was begun; absent for a cohort that is not registered yet. */
  base: z.object({ version: z.number(), values: valuesShape }).optional(),
});

export type CohortDraft = z.infer<typeof shape>;

export const cohortDraft: DraftKind<CohortDraft> = { name: "sgc-cohort", version: 1, shape };
