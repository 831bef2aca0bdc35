import type { User } from "@/api/accounts/session";
import type { Dataset } from "@/api/datasets/datasets";
import { ApiError } from "@/lib/api-error";
import type { RecordKind } from "@/ui/form/record";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { type PartKey, partKeys, type TextKey } from "../fields";
import { datasetDraft } from "./draft";
import {
  checkValues,
  type FieldErrors,
  fromDataset,
  newValues,
  placeErrors,
  samePart,
  type Values,
  withPart,
} from "./values";

/** The server may refuse without naming a field what plainly is one's name. */
function place(error: unknown, values: Values): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  const found = placeErrors(error.fields, values);
  return error.code === "name_taken" && !found.study && !found.name ? { ...found, name: error.message } : found;
}

const datasetKind: RecordKind<Values, Dataset, PartKey> = {
  draft: datasetDraft,
  idOf: ({ id }) => id,
  versionOf: ({ version }) => version,
  from: fromDataset,
  parts: partKeys,
  samePart,
  withPart,
  check: checkValues,
  place,
};

/** The form of a data set. */
export function useDatasetForm(user: User, dataset?: Dataset) {
  const of = { account: user.id, object: dataset?.id ?? "new" };
  const form = useRecordForm(datasetKind, of, { held: dataset, empty: newValues(user) });
  return {
    ...form,
    setText: (key: TextKey, text: string) =>
      form.change((before) => ({ ...before, texts: { ...before.texts, [key]: text } }), key),
  };
}

export type DatasetFormState = ReturnType<typeof useDatasetForm>;
