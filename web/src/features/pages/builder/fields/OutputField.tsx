import { Checkbox, TextInput } from "@mantine/core";
import { own } from "@/lib/own";
import { controlId, type FieldProps } from "./editing";
import classes from "./fields.module.css";
import { useNote } from "./ProblemNote";

/** The column that a step makes: a new one, or the one that it reads, replaced from this step on. */
export function OutputField({ field, item, value, pointer, editing, onChange }: FieldProps<"output">) {
  const { given } = editing;
  const note = useNote(pointer, editing);
  const { id, title } = value as { id: string; title: string };
  const over = field.over && own(item as Record<string, string>, field.over);
  return (
    <div className={classes.fields}>
      <TextInput
        id={controlId(pointer)}
        label="Title of the result"
        {...note}
        {...(title.trim() === "" && { error: "A column needs a title." })}
        value={title}
        onChange={({ currentTarget }) => onChange({ id, title: currentTarget.value })}
      />
      {over && (
        <Checkbox
          label={`Replaces ${given.titleOf(over)}`}
          checked={id === over}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? { id: over, title } : { id: given.newId(title), title })
          }
        />
      )}
    </div>
  );
}
