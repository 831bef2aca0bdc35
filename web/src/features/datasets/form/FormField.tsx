import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { DatasetCodes } from "@/api/datasets/datasets";
import type { TextField } from "../fields";
import { controlId } from "./controlId";
import classes from "./form.module.css";
import type { DatasetFormState } from "./useDatasetForm";

interface FormFieldProps {
  field: TextField;
  form: DatasetFormState;
  codes: DatasetCodes;
  /** A problem besides those found by the form. */
  problem?: string | undefined;
  /** It holds what follows from other fields, and looks so. */
  suggested?: boolean | undefined;
}

/** One text of the form. Typed values are kept, valid or not. */
export function FormField({ field, form, codes, problem, suggested }: FormFieldProps) {
  const { key, label, control, needed, hint, longest, wide } = field;
  const input = {
    id: controlId(key),
    name: key,
    label,
    required: needed,
    description: suggested ? "Suggested from your other answers. You can change it." : hint,
    "data-suggested": suggested || undefined,
    error: form.errors[key] ?? problem,
    value: form.values.texts[key],
    className: wide ? classes.wide : undefined,
    onBlur: () => form.leave(key),
    onChange: (event: { currentTarget: { value: string } }) => form.setText(key, event.currentTarget.value),
  };
  if (typeof control === "object") {
    return <NativeSelect {...input} data={[{ value: "", label: "Choose" }, ...codes[control.codes]]} />;
  }
  if (control === "lines") {
    return <Textarea {...input} className={classes.wide} maxLength={longest} autosize minRows={2} maxRows={16} />;
  }
  if (control === "count") return <TextInput {...input} inputMode="numeric" classNames={{ input: classes.number }} />;
  return <TextInput {...input} maxLength={longest} />;
}
