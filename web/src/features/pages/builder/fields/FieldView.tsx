import { Checkbox, NativeSelect, TagsInput, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { Choice, Field } from "../kinds/field";
import { ColumnField } from "./ColumnField";
import { ColumnsField } from "./ColumnsField";
import { ExpressionField } from "./ExpressionField";
import { controlId, type FieldProps } from "./editing";
import { NumberField } from "./NumberField";
import { NumbersField } from "./NumbersField";
import { OutputField } from "./OutputField";
import { BetweenField, PartField, RowsField, ShapeField, StringsField } from "./Parts";
import { useNote } from "./ProblemNote";

const views = {
  column: ColumnField,
  columns: ColumnsField,
  text: PlainText,
  number: NumberField,
  value: ValueField,
  choice: ChoiceField,
  flag: Flag,
  texts: Texts,
  numbers: NumbersField,
  strings: StringsField,
  between: BetweenField,
  expression: ExpressionField,
  output: OutputField,
  rows: RowsField,
  part: PartField,
  shape: ShapeField,
} satisfies { [K in Field["kind"]]: (props: FieldProps<K>) => ReactNode };

/** The control of one field. */
export function FieldView(props: FieldProps) {
  // The table above ensures that each control gets a field of its kind.
  const Control = views[props.field.kind] as unknown as (all: FieldProps) => ReactNode;
  return <Control {...props} />;
}

function PlainText({ field, value, pointer, editing, onChange }: FieldProps<"text">) {
  const { label, hint, optional, mono, long } = field;
  const note = useNote(pointer, editing, hint);
  const Control = long ? Textarea : TextInput;
  return (
    <Control
      id={controlId(pointer)}
      label={label}
      {...note}
      value={typeof value === "string" ? value : ""}
      spellCheck={!mono}
      styles={mono ? { input: { fontFamily: "var(--co-mono)" } } : undefined}
      onChange={({ currentTarget }) =>
        onChange(optional && currentTarget.value === "" ? undefined : currentTarget.value)
      }
    />
  );
}

function ChoiceField({ field, value, pointer, editing, onChange }: FieldProps<"choice">) {
  const { label, hint, choices } = field;
  const note = useNote(pointer, editing, hint);
  const chosen = (text: string) => choices.find(([one]) => String(one) === text)?.[0];
  return (
    <NativeSelect
      id={controlId(pointer)}
      label={label}
      {...note}
      data={choices.map(([one, words]: Choice) => ({ value: String(one), label: words }))}
      value={String(value)}
      onChange={({ currentTarget }) => onChange(chosen(currentTarget.value))}
    />
  );
}

function Flag({ field, value, pointer, editing, onChange }: FieldProps<"flag">) {
  const note = useNote(pointer, editing, field.hint);
  return (
    <Checkbox
      id={controlId(pointer)}
      label={field.label}
      {...note}
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

function Texts({ field, value, pointer, editing, onChange }: FieldProps<"texts">) {
  const note = useNote(pointer, editing, field.hint ?? "Press Enter after each.");
  return (
    <TagsInput
      id={controlId(pointer)}
      label={field.label}
      {...note}
      acceptValueOnBlur
      splitChars={[]}
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={(texts) => onChange(field.optional && texts.length === 0 ? undefined : texts)}
    />
  );
}

/** A value of the type of the column that it is for. */
function ValueField(props: FieldProps<"value">) {
  const { item, editing, field, value, onChange } = props;
  const input = (item as { input?: string }).input;
  const type = editing.given.columns.find(({ id }) => id === input)?.type;
  if (type === "number") return <NumberField {...props} field={{ ...field, kind: "number" }} />;
  if (type !== "boolean") {
    return <PlainText {...props} field={{ ...field, kind: "text" }} value={value === undefined ? "" : String(value)} />;
  }
  const choices: Choice[] = [
    ["true", "yes"],
    ["false", "no"],
  ];
  return (
    <ChoiceField
      {...props}
      field={{ ...field, kind: "choice", choices }}
      onChange={(text) => onChange(text === "true")}
    />
  );
}
