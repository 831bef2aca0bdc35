import { z } from "zod/mini";
import type { Cohort } from "@/api/sgc/sgc";
import { ApiError } from "@/lib/api-error";
import type { DraftKind } from "@/lib/browser/draft";
import { draftShape, type FieldErrors, partsOf, placeAt, type RecordKind } from "@/ui/form/record";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { type FieldKey, fieldKeys } from "./fields";
import { checkValues, fromCohort, noValues, type Values } from "./values";

const shape = draftShape(z.record(z.enum(fieldKeys), z.string()));

export const cohortDraft: DraftKind<z.infer<typeof shape>> = { name: "sgc-cohort", version: 1, shape };

/** Refusals of the server by field; what names no field of the form is left out. */
function place(error: unknown): FieldErrors {
  const { "": _elsewhere, ...placed } = placeAt(error, fieldKeys);
  const taken = error instanceof ApiError && error.code === "name_taken";
  return taken ? { name: error.message, ...placed } : placed;
}

const kind: RecordKind<Values, Cohort, FieldKey> = {
  draft: cohortDraft,
  idOf: ({ id }) => id,
  versionOf: ({ version }) => version,
  from: fromCohort,
  ...partsOf<Values>(...fieldKeys),
  check: checkValues,
  place,
};

/** The form of a cohort. */
export function useCohortForm(userId: string, cohort?: Cohort) {
  const of = { account: userId, object: cohort?.id ?? "new" };
  const form = useRecordForm(kind, of, { held: cohort, empty: noValues });
  return {
    ...form,
    set: (key: FieldKey, value: string) => form.change((before) => ({ ...before, [key]: value }), key),
  };
}

export type CohortFormState = ReturnType<typeof useCohortForm>;
