import { TextInput } from "@mantine/core";
import { useState } from "react";
import { controlId, type FieldProps } from "./editing";
import { readNumber } from "./number";
import { useNote } from "./ProblemNote";

/** A number as typed: invalid text stays in the box, and the document keeps the previous number. */
export function NumberField({ field, value, pointer, editing, onChange }: FieldProps<"number">) {
  const { label, hint, optional, whole } = field;
  const note = useNote(pointer, editing, hint);
  const held = typeof value === "number" ? value : undefined;
  const [typed, setTyped] = useState<string>();
  const read = typed === undefined ? undefined : readNumber(typed);
  const empty = typed?.trim() === "";
  // The typed text is shown while it equals the document's value; undo changes that.
  const same = typed !== undefined && (empty ? held === undefined || !optional : read === undefined || read === held);
  const wrong = typed !== undefined && !fits(typed, optional, whole);

  function type(text: string) {
    setTyped(text);
    const number = readNumber(text);
    if (text.trim() === "" && optional) onChange(undefined);
    else if (number !== undefined && (!whole || Number.isInteger(number))) onChange(number);
  }

  return (
    <TextInput
      id={controlId(pointer)}
      label={label}
      inputMode="decimal"
      {...note}
      {...(same &&
        wrong && { error: `Enter a ${whole ? "whole " : ""}number, such as ${whole ? "2" : "0.05 or 5e-8"}.` })}
      value={same ? typed : held === undefined ? "" : String(held)}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => !wrong && setTyped(undefined)}
    />
  );
}

function fits(text: string, optional?: boolean, whole?: boolean): boolean {
  if (text.trim() === "") return optional === true;
  const number = readNumber(text);
  return number !== undefined && (!whole || Number.isInteger(number));
}
