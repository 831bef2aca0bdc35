import { z } from "zod/mini";
import type { DraftKind } from "@/lib/draft";
import { draftShape } from "@/ui/form/record";
import { fieldKeys } from "./fields";

const shape = draftShape(z.record(z.enum(fieldKeys), z.string()));

export type CohortDraft = z.infer<typeof shape>;

export const cohortDraft: DraftKind<CohortDraft> = { name: "sgc-cohort", version: 1, shape };
