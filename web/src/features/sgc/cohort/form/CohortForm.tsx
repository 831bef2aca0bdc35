import { NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { Card } from "@/ui/Card";
import { LongForm } from "@/ui/form/LongForm";
import { allFields, choices, controlId, type FormField, questionFields, sizeFields } from "./fields";
import classes from "./form.module.css";
import type { CohortFormState } from "./useCohortForm";

interface CohortFormProps {
  form: CohortFormState;
  /** On the button: "Register cohort", "Save". */
  label: string;
  busy: boolean;
  onSubmit: () => void;
  /** Above the fields. */
  children?: ReactNode;
}

/** The eleven fields of a cohort. Typed values are kept, valid or not. */
export function CohortForm({ form, label, busy, onSubmit, children }: CohortFormProps) {
  const problems = allFields.flatMap(({ key }) => {
    const message = form.errors[key];
    return message ? [{ id: controlId(key), message }] : [];
  });
  return (
    <LongForm
      form={form}
      problems={problems}
      failed="The cohort was not saved"
      label={label}
      busy={busy}
      onSubmit={onSubmit}
    >
      {children}
      <Card title="Name and size" aside="Fields with a star are required to save">
        <div className={classes.fields}>
          {sizeFields.map((field) => (
            <FormInput key={field.key} field={field} form={form} />
          ))}
        </div>
      </Card>
      <Card title="Questionnaire" aside="Optional now, required to validate">
        <Stack gap={16}>
          {questionFields.map((field) => (
            <FormInput key={field.key} field={field} form={form} />
          ))}
        </Stack>
      </Card>
    </LongForm>
  );
}

function FormInput({ field, form }: { field: FormField; form: CohortFormState }) {
  const { key, label, control, needed, hint } = field;
  const input = {
    id: controlId(key),
    name: key,
    label,
    required: needed,
    description: hint,
    error: form.errors[key],
    value: form.values[key],
    onBlur: () => form.leave(key),
    onChange: (event: { currentTarget: { value: string } }) => form.set(key, event.currentTarget.value),
  };
  switch (control) {
    case "line":
      return <TextInput {...input} maxLength={key === "name" ? 255 : 10_000} className={classes.wide} />;
    case "lines":
      return <Textarea {...input} maxLength={10_000} autosize minRows={2} maxRows={12} />;
    case "choice":
      return <NativeSelect {...input} className={classes.choice} data={[{ value: "", label: "Choose" }, ...choices]} />;
    default:
      return <TextInput {...input} inputMode="numeric" classNames={{ input: classes.number }} />;
  }
}
