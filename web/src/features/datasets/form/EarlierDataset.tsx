import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type DatasetRow, datasetQuery, datasetsQuery } from "@/api/datasets/datasets";
import { toastError } from "@/ui/dialog/toast";
import { toastUndo } from "@/ui/dialog/toastUndo";
import type { TextKey } from "../fields";
import classes from "./form.module.css";
import type { DatasetFormState } from "./useDatasetForm";
import { fromDataset, type Values } from "./values";

/** What stays the same from one data set of a consortium to the next. */
const same: readonly TextKey[] = [
  "status",
  "data_source_type",
  "genotyping_technology",
  "ancestry",
  "sex",
  "data_submitter",
  "data_submitter_email",
  "data_contributor",
  "data_contributor_email",
  "license",
];
/** Fields that the file may state; they fill empty fields. */
const stated: readonly TextKey[] = ["data_type", "analysis_software"];

/** The form with study, people, methods and contacts of an earlier data set. */
export function withEarlier(values: Values, earlier: Values): Values {
  const taken = [...same, ...stated.filter((key) => values.texts[key] === "")];
  const texts = { ...values.texts, ...Object.fromEntries(taken.map((key) => [key, earlier.texts[key]])) };
  return { ...values, study: earlier.study, texts };
}

/** Offers the answers of the data set that the user registered or changed last. Nothing when there is none. */
export function EarlierDataset({ form }: { form: DatasetFormState }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(datasetsQuery({ scope: "mine", limit: 1 }));
  const last = data?.items[0];
  if (!last) return null;

  async function apply({ id, name }: DatasetRow) {
    setBusy(true);
    try {
      const earlier = fromDataset(await queries.fetchQuery(datasetQuery(id)));
      const before = form.values;
      form.change((now) => withEarlier(now, earlier), "study", "institution", ...same, ...stated);
      toastUndo(`Study, people, methods and contacts of ${name} were filled in.`, () => form.change(() => before));
    } catch (error) {
      toastError(`The values of ${name} could not be read`, error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      size="xs"
      variant="default"
      classNames={{ root: classes.earlier, label: classes.earlierName }}
      title={`Use values of ${last.name}`}
      loading={busy}
      onClick={() => void apply(last)}
    >
      Use values of {last.name}
    </Button>
  );
}
