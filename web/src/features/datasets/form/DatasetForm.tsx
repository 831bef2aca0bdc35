import type { ReactNode } from "react";
import type { DatasetCodes } from "@/api/datasets/datasets";
import { Card } from "@/ui/Card";
import { LongForm } from "@/ui/form/LongForm";
import { fieldOf, type TextKey } from "../fields";
import { AncestryCounts } from "./AncestryCounts";
import { controlId } from "./controlId";
import { FormField } from "./FormField";
import classes from "./form.module.css";
import { NameField } from "./NameField";
import { PublicationField } from "./PublicationField";
import { StudyField } from "./StudyField";
import { Terms } from "./Terms";
import type { DatasetFormState } from "./useDatasetForm";
import { inOrder } from "./values";

interface DatasetFormProps {
  form: DatasetFormState;
  codes: DatasetCodes;
  /** Fields that hold what follows from others. */
  suggested?: ReadonlySet<TextKey>;
  /** On the button: "Register data set", "Save". */
  label: string;
  busy: boolean;
  onSubmit: () => void;
}

/** The metadata form of a data set. Typed values are kept, valid or not. */
export function DatasetForm({ form, codes, suggested, label, busy, onSubmit }: DatasetFormProps) {
  const problems = inOrder(form.errors).map(([key, message]) => ({ id: controlId(key), message }));
  const inputs = (...keys: TextKey[]) =>
    keys.map((key) => (
      <FormField key={key} field={fieldOf(key)} form={form} codes={codes} suggested={suggested?.has(key)} />
    ));
  return (
    <LongForm
      form={form}
      name="Data set"
      problems={problems}
      failed="The data set was not saved"
      label={label}
      busy={busy}
      onSubmit={onSubmit}
    >
      <Section title="Study and data" aside="Fields with a star are required">
        <NameField form={form} codes={codes} suggested={suggested?.has("name")} />
        <StudyField form={form} />
        {inputs(
          "status",
          "data_type",
          "genome_build",
          "data_source_type",
          "genotyping_technology",
          "analysis_software",
        )}
      </Section>
      <Section title="People" columns={3}>
        {inputs("global_sample_size", "ancestry", "sex")}
        <AncestryCounts form={form} codes={codes} />
      </Section>
      <Section title="Publication and description">
        <PublicationField form={form} codes={codes} />
        {inputs("publication", "description")}
        <Terms form={form} />
      </Section>
      <Section title="Contacts">
        {inputs("data_submitter", "data_submitter_email", "data_contributor", "data_contributor_email", "license")}
      </Section>
    </LongForm>
  );
}

interface SectionProps {
  title: string;
  aside?: string;
  columns?: 2 | 3;
  children: ReactNode;
}

function Section({ title, aside, columns = 2, children }: SectionProps) {
  return (
    <Card title={title} aside={aside}>
      <div className={`${classes.fields} ${columns === 3 ? classes.three : ""}`}>{children}</div>
    </Card>
  );
}
