import type { Cohort } from "@/api/sgc";
import { ApiError } from "@/lib/api-error";
import type { RecordKind } from "@/ui/form/record";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { cohortDraft } from "./draft";
import { type FieldKey, fieldKeys } from "./fields";
import { checkValues, type FieldErrors, fromCohort, noValues, placeErrors, type Values } from "./values";

function place(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  const placed = placeErrors(error.fields);
  return error.code === "name_taken" ? { name: error.message, ...placed } : placed;
}

const kind: RecordKind<Values, Cohort, FieldKey> = {
  draft: cohortDraft,
  idOf: ({ id }) => id,
  versionOf: ({ version }) => version,
  from: fromCohort,
  parts: fieldKeys,
  samePart: (key, a, b) => a[key] === b[key],
  withPart: (key, a, b) => ({ ...a, [key]: b[key] }),
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
