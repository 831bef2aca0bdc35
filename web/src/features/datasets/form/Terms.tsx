import classes from "./form.module.css";
import { LinesField } from "./LinesField";
import type { DatasetFormState } from "./useDatasetForm";

/** The traits as terms of an ontology, so that other catalogues find the data set. */
export function Terms({ form }: { form: DatasetFormState }) {
  return (
    <LinesField
      form={form}
      part="terms"
      legend="Ontology terms"
      about="Optional. From EFO, MONDO, HP, Orphanet, DOID, OBA or UBERON. EFO_0000384 and full addresses work too."
      className={classes.term}
      fields={[
        { key: "curie", label: "Term", placeholder: "EFO:0000384", longest: 200, look: classes.mono, checked: true },
        { key: "label", label: "Name", placeholder: "Crohn's disease", longest: 300 },
      ]}
      add="Add a term"
      empty={{ curie: "", label: "" }}
    />
  );
}
