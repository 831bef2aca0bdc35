import { NativeSelect, TagsInput, Textarea, TextInput, type TextInputProps } from "@mantine/core";
import { own } from "@/lib/own";
import { maxDescription, type Shown, shownWords } from "@/lib/phenotype-list";
import type { FieldErrors } from "../form/record";
import classes from "./phenotype.module.css";

interface FieldProps<T> {
  id: string;
  value: T;
  error: string | undefined;
  onChange: (value: T) => void;
}

export interface PhenotypeFieldsProps<V, Held> {
  /** Of the ids of the controls. */
  prefix: string;
  form: V;
  problems: FieldErrors;
  onChange: (part: Partial<V>) => void;
  /** Absent for a new one, whose code can still be chosen. */
  phenotype?: Held | undefined;
}

/** The props of the control of a part of the form. */
export function fieldOf<V, Part extends keyof V & string>(
  { prefix, form, problems, onChange }: PhenotypeFieldsProps<V, unknown>,
  part: Part,
): FieldProps<V[Part]> {
  return {
    id: `${prefix}-${part}`,
    value: form[part],
    error: own(problems, part),
    onChange: (value) => onChange({ [part]: value } as unknown as Partial<V>),
  };
}

/** The code of a new phenotype; it never changes. */
export function CodeField({
  onChange,
  ...field
}: FieldProps<string> & Pick<TextInputProps, "description" | "maxLength" | "autoCapitalize">) {
  return (
    <TextInput
      label="Code"
      required
      data-autofocus
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: classes.mono }}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...field}
    />
  );
}

/** What a code means, in words; it has the focus where the code is given. */
export function DescriptionField({ focus, onChange, ...field }: FieldProps<string> & { focus: boolean }) {
  return (
    <Textarea
      label="Description"
      description={`${field.value.trim().length} of ${maxDescription} characters`}
      required
      data-autofocus={focus || undefined}
      autosize
      minRows={2}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...field}
    />
  );
}

/** Words that end with Enter: other names, terms. */
export function WordsField(field: FieldProps<string[]> & { label: string; description: string; maxTags: number }) {
  return <TagsInput acceptValueOnBlur clearable={false} {...field} />;
}

interface ChoiceProps<T extends string> {
  shown: Shown | T | undefined;
  /** What this list can show besides. */
  more?: readonly { value: T; label: string }[];
  onShown: (shown: Shown | T | undefined) => void;
}

/** Which phenotypes of the list are shown. */
export function ShownChoice<T extends string>({ shown, more = [], onShown }: ChoiceProps<T>) {
  const choices: readonly { value: Shown | T; label: string }[] = [...shownWords, ...more];
  return (
    <NativeSelect
      className={classes.choice}
      aria-label="Which phenotypes"
      value={shown ?? ""}
      onChange={({ currentTarget }) => onShown(choices.find(({ value }) => value === currentTarget.value)?.value)}
      data={[{ value: "", label: "All" }, ...choices]}
    />
  );
}
