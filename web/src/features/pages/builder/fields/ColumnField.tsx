import { NativeSelect } from "@mantine/core";
import { controlId, type FieldProps } from "./editing";
import { useNote } from "./ProblemNote";

/** One column. Those that fit come first; one that is gone stays visible until another is chosen. */
export function ColumnField({ field, value, pointer, editing, onChange }: FieldProps<"column">) {
  const { label, hint, types, optional } = field;
  const { columns } = editing.given;
  const note = useNote(pointer, editing, hint);
  const id = typeof value === "string" ? value : "";
  const option = ({ id: one, title }: { id: string; title: string }) => ({ value: one, label: title });
  const fits = columns.filter(({ type }) => !types || types.includes(type));
  const others = columns.filter((column) => !fits.includes(column));
  const known = id === "" || columns.some((column) => column.id === id);
  return (
    <NativeSelect
      id={controlId(pointer)}
      label={label}
      {...note}
      value={id}
      data={[
        ...(optional ? [{ value: "", label: "None" }] : id === "" ? [{ value: "", label: "Choose" }] : []),
        ...(known ? [] : [{ value: id, label: `${id} (gone)` }]),
        ...(others.length === 0
          ? fits.map(option)
          : [
              ...(fits.length > 0 ? [{ group: "Columns that fit", items: fits.map(option) }] : []),
              { group: "Columns of another type", items: others.map(option) },
            ]),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value || (optional ? undefined : ""))}
    />
  );
}
