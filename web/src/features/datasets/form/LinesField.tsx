import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { own } from "@/lib/own";
import { TextButton } from "@/ui/action/TextButton";
import { newKey } from "../newKey";
import { controlId } from "./controlId";
import classes from "./form.module.css";
import type { DatasetFormState } from "./useDatasetForm";
import type { AncestryLine, TermLine } from "./values";

interface Lines {
  ancestry_counts: AncestryLine;
  terms: TermLine;
}

/** One text of a line. */
export interface LineField<Line> {
  key: Exclude<keyof Line, "key"> & string;
  label: string;
  placeholder?: string;
  /** Characters. */
  longest?: number;
  choices?: readonly { value: string; label: string }[];
  inputMode?: "numeric";
  /** Of the control. */
  look?: string | undefined;
  /** Checked as soon as it is left. */
  checked?: boolean;
}

interface Props<Part extends keyof Lines> {
  form: DatasetFormState;
  part: Part;
  legend: string;
  about: string | false;
  className: string | undefined;
  fields: readonly LineField<Lines[Part]>[];
  /** On the button that adds a line, and the line. */
  add: string;
  empty: Omit<Lines[Part], "key">;
  /** Beside the button. */
  children?: ReactNode;
}

/** A list whose lines have the same texts. Typed values are kept, valid or not. */
export function LinesField<Part extends keyof Lines>(props: Props<Part>) {
  const { form, part, legend, about, className, fields, add, empty, children } = props;
  const lines = form.values[part] as readonly Lines[Part][];
  const change = (next: readonly Lines[Part][], ...mended: string[]) =>
    form.change((before) => ({ ...before, [part]: next }), part, ...mended);
  const set = (line: Lines[Part], key: string, text: string) =>
    change(
      lines.map((other) => (other.key === line.key ? { ...line, [key]: text } : other)),
      `${part}.${line.key}`,
    );
  return (
    <fieldset className={classes.list} id={controlId(part)} tabIndex={-1}>
      <legend>{legend}</legend>
      {about && <p className={classes.about}>{about}</p>}
      {lines.map((line) => (
        <div key={line.key} className={className}>
          {fields.map(({ key, longest, choices, look, checked, ...field }) => {
            const name = `${part}.${line.key}.${key}`;
            const input = {
              ...field,
              id: controlId(name),
              value: line[key] as string,
              error: own(form.errors, name),
              onBlur: checked ? () => form.leave(name) : undefined,
              onChange: (event: { currentTarget: { value: string } }) => set(line, key, event.currentTarget.value),
            };
            return choices ? (
              <NativeSelect key={key} {...input} data={[{ value: "", label: "Choose" }, ...choices]} />
            ) : (
              <TextInput key={key} {...input} maxLength={longest} classNames={{ input: look }} />
            );
          })}
          <TextButton onClick={() => change(lines.filter((other) => other.key !== line.key))} danger>
            Remove
          </TextButton>
        </div>
      ))}
      <Group gap={12} mt={10}>
        <Button
          variant="default"
          size="xs"
          onClick={() => change([...lines, { ...empty, key: newKey() } as Lines[Part]])}
        >
          {add}
        </Button>
        {children}
      </Group>
      {own(form.errors, part) && (
        <p className={classes.error} role="alert">
          {own(form.errors, part)}
        </p>
      )}
    </fieldset>
  );
}
