import { TagsInput } from "@mantine/core";
import { useState } from "react";
import { controlId, type FieldProps } from "./editing";
import { readNumber } from "./number";
import { useNote } from "./ProblemNote";

/** Several numbers, such as thresholds. Invalid ones are reported and not used. */
export function NumbersField({ field, value, pointer, editing, onChange }: FieldProps<"numbers">) {
  const note = useNote(pointer, editing, field.hint ?? "Press Enter after each.");
  const [wrong, setWrong] = useState<string>();
  const numbers = Array.isArray(value) ? (value as number[]) : [];

  function take(texts: string[]) {
    const read = texts.map(readNumber);
    setWrong(texts.find((_, at) => read[at] === undefined));
    onChange(read.filter((number) => number !== undefined));
  }

  return (
    <TagsInput
      id={controlId(pointer)}
      label={field.label}
      {...note}
      {...(wrong !== undefined && { error: `${wrong} is not a number.` })}
      acceptValueOnBlur
      value={numbers.map(String)}
      onChange={take}
    />
  );
}
